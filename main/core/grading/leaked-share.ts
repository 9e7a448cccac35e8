/** Twins of one case on both sides of the split cannot be told apart: shares of rows up to this are no leak. */
export const LEAKED_SHARE = 0.02;

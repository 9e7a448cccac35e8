/** Names and code from agents may hide control and direction characters; these become visible escapes. */
export const visibleText = (text: string): string =>
  text.replace(
    // oxlint-disable-next-line no-control-regex -- the control characters are what it is about
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const longestNumber = 10;

/** A long fraction with six digits, so that a column of them can be read; everything else as it is. */
export function shortCell(text: string, isNumber: boolean): string {
  if (!isNumber || text.length <= longestNumber) return text;
  const number = Number(text);
  // An identifier of many digits is a number too, and no digit of it may be lost.
  return Number.isInteger(number) || !Number.isFinite(number) ? text : String(Number(number.toPrecision(6)));
}

const wide = "[\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef]";
const betweenWide = new RegExp(`(${wide})\\n(?=${wide})`, "gu");

/** The lines of a paragraph as one. Chinese is written without spaces, so that a line's end there leaves none. */
export const joinLines = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .join("\n")
    .replace(betweenWide, "$1")
    .replaceAll("\n", " ");

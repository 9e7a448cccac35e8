/** Options of mlewb that stand before its command and take the word after them. */
const takeAWord = ["--home", "--lang"];

/**
 * The command among mlewb's words, or undefined where there are only options.
 * @param {readonly string[]} words
 */
export function commandOf(words) {
  return words.find((word, at) => !word.startsWith("-") && !takeAWord.includes(words[at - 1] ?? ""));
}

export function commandOf(words: readonly string[]): string | undefined;

/** Work that is begun ahead of its turn: results come in the order of the items, `width` of them under way at once. */
export async function* ahead<I, R>(
  items: readonly I[],
  width: number,
  work: (item: I) => Promise<R>,
): AsyncGenerator<{ readonly item: I; readonly result: R }> {
  const begun: Promise<R>[] = [];
  for (const [place, item] of items.entries()) {
    while (begun.length < Math.min(place + width, items.length)) {
      const next = items[begun.length];
      if (next === undefined) break;
      const result = work(next);
      // Whoever waits for it meets the error; until then it is nobody's.
      result.catch(() => undefined);
      begun.push(result);
    }
    const result = await begun[place];
    if (result !== undefined) yield { item, result };
  }
}

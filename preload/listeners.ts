/** A set of functions to tell. A listener that throws is reported and stops no other. */
export class Listeners<Arguments extends readonly unknown[]> {
  readonly #listeners = new Set<(...values: Arguments) => void>();

  /** Returns the function that takes the listener out. The same function added twice is told twice. */
  add(listener: (...values: Arguments) => void): () => void {
    const entry = (...values: Arguments): void => listener(...values);
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  tell(...values: Arguments): void {
    for (const listener of this.#listeners) {
      try {
        listener(...values);
      } catch (error) {
        console.error(error);
      }
    }
  }
}

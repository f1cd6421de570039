/** Most documents on the way to a contract. */
const longest = 8;

/** The documents on the way to a contract, each of which leads to the next. */
export class Trail {
  readonly #passed: string[];

  /** @param start path or URL that the user named */
  constructor(start: string) {
    this.#passed = [start];
  }

  /** The document that should be the contract. */
  get end(): string {
    return this.#passed.at(-1) ?? '';
  }

  /** Whether a document should not come next, because the way would be a circle or too long. */
  ends(next: string): boolean {
    return this.#passed.includes(next) || this.#passed.length >= longest;
  }

  add(next: string): void {
    this.#passed.push(next);
  }
}

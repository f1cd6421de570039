/** Hides `[]` after names from the parser, as two characters that the text does not have. */
export class ArrayMarks {
  readonly #text: string;
  readonly #open: string;
  readonly #close: string;

  constructor(text: string) {
    const free: string[] = [];
    for (let code = 0xe000; code < 0xf900 && free.length < 2; code++) {
      const character = String.fromCharCode(code);
      if (!text.includes(character)) free.push(character);
    }
    this.#text = text;
    [this.#open = '\uf900', this.#close = '\uf901'] = free;
  }

  /** The text for the parser, of the same length, so that offsets stay the same. */
  hidden(): string {
    return this.#text.replace(/(?<=[\p{L}\p{N}_.)?*-])(?:\[\])+/gu, (marks) =>
      (this.#open + this.#close).repeat(marks.length / 2),
    );
  }

  /** Text from the parser in its original form. */
  shown(text: string): string {
    return text.replaceAll(this.#open, '[').replaceAll(this.#close, ']');
  }
}

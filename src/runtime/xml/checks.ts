/** A name in a value that is an ID, or refers to one. */
export interface IdName {
  readonly name: string;
  readonly refers: boolean;
}

/** Checks the IDs of a message and the references to them. */
export interface IdCheck {
  /** Whether the message has attributes that the contract does not name, which may be IDs. */
  hasOtherAttributes: boolean;
  /**
   * Takes the names in a value that has just been read.
   *
   * @param value what a lenient reader takes instead
   * @param property the attribute it is of; `undefined` for the text of an element
   */
  add(names: readonly IdName[], value: unknown, property: string | undefined): void;
}

/** Looks up names of a contract while a message is read. */
export interface NameCheck<Reader> {
  /** Whether names that are not known are wrong. */
  readonly whole: boolean;
  /** Whether an element at a wildcard is read only to be checked. */
  checking: boolean;
  /** Checks the `xsi:type` of the element whose START was just read, which is read as text. */
  checkText(reader: Reader): void;
  /**
   * What reads an element that wildcards allow; `null` where nothing does, `undefined` where it is
   * not declared.
   */
  elementReader(name: string): ((reader: Reader) => unknown) | null | undefined;
}

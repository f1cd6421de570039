import { reservedTypeNames } from '../../names/reserved-names.ts';

/** Names of the constants of `schemas.ts`. */
export class SchemaNames {
  readonly #taken: ReadonlySet<string>;
  readonly #given = new Set<string>();

  /** @param taken Names of types and operations of the contract. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...reservedTypeNames, ...taken]);
  }

  /**
   * Name of the schema of a type. If the contract or another schema has the name, a `$` is added,
   * which names of the contract do not have.
   */
  take(subject: string): string {
    const isFree = (name: string): boolean => !this.#taken.has(name) && !this.#given.has(name);
    const plain = `${subject}Schema`;
    const name = isFree(plain) ? plain : `${subject}$Schema`;
    this.#given.add(name);
    return name;
  }
}

import type { IdCheck, IdName } from '../xml/options.ts';
import { placeOf } from '../xml/place.ts';
import type { XmlReader } from '../xml/reader.ts';
import { XmlValueError } from '../xml/xml-error.ts';
import type { LexicalScope } from '../xsd/qname.ts';
import { withPath } from './path.ts';

/** Length of a name in error messages. */
const SHOWN = 100;

/** The first reference to a name that no ID has yet. */
interface Reference {
  readonly path: string;
  /** Offset of the name of its element. */
  readonly offset: number;
}

/**
 * The IDs of a message and the references to them (XML Schema part 1 section 3.15.5). Each is
 * looked up once and kept until the end of the message.
 */
class MessageIds implements IdCheck {
  /** Whether the message has attributes that are not in the contract and may be IDs. */
  hasOtherAttributes = false;
  /** IDs with the place of each. Content that is read a second time has the same places. */
  readonly #ids: Map<string, string> = new Map();
  readonly #open: Map<string, Reference> = new Map();
  readonly #reader: XmlReader;

  constructor(reader: XmlReader) {
    this.#reader = reader;
  }

  /**
   * Adds the names in a value that was just read.
   *
   * @param value what a lenient reader continues with
   * @param property the attribute with the value; `undefined` for the text of an element
   * @throws XmlValueError the reader is strict, and the message already has the ID
   */
  add(names: readonly IdName[], value: unknown, property: string | undefined): void {
    const reader = this.#reader;
    const place = `${reader.consumed} ${property ?? ''}`;
    const own = new Set<string>();
    let path: string | undefined;
    for (const { name, refers } of names) {
      if (refers) {
        if (this.#ids.has(name) || this.#open.has(name)) continue;
        path ??= placeOf(reader, property);
        const start = reader.starts[property === undefined ? reader.depth + 1 : reader.depth];
        this.#open.set(name, { path, offset: (start ?? 0) + 1 });
        continue;
      }
      const known = this.#ids.get(name);
      if (known === undefined) {
        this.#ids.set(name, place);
        this.#open.delete(name);
      } else if (known !== place || own.has(name)) {
        path ??= placeOf(reader, property);
        const message = `'${name.slice(0, SHOWN)}' is already used as an ID.`;
        if (reader.strict) throw new XmlValueError(message).carry(value);
        reader.deviations?.add(path, message);
      }
      own.add(name);
    }
  }

  /**
   * Reports references without an ID, at the end of the message. Content that is read as XML,
   * without types, may contain any ID; if there is such content, references are not checked.
   *
   * @throws XmlValueError the reader is strict, and there is such a reference
   */
  checkReferences(): void {
    const reader = this.#reader;
    if (this.hasOtherAttributes || reader.capture !== undefined) return;
    const { deviations } = reader;
    for (const [name, { path, offset }] of this.#open) {
      const message = `Reference to undeclared ID is '${name.slice(0, SHOWN)}'.`;
      if (reader.strict && deviations?.lenient !== true) {
        const error = new XmlValueError(message).locate(reader.source, offset);
        throw withPath(error, path, reader);
      }
      deviations?.add(path, message);
    }
  }
}

/**
 * The function that reads a message with `xs:ID` and `xs:IDREF`, and checks that IDs are unique and
 * each reference has an ID. Strict readers refuse the message otherwise; lenient readers report a
 * deviation if anyone listens. Other readers check nothing.
 *
 * @throws XmlValueError the reader is strict, and an ID is not unique or a reference has no ID
 */
export function checkingIds<T>(read: (reader: XmlReader) => T): (reader: XmlReader) => T {
  return (reader) => {
    if (!reader.strict && reader.deviations === undefined) return read(reader);
    const ids = new MessageIds(reader);
    reader.ids = ids;
    try {
      const value = read(reader);
      ids.checkReferences();
      return value;
    } finally {
      reader.ids = undefined;
    }
  };
}

/**
 * Reads a value that is, or contains, IDs and references to IDs.
 *
 * @param property the attribute with the value; omitted for the text of an element
 */
export function readIds<T>(
  text: string,
  reader: XmlReader,
  parse: (text: string, scope: LexicalScope) => T,
  property?: string,
): T {
  const { ids, strict } = reader;
  if (ids === undefined) return parse(text, reader);
  const names: IdName[] = [];
  const value = parse(text, {
    strict,
    names,
    lookup: (prefix) => reader.lookup(prefix),
  });
  ids.add(names, value, property);
  return value;
}

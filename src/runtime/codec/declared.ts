import { skipBlanks } from '../xml/chars.ts';
import { deviate, refuseNil } from '../xml/deviation.ts';
import { nameOffset } from '../xml/markup.ts';
import type { NameCheck } from '../xml/options.ts';
import { locate } from '../xml/place.ts';
import type { XmlQName, XmlReader } from '../xml/reader.ts';
import { START, TEXT, XSI_NAMESPACE } from '../xml/tokens.ts';
import { XmlError, XmlValueError } from '../xml/xml-error.ts';
import { typeError } from './type.ts';

/** The parts of a contract that messages refer to by name. */
export interface ContractNames {
  /** Whether the contract has no other names, so that strict readers refuse others. */
  readonly whole?: boolean;
  /** Alternately a namespace and the simple types in it, separated by spaces. */
  readonly simpleTypes?: readonly string[];
  /** Complex types with text and attributes, in the same form. */
  readonly textTypes?: readonly string[];
  /**
   * Global elements that wildcards allow, alternately `{namespace}local` and the reader of the
   * element. `null` for a declared element without generated code for its content.
   */
  readonly elements?: readonly (string | ElementReader | null)[];
}

/** Reads the element whose START was just read. */
export type ElementReader = (reader: XmlReader) => unknown;

const schema = 'http://www.w3.org/2001/XMLSchema';
/** Namespaces of simple types that contracts use without declaring them. */
const others = [
  'http://schemas.xmlsoap.org/soap/encoding/',
  'http://www.w3.org/2003/05/soap-encoding',
  'http://microsoft.com/wsdl/types/',
];

/** Simple types of XML Schema (part 2, section 3). */
const builtins =
  'anySimpleType string normalizedString token language Name NCName NMTOKEN NMTOKENS ID ' +
  'IDREF IDREFS ENTITY ENTITIES anyURI QName NOTATION boolean decimal integer ' +
  'nonPositiveInteger negativeInteger nonNegativeInteger positiveInteger long int short ' +
  'byte unsignedLong unsignedInt unsignedShort unsignedByte float double duration ' +
  'dateTime time date gYearMonth gYear gMonthDay gDay gMonth hexBinary base64Binary';

/** Whether a list of namespaces and names contains a name. */
function has(list: readonly string[] = [], { namespace, local }: XmlQName): boolean {
  for (let at = 0; at + 1 < list.length; at += 2) {
    if (list[at] === namespace && list[at + 1]?.split(' ').includes(local)) return true;
  }
  return false;
}

/** Looks up the names of one contract while a message is read. */
class Declared implements NameCheck<XmlReader> {
  readonly #all: ContractNames;
  /** Whether an element that matches a wildcard is being read only to check it. */
  checking = false;
  #elements: Map<string, ElementReader | null> | undefined;

  constructor(names: ContractNames) {
    this.#all = names;
  }

  /** Whether unknown names are errors. */
  get whole(): boolean {
    return this.#all.whole === true;
  }

  /**
   * The reader of an element that wildcards allow; `null` if it has none, `undefined` if the
   * element is not declared.
   */
  elementReader(name: string): ElementReader | null | undefined {
    if (this.#elements === undefined) {
      const { elements = [] } = this.#all;
      this.#elements = new Map();
      for (let at = 0; at + 1 < elements.length; at += 2) {
        const read = elements[at + 1];
        if (typeof read !== 'string' && read !== undefined) {
          this.#elements.set(String(elements[at]), read);
        }
      }
    }
    return this.#elements.get(name);
  }

  /**
   * Checks the `xsi:type` of the element whose START was just read, and which is read as a simple
   * type.
   *
   * @throws XmlValueError the type and the element have attributes, which would be lost; in
   *   strict readers also a type that the contract does not have, and a nil element
   */
  checkText(reader: XmlReader): void {
    refuseNil(reader);
    let known = true;
    let loses = false;
    const error = typeError(reader, (type) => {
      if (type.namespace === schema) known = builtins.split(' ').includes(type.local);
      else if (has(this.#all.textTypes, type)) loses = true;
      else known = others.includes(type.namespace) || has(this.#all.simpleTypes, type);
      return known;
    });
    if (error !== undefined && reader.strict && this.whole) throw locate(reader, error);
    if (!loses || !reader.attributes.some(({ namespace }) => namespace !== XSI_NAMESPACE)) return;
    const message = `The attributes of <${reader.rawName}> cannot be kept: its type has none.`;
    deviate(reader, new XmlValueError(message).carry(''));
  }
}

const noNames: ContractNames = { whole: true };

/** Lets a strict reader look up names although its contract has none. */
export function knowBuiltins(reader: XmlReader): void {
  if (reader.strict) reader.declared = new Declared(noNames);
}

/** The reader of a message. A strict one looks up names of the contract. */
export function strictly(reader: XmlReader, names: ContractNames): XmlReader {
  return reader.strict ? carefully(reader, names) : reader;
}

/** The reader of a message, which refuses to lose attributes of types that extend simple ones. */
export function carefully(reader: XmlReader, names: ContractNames): XmlReader {
  reader.declared = new Declared(names);
  return reader;
}

/** Looks up nothing, where it has been done. */
const checked: NameCheck<XmlReader> = {
  whole: false,
  checking: false,
  checkText: () => undefined,
  elementReader: () => undefined,
};

/**
 * The text of an element of a complex type whose `xsi:type` has been checked.
 *
 * @param missing gives the value that ASMX has if there is no text
 */
export function typedText<T>(
  reader: XmlReader,
  parse: (text: string) => T,
  missing?: (reader: XmlReader, name: string) => T,
): T {
  const { declared } = reader;
  reader.declared = checked;
  try {
    return reader.defaults ? looseText(reader, parse, missing) : reader.value(parse);
  } finally {
    reader.declared = declared;
  }
}

/** Reads a text as ASMX does: elements in it are skipped, and what follows the last one counts. */
function looseText<T>(
  reader: XmlReader,
  parse: (text: string) => T,
  missing: ((reader: XmlReader, name: string) => T) | undefined,
): T {
  let text = '';
  // the end of the document, too, ends the text of a Body that came twice
  for (let token = reader.next(); token === START || token === TEXT; token = reader.next()) {
    if (token === TEXT) text = reader.textValue;
    else reader.unknown();
  }
  if (missing !== undefined && skipBlanks(text, 0) === text.length) return missing(reader, '');
  try {
    return parse(text);
  } catch (error) {
    const { source, offset, origin, options } = reader;
    const wrong = options.conversionError?.(error, text) ?? error;
    // .NET's reader is still at the end tag
    if (wrong instanceof XmlError) wrong.locate(source, nameOffset(source, offset), origin);
    return deviate(reader, wrong);
  }
}

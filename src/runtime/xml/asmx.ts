import { nameOffset, rootMissing, type XmlError, XmlValueError } from './errors.ts';
import type { XmlReader } from './reader.ts';

/* How servers read where they follow ASMX. */

/**
 * The error that a strict ASMX server throws for the element whose START was just read.
 *
 * @param expected alternately a namespace and the local names expected in it, separated by spaces
 */
export function unexpectedError(
  { rawName, namespace, name: { prefix } }: XmlReader,
  expected: readonly string[],
): XmlValueError {
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  const scope = namespace === '' ? '' : ` ${declaration}='${namespace}'`;
  const element = `<${rawName}${scope}>..</${rawName}>`;
  const named = new Map<string, string[]>();
  for (let at = 0; at + 1 < expected.length; at += 2) {
    const uri = expected[at] ?? '';
    const found = (expected[at + 1] ?? '').split(' ').map((local) => `${uri}:${local}`);
    named.set(uri, [...(named.get(uri) ?? []), ...found]);
  }
  const names = [...named.values()].flat();
  if (names.length === 0) {
    const found = `An unexpected element was encountered: ${element}.`;
    return new XmlValueError(`${found} No elements were expected in this scope.`);
  }
  const found = `The element was not expected in this context: ${element}.`;
  return new XmlValueError(`${found} Expected elements: ${names.join(', ')}.`);
}

/**
 * Skips the unexpected element whose START was just read, and throws.
 *
 * @param expected as in {@link unexpectedError}
 */
export function unexpectedElement(reader: XmlReader, expected: readonly string[]): never {
  const error = unexpectedError(reader, expected);
  reader.skip();
  // .NET's reader is then at whatever follows, spaces included.
  const { source, position, origin } = reader;
  throw error.locate(source, nameOffset(source, position), origin);
}

const dtdAdvice =
  ' To enable DTD processing set the DtdProcessing property on XmlReaderSettings to Parse ' +
  'and pass the settings into XmlReader.Create method.';

/** The message in .NET's wording, followed by ` Line 1, position 5.` if the place is known. */
export function messageWithPlace({ located, code, message, line, column }: XmlError): string {
  if (code === 'doctype') return `For security reasons ${message}${dtdAdvice}`;
  if (!located || message === rootMissing) return message;
  return `${message} Line ${line}, position ${column}.`;
}

/**
 * Characters that XML documents must not contain (XML 1.0, section 2.2), without lone surrogates.
 */
const forbiddenCodes: readonly number[] = [
  ...[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
  ],
  ...[29, 30, 31, 0xfffe, 0xffff],
];
/**
 * First of the Unicode noncharacters that replace them, in the order above, while a document is
 * written.
 */
const firstStandIn = 0xfdd0;
/** The last noncharacter of that block. It escapes the one after it. */
const itself = '\ufdef';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML forbids.
const replaced = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ufdd0-\ufdef]/g;
const standIns = /\ufdef([\ufdd0-\ufdef])|[\ufdd0-\ufdee]/g;

function standIn(character: string): string {
  const index = forbiddenCodes.indexOf(character.charCodeAt(0));
  return index < 0 ? itself + character : String.fromCharCode(firstStandIn + index);
}

/**
 * A copy of a value with stand-ins for the characters that XML forbids, so that a codec can write
 * it; {@link toReferences} then turns them into references. Bytes, and objects without properties
 * of their own such as dates, are not copied.
 */
export function withStandIns<Value>(value: Value): Value {
  return copy(value, new Map()) as Value;
}

function copy(value: unknown, copies: Map<object, object>): unknown {
  if (typeof value === 'string') return value.replace(replaced, standIn);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  // The copy is registered before its content, because objects may refer to each other.
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    copies.set(value, items);
    for (const item of value) items.push(copy(item, copies));
    return items;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return value;
  const copied: object = Object.create(Object.getPrototypeOf(value));
  copies.set(value, copied);
  for (const [key, property] of entries) {
    Object.defineProperty(copied, key, { value: copy(property, copies), enumerable: true });
  }
  return copied;
}

/** Replaces each stand-in by a character reference in .NET's form: `&#x1;`. */
export function toReferences(document: string): string {
  return document.replace(standIns, (found, kept: string | undefined) => {
    if (kept !== undefined) return kept;
    const code = forbiddenCodes[found.charCodeAt(0) - firstStandIn] ?? 0;
    return `&#x${code.toString(16).toUpperCase()};`;
  });
}

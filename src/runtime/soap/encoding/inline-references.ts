import { withPath } from '../../codec/path.ts';
import { rememberAttributes } from '../../xml/attributes.ts';
import { contentOf } from '../../xml/capture.ts';
import type { XmlElement, XmlNode } from '../../xml/element.ts';
import { XmlElementWriter } from '../../xml/element.ts';
import { locate } from '../../xml/place.ts';
import { XmlReader } from '../../xml/reader.ts';
import { XmlError } from '../../xml/xml-error.ts';
import { encodedValues } from './encoded-values.ts';
import { type Extent, idOf, References } from './read-references.ts';

/** Maximum number of elements after references are inlined; more if as many could be sent. */
const baseElements = 200_000;
const charactersPerElement = 8;
/** Maximum of UTF-16 code units after that: a base, more for each one read, and an upper limit. */
const baseLength = 65_536;
const lengthPerCharacter = 32;
const maxLength = 16_777_216;

/** Escapes only markup, and keeps all other characters. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Gives the first accessor of a response the name of its part, if no other one has it. */
function nameResult(body: readonly XmlNode[], name: string): readonly XmlNode[] {
  const wrapper = body.find((node) => typeof node !== 'string');
  const children = wrapper?.children ?? [];
  const isAccessor = (node: XmlNode): node is XmlElement =>
    typeof node !== 'string' && idOf(node) === undefined;
  if (children.some((node) => typeof node !== 'string' && node.name === name)) return body;
  const first = children.find(isAccessor);
  if (wrapper === undefined || first === undefined) return body;
  const named = { ...first, name, namespace: '' };
  const renamed = { ...wrapper, children: children.map((one) => (one === first ? named : one)) };
  return body.map((node) => (node === wrapper ? renamed : node));
}

/**
 * Inlines the references of an encoded message (SOAP 1.1 section 5.4.1), so that it can be read
 * like a literal one. Called after the start tag of the Body; consumes the end tag.
 *
 * @param result name of the only part of a response, which may have another name on the wire
 *   (SOAP 1.1 section 7.1)
 * @returns a reader of the same Body without references; the text of the given reader is not kept
 * @throws XmlError a reference is dangling or circular, or the result would have more than
 *   200,000 elements and one for each 8 characters read, be longer than 16,777,216 characters and
 *   twice what was read, or than 65,536 plus 32 times that, or nest deeper than the reader's limit
 */
export function inlineReferences(reader: XmlReader, result?: string): XmlReader {
  const start = reader.consumed;
  const { deviations } = reader;
  const noted = deviations?.count ?? 0;
  rememberAttributes(reader);
  const nodes = contentOf(reader);
  reader.options.watch?.again();
  // errors in texts are found again when they are read as values
  deviations?.keep(noted);
  const { depth } = reader.limits;
  const references = new References(nodes, depth, deviations);
  const extents = measured(nodes, references, reader);
  // Elements that others refer to are not part of the message by themselves.
  const isMessage = (node: XmlNode): boolean => !references.referenced.has(node as XmlElement);
  const body = nodes.filter(isMessage);
  checkExtent(
    extents.filter((_, index) => isMessage(nodes[index] ?? '')),
    reader.consumed - start,
  );
  const replace = (element: XmlElement): XmlElement => references.follow(element);
  const escapeWith = deviations?.lenient === true ? escapeMarkup : undefined;
  const writer = new XmlElementWriter({ depth, replace, escapeWith });
  const named = result === undefined ? body : nameResult(body, result);
  const inlined = new XmlReader(`<body>${writer.nodes(named, '')}</body>`, {
    defaults: reader.defaults,
    absentNil: true,
    ownTypes: reader.options.ownTypes,
    limits: reader.limits,
    nestedValue: reader.options.nestedValue,
    commentInText: reader.options.commentInText,
    parts: reader.options.parts,
    watch: reader.options.watch,
    lost: reader.options.lost,
    predict: reader.options.predict,
    deviations,
  });
  inlined.unexpected = reader.unexpected;
  inlined.declared = reader.declared;
  inlined.encoded = encodedValues;
  inlined.nextTag();
  return inlined;
}

/** @throws XmlError with the path of the reference */
function measured(nodes: readonly XmlNode[], references: References, reader: XmlReader): Extent[] {
  try {
    return nodes.map((node) => references.measure([node]));
  } catch (error) {
    if (error instanceof XmlError) throw withPath(locate(reader, error), error.path ?? '', reader);
    throw error;
  }
}

/** @param read characters of the original message */
function checkExtent(extents: readonly Extent[], read: number): void {
  const elements = extents.reduce((sum, extent) => sum + extent.elements, 0);
  const mostElements = Math.max(baseElements, Math.floor(read / charactersPerElement));
  if (elements > mostElements) {
    throw new XmlError('limit', `The message has more than ${mostElements} elements.`);
  }
  const length = extents.reduce((sum, extent) => sum + extent.length, 0);
  const most = Math.min(Math.max(maxLength, 2 * read), baseLength + lengthPerCharacter * read);
  if (length <= most) return;
  const message = `With its references written out, the message is longer than ${most} characters.`;
  throw new XmlError('limit', message);
}

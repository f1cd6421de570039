import type { FaultParts } from '../../operation/message.ts';
import type { IncomingAnswer, ReadAnswer } from '../../operation/operation.ts';
import { SoapFault } from '../../operation/soap-fault.ts';
import { contentOf } from '../../xml/capture.ts';
import type { XmlNode } from '../../xml/element.ts';
import { START, type XmlReader } from '../../xml/reader.ts';
import { canonicalCode, versionOf } from '../envelope.ts';

/** A comment, a processing instruction, or the name of a tag. */
const markup = /<(?:!--[\s\S]*?-->|\?[\s\S]*?\?>|([^\s/>]*))/g;

/**
 * Whether the first element of the body is named Fault. Called after the start tag of `soap:Body`;
 * reads nothing.
 */
export function isFaultNext({ source, position }: Pick<XmlReader, 'source' | 'position'>): boolean {
  markup.lastIndex = position;
  let match = markup.exec(source);
  while (match !== null && match[1] === undefined) match = markup.exec(source);
  const name = match?.[1] ?? '';
  return name === 'Fault' || name.endsWith(':Fault');
}

/** Reads the fault that comes next in the body, and decodes the detail of a declared one. */
export function readFault(
  reader: XmlReader,
  answer: IncomingAnswer,
  { soapHeaders, unknownHeaders }: Pick<ReadAnswer, 'soapHeaders' | 'unknownHeaders'>,
): SoapFault {
  reader.nextTag();
  const start = reader.offset;
  const parts: FaultParts = { code: 'Server', message: '', subcodes: [] };
  while (reader.nextTag() === START) readPart(reader, parts);
  const { code, message, detail } = parts;
  const { soap } = answer.operation;
  const declared = detail && soap?.readFaultDetail?.(reader.source, detail, answer);
  return new SoapFault<unknown>({
    ...parts,
    message: message === '' ? `SOAP fault ${code}` : message,
    detail: declared === undefined ? detail : declared.value,
    faultName: declared?.name,
    xml: reader.source.slice(start, reader.position),
    soapHeaders,
    unknownHeaders: unknownHeaders?.(),
    raw: answer.raw(),
  });
}

/**
 * Reads a child of a fault of either version, in any namespace, because servers confuse them. A
 * service that only knows SOAP 1.1 answers with a fault of that version (SOAP 1.2 part 1, appendix
 * A), and some gateways only know SOAP 1.2.
 */
function readPart(reader: XmlReader, parts: FaultParts): void {
  switch (reader.local) {
    case 'faultcode':
      // some servers have the names of SOAP 1.2
      parts.code = canonicalCode(readCode(reader));
      break;
    case 'Code':
      readCodes(reader, parts);
      break;
    case 'faultstring':
      parts.message = readText(reader);
      break;
    case 'Reason':
      readReason(reader, parts);
      break;
    case 'faultactor':
    case 'Node':
      parts.actor = readText(reader);
      break;
    case 'Role':
      parts.role = readText(reader);
      break;
    case 'detail':
    case 'Detail':
      readDetail(reader, parts);
      break;
    default:
      reader.skip();
  }
}

/**
 * Reads `Code`, or a `Subcode` in it.
 *
 * @param subcodes Where its value goes; absent for `Code`.
 */
function readCodes(reader: XmlReader, parts: FaultParts, subcodes?: string[]): void {
  while (reader.nextTag() === START) {
    const { local } = reader;
    if (local === 'Subcode') readCodes(reader, parts, parts.subcodes);
    else if (local !== 'Value') reader.skip();
    else if (subcodes === undefined) parts.code = canonicalCode(readCode(reader));
    else subcodes.push(readCode(reader));
  }
}

/** The text in English, otherwise the first one. */
function readReason(reader: XmlReader, parts: FaultParts): void {
  while (reader.nextTag() === START) {
    const language = reader.attributes.find(({ raw }) => raw === 'xml:lang')?.value ?? '';
    const text = readText(reader);
    if (parts.message === '' || language.startsWith('en')) parts.message = text;
  }
}

/** Reads a fault code. The namespaces of envelopes are omitted. */
function readCode(reader: XmlReader): string {
  const lookup = reader.scopeLookup();
  const text = readText(reader).trim();
  const colon = text.indexOf(':');
  const local = text.slice(colon + 1);
  const namespace = colon < 0 ? '' : (lookup(text.slice(0, colon)) ?? '');
  return namespace === '' || versionOf(namespace) !== undefined ? local : `{${namespace}}${local}`;
}

/** The entries of the detail, without white space between them. */
function readDetail(reader: XmlReader, parts: FaultParts): void {
  const nodes = contentOf(reader);
  const entries = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '');
  if (entries.length > 0) parts.detail = entries;
}

/** All text inside the element, without markup. */
function readText(reader: XmlReader): string {
  return textContent(contentOf(reader));
}

function textContent(nodes: readonly XmlNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : textContent(node.children ?? [])))
    .join('');
}

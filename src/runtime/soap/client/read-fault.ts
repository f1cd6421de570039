import type { IncomingAnswer } from '../../operation/operation.ts';
import { SoapFault } from '../../operation/soap-fault.ts';
import { contentOf } from '../../xml/capture.ts';
import type { XmlNode } from '../../xml/element.ts';
import { START, type XmlReader } from '../../xml/reader.ts';
import { canonicalCode, type SoapVersion } from '../envelope.ts';

/** A comment, a processing instruction, or the name of a tag. */
const markup = /<(?:!--[\s\S]*?-->|\?[\s\S]*?\?>|([^\s/>]*))/g;

/**
 * Whether the first element of the body is called Fault. Called after the start tag of `soap:Body`;
 * reads nothing.
 */
export function isFaultNext({ source, position }: XmlReader): boolean {
  markup.lastIndex = position;
  let match = markup.exec(source);
  while (match !== null && match[1] === undefined) match = markup.exec(source);
  const name = match?.[1] ?? '';
  return name === 'Fault' || name.endsWith(':Fault');
}

/** What the children of a fault say. */
interface FaultParts {
  code: string;
  message: string;
  actor?: string;
  role?: string;
  subcode?: string;
  detail?: readonly XmlNode[];
}

/** Reads the fault that comes next in the body. The detail of a declared one comes decoded. */
export function readFault(
  reader: XmlReader,
  version: SoapVersion,
  answer: IncomingAnswer,
): SoapFault {
  reader.nextTag();
  const start = reader.offset;
  const parts: FaultParts = { code: 'Server', message: '' };
  while (reader.nextTag() === START) readPart(reader, version, parts);
  const { code, message, detail } = parts;
  const { soap } = answer.operation;
  const declared = detail && soap?.readFaultDetail?.(reader.source, detail, answer);
  return new SoapFault<unknown>({
    ...parts,
    message: message === '' ? `SOAP fault ${code}` : message,
    detail: declared === undefined ? detail : declared.value,
    faultName: declared?.name,
    xml: reader.source.slice(start, reader.position),
    raw: answer.raw(),
  });
}

/** Reads a child of a fault of either version. Servers get its namespace wrong: it is ignored. */
function readPart(reader: XmlReader, version: SoapVersion, parts: FaultParts): void {
  switch (reader.local) {
    case 'faultcode':
      parts.code = readCode(reader, version);
      break;
    case 'faultstring':
      parts.message = readText(reader);
      break;
    case 'faultactor':
    case 'Node':
      parts.actor = readText(reader);
      break;
    case 'Role':
      parts.role = readText(reader);
      break;
    case 'Code':
      readCodes(reader, version, parts, 'code');
      break;
    case 'Reason':
      readReason(reader, parts);
      break;
    case 'detail':
    case 'Detail':
      readDetail(reader, parts);
      break;
    default:
      reader.skip();
  }
}

/** Reads `Code` or `Subcode` of SOAP 1.2. Subcodes of subcodes are skipped. */
function readCodes(
  reader: XmlReader,
  version: SoapVersion,
  parts: FaultParts,
  key: 'code' | 'subcode',
): void {
  while (reader.nextTag() === START) {
    const { local } = reader;
    if (local === 'Value') parts[key] = readCode(reader, version);
    else if (local === 'Subcode' && key === 'code') readCodes(reader, version, parts, 'subcode');
    else reader.skip();
  }
}

function readCode(reader: XmlReader, version: SoapVersion): string {
  const lookup = reader.scopeLookup();
  const text = readText(reader).trim();
  const colon = text.indexOf(':');
  const local = text.slice(colon + 1);
  const namespace = colon < 0 ? '' : (lookup(text.slice(0, colon)) ?? '');
  const own = namespace === '' || namespace === version.namespace;
  return own ? canonicalCode(local) : `{${namespace}}${local}`;
}

/** The text in English, or else the first. */
function readReason(reader: XmlReader, parts: FaultParts): void {
  while (reader.nextTag() === START) {
    const language = reader.attributes.find(({ raw }) => raw === 'xml:lang')?.value ?? '';
    const text = readText(reader);
    if (parts.message === '' || language.startsWith('en')) parts.message = text;
  }
}

/** The entries of the detail; white space between them is dropped. */
function readDetail(reader: XmlReader, parts: FaultParts): void {
  const nodes = contentOf(reader);
  const entries = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '');
  if (entries.length > 0) parts.detail = entries;
}

/** All text inside the element, without markup. */
function readText(reader: XmlReader): string {
  return textOf(contentOf(reader));
}

function textOf(nodes: readonly XmlNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : textOf(node.children ?? [])))
    .join('');
}

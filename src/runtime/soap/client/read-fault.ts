import type { AnswerVersion, FaultParts } from '../../operation/message.ts';
import type { IncomingAnswer } from '../../operation/operation.ts';
import { SoapFault } from '../../operation/soap-fault.ts';
import { contentOf } from '../../xml/capture.ts';
import type { XmlNode } from '../../xml/element.ts';
import { START, type XmlReader } from '../../xml/reader.ts';
import { soap11Version } from '../envelope.ts';

/** A comment, a processing instruction, or the name of a tag. */
const markup = /<(?:!--[\s\S]*?-->|\?[\s\S]*?\?>|([^\s/>]*))/g;

/**
 * Whether the first element of the body is named Fault. Called after the start tag of `soap:Body`;
 * reads nothing.
 */
export function isFaultNext({ source, position }: XmlReader): boolean {
  markup.lastIndex = position;
  let match = markup.exec(source);
  while (match !== null && match[1] === undefined) match = markup.exec(source);
  const name = match?.[1] ?? '';
  return name === 'Fault' || name.endsWith(':Fault');
}

/** Reads the fault that comes next in the body, and decodes the detail of a declared one. */
export function readFault(
  reader: XmlReader,
  version: AnswerVersion,
  answer: IncomingAnswer,
): SoapFault {
  reader.nextTag();
  const start = reader.offset;
  const parts: FaultParts = { code: 'Server', message: '' };
  while (reader.nextTag() === START) version.readFaultPart(reader, parts);
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

/** Reads a child of a SOAP 1.1 fault in any namespace, because servers get it wrong. */
export function readFaultPart11(reader: XmlReader, parts: FaultParts): void {
  switch (reader.local) {
    case 'faultcode':
      parts.code = readCode(reader, soap11Version.namespace);
      break;
    case 'faultstring':
      parts.message = readText(reader);
      break;
    case 'faultactor':
      parts.actor = readText(reader);
      break;
    case 'detail':
      readDetail(reader, parts);
      break;
    default:
      reader.skip();
  }
}

/**
 * Reads a fault code.
 *
 * @param envelope Namespace of the envelope, which is omitted from its codes.
 */
export function readCode(reader: XmlReader, envelope: string): string {
  const lookup = reader.scopeLookup();
  const text = readText(reader).trim();
  const colon = text.indexOf(':');
  const local = text.slice(colon + 1);
  const namespace = colon < 0 ? '' : (lookup(text.slice(0, colon)) ?? '');
  return namespace === '' || namespace === envelope ? local : `{${namespace}}${local}`;
}

/** The entries of the detail, without white space between them. */
export function readDetail(reader: XmlReader, parts: FaultParts): void {
  const nodes = contentOf(reader);
  const entries = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '');
  if (entries.length > 0) parts.detail = entries;
}

/** All text inside the element, without markup. */
export function readText(reader: XmlReader): string {
  return textContent(contentOf(reader));
}

function textContent(nodes: readonly XmlNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : textContent(node.children ?? [])))
    .join('');
}

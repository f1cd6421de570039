import type { AnyDescriptor, IncomingAnswer } from '../../operation/any-operation.ts';
import { SoapFault } from '../../operation/soap-fault.ts';
import { captureNodes } from '../../xml/capture.ts';
import type { XmlNode } from '../../xml/element.ts';
import { XmlError } from '../../xml/error.ts';
import { START, XmlReader } from '../../xml/reader.ts';
import { enterRoot, type SoapVersion, skipToBody } from '../envelope.ts';
import { canonicalCode } from '../fault-codes.ts';

/**
 * Whether the first element in the body, which the reader has just entered, is called Fault.
 * Nothing is read.
 */
export function isFaultNext(reader: XmlReader): boolean {
  const { source } = reader;
  let at = source.indexOf('<', reader.position);
  for (;;) {
    if (at < 0) return false;
    if (source.startsWith('<!--', at)) at = source.indexOf('-->', at);
    else if (source.startsWith('<?', at)) at = source.indexOf('?>', at);
    else break;
    at = at < 0 ? -1 : source.indexOf('<', at);
  }
  let end = at + 1;
  while (end < source.length && !' \t\r\n/>'.includes(source.charAt(end))) end += 1;
  const name = source.slice(at + 1, end);
  return name === 'Fault' || name.endsWith(':Fault');
}

interface FaultParts {
  code: string;
  message: string;
  actor?: string;
  role?: string;
  subcode?: string;
  detail?: readonly XmlNode[];
}

/**
 * Reads the fault that comes next; a declared detail comes decoded. The reader stands in the body.
 */
export function readFault(
  reader: XmlReader,
  version: SoapVersion,
  answer: IncomingAnswer,
): SoapFault {
  reader.nextTag();
  const start = reader.offset;
  const parts: FaultParts = { code: 'Server', message: '' };
  while (reader.nextTag() === START) {
    if (!readPart(reader, version, parts)) reader.skip();
  }
  const declared = readDeclaredDetail(reader.source, parts.detail, answer);
  return new SoapFault<unknown>({
    ...parts,
    message: parts.message === '' ? `SOAP fault ${parts.code}` : parts.message,
    detail: declared === undefined ? parts.detail : declared.value,
    faultName: declared?.name,
    xml: reader.source.slice(start, reader.position),
    raw: answer.raw(),
  });
}

/**
 * Reads one child of Fault of either version; namespaces are not looked at, since servers get them
 * wrong.
 */
function readPart(reader: XmlReader, version: SoapVersion, parts: FaultParts): boolean {
  switch (reader.local) {
    case 'faultcode':
      parts.code = readCode(reader, version);
      return true;
    case 'faultstring':
      parts.message = textOf(reader);
      return true;
    case 'faultactor':
    case 'Node':
      parts.actor = textOf(reader);
      return true;
    case 'Role':
      parts.role = textOf(reader);
      return true;
    case 'Code':
      readCode12(reader, version, parts);
      return true;
    case 'Reason':
      readReason(reader, parts);
      return true;
    case 'detail':
    case 'Detail':
      readDetail(reader, parts);
      return true;
    default:
      return false;
  }
}

function readCode12(reader: XmlReader, version: SoapVersion, parts: FaultParts): void {
  while (reader.nextTag() === START) {
    if (reader.local === 'Value') parts.code = readCode(reader, version);
    else if (reader.local === 'Subcode') readSubcode(reader, version, parts);
    else reader.skip();
  }
}

function readSubcode(reader: XmlReader, version: SoapVersion, parts: FaultParts): void {
  while (reader.nextTag() === START) {
    if (reader.local === 'Value') parts.subcode = readCode(reader, version);
    else reader.skip();
  }
}

/** The text in English, or else the first. */
function readReason(reader: XmlReader, parts: FaultParts): void {
  while (reader.nextTag() === START) {
    const english = reader
      .attribute('http://www.w3.org/XML/1998/namespace', 'lang')
      ?.startsWith('en');
    const text = textOf(reader);
    if (parts.message === '' || english === true) parts.message = text;
  }
}

function readDetail(reader: XmlReader, parts: FaultParts): void {
  const nodes = captureNodes(reader);
  const elements = nodes.filter((node) => typeof node !== 'string' || node.trim() !== '');
  if (elements.length > 0) parts.detail = elements;
}

/** All text inside the element, markup dropped. */
function textOf(reader: XmlReader): string {
  return plainText(captureNodes(reader));
}

function plainText(nodes: readonly XmlNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : plainText(node.children ?? [])))
    .join('');
}

function readCode(reader: XmlReader, version: SoapVersion): string {
  const lookup = reader.scopeLookup();
  const text = textOf(reader).trim();
  const colon = text.indexOf(':');
  const local = text.slice(colon + 1);
  const namespace = colon < 0 ? '' : (lookup(text.slice(0, colon)) ?? '');
  const own = namespace === '' || namespace === version.namespace;
  return own ? canonicalCode(local) : `{${namespace}}${local}`;
}

/**
 * Decodes the first detail entry that is a declared fault's; one that doesn't fit its declaration
 * stays XML.
 */
function readDeclaredDetail(
  source: string,
  nodes: readonly XmlNode[] | undefined,
  answer: IncomingAnswer,
): { readonly name: string; readonly value: unknown } | undefined {
  const faults = answer.operation.soap?.faults ?? [];
  const matches = (node: XmlNode, { element }: AnyDescriptor): boolean =>
    typeof node !== 'string' && node.name === element.local && node.namespace === element.namespace;
  const descriptor = faults.find((fault) => nodes?.some((node) => matches(node, fault)));
  if (descriptor === undefined) return undefined;
  const { deviations } = answer.reader;
  const noted = deviations?.count ?? 0;
  try {
    const reader = new XmlReader(source, answer.reader);
    const version = enterRoot(reader);
    if (version === undefined) return undefined;
    skipToBody(reader, version);
    reader.nextTag();
    while (reader.nextTag() === START) {
      if (reader.local !== 'detail' && reader.local !== 'Detail') reader.skip();
      else if (descend(reader, descriptor)) {
        reader.base = reader.depth - 1;
        return { name: descriptor.name, value: descriptor.read?.(reader) };
      }
    }
  } catch (error) {
    // The entry as XML is better than no fault at all.
    deviations?.keep(noted);
    if (error instanceof XmlError) deviations?.add(error.path ?? descriptor.name, error.message);
  }
  return undefined;
}

/** Moves behind the start tag of the declared element among the children of the current one. */
function descend(reader: XmlReader, { element }: AnyDescriptor): boolean {
  while (reader.nextTag() === START) {
    if (reader.local === element.local && reader.namespace === element.namespace) return true;
    reader.skip();
  }
  return false;
}

import type { HeaderDescriptor } from '../operation/message.ts';
import type { BindingName } from '../operation/names.ts';
import { writeAttributed } from '../operation/soap-header.ts';
import { START, type XmlReader } from '../xml/reader.ts';

/** The differences between the two versions of SOAP on the wire. */
export interface SoapVersion {
  readonly binding: 'soap11' | 'soap12';
  /** Namespace of the envelope. */
  readonly namespace: string;
  /** Content type of messages, with charset. */
  readonly contentType: string;
}

/** SOAP 1.1 (W3C note of 8 May 2000). */
export const soap11Version: SoapVersion = {
  binding: 'soap11',
  namespace: 'http://schemas.xmlsoap.org/soap/envelope/',
  contentType: 'text/xml; charset=utf-8',
};

/** SOAP 1.2 (W3C recommendation). */
export const soap12Version: SoapVersion = {
  binding: 'soap12',
  namespace: 'http://www.w3.org/2003/05/soap-envelope',
  contentType: 'application/soap+xml; charset=utf-8',
};

/** The SOAP 1.1 name of a fault code. */
export function canonicalCode(code: string): string {
  return code === 'Sender' ? 'Client' : code === 'Receiver' ? 'Server' : code;
}

/** Start of every message. */
export const declaration: string = '<?xml version="1.0" encoding="utf-8"?>';
/** Declarations of `xsi` and `xsd`, with the end of the tag. */
export const schemaNamespaces: string =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema">';

/**
 * Writes an envelope like ASMX: on one line, prefix `soap` in both versions, declarations soap,
 * xsi, xsd.
 *
 * @param header Entries of `soap:Header`; empty for none.
 * @param body Content of `soap:Body`.
 */
export function writeEnvelope({ namespace }: SoapVersion, header: string, body: string): string {
  const head = `${declaration}<soap:Envelope xmlns:soap="${namespace}" ${schemaNamespaces}`;
  return joinEnvelope(head, header, `<soap:Body>${body}`);
}

/**
 * @param head Everything up to the end of the envelope's start tag.
 * @param body `soap:Body` without its end tag.
 */
export function joinEnvelope(head: string, header: string, body: string): string {
  const headers = header === '' ? '' : `<soap:Header>${header}</soap:Header>`;
  return `${head}${headers}${body}</soap:Body></soap:Envelope>`;
}

/** The version with this envelope namespace. */
export function versionOf(namespace: string): SoapVersion | undefined {
  if (namespace === soap11Version.namespace) return soap11Version;
  return namespace === soap12Version.namespace ? soap12Version : undefined;
}

/** The part of a version that determines the names of an envelope's elements. */
type EnvelopeNamespace = Pick<SoapVersion, 'namespace'>;

/** Why an envelope could not be entered. */
export type EnvelopeProblem = 'no envelope' | 'no body';

/**
 * Reads the start tag of the root element and returns the version of SOAP.
 *
 * @returns `undefined` for a root in another namespace, which is the reader's `namespace`.
 */
export function enterRoot(reader: XmlReader): SoapVersion | undefined {
  reader.nextTag();
  return versionOf(reader.namespace);
}

/**
 * Reads the next start tag of the envelope. After `header`, the caller reads the content of
 * `soap:Header` and its end tag, then calls {@link enterBody}. After `body`, the reader is in
 * `soap:Body`.
 */
export function enterHeader(
  reader: XmlReader,
  version: EnvelopeNamespace,
): 'header' | 'body' | EnvelopeProblem {
  if (reader.local !== 'Envelope') return 'no envelope';
  if (reader.nextTag() !== START) return 'no body';
  if (isNamed(reader, 'Header', version)) return 'header';
  return isNamed(reader, 'Body', version) ? 'body' : 'no body';
}

/** Reads the start tag of `soap:Body`. Called after the end tag of `soap:Header`. */
export function enterBody(reader: XmlReader, version: EnvelopeNamespace): 'body' | EnvelopeProblem {
  return reader.nextTag() === START && isNamed(reader, 'Body', version) ? 'body' : 'no body';
}

/** Skips a header and reads the start tag of `soap:Body`. Called after the root's start tag. */
export function skipToBody(
  reader: XmlReader,
  version: EnvelopeNamespace,
): 'body' | EnvelopeProblem {
  const part = enterHeader(reader, version);
  if (part !== 'header') return part;
  reader.skip();
  return enterBody(reader, version);
}

function isNamed(reader: XmlReader, local: string, version: EnvelopeNamespace): boolean {
  return reader.local === local && reader.namespace === version.namespace;
}

/** Writes declared headers in the order of their declaration. Absent values are omitted. */
export function writeHeaders(
  declared: readonly HeaderDescriptor[],
  binding: BindingName,
  values: Readonly<Record<string, unknown>> = {},
): string {
  let text = '';
  for (const { name, write, encode } of declared) {
    const value = values[name];
    if (value === undefined || write === undefined) continue;
    const written = writeAttributed(value, binding, write);
    text += encode?.(written, binding) ?? written;
  }
  return text;
}

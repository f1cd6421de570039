import type { AnyDescriptor, AnyOperation } from '../operation/any-operation.ts';
import { START, type XmlReader } from '../xml/reader.ts';

/** What the two versions of SOAP differ in on the wire. */
export interface SoapVersion {
  readonly binding: 'soap11' | 'soap12';
  /** Namespace of the envelope. */
  readonly namespace: string;
  /** Namespace of SOAP encoding (section 5). */
  readonly encoding: string;
  /** Content type of messages, with charset. */
  readonly contentType: string;
}

/** SOAP 1.1 (W3C note of 8 May 2000). */
export const soap11Version: SoapVersion = {
  binding: 'soap11',
  namespace: 'http://schemas.xmlsoap.org/soap/envelope/',
  encoding: 'http://schemas.xmlsoap.org/soap/encoding/',
  contentType: 'text/xml; charset=utf-8',
};

/** SOAP 1.2 (W3C recommendation). */
export const soap12Version: SoapVersion = {
  binding: 'soap12',
  namespace: 'http://www.w3.org/2003/05/soap-envelope',
  encoding: 'http://www.w3.org/2003/05/soap-encoding',
  contentType: 'application/soap+xml; charset=utf-8',
};

const declaration = '<?xml version="1.0" encoding="utf-8"?>';
const schemaNamespaces =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">';

function literalHead(version: SoapVersion): string {
  return `${declaration}<soap:Envelope xmlns:soap="${version.namespace}" ${schemaNamespaces}`;
}

const heads: Readonly<Record<SoapVersion['binding'], string>> = {
  soap11: literalHead(soap11Version),
  soap12: literalHead(soap12Version),
};
const tail = '</soap:Body></soap:Envelope>';

/**
 * An envelope as ASMX writes it: one line, prefix `soap` in both versions, declarations soap, xsi,
 * xsd.
 *
 * @param header Entries of `soap:Header`; empty for none.
 * @param body Content of `soap:Body`.
 * @param encodedNamespace Namespace of an operation with SOAP encoding, whose envelope declares
 *   more.
 */
export function writeEnvelope(
  version: SoapVersion,
  header: string,
  body: string,
  encodedNamespace?: string,
): string {
  const head =
    encodedNamespace === undefined
      ? heads[version.binding]
      : encodedHead(version, encodedNamespace);
  const start =
    encodedNamespace !== undefined && version.binding === 'soap11'
      ? `<soap:Body soap:encodingStyle="${version.encoding}">`
      : '<soap:Body>';
  return header === ''
    ? `${head}${start}${body}${tail}`
    : `${head}<soap:Header>${header}</soap:Header>${start}${body}${tail}`;
}

function encodedHead(version: SoapVersion, namespace: string): string {
  const target = namespace
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
  const types = `${target}${target.endsWith('/') ? '' : '/'}encodedTypes`;
  const rpc = version.binding === 'soap12' ? 'xmlns:rpc="http://www.w3.org/2003/05/soap-rpc" ' : '';
  return `${declaration}<soap:Envelope xmlns:soap="${version.namespace}" xmlns:soapenc="${version.encoding}" xmlns:tns="${target}" xmlns:types="${types}" ${rpc}${schemaNamespaces}`;
}

/** The namespace `writeEnvelope` needs for an operation: present only with SOAP encoding. */
export function encodedNamespace(operation: AnyOperation): string | undefined {
  return operation.soap?.encoded === true ? operation.namespace : undefined;
}

/** The version an envelope namespace belongs to. */
export function versionOf(namespace: string): SoapVersion | undefined {
  if (namespace === soap11Version.namespace) return soap11Version;
  return namespace === soap12Version.namespace ? soap12Version : undefined;
}

/** What `soap:Header` held. */
export interface ReadHeaders {
  /** Declared headers by part name. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Local names of entries with `mustUnderstand` that are not declared. */
  readonly notUnderstood: readonly string[];
}

/** The headers of a message that has none: one object for all, so nobody may write into it. */
export const noHeaders: ReadHeaders = { values: Object.freeze({}), notUnderstood: [] };

/**
 * Reads `soap:Header`; the reader stands behind its start tag and is left behind its end tag. Actor
 * and role play no part, as with ASMX.
 */
export function readHeaders(
  reader: XmlReader,
  version: SoapVersion,
  declared: readonly AnyDescriptor[],
): ReadHeaders {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const notUnderstood: string[] = [];
  while (reader.nextTag() === START) {
    const { local, namespace } = reader;
    const descriptor = declared.find(
      ({ element }) => element.local === local && element.namespace === namespace,
    );
    if (descriptor?.read !== undefined) {
      reader.base = reader.depth - 1;
      values[descriptor.name] = descriptor.read(reader);
      continue;
    }
    const must = reader.attribute(version.namespace, 'mustUnderstand');
    if (must === '1' || must === 'true') notUnderstood.push(local);
    reader.skip();
  }
  return { values, notUnderstood };
}

/**
 * Writes declared headers in the order of their declaration; values that are absent are left out.
 */
export function writeHeaders(
  declared: readonly AnyDescriptor[],
  values: Readonly<Record<string, unknown>> | undefined,
): string {
  if (values === undefined) return '';
  let text = '';
  for (const { name, write } of declared) {
    const value = values[name];
    if (value !== undefined && write !== undefined) text += write(value as never);
  }
  return text;
}

/** Why an envelope could not be entered. */
export type EnvelopeProblem = 'no envelope' | 'no body';

/**
 * Moves a fresh reader behind the start tag of the root element and says which version it is.
 *
 * @returns `undefined` for a root in a namespace that is not SOAP's; the reader's `namespace` tells
 *   which.
 */
export function enterRoot(reader: XmlReader): SoapVersion | undefined {
  reader.nextTag();
  return versionOf(reader.namespace);
}

/**
 * Moves the reader from behind the root's start tag behind that of `soap:Header`, if there is one:
 * it is to be read or skipped to its end tag, and {@link enterBody} follows. Without a header the
 * reader is behind the start tag of `soap:Body`.
 */
export function enterHeader(
  reader: XmlReader,
  version: SoapVersion,
): 'header' | 'body' | EnvelopeProblem {
  if (reader.local !== 'Envelope') return 'no envelope';
  if (reader.nextTag() !== START) return 'no body';
  if (isNamed(reader, 'Header', version)) return 'header';
  return isNamed(reader, 'Body', version) ? 'body' : 'no body';
}

/**
 * Moves the reader from behind the end tag of `soap:Header` behind the start tag of `soap:Body`.
 */
export function enterBody(reader: XmlReader, version: SoapVersion): 'body' | EnvelopeProblem {
  return reader.nextTag() === START && isNamed(reader, 'Body', version) ? 'body' : 'no body';
}

/**
 * Moves the reader from behind the root's start tag behind that of `soap:Body`, over any header.
 */
export function skipToBody(reader: XmlReader, version: SoapVersion): 'body' | EnvelopeProblem {
  const part = enterHeader(reader, version);
  if (part !== 'header') return part;
  reader.skip();
  return enterBody(reader, version);
}

function isNamed(reader: XmlReader, local: string, version: SoapVersion): boolean {
  return reader.local === local && reader.namespace === version.namespace;
}

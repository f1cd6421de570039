import { header, type Incoming } from '../../server/incoming.ts';
import { checkElements } from '../../server/limits.ts';
import type { Route } from '../../server/protocol.ts';
import type { ServerSettings } from '../../server/settings.ts';
import { decodeXml, knownCharset } from '../../text/encoding.ts';
import { parseContentType } from '../../text/header.ts';
import { EOF, XmlReader } from '../../xml/reader.ts';
import { indentXml } from './indent.ts';

/**
 * Reads a request whose body is a document.
 *
 * @throws XmlError it is not well-formed, or its values are wrong
 */
export function readDocument(
  read: (reader: XmlReader) => unknown,
  incoming: Incoming,
  body: Uint8Array,
  { limits, reader: readerOptions }: ServerSettings,
): unknown {
  const { charset } = parseContentType(header(incoming, 'content-type') ?? '');
  const known = charset !== undefined && knownCharset(charset) ? charset : undefined;
  const text = decodeXml(body, known);
  checkElements(text, limits);
  const reader = new XmlReader(text, readerOptions);
  const value = read(reader);
  while (reader.next() !== EOF);
  return value;
}

/** The document of a result; `undefined` for void. */
export function writeResult({ codec }: Route, output: unknown): string | undefined {
  const root = codec.writeResult?.(output as never);
  if (root === undefined || root === '') return undefined;
  return writeDocument(root);
}

/** A document with this root element, indented as ASMX does. */
export function writeDocument(root: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\r\n${indentXml(root)}`;
}

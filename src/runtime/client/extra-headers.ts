import { AsmxError, messageOf } from '../operation/errors.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { isPromise } from '../platform/globals.ts';
import type { XmlNode } from '../xml/element.ts';
import { EOF, XmlReader } from '../xml/reader.ts';
import { TEXT, XML_NAMESPACE } from '../xml/tokens.ts';
import { describeValue, escapeAttribute, escapeText } from '../xml/write-text.ts';
import { attempt, headerError } from './headers.ts';
import type { ExtraSoapHeaders, ExtraSoapHeadersOption } from './options.ts';

/**
 * SOAP headers that the contract does not declare, as XML.
 *
 * @throws AsmxError encode: a function of the caller fails, or the XML is not well-formed; the
 *   promise rejects with the same error
 */
export function extraHeaders(
  options: readonly (ExtraSoapHeadersOption | undefined)[],
  operation: AnyOperation,
): string | Promise<string> {
  // Most calls have none.
  if (options.every((one) => one === undefined)) return '';
  const given = options.map((one) =>
    typeof one === 'function' ? attempt(() => one(operation)) : one,
  );
  if (!given.some(isPromise)) return join(given as readonly (ExtraSoapHeaders | undefined)[]);
  return Promise.all(given).then(join, (error: unknown) => {
    throw headerError(error);
  });
}

function join(given: readonly (ExtraSoapHeaders | undefined)[]): string {
  const xml = given
    .flatMap((one = []) => one)
    .map((one) => (typeof one === 'string' ? one.replace(declaration, '') : writeHeader(one)))
    .join('');
  // One element around it all, so that no text can end `soap:Header`. Prefixes are the envelope's.
  const reader = new XmlReader(`<a xmlns:soap="a" xmlns:xsi="b" xmlns:xsd="c">${xml}</a>`);
  try {
    for (let token = reader.next(); token !== EOF; token = reader.next()) {
      if (token === TEXT && reader.depth === 1 && /\S/.test(reader.textValue))
        throw noElement('text');
    }
  } catch (cause) {
    const message = `extraSoapHeaders is not well-formed XML: ${messageOf(cause)}`;
    throw new AsmxError('encode', message, { cause });
  }
  return xml;
}

/** The start of a document, which is no part of its element. */
const declaration = /^\ufeff?<\?xml\s[^>]*\?>/;

function noElement(found: string): AsmxError {
  return new AsmxError('encode', `Expected an element for soap:Header, found ${found}.`);
}

/**
 * The text of an element. Each declares its own namespaces, which is all that a few headers need.
 * `writeXmlElement` shares declarations, and would add 0.9 KB to every client.
 */
export function writeHeader(node: XmlNode): string {
  if (typeof node === 'string') return escapeText(node);
  if (typeof node?.name !== 'string') throw noElement(describeValue(node));
  const { name, namespace = '', attributes = [], children = [], namespaces = {} } = node;
  const declare = (prefix: string, uri: string): string =>
    ` xmlns${prefix}="${escapeAttribute(uri)}"`;
  let tag = name + declare('', namespace);
  for (const [prefix, uri] of Object.entries(namespaces)) tag += declare(`:${prefix}`, uri);
  for (const [index, one] of attributes.entries()) {
    const prefix = one.namespace === XML_NAMESPACE ? 'xml' : `n${index}`;
    if (one.namespace && prefix !== 'xml') tag += declare(`:${prefix}`, one.namespace);
    tag += ` ${one.namespace ? `${prefix}:` : ''}${one.name}="${escapeAttribute(one.value)}"`;
  }
  return `<${tag}>${children.map(writeHeader).join('')}</${name}>`;
}

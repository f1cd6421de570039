import { AsmxError, messageOf } from '../../operation/errors.ts';
import { checkSeconds } from '../../operation/limit.ts';
import { writeHeader } from '../../operation/soap-header.ts';
import { platform } from '../../platform/globals.ts';
import { digestOf } from '../../wss/digest.ts';
import {
  base64Encoding,
  passwordDigest,
  passwordText,
  wsseNamespace,
  wsuNamespace,
} from '../../wss/names.ts';
import type { XmlElement } from '../../xml/element.ts';
import { EOF, XmlReader } from '../../xml/reader.ts';
import { escapeAttribute, escapeText } from '../../xml/write-text.ts';
import { bytesFromBase64, bytesToBase64 } from '../../xsd/binary-tables.ts';
import type { SoapSecurity } from '../options.ts';
import { joinSecurityHeaders } from './one-security.ts';

/** What a UsernameToken contains. */
export interface UsernameTokenSettings {
  /** Name of the user. */
  readonly username: string;
  /** Password of the user. Default: none is sent. */
  readonly password?: string | undefined;
  /** How the password is sent: as it is, which needs TLS, or as a digest. Default `text`. */
  readonly type?: 'text' | 'digest' | undefined;
  /** Seconds until the message expires, for a Timestamp beside the token. Default: no Timestamp. */
  readonly timestamp?: number | undefined;
  /**
   * More elements of the Security header, after the token: well-formed XML, elements as data, or a
   * list of both. The prefixes `wsse` and `wsu` are declared.
   */
  readonly elements?: string | XmlElement | readonly (string | XmlElement)[] | undefined;
  /** Whether a service that does not know WS-Security has to refuse calls. Default false. */
  readonly mustUnderstand?: boolean | undefined;
  /** The time of a call, instead of that of the clock. */
  readonly now?: (() => Date | number) | undefined;
  /**
   * The nonce of a call, as bytes or in base64, instead of 16 random bytes; false to send none,
   * which some services refuse beside a password as text.
   */
  readonly nonce?: boolean | (() => Uint8Array | string) | undefined;
  /** Whether the time of the call is sent in Created. Default true. */
  readonly created?: boolean | undefined;
}

/**
 * Sends a UsernameToken of WS-Security (UsernameToken Profile 1.1.1) with each call over SOAP, with
 * a nonce and the time of the call unless they are turned off; for the client option `security`.
 * What other objects and headers of the call have in a Security header for the same receiver is in
 * the same header.
 * Over HTTP GET and POST, which have no envelope, calls fail with code `encode`.
 *
 * @throws AsmxError encode: `elements` is not well-formed
 * @throws RangeError `timestamp` is not more than 0, or `type` is unknown
 * @throws TypeError the name or the password is not a text, or a digest has no password
 */
export function usernameToken(settings: UsernameTokenSettings): SoapSecurity {
  const { timestamp, type = 'text', elements = [], mustUnderstand } = settings;
  if (timestamp !== undefined) checkSeconds('timestamp', timestamp);
  if (type !== 'text' && type !== 'digest') {
    throw new RangeError(`type is 'text' or 'digest', not '${String(type)}'.`);
  }
  checkTexts(settings, type);
  const must = mustUnderstand === true ? ' soap:mustUnderstand="1"' : '';
  const namespaces = `xmlns:wsse="${wsseNamespace}" xmlns:wsu="${wsuNamespace}"`;
  const more = writeElements(elements, namespaces);
  joinSecurityHeaders();
  return {
    toXML() {
      const now = Number(settings.now?.() ?? Date.now());
      const expiry = timestamp === undefined ? '' : writeTimestamp(now, timestamp);
      const content = expiry + writeToken(settings, type, now) + more;
      return `<wsse:Security ${namespaces}${must}>${content}</wsse:Security>`;
    },
  };
}

/** A program without types may give what an environment variable did not hold. */
function checkTexts(settings: UsernameTokenSettings, type: 'text' | 'digest'): void {
  for (const name of ['username', 'password'] as const) {
    const given: unknown = settings[name];
    if (typeof given === 'string' || (name === 'password' && given === undefined)) continue;
    const kind = given === null ? 'null' : typeof given;
    throw new TypeError(`${name} of usernameToken is ${kind}, not a string.`);
  }
  if (type === 'digest' && settings.password === undefined) {
    throw new TypeError('A digest needs a password.');
  }
}

/** UsernameToken Profile 1.1.1, section 3.1: all but the name is optional, in any order. */
function writeToken(
  { username, password, nonce: given = true, created: isDated = true }: UsernameTokenSettings,
  type: 'text' | 'digest',
  now: number,
): string {
  const nonce = nonceOf(given);
  const created = isDated ? new Date(now).toISOString() : '';
  const parts = [`<wsse:Username>${escapeText(username)}</wsse:Username>`];
  if (password !== undefined) {
    // What is not sent is not part of the digest.
    const isText = type === 'text';
    const shown = isText ? password : digestOf(nonce ?? new Uint8Array(0), created, password);
    parts.push(element('wsse:Password', 'Type', isText ? passwordText : passwordDigest, shown));
  }
  if (nonce !== undefined) {
    parts.push(element('wsse:Nonce', 'EncodingType', base64Encoding, bytesToBase64(nonce)));
  }
  if (isDated) parts.push(`<wsu:Created>${created}</wsu:Created>`);
  return `<wsse:UsernameToken>${parts.join('')}</wsse:UsernameToken>`;
}

function element(name: string, attribute: string, value: string, text: string): string {
  return `<${name} ${attribute}="${escapeAttribute(value)}">${escapeText(text)}</${name}>`;
}

/** Web Services Security: SOAP Message Security 1.1.1, section 10. */
function writeTimestamp(now: number, seconds: number): string {
  const [created, expires] = [now, now + seconds * 1000].map((time) =>
    new Date(time).toISOString(),
  );
  return (
    `<wsu:Timestamp wsu:Id="Timestamp"><wsu:Created>${created}</wsu:Created>` +
    `<wsu:Expires>${expires}</wsu:Expires></wsu:Timestamp>`
  );
}

function nonceOf(given: NonNullable<UsernameTokenSettings['nonce']>): Uint8Array | undefined {
  if (given === false) return undefined;
  const nonce = given === true ? platform.crypto.getRandomValues(new Uint8Array(16)) : given();
  return typeof nonce === 'string' ? bytesFromBase64(nonce) : nonce;
}

/** @throws AsmxError encode: they are not well-formed */
function writeElements(
  given: NonNullable<UsernameTokenSettings['elements']>,
  namespaces: string,
): string {
  const xml = [given]
    .flat()
    .map((one) => (typeof one === 'string' ? one : writeHeader(one)))
    .join('');
  const reader = new XmlReader(
    `<a xmlns:soap="a" xmlns:xsi="b" xmlns:xsd="c" ${namespaces}>${xml}</a>`,
  );
  try {
    while (reader.next() !== EOF);
  } catch (cause) {
    const message = `elements of usernameToken is not well-formed XML: ${messageOf(cause)}`;
    throw new AsmxError('encode', message, { cause });
  }
  return xml;
}

import {
  AsmxError,
  type BasicCredentials,
  checkSeconds,
  messageOf,
} from '../operation/descriptor.ts';
import { writeHeader } from '../operation/soap.ts';
import { bytesFromBase64, bytesToBase64, encodeUtf8, platform } from '../platform/globals.ts';
import {
  base64Encoding,
  digestOf,
  passwordDigest,
  passwordText,
  timestampText,
  wsseNamespace,
  wsuNamespace,
} from '../wss/security-header.ts';
import { EOF, START } from '../xml/errors.ts';
import { XmlReader } from '../xml/reader.ts';
import { escapeAttribute, escapeText, type XmlElement } from '../xml/writer.ts';
import type { PreparedRequest, Transport } from './answer.ts';
import { headerError, joiner, type SoapSecurity, securityOf, setHeaders } from './request.ts';
import { createTransport } from './transport.ts';

/**
 * Sends a name and a password with each call (RFC 7617), in UTF-8; for the client option
 * `security`.
 *
 * @throws TypeError the name has a colon, which would end it
 */
export function basic({ username, password }: BasicCredentials): SoapSecurity {
  if (username.includes(':')) throw new TypeError('A name of Basic has no colon.');
  const token = bytesToBase64(encodeUtf8(`${username}:${password}`));
  return {
    addHeaders: (headers) => setHeaders(headers, { Authorization: `Basic ${token}` }),
  };
}

/** Returns a token. `refresh` says that the service refused the last one. */
export type TokenSource = (asked: { readonly refresh: boolean }) => string | PromiseLike<string>;

const scheme = 'Bearer ';

/**
 * Sends a token with each call (RFC 6750, section 2.1); for the client option `security`. A
 * function is asked for each call, and once more if the answer is 401: the call is then sent again
 * with that token.
 *
 * @param token The token, or a function that returns it.
 */
export function bearer(token: string | TokenSource): SoapSecurity {
  if (typeof token === 'string') {
    return {
      addHeaders: (headers) => setHeaders(headers, { Authorization: scheme + token }),
    };
  }
  const security: SoapSecurity = {
    async addHeaders(headers) {
      setHeaders(headers, { Authorization: scheme + (await token({ refresh: false })) });
    },
    createTransport: (options) =>
      refreshing(
        createTransport({
          ...options,
          security: securityOf(options).filter((one) => one !== security),
        }),
        token,
      ),
  };
  return security;
}

/** Sends a call that was answered with 401 once more, with a new token. */
function refreshing(transport: Transport, token: TokenSource): Transport {
  return async (request, clock, receiver) => {
    const answer = await transport(request, clock, receiver);
    if (answer.status !== 401 || !isBearer(request)) return answer;
    if (!(answer.body instanceof Uint8Array)) answer.body.cancel();
    let given: string;
    try {
      given = await token({ refresh: true });
    } catch (error) {
      throw headerError(error);
    }
    const headers = { ...request.headers };
    setHeaders(headers, { Authorization: scheme + given });
    return transport({ ...request, headers }, clock, receiver);
  };
}

/** Whether a call has a token. It may have other credentials of its own. */
function isBearer({ headers }: PreparedRequest): boolean {
  return Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'authorization' && value.startsWith(scheme),
  );
}

/** A text in PEM, or bytes, or several of these. */
type KeyMaterial = string | Uint8Array | readonly (string | Uint8Array)[];

/** The certificate of a client with its key: in PEM, or both in PKCS #12. */
export type CertificateFiles =
  | {
      readonly key: KeyMaterial;
      readonly cert: KeyMaterial;
      /** Certificates of the authorities to trust, instead of those that Node knows. */
      readonly ca?: KeyMaterial | undefined;
      /** Of the key, if it is encrypted. */
      readonly passphrase?: string | undefined;
    }
  | {
      readonly pfx: KeyMaterial;
      readonly passphrase?: string | undefined;
      /** Certificates of the authorities to trust, instead of those that Node knows. */
      readonly ca?: KeyMaterial | undefined;
    };

/**
 * Shows a certificate to servers that ask for one (TLS); for the client option `security`. On Node;
 * with `fetch` it is an `encode` error.
 */
export function clientCertificate(files: CertificateFiles): SoapSecurity {
  return { addOptions: (options) => void Object.assign(options, files) };
}

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
      const expiry = timestamp === undefined ? '' : timestampText(now, timestamp);
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

/** An entry of `soap:Header` that may be a Security header. */
interface HeaderEntry {
  text: string;
  readonly tag: string;
  /** Actor or role; `undefined` if it is another header. */
  readonly receiver: string | undefined;
  mustUnderstand: boolean;
  readonly children: readonly HeaderChild[];
}

interface HeaderChild {
  readonly tag: string;
  readonly rest: string;
  readonly isTimestamp: boolean;
}

/**
 * Joins Security headers from now on: called by what writes one, so that other clients do not carry
 * the code.
 */
export function joinSecurityHeaders(): void {
  joiner.join = withOneSecurity;
}

/**
 * SOAP headers with one Security header for each receiver (SOAP Message Security 1.1.1, section 5):
 * what further ones hold is added to the first. A Timestamp is there once (section 10).
 *
 * @param xml Entries of `soap:Header`.
 */
function withOneSecurity(xml: string): string {
  if (!/Security[\s/>][\s\S]*<[^<>]*\bSecurity[\s/>]/.test(xml)) return xml;
  const reader = new XmlReader(`<a xmlns:soap="a" xmlns:xsi="b" xmlns:xsd="c">${xml}</a>`);
  const entries: HeaderEntry[] = [];
  reader.next();
  while (reader.nextTag() === START) {
    const entry = readEntry(reader);
    const { receiver } = entry;
    const first = entries.find((one) => receiver !== undefined && one.receiver === receiver);
    if (first === undefined) entries.push(entry);
    else addTo(first, entry);
  }
  return entries.map((one) => one.text).join('');
}

function readEntry(reader: XmlReader): HeaderEntry {
  const { source, offset, position, attributes, local, namespace } = reader;
  const value = (name: RegExp): string =>
    attributes.find((one) => one.namespace !== '' && name.test(one.local))?.value.trim() ?? '';
  const isSecurity = local === 'Security' && namespace === wsseNamespace;
  const children: HeaderChild[] = [];
  while (reader.nextTag() === START) {
    const { offset: from, position: to } = reader;
    const isTimestamp = reader.local === 'Timestamp';
    reader.skip();
    const rest = source.slice(to, reader.position);
    children.push({ tag: source.slice(from, to), rest, isTimestamp });
  }
  return {
    text: source.slice(offset, reader.position),
    tag: source.slice(offset, position),
    receiver: isSecurity ? value(/^(?:actor|role)$/) : undefined,
    mustUnderstand: /1|true/.test(value(/^mustUnderstand$/)),
    children,
  };
}

/** Adds to a Security header what another one holds. */
function addTo(first: HeaderEntry, { tag, children, mustUnderstand }: HeaderEntry): void {
  const known = declarationsIn(first.tag);
  const outer = declarationsIn(tag);
  if (known.has('xmlns') && !outer.has('xmlns')) outer.set('xmlns', ' xmlns=""');
  const isTimed = /[<:]Timestamp[\s>]/.test(first.text);
  const added = children.map((child) => {
    if (isTimed && child.isTimestamp) return '';
    const own = declarationsIn(child.tag);
    const more = [...outer].filter(([name, text]) => known.get(name) !== text && !own.has(name));
    return child.tag.replace(startOfTag, `$&${more.map(([, text]) => text).join('')}`) + child.rest;
  });
  const [name = ''] = startOfTag.exec(first.tag) ?? [];
  const end = `</${name.slice(1)}`;
  const text = first.text.replace(/\s*\/>$/, `>${end}>`);
  const at = text.lastIndexOf(end);
  first.text = text.slice(0, at) + added.join('') + text.slice(at);
  if (!mustUnderstand || first.mustUnderstand) return;
  first.text = first.text.replace(startOfTag, '$& soap:mustUnderstand="1"');
  first.mustUnderstand = true;
}

const startOfTag = /^<[^\s/>]+/;

/** Namespace declarations of a start tag, by name. */
function declarationsIn(tag: string): Map<string, string> {
  const found = tag.matchAll(/\s(xmlns(?::[^\s=]+)?)\s*=\s*(?:"[^"]*"|'[^']*')/g);
  return new Map([...found].map(([text, name = '']) => [name, text]));
}

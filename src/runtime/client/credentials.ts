import {
  AsmxError,
  type BasicCredentials,
  type ByteSource,
  checkSeconds,
  messageOf,
  propertyOf,
} from '../operation/descriptor.ts';
import {
  base64Encoding,
  digestOf,
  headerElementText,
  passwordDigest,
  passwordText,
  timestampText,
  wsseNamespace,
  wsuNamespace,
} from '../operation/soap.ts';
import {
  ByteCollector,
  bytesFromBase64,
  bytesToBase64,
  encodeUtf8,
  joinBytes,
  platform,
} from '../platform/globals.ts';
import { hasNodeHttp, nodeCrypto } from '../platform/node.ts';
import { EOF, START } from '../xml/errors.ts';
import { XmlReader } from '../xml/reader.ts';
import { escapeAttribute, escapeText, type XmlElement } from '../xml/writer.ts';
import {
  type AnswerHead,
  type AnswerHeaders,
  bytesSource,
  type CallClock,
  limitSource,
  type OpenAnswer,
  type PreparedRequest,
  readRest,
  type Transport,
  type TransportAnswer,
  wholeAnswer,
} from './answer.ts';
import { createNodeTransport } from './node-transport.ts';
import {
  type ClientOptions,
  headerError,
  joiner,
  type SoapSecurity,
  securityOf,
  setHeaders,
} from './request.ts';
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
    .map((one) => (typeof one === 'string' ? one : headerElementText(one)))
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

/** One connection. NTLM authenticates connections, so at most one call uses it at a time. */
interface Lane {
  readonly credentials: NtlmCredentials;
  readonly transport: Transport;
  signedIn: boolean;
}

/** Bytes read of an answer that asks for a sign-in, which has at most a web page. */
const longestPage = 1_048_576;

/**
 * Authenticates with NTLMv2 (MS-NLMP) if the server asks for it; for the client option `security`.
 * Each connection signs in once and stays signed in.
 *
 * @throws AsmxError transport, with the first call: there is no node:http, or the client has its
 *   own `fetch`
 */
export function ntlm(credentials: NtlmCredentials): SoapSecurity {
  return {
    createTransport(options) {
      if (options.agent !== undefined) {
        const message = 'NTLM authenticates connections, and so makes its own: leave out agent.';
        throw new AsmxError('transport', message);
      }
      if (options.fetch === undefined && hasNodeHttp()) {
        return createNtlmTransport(splitDomain(credentials), options);
      }
      const message = 'NTLM authenticates connections, which fetch does not expose.';
      throw new AsmxError('transport', message);
    },
  };
}

function createNtlmTransport(
  credentials: NtlmCredentials,
  { tls, maxConnections, maxHeaderBytes }: ClientOptions,
): Transport {
  const idle: Lane[] = [];
  const waiting: ((lane: Lane) => void)[] = [];
  let count = 0;
  const take = (): Promise<Lane> | Lane => {
    const lane = idle.pop();
    if (lane !== undefined) return lane;
    if (maxConnections !== undefined && count >= maxConnections) {
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    }
    count += 1;
    return {
      credentials,
      transport: createNodeTransport({ tls, maxConnections: 1, maxHeaderBytes }),
      signedIn: false,
    };
  };
  const give = (lane: Lane): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(lane);
    else next(lane);
  };
  return async (request, clock, receiver) => {
    const lane = await take();
    const free = (): void => give(lane);
    try {
      const answer = await signIn(lane, request, clock, async (asked) => {
        const received = await lane.transport(asked, clock, receiver);
        // The connection must be free before the next message.
        if (received.status !== 401 || !isOpen(received)) return received;
        return (await drained(received, clock)) as typeof received;
      });
      return releasing(answer, free);
    } catch (error) {
      free();
      throw error;
    }
  };
}

/** Splits `DOMAIN\user` into a name and a domain. */
function splitDomain(given: NtlmCredentials): NtlmCredentials {
  const at = given.username.indexOf('\\');
  if (at < 0 || (given.domain ?? '') !== '') return given;
  return { ...given, domain: given.username.slice(0, at), username: given.username.slice(at + 1) };
}

/** Sends a request over a connection, and signs in if the server asks for it. */
async function signIn<Answer extends AnswerHead>(
  lane: Lane,
  request: PreparedRequest,
  clock: CallClock,
  send: (request: PreparedRequest) => Promise<Answer>,
): Promise<Answer> {
  if (lane.signedIn) {
    const answer = await send(request);
    if (answer.status !== 401) return answer;
    // The server closed the connection, and this is a new one.
    lane.signedIn = false;
  }
  const first = withToken(request, negotiateMessage());
  const bare = request.body === undefined ? first : withoutBody(first);
  const { status, headers } = await lane.transport(bare, clock, wholeAnswer(longestPage));
  const challenge = status === 401 ? findChallenge(headers) : undefined;
  // Without a challenge, the server accepts everyone or wants something else. Its answer to the
  // request shows which.
  const answer = await send(
    challenge === undefined
      ? request
      : withToken(request, authenticateMessage(lane.credentials, challenge, freshRandomness())),
  );
  lane.signedIn = answer.status !== 401;
  return answer;
}

function withToken(request: PreparedRequest, message: Uint8Array): PreparedRequest {
  const authorization = `NTLM ${bytesToBase64(message)}`;
  return { ...request, headers: { ...request.headers, Authorization: authorization } };
}

/** The first message has no body, because the server accepts none before it knows the sender. */
function withoutBody(request: PreparedRequest): PreparedRequest {
  const headers = Object.entries(request.headers).filter(
    ([name]) => name.toLowerCase() !== 'content-length',
  );
  return {
    ...request,
    headers: { ...Object.fromEntries(headers), 'Content-Length': '0' },
    body: '',
    rest: undefined,
  };
}

/** The challenge in an answer, which may also offer other schemes. */
function findChallenge(headers: AnswerHeaders): NtlmChallenge | undefined {
  const given = headers['www-authenticate'];
  const text = typeof given === 'string' ? given : (given?.join(', ') ?? '');
  const token = /(?:^|,)\s*NTLM\s+([A-Za-z0-9+/]+={0,2})(?![A-Za-z0-9+/=])/i.exec(text)?.[1];
  if (token === undefined || token.length % 4 !== 0) return undefined;
  try {
    return readChallenge(bytesFromBase64(token));
  } catch {
    return undefined;
  }
}

function isOpen(answer: TransportAnswer | OpenAnswer): answer is OpenAnswer {
  return !(answer.body instanceof Uint8Array);
}

/** The answer after reading its page. If that is too long, its connection is closed instead. */
async function drained(answer: OpenAnswer, clock: CallClock): Promise<OpenAnswer> {
  const source = limitSource(answer, { clock, timeout: 0, maxResponseBytes: undefined });
  const collected = new ByteCollector();
  try {
    await readRest(source, collected, longestPage, answer);
  } catch (error) {
    if (propertyOf(error, 'code') !== 'too-large') throw error;
  }
  return { ...answer, body: bytesSource(collected.join()) };
}

/** An answer that reports when its connection is free: at once if it was received whole. */
function releasing<Answer extends TransportAnswer | OpenAnswer>(
  answer: Answer,
  release: () => void,
): Answer {
  const { body } = answer;
  if (body instanceof Uint8Array) {
    release();
    return answer;
  }
  let open = true;
  const end = (): void => {
    if (open) release();
    open = false;
  };
  const source: ByteSource = {
    async read() {
      try {
        const bytes = await body.read();
        if (bytes === undefined) end();
        return bytes;
      } catch (error) {
        end();
        throw error;
      }
    },
    cancel() {
      body.cancel();
      end();
    },
  };
  return { ...answer, body: source };
}

/** Who signs in. */
export interface NtlmCredentials {
  /** May include the domain: `DOMAIN\\name`. */
  readonly username: string;
  readonly password: string;
  readonly domain?: string | undefined;
  readonly workstation?: string | undefined;
}

/** The parts of the server's CHALLENGE_MESSAGE that the answer depends on (MS-NLMP 2.2.1.2). */
interface NtlmChallenge {
  readonly flags: number;
  /** Eight bytes. */
  readonly nonce: Uint8Array;
  /** Sequence of AV_PAIR structures. */
  readonly targetInfo: Uint8Array;
}

/** The parts that make each answer unique. */
interface NtlmRandomness {
  /** Eight bytes. */
  readonly nonce: Uint8Array;
  /** FILETIME: 100 ns since 1601, eight bytes in little-endian order. */
  readonly time: Uint8Array;
}

interface NodeCrypto {
  createHmac(
    algorithm: 'md5',
    key: Uint8Array,
  ): { update(bytes: Uint8Array): { digest(): Uint8Array } };
  randomBytes(size: number): Uint8Array;
}

/** Flags of section 2.2.2.5. */
const unicode = 0x1;

const oem = 0x2;

/** Both of these, REQUEST_TARGET, NTLM, ALWAYS_SIGN and EXTENDED_SESSIONSECURITY. */
const requested = 0x88207;

const signature = [0x4e, 0x54, 0x4c, 0x4d, 0x53, 0x53, 0x50, 0];

const headLength = 64;

const timestampPair = 7;

const shifts = [
  [3, 7, 11, 19],
  [3, 5, 9, 13],
  [3, 9, 11, 15],
] as const;

const sums = [0, 0x5a827999, 0x6ed9eba1] as const;

/** Order in which each round takes the words of a block. */
const orders = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
] as const;

function mix(round: number, x: number, y: number, z: number): number {
  if (round === 0) return (x & y) | (~x & z);
  return round === 1 ? (x & y) | (x & z) | (y & z) : x ^ y ^ z;
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

/**
 * MD4 (RFC 1320). It is broken as a digest, but NTLM keys need it, and OpenSSL 3 no longer has it.
 *
 * @returns 16 bytes
 */
export function md4(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, message.length * 8, true);
  view.setUint32(padded.length - 4, Math.floor(message.length / 0x20000000), true);
  let state: readonly number[] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < padded.length; block += 64) {
    state = addBlock(state, view, block);
  }
  const digest = new DataView(new ArrayBuffer(16));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word, true);
  return new Uint8Array(digest.buffer);
}

function addBlock(state: readonly number[], view: DataView, block: number): readonly number[] {
  const [first = 0, second = 0, third = 0, fourth = 0] = state;
  let [a, b, c, d] = [first, second, third, fourth];
  for (let round = 0; round < 3; round += 1) {
    for (let step = 0; step < 16; step += 1) {
      const word = view.getUint32(block + (orders[round]?.[step] ?? 0) * 4, true);
      const sum = (a + mix(round, b, c, d) + word + (sums[round] ?? 0)) | 0;
      [a, d, c, b] = [d, c, b, rotate(sum, shifts[round]?.[step % 4] ?? 0)];
    }
  }
  return [(first + a) | 0, (second + b) | 0, (third + c) | 0, (fourth + d) | 0];
}

function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const { createHmac } = nodeCrypto() as NodeCrypto;
  return createHmac('md5', key).update(message).digest();
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return joinBytes(
    parts,
    parts.reduce((length, part) => length + part.length, 0),
  );
}

function utf16(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), true);
  return new Uint8Array(view.buffer);
}

/**
 * The first message, NEGOTIATE_MESSAGE (section 2.2.1.1), with the client's capabilities and no
 * names.
 */
export function negotiateMessage(): Uint8Array {
  const message = new Uint8Array(32);
  message.set(signature);
  const view = new DataView(message.buffer);
  view.setUint32(8, 1, true);
  view.setUint32(12, requested, true);
  // Domain and workstation, both empty, begin after the message.
  view.setUint32(20, message.length, true);
  view.setUint32(28, message.length, true);
  return message;
}

/** Reads a CHALLENGE_MESSAGE; `undefined` for anything else. */
export function readChallenge(message: Uint8Array): NtlmChallenge | undefined {
  if (message.length < 32 || signature.some((byte, at) => message[at] !== byte)) return undefined;
  const view = new DataView(message.buffer, message.byteOffset, message.length);
  if (view.getUint32(8, true) !== 2) return undefined;
  const flags = view.getUint32(20, true);
  const nonce = message.slice(24, 32);
  const length = message.length < 48 ? 0 : view.getUint16(40, true);
  const offset = message.length < 48 ? 0 : view.getUint32(44, true);
  if (offset + length > message.length) return undefined;
  return { flags, nonce, targetInfo: message.slice(offset, offset + length) };
}

/** NTOWFv2 (section 3.3.2): the key derived from password, user name and domain. */
export function passwordKey({ username, password, domain = '' }: NtlmCredentials): Uint8Array {
  return hmac(md4(utf16(password)), utf16(username.toUpperCase() + domain));
}

/** The two responses to a challenge (section 3.3.2). */
interface NtlmResponses {
  readonly lm: Uint8Array;
  readonly nt: Uint8Array;
}

/**
 * ComputeResponse of NTLMv2. If the server sent its time, that is used and there is no LM response.
 */
export function challengeResponses(
  key: Uint8Array,
  { nonce: serverNonce, targetInfo }: NtlmChallenge,
  { nonce, time }: NtlmRandomness,
): NtlmResponses {
  const serverTime = findPair(targetInfo, timestampPair);
  const zeros = new Uint8Array(4);
  const blob = concat(
    Uint8Array.of(1, 1, 0, 0, 0, 0, 0, 0),
    serverTime ?? time,
    nonce,
    zeros,
    targetInfo,
    zeros,
  );
  const proof = hmac(key, concat(serverNonce, blob));
  const lm =
    serverTime === undefined
      ? concat(hmac(key, concat(serverNonce, nonce)), nonce)
      : new Uint8Array(24);
  return { lm, nt: concat(proof, blob) };
}

/** The value of an AV_PAIR (section 2.2.2.1). */
function findPair(targetInfo: Uint8Array, id: number): Uint8Array | undefined {
  const view = new DataView(targetInfo.buffer, targetInfo.byteOffset, targetInfo.length);
  for (let at = 0; at + 4 <= targetInfo.length; ) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === id) {
      const value = targetInfo.slice(at + 4, at + 4 + length);
      return value.length === 8 ? value : undefined;
    }
    at += 4 + length;
  }
  return undefined;
}

/** A new nonce, and the current time. */
function freshRandomness(): NtlmRandomness {
  const { randomBytes } = nodeCrypto() as NodeCrypto;
  const time = new DataView(new ArrayBuffer(8));
  time.setBigUint64(0, (BigInt(Date.now()) + 11_644_473_600_000n) * 10_000n, true);
  return { nonce: new Uint8Array(randomBytes(8)), time: new Uint8Array(time.buffer) };
}

/**
 * The last message, AUTHENTICATE_MESSAGE (section 2.2.1.3). HTTP has nothing to sign or seal, so it
 * has no session key.
 */
export function authenticateMessage(
  credentials: NtlmCredentials,
  challenge: NtlmChallenge,
  randomness: NtlmRandomness,
): Uint8Array {
  const { lm, nt } = challengeResponses(passwordKey(credentials), challenge, randomness);
  const isUnicode = (challenge.flags & unicode) !== 0;
  const encode = (text: string): Uint8Array =>
    isUnicode
      ? utf16(text)
      : Uint8Array.from(text, (sign) => (sign.charCodeAt(0) < 0x100 ? sign.charCodeAt(0) : 0x3f));
  const { username, domain = '', workstation = '' } = credentials;
  const names = [domain, username, workstation].map(encode);
  const fields = [lm, nt, ...names, new Uint8Array(0)];
  const head = new Uint8Array(headLength);
  head.set(signature);
  const view = new DataView(head.buffer);
  view.setUint32(8, 3, true);
  let offset = headLength;
  for (const [index, field] of fields.entries()) {
    const at = 12 + index * 8;
    view.setUint16(at, field.length, true);
    view.setUint16(at + 2, field.length, true);
    view.setUint32(at + 4, offset, true);
    offset += field.length;
  }
  view.setUint32(
    60,
    (requested & challenge.flags & ~(unicode | oem)) | (isUnicode ? unicode : oem),
    true,
  );
  return concat(head, ...fields);
}

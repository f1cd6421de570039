import { AsmxError, type ByteSource, propertyOf } from '../operation/descriptor.ts';
import { ByteCollector, bytesFromBase64, bytesToBase64, joinBytes } from '../platform/globals.ts';
import { hasNodeHttp, nodeCrypto } from '../platform/node.ts';
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
import type { ClientOptions, SoapSecurity } from './request.ts';

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

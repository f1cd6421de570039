import { bytesSource, limitSource, readRest } from '../client/byte-source.ts';
import type { CallClock } from '../client/call-clock.ts';
import { createNodeTransport } from '../client/node.ts';
import type { ClientOptions, SoapSecurity } from '../client/options.ts';
import type {
  AnswerHead,
  AnswerHeaders,
  ByteSource,
  OpenAnswer,
  PreparedRequest,
  Transport,
  TransportAnswer,
} from '../client/transport.ts';
import { wholeAnswer } from '../client/whole-answer.ts';
import { AsmxError, propertyOf } from '../operation/errors.ts';
import { ByteCollector } from '../platform/byte-collector.ts';
import { hasNodeHttp } from '../platform/node.ts';
import { bytesFromBase64, bytesToBase64 } from '../xsd/binary-tables.ts';
import {
  authenticateMessage,
  freshRandomness,
  type NtlmChallenge,
  type NtlmCredentials,
  negotiateMessage,
  readChallenge,
} from './message.ts';

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

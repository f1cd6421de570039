import { ByteCollector } from './byte-collector.ts';
import { watchCall } from './call-timer.ts';
import type { PreparedRequest } from './client-options.ts';
import { AsmxError } from './errors.ts';
import {
  type AbortSignalLike,
  type FetchFunction,
  type FetchInit,
  type FetchResponse,
  type PlatformSignal,
  platform,
  streamReader,
} from './platform.ts';
import {
  answerTooLarge,
  brokenOff,
  type OpenAnswer,
  type Transport,
  type TransportAnswer,
  type TransportLimits,
  unknownFate,
} from './transport.ts';

/** A transport over `fetch`, the environment's or one of the caller's. It gives redirects as answers. */
export function createFetchTransport(fetch: FetchFunction): Transport {
  return {
    send: (request, limits) =>
      exchange(fetch, request, limits, (response) => readAnswer(response, limits.maxResponseBytes)),
    open: (request, limits) => exchange(fetch, request, limits, openAnswer),
  };
}

/** @param receive What is made of the response within the time of the call; `abort` ends the exchange. */
function exchange<Result>(
  fetch: FetchFunction,
  request: PreparedRequest,
  { timeout, signal }: Omit<TransportLimits, 'maxResponseBytes'>,
  receive: (response: FetchResponse, abort: () => void) => Result | Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const controller = new platform.AbortController();
    // The race is not left to `fetch`: one that answers in this process need not know signals.
    const stop = watchCall(timeout, signal, (error) => {
      reject(error);
      controller.abort(error);
    });
    const fail = (error: unknown): void => {
      stop();
      reject(
        error instanceof AsmxError
          ? error
          : new AsmxError('transport', `No answer from ${request.url}: ${reason(error)}`, {
              cause: error,
            }),
      );
    };
    try {
      fetch(request.url, initOf(request, controller.signal))
        .then((response) => {
          if (response.type === 'opaqueredirect') throw hiddenRedirect(request.url);
          return receive(response, () => controller.abort());
        })
        .then((result) => {
          stop();
          resolve(result);
        }, fail);
    } catch (error) {
      fail(error);
    }
  });
}

/** Browsers tell programs that there is a redirect, and no more. */
function hiddenRedirect(url: string): AsmxError {
  return new AsmxError(
    'http-status',
    `${url} answers with a redirect, and a browser does not say where to. Give the final address as endpoint.`,
  );
}

function initOf(request: PreparedRequest, signal: AbortSignalLike): FetchInit {
  return {
    method: request.method,
    headers: { ...request.headers },
    // Every fetch takes bytes, too; what type they have there depends on the version of TypeScript, so that FetchInit leaves them out.
    ...(request.body === undefined ? undefined : { body: request.body as string }),
    redirect: 'manual',
    signal: signal as PlatformSignal,
  };
}

function headersOf(response: FetchResponse): Record<string, string> {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  response.headers.forEach((value, name) => {
    const key = name.toLowerCase();
    const before = headers[key];
    headers[key] =
      before === undefined ? value : `${before}${key === 'set-cookie' ? '\n' : ', '}${value}`;
  });
  return headers;
}

function openAnswer(response: FetchResponse, abort: () => void): OpenAnswer {
  const reader = streamReader(response.body);
  let left = reader === undefined;
  return {
    status: response.status,
    headers: headersOf(response),
    body: {
      async read() {
        try {
          if (reader === undefined) {
            if (!left) return undefined;
            left = false;
            return new Uint8Array(await response.arrayBuffer());
          }
          for (;;) {
            const { done, value } = await reader.read();
            if (done) return undefined;
            if (value !== undefined && value.length > 0) return value;
          }
        } catch (error) {
          throw error instanceof AsmxError ? error : brokenOff(undefined, error);
        }
      },
      cancel() {
        reader?.cancel().catch(() => undefined);
        abort();
      },
    },
  };
}

async function readAnswer(response: FetchResponse, limit: number): Promise<TransportAnswer> {
  const headers = headersOf(response);
  const { status } = response;
  const reader = streamReader(response.body);
  if (reader === undefined) {
    const body = new Uint8Array(await response.arrayBuffer());
    if (body.length > limit)
      throw answerTooLarge(limit, { status, headers, body: body.slice(0, limit) });
    return { status, headers, body };
  }
  const collected = new ByteCollector();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { status, headers, body: collected.join() };
    if (value === undefined) continue;
    if (collected.length + value.length > limit) {
      await reader.cancel().catch(() => undefined);
      throw answerTooLarge(limit, { status, headers, body: collected.join() });
    }
    collected.add(value);
  }
}

/** Codes of a connection that was there and broke, as Node's fetch has them. */
const lost = /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/;

/** What an error says. It need not be of this realm's class of errors. */
function reason(error: unknown): string {
  const message = messageOf(error) ?? String(error);
  if (typeof error !== 'object' || error === null || !('cause' in error)) return message;
  const { cause } = error;
  const inner = messageOf(cause);
  if (inner === undefined || inner === '') return message;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : '';
  return `${message}: ${inner}${lost.test(String(code)) ? `. ${unknownFate}` : ''}`;
}

function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return String(error.message);
}

import { AsmxError } from '../operation/errors.ts';
import {
  type AbortSignalLike,
  type FetchFunction,
  type FetchInit,
  type FetchResponse,
  type PlatformSignal,
  platform,
} from '../platform/globals.ts';
import {
  type ExchangeLimits,
  type OpenAnswer,
  type PreparedRequest,
  type Receiver,
  type Transport,
  type TransportAnswer,
  unknownFate,
  watchCall,
} from './transport.ts';

/** A transport over `fetch`, the environment's or the caller's. Redirects are answers. */
export function createFetchTransport(fetch: FetchFunction): Transport {
  return (request, limits, receiver) => exchange(fetch, request, limits, receiver);
}

function exchange<Answer extends TransportAnswer | OpenAnswer>(
  fetch: FetchFunction,
  request: PreparedRequest,
  { timeout, signal }: ExchangeLimits,
  receiver: Receiver<Answer>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const controller = new platform.AbortController();
    // A `fetch` that answers in this process may ignore the signal, so the timer rejects by itself.
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
          return receiver.fromFetch(response, headersOf(response), () => controller.abort());
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

/** Browsers tell programs only that there is a redirect. */
function hiddenRedirect(url: string): AsmxError {
  const reason = 'answers with a redirect, and a browser does not say where to';
  return new AsmxError('http-status', `${url} ${reason}. Give the final address as endpoint.`);
}

function initOf(request: PreparedRequest, signal: AbortSignalLike): FetchInit {
  return {
    method: request.method,
    headers: { ...request.headers },
    // Every fetch takes bytes, too. Their type depends on the version of TypeScript, so FetchInit
    // leaves them out.
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

/** Codes of Node's fetch for a connection that broke. */
const lost = /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/;

/** What an error says, also one of another realm. */
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

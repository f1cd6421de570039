import { AsmxError, messageOf, propertyOf } from '../operation/errors.ts';
import {
  type AbortSignalLike,
  type FetchFunction,
  type FetchInit,
  type FetchResponse,
  type PlatformSignal,
  platform,
} from '../platform/globals.ts';
import { hasNodeHttp } from '../platform/node.ts';
import type { PreparedRequest, Transport } from './transport.ts';

/** A transport over `fetch`, the environment's or the caller's. It does not follow redirects. */
export function createFetchTransport(fetch: FetchFunction): Transport {
  return async (request, clock, receiver) => {
    clock.check();
    const controller = new platform.AbortController();
    clock.onEnd((error) => controller.abort(error));
    try {
      const response = await fetch(request.url, initOf(request, controller.signal));
      if (response.type === 'opaqueredirect') throw hiddenRedirect(hostOf(request));
      return await receiver.fromFetch(response, headersOf(response), () => controller.abort());
    } catch (error) {
      if (error instanceof AsmxError) throw error;
      const host = hostOf(request);
      // browsers tell no reason, and may be offline
      const isTold = hasNodeHttp() || propertyOf(error, 'cause') !== undefined;
      if (isTold) throw await inWords(error, host, ({ fetchError }) => fetchError(error, host));
      throw noAnswer(error, host);
    }
  };
}

/** Host and port. The query of a GET has parameters, which are no part of an error. */
function hostOf({ url }: PreparedRequest): string {
  return new platform.URL(url).host;
}

/** Browsers hide everything about a redirect except that there is one. */
function hiddenRedirect(host: string): AsmxError {
  const reason = 'answers with a redirect, and a browser does not say where to';
  return new AsmxError('http-status', `${host} ${reason}. Give the final address as endpoint.`);
}

function initOf(request: PreparedRequest, signal: AbortSignalLike): FetchInit {
  return {
    method: request.method,
    headers: { ...request.headers },
    // Every fetch also accepts bytes. FetchInit omits them, because their type depends on the
    // version of TypeScript.
    ...(request.body === undefined ? undefined : { body: request.body as string }),
    ...request.rest?.forFetch(request.body ?? ''),
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

/**
 * The error for a request without an answer. Its words are loaded with the first one, so that pages
 * do not load them. Where they cannot be loaded, the error has the reason as it was told.
 */
export async function inWords(
  error: unknown,
  host: string | undefined,
  tell: (words: typeof import('./transport-error.ts')) => unknown,
): Promise<unknown> {
  let words: typeof import('./transport-error.ts');
  try {
    words = await import('./transport-error.ts');
  } catch {
    return noAnswer(error, host);
  }
  return tell(words);
}

/** The error for a request without an answer, with the reason as it was told. */
function noAnswer(cause: unknown, host: string | undefined): AsmxError {
  return new AsmxError('transport', `No answer from ${host}: ${messageOf(cause)}`, { cause });
}

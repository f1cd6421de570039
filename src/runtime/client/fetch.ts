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
import { type PreparedRequest, type Transport, unknownFate } from './transport.ts';
import { headersTooLarge, printable, tlsFailure } from './transport-error.ts';

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
      const cause = printable(error);
      if (codeOf(error) === 'UND_ERR_HEADERS_OVERFLOW') throw headersTooLarge(undefined, cause);
      const message = `No answer from ${hostOf(request)}: ${reason(error)}`;
      throw new AsmxError('transport', message, { cause });
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

/** Codes of Node's fetch for a broken connection. */
const lost = /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/;

/** Fetch of Node and the soap package have the reason as cause. */
function codeOf(error: unknown): string {
  return String(propertyOf(propertyOf(error, 'cause') ?? error, 'code'));
}

function reason(error: unknown): string {
  const cause = propertyOf(error, 'cause');
  const failure = tlsFailure(cause ?? error) ?? tlsFailure(error);
  if (failure !== undefined) {
    const helps = failure.remedy === 'trust' && hasNodeHttp();
    const help = helps ? ' Node trusts the authorities in the file of NODE_EXTRA_CA_CERTS.' : '';
    return `${failure.words}.${help}`;
  }
  const message = messageOf(error);
  const inner = propertyOf(cause, 'message');
  if (inner === undefined || inner === '') return message;
  const fate = lost.test(codeOf(error)) ? `. ${unknownFate}` : '';
  return `${message}: ${String(inner)}${fate}`;
}

import { AsmxError } from '../operation/errors.ts';
import { type ParsedUrl, platform } from '../platform/globals.ts';
import { fromWire } from '../text/header.ts';
import { parseHttpUrl, withoutUser } from './address.ts';
import { userAgent } from './headers.ts';
import type { ClientOptions } from './options.ts';
import { redirectText, useIt } from './text-answer.ts';
import {
  type ByteSource,
  headerValue,
  type PreparedRequest,
  rawAnswer,
  type Transport,
} from './transport.ts';

/** Redirects followed in one call. */
const most = 5;
/** Headers that the client sets itself. Any other may contain a key. */
const plain = /^(?:content-type|content-length|soapaction|accept-encoding)$/i;

/**
 * A transport that follows redirects (RFC 9110, section 15.4): with a GET after any of them, with
 * the same POST after 307 and 308. A call with possible credentials stays at its origin, and none
 * leaves https.
 *
 * @param transport Includes the client's cookies, which redirects may set.
 */
export function followRedirects(transport: Transport, options: ClientOptions): Transport {
  return async (request, clock, receiver) => {
    let current = request;
    for (let count = 0; ; count++) {
      const answer = await transport(current, clock, receiver);
      const { status, headers } = answer;
      const location = fromWire(headerValue(headers, 'location'));
      if (!isRedirect(status) || location === '') return answer;
      const body = discarded(answer.body);
      const target = parseHttpUrl(location, current.url);
      const reason =
        whyNot(current, status, target, options) ??
        (count < most ? undefined : `${most} redirects were followed. ${useIt}.`);
      if (target !== undefined && reason === undefined) {
        current = { ...current, url: withoutUser(target.href) };
        continue;
      }
      const text = redirectText(status, target?.href ?? location, current.method);
      const raw = rawAnswer({ status, headers, body });
      throw new AsmxError('http-status', `${text} ${reason}`, { raw });
    }
  };
}

/** The body of a redirect; empty if it has not been received yet. */
function discarded(body: Uint8Array | ByteSource): Uint8Array {
  if (body instanceof Uint8Array) return body;
  body.cancel();
  return new Uint8Array(0);
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Why a redirect is not followed, and what to do instead. */
function whyNot(
  request: PreparedRequest,
  status: number,
  target: ParsedUrl | undefined,
  options: ClientOptions,
): string | undefined {
  if (target === undefined) return 'That is not an http or https URL.';
  if (request.method === 'POST' && status < 307) {
    return `A POST is sent again only after 307 and 308. ${useIt}.`;
  }
  const { protocol, host } = new platform.URL(request.url);
  if (protocol === 'https:' && target.protocol === 'http:') {
    return `That connection is not encrypted. ${useIt}.`;
  }
  if ((target.protocol !== protocol || target.host !== host) && hasCredentials(request, options)) {
    const rule = 'to which the credentials and headers of the call are not sent';
    return `That is another origin, ${rule}. ${useIt}.`;
  }
  return undefined;
}

function hasCredentials(
  { headers, confidential = false }: PreparedRequest,
  { security, cookies, tls }: ClientOptions,
): boolean {
  if (confidential || security !== undefined || cookies !== undefined) return true;
  if (['key', 'cert', 'pfx'].some((name) => tls?.[name] !== undefined)) return true;
  return Object.entries(headers).some(
    ([name, value]) => !plain.test(name) && !(name === 'User-Agent' && value === userAgent),
  );
}

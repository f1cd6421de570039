import { AsmxError, messageOf, propertyOf } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { type ExtraSoapHeaders, extraHeadersText } from '../operation/soap-header.ts';
import { isPromise, platform } from '../platform/globals.ts';
import { hasNodeHttp } from '../platform/node.ts';
import { byteLength } from '../text/encoding.ts';
import { codePointName, describeValue } from '../xml/write-text.ts';
import type {
  CallOptions,
  ClientOptions,
  ExtraSoapHeadersOption,
  HeadersOption,
} from './options.ts';
import { securityOf } from './security.ts';
import type { HeaderValues } from './transport.ts';

/**
 * How clients name themselves (RFC 9110, section 10.1.5), with the version of the package: some
 * firewalls refuse requests without a name.
 */
export const userAgent = 'asmx-gen-client/0.1.0';

/** Browsers name themselves, and ask other origins before they send a name of ours. */
const isBrowser = !hasNodeHttp() && /^Mozilla\//.test(platform.navigator?.userAgent ?? '');

/**
 * The headers of a call: those of its binding, of the client, of its security object and of the
 * call itself.
 *
 * @param own Headers of the binding; they are changed.
 * @throws AsmxError encode: a function of the caller fails, or HTTP cannot carry its values; the
 *   promise rejects with the same error
 */
export function callHeaders(
  own: Record<string, string>,
  options: ClientOptions,
  call: CallOptions | undefined,
): HeaderValues | Promise<HeaderValues> {
  const client = attempt(() => resolveHeaders(options.headers));
  const added = attempt(() => resolveHeaders(call?.headers));
  if (!isPromise(client) && !isPromise(added)) return merge(own, options, client, added);
  return Promise.all([client, added]).then(
    ([first, second]) => merge(own, options, first, second),
    (error: unknown) => {
      throw headerError(error);
    },
  );
}

function resolveHeaders(
  headers: HeadersOption | undefined,
): HeaderValues | PromiseLike<HeaderValues> | undefined {
  return typeof headers === 'function' ? headers() : headers;
}

/** Codings of answers that the client decodes. */
const accepted = 'gzip, deflate, br';

function merge(
  headers: Record<string, string>,
  options: ClientOptions,
  client: HeaderValues | undefined,
  added: HeaderValues | undefined,
): HeaderValues | Promise<HeaderValues> {
  const length = headers['Content-Length'];
  if (!isBrowser) headers['User-Agent'] = userAgent;
  if (options.compression === true) headers['Accept-Encoding'] = accepted;
  if (client !== undefined) setHeaders(headers, client);
  const finish = (): HeaderValues => {
    if (added !== undefined) setHeaders(headers, added);
    checkHeaders(headers, length);
    return headers;
  };
  // An async function fits the type, too.
  const pending = attempt(() =>
    securityOf(options)
      .map((one): unknown => one.addHeaders?.(headers))
      .filter(isPromise),
  );
  if (pending.length === 0) return finish();
  return Promise.all(pending).then(finish, (error: unknown) => {
    throw headerError(error);
  });
}

/**
 * Runs code of the caller.
 *
 * @throws AsmxError encode: the code throws
 */
export function attempt<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw headerError(error);
  }
}

/** The error for headers that could not be determined. */
export function headerError(cause: unknown): AsmxError {
  return new AsmxError('encode', 'The headers of the call could not be made.', { cause });
}

/**
 * SOAP headers that the contract does not declare, as XML.
 *
 * @throws AsmxError encode: a function of the caller fails, or the XML is not well-formed; the
 *   promise rejects with the same error
 */
export function extraHeaders(
  options: readonly (ExtraSoapHeadersOption | undefined)[],
  operation: AnyOperation,
  binding: BindingName,
): string | Promise<string> {
  // Most calls have none.
  if (options.every((one) => one === undefined)) return '';
  const given = options.map((one) =>
    typeof one === 'function' ? attempt(() => one(operation)) : one,
  );
  const join = (all: readonly (ExtraSoapHeaders | undefined)[]): string => {
    try {
      const each = (one: ExtraSoapHeaders = []): string =>
        extraHeadersText(one, binding, 'extraSoapHeaders');
      return all.map(each).join('');
    } catch (error) {
      const cause = propertyOf(error, 'cause') ?? error;
      throw new AsmxError('encode', messageOf(error), { cause });
    }
  };
  if (!given.some(isPromise)) return join(given as readonly (ExtraSoapHeaders | undefined)[]);
  return Promise.all(given).then(join, (error: unknown) => {
    throw headerError(error);
  });
}

/**
 * Checks the names of SOAP headers.
 *
 * @param values By part name; `undefined` is not sent.
 * @throws AsmxError encode: a name is not declared, so its value would not be sent
 */
export function checkSoapHeaders(values: unknown, declared: readonly string[]): void {
  for (const [name, value] of Object.entries(values ?? {})) {
    if (value !== undefined && !declared.includes(name)) {
      const names = declared.join(', ') || 'none';
      throw new AsmxError('encode', `There is no SOAP header '${name}'; declared: ${names}.`);
    }
  }
}

/** Headers that the client sets itself, and that a caller can set instead. */
const ownNames = /^(?:content-type|soapaction|accept-encoding)$/i;

/** Whether a header that the client sets itself has another value, which may contain a key. */
export function isReplaced(own: HeaderValues, sent: HeaderValues): boolean {
  return Object.entries(sent).some(
    ([name, value]) =>
      ownNames.test(name) &&
      value !== accepted &&
      !Object.entries(own).some(
        ([known, before]) => known.toLowerCase() === name.toLowerCase() && before === value,
      ),
  );
}

/** Sets headers. Replaces those of the same name in any letter case. */
export function setHeaders(headers: Record<string, string>, added: HeaderValues): void {
  for (const [name, value] of Object.entries(added)) {
    const lower = name.toLowerCase();
    for (const present of Object.keys(headers)) {
      if (present !== name && present.toLowerCase() === lower) delete headers[present];
    }
    headers[name] = value;
  }
}

/**
 * The headers from an interceptor, with names in any letter case unified, and the length of its
 * body.
 *
 * @throws AsmxError encode: HTTP cannot carry them
 */
export function changedHeaders(
  given: HeaderValues,
  body: string | Uint8Array | undefined,
): HeaderValues {
  const headers: Record<string, string> = {};
  const length = String(byteLength(body ?? ''));
  setHeaders(headers, given);
  setHeaders(headers, { 'Content-Length': length });
  if (body === undefined) delete headers['Content-Length'];
  checkHeaders(headers, length);
  return headers;
}

/** A header name (RFC 9110, section 5.6.2). */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Characters that field values must not have (RFC 9110, section 5.5), or that are not bytes. */
const unfit = /[^\t\x20-\x7e\x80-\xff]/u;

/** @param length Content-Length of the body; `undefined` without one */
function checkHeaders(headers: HeaderValues, length: string | undefined): void {
  for (const name of Object.keys(headers)) {
    // In JavaScript, values may be of any type.
    const value: unknown = headers[name];
    if (!token.test(name)) {
      throw refused(
        `'${JSON.stringify(name.slice(0, 100)).slice(1, -1)}' is not a valid header name`,
      );
    }
    if (typeof value !== 'string') {
      throw refused(`${name} is ${describeValue(value)}, and has to be a string`);
    }
    const at = value.search(unfit);
    if (at >= 0) throw refused(`${name} holds the character ${codePointName(value, at)}`);
    checkFraming(name, value, length ?? '0');
  }
}

/** With a wrong length, part of the body would become the next request of the connection. */
function checkFraming(name: string, value: string, length: string): void {
  const lower = name.toLowerCase();
  if (lower === 'content-length' && value !== length) {
    throw refused(`${name} is ${value}, and the body has ${length} bytes`);
  }
  if (lower === 'transfer-encoding') throw refused(`${name} is for the transport to set`);
}

function refused(reason: string): AsmxError {
  return new AsmxError('encode', `A header cannot be sent: ${reason}.`);
}

import { propertyOf } from '../../operation/errors.ts';
import { checkHeader } from './header-fields.ts';

/** Headers by name; a list is sent as several headers. */
export type HttpErrorHeaders = Readonly<Record<string, string | readonly string[]>>;

/**
 * An answer of another kind than the protocol's: thrown from the option `context`, an interceptor
 * or a handler, it is sent as it is, over every binding.
 *
 * @example throw new HttpError(401, { 'WWW-Authenticate': 'Basic realm="orders"' });
 */
export class HttpError extends Error {
  override readonly name = 'HttpError' as const;
  readonly status!: number;
  readonly headers!: HttpErrorHeaders;
  readonly body!: string | Uint8Array;

  /**
   * @param status From 200 to 599.
   * @param headers Content-Length and the like are left out.
   * @param body A text without `Content-Type` is `text/plain` in UTF-8. Default: none.
   * @throws RangeError the status is none
   * @throws TypeError a header cannot be sent
   */
  constructor(status: number, headers: HttpErrorHeaders = {}, body: string | Uint8Array = '') {
    if (!isStatus(status)) {
      throw new RangeError(`${status} is no HTTP status of an answer.`);
    }
    super(`HTTP status ${status}`);
    checkHeaders(headers);
    Object.assign(this, { status, headers, body });
  }
}

/**
 * Whether a caught value is an {@link HttpError}, of this or another copy of the runtime. Errors of
 * other libraries have this name, too, and most of them a status: they say what somebody else
 * answered.
 */
export function isHttpError(error: unknown): error is HttpError {
  try {
    if (propertyOf(error, 'name') !== 'HttpError') return false;
    const { status, headers, body } = error as HttpError;
    if (!isStatus(status) || typeof headers !== 'object') return false;
    checkHeaders(headers);
    return typeof body === 'string' || body instanceof Uint8Array;
  } catch {
    return false;
  }
}

function isStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599;
}

/** @throws TypeError a header cannot be sent */
function checkHeaders(headers: HttpErrorHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value].flat()) checkHeader(name, one);
  }
}

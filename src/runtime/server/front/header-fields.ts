/** Headers of a request, names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The single value of a request header. */
export function headerValue(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  // so that it compiles without strictNullChecks, too
  return typeof value === 'object' ? value.join(', ') : value;
}

/** Headers that only the transport may set. */
const framing: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'trailer',
]);

/** Whether only the transport may set a header. The name is in lower case. */
export function isFraming(name: string): boolean {
  return framing.has(name);
}

/**
 * Checks the name and the value of a header.
 *
 * @throws TypeError it cannot be sent
 */
export function checkHeader(name: string, value: string): void {
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
    throw new TypeError(`'${name}' is not a valid header name.`);
  }
  checkValue(value);
}

/** Refuses characters that would break the head of the response. */
export function checkValue(value: string): string {
  const kind = typeof value;
  // JavaScript programs give numbers
  if (kind !== 'string' && kind !== 'number') {
    throw new TypeError(`A header value is of type ${kind}, and no text.`);
  }
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if ((code < 0x20 && code !== 0x09) || code === 0x7f || code > 0xff) {
      throw new TypeError('A header value holds a character that headers cannot carry.');
    }
  }
  return value;
}

/** The place of a header's value in alternating names and values; -1 if it is not there. */
export function placeOf(headers: readonly string[], name: string): number {
  const at = headers.findIndex((one, place) => place % 2 === 0 && one.toLowerCase() === name);
  return at < 0 ? -1 : at + 1;
}

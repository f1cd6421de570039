import { fromWire } from '../../runtime/text/header.ts';
import { shellQuote } from './shell-quote.ts';

/** The request that a client would send. */
export interface RequestView {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/**
 * Splits an absolute URL into authority and target. The target keeps a trailing `?`, which `URL`
 * would drop.
 */
function splitUrl(url: string): { readonly host: string; readonly target: string } {
  const match = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url);
  const target = match?.[2] ?? '';
  return { host: new URL(url).host, target: target.startsWith('/') ? target : `/${target}` };
}

/** The body as text. Bytes of attachments that are not UTF-8 become U+FFFD. */
function bodyText({ body }: RequestView): string {
  return typeof body === 'object' ? new TextDecoder().decode(body) : (body ?? '');
}

/** A header value as text. One that is not UTF-8 has a character for each byte. */
function headerText(value: string): string {
  const text = fromWire(value);
  return text.includes('\ufffd') ? value : text;
}

/** The request as it is sent (RFC 9112 section 2.1), before encoding in UTF-8. */
export function requestText(request: RequestView): string {
  const { host, target } = splitUrl(request.url);
  const headers = Object.entries(request.headers).filter(([name]) => !/^host$/i.test(name));
  const lengthKnown = headers.some(([name]) => /^content-length$/i.test(name));
  if (request.body !== undefined && !lengthKnown) {
    headers.push(['Content-Length', String(Buffer.byteLength(request.body))]);
  }
  const lines = [
    `Host: ${host}`,
    ...headers.map(([name, value]) => `${name}: ${headerText(value)}`),
  ];
  const start = `${request.method} ${target} HTTP/1.1`;
  return `${[start, ...lines].join('\r\n')}\r\n\r\n${bodyText(request)}`;
}

/**
 * A command line for POSIX shells that sends the request with curl. `-g` prevents curl from
 * treating brackets in the URL as patterns, `--data-raw` from reading a file if the body starts
 * with `@`.
 */
export function curlCommand(request: RequestView): string {
  const parts = ['curl -g', shellQuote(request.url)];
  for (const [name, value] of Object.entries(request.headers)) {
    if (/^(host|content-length|connection)$/i.test(name)) continue;
    parts.push(`-H ${shellQuote(value === '' ? `${name};` : `${name}: ${headerText(value)}`)}`);
  }
  if (request.body !== undefined) parts.push(`--data-raw ${shellQuote(bodyText(request))}`);
  else if (request.method !== 'GET') parts.push(`-X ${request.method}`);
  return parts.join(' \\\n  ');
}

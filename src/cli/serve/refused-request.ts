import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostCheck } from './host-check.ts';

/** Why a request is not answered. */
interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** What is refused. */
interface Refusing {
  readonly isKnown: HostCheck;
  /** Whether requests for pages of other sites are refused. */
  readonly otherSites: boolean;
}

/**
 * Refuses requests that web pages of others cause: those for another host (RFC 9110, section
 * 15.5.20), and those that a browser sends for a page of another site (`Sec-Fetch-Site` of Fetch
 * Metadata). A form or an image of such a page would reach operations over HTTP GET and POST.
 *
 * @returns whether it did
 */
export function refuseOthers(
  request: IncomingMessage,
  response: ServerResponse,
  refusing: Refusing,
): boolean {
  const refusal = refusalOf(request, refusing);
  if (refusal === undefined) return false;
  response.writeHead(refusal.status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(refusal.text),
    Connection: 'close',
  });
  response.end(refusal.text);
  return true;
}

function refusalOf(
  { headers }: IncomingMessage,
  { isKnown, otherSites }: Refusing,
): Refusal | undefined {
  const { host = '', 'sec-fetch-site': site = '' } = headers;
  if (!isKnown(headers.host)) {
    const shown = /^[\w.:[\]-]{1,255}$/.test(host) ? `'${host}'` : 'the name in this request';
    const reason = `This server answers only to names of this machine, and ${shown} is not one.`;
    const text = `${reason} To allow it: asmx-gen serve --accept-host <name>\n`;
    return { status: 421, text };
  }
  if (!otherSites || !/\bcross-site\b/i.test(String(site))) return undefined;
  const reason = 'This server answers no request that a page of another site causes';
  const way = 'Open its address in a tab of its own, or let such pages in with --cors.';
  const text = `${reason} (Sec-Fetch-Site: cross-site). ${way}\n`;
  return { status: 403, text };
}

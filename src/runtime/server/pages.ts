import type { Outgoing } from './incoming.ts';

/** An HTML error page like ASP.NET's. */
export function errorPage(status: number, message: string): Outgoing {
  const text = message
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
  return {
    status,
    headers: ['Cache-Control', 'private', 'Content-Type', 'text/html; charset=utf-8'],
    body: `<!DOCTYPE html>
<html>
<head>
<title>${text}</title>
</head>
<body>
<h1>Server Error in &#39;/&#39; Application.</h1>
<h2><i>${text}</i></h2>
<p><b>Description: </b>The request could not be handled.</p>
</body>
</html>
`,
  };
}

/** The page of a refused request. */
export function refusalPage(status: number, message: string, cause?: unknown): Outgoing {
  return { ...errorPage(status, message), refusal: { message, cause } };
}

/** The answer if no service has this path. */
export function notFoundPage(): Outgoing {
  return errorPage(404, 'The resource cannot be found.');
}

/** The answer if the request was not complete in time (RFC 9110, section 15.5.9). */
export function tooLatePage(): Outgoing {
  return refusalPage(408, 'The request took too long.');
}

/** The answer of a server that can take no more (RFC 9110, section 15.6.4). */
export function unavailablePage(message: string): Outgoing {
  const page = refusalPage(503, message);
  return { ...page, headers: [...page.headers, 'Retry-After', '1'] };
}

/** The answer if something in front of the server took the body, and left nothing to read. */
export function unreadBodyPage(): Outgoing {
  return refusalPage(500, 'The body was read by another handler.');
}

/** The answer to a method that a service's own path doesn't support. */
export function methodNotAllowedPage(allowed: readonly string[]): Outgoing {
  const page = refusalPage(405, 'Request format is unrecognized.');
  return { ...page, headers: [...page.headers, 'Allow', allowed.join(', ')] };
}

/**
 * The answer to a GET of a service's own path if no page is served: as ASMX with its Documentation
 * protocol off.
 */
export function unrecognizedGetPage(): Outgoing {
  return refusalPage(500, 'Request format is unrecognized.');
}

/** The answer for a path below a service's that no binding has. */
export function unrecognizedPage(suffix: string): Outgoing {
  return refusalPage(
    500,
    `Request format is unrecognized for URL unexpectedly ending in '${suffix}'.`,
  );
}

import type { Outgoing } from './incoming.ts';

/** An HTML error page in ASP.NET's manner. */
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

/** No service has this path. */
export function notFoundPage(): Outgoing {
  return errorPage(404, 'The resource cannot be found.');
}

/** The request was not complete within its time (RFC 9110, section 15.5.9). */
export function tooLatePage(): Outgoing {
  return errorPage(408, 'The request took too long.');
}

/** A method that a service's own path doesn't know. */
export function methodNotAllowedPage(): Outgoing {
  return errorPage(405, 'Request format is unrecognized.');
}

/**
 * A GET on a service's own path where nothing answers it: ASMX with its Documentation protocol off.
 */
export function unrecognizedGetPage(): Outgoing {
  return errorPage(500, 'Request format is unrecognized.');
}

/** A path below a service's that no binding answers. */
export function unrecognizedPage(suffix: string): Outgoing {
  return errorPage(
    500,
    `Request format is unrecognized for URL unexpectedly ending in '${suffix}'.`,
  );
}

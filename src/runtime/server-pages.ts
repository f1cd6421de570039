import type { Outgoing } from './server-incoming.ts';

/** An HTML error page in ASP.NET's manner. */
export function errorPage(status: number, message: string): Outgoing {
  const text = message
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
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

/** A method that a service's own path doesn't know. */
export function methodNotAllowedPage(): Outgoing {
  return errorPage(405, 'Request format is unrecognized.');
}

/** A GET on a service's own path where nothing answers it: ASMX with its Documentation protocol off. */
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

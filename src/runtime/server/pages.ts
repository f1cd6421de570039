import { header, type Incoming, type Outgoing } from './incoming.ts';

/** How a page looks in a browser, light and dark, on telephones too. No icon is asked for. */
const look = `<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 0 auto; padding: 2rem 1.25rem; overflow-wrap: anywhere;
font: 1rem/1.55 system-ui, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 1rem; font-weight: 400; margin: 0; }
h2 { font-size: 1.6rem; line-height: 1.2; margin: .25rem 0 1rem; }
i { font-style: normal; }
</style>
`;

function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/**
 * An HTML error page like ASP.NET's.
 *
 * @param head what its head has in addition to the title
 * @param end what its body has at the end
 */
export function errorPage(
  status: number,
  message: string,
  head: string = '',
  end: string = '',
): Outgoing {
  const text = escapeHtml(message);
  return {
    status,
    headers: ['Cache-Control', 'private', 'Content-Type', 'text/html; charset=utf-8'],
    body: `<!DOCTYPE html>
<html>
<head>
${head}<title>${text}</title>
</head>
<body>
<h1>Server Error in &#39;/&#39; Application.</h1>
<h2><i>${text}</i></h2>
<p><b>Description: </b>The request could not be handled.</p>
${end}</body>
</html>
`,
  };
}

/** The page of a refused request. */
export function refusalPage(status: number, message: string, cause?: unknown): Outgoing {
  return { ...errorPage(status, message), refusal: { message, cause } };
}

/**
 * The answer if no service has this path. Its text is ASMX's; browsers get it with a style, and a
 * way back.
 *
 * @param index Address of the list of services, if the server has one for this client.
 */
export function notFoundPage(incoming: Incoming, index?: string): Outgoing {
  const message = 'The resource cannot be found.';
  if (!/\btext\/html\b/i.test(header(incoming, 'accept') ?? '')) return errorPage(404, message);
  const back =
    index === undefined ? '' : `<p><a href="${escapeHtml(index)}">All services</a></p>\n`;
  return errorPage(404, message, look, back);
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

/**
 * The answer to a GET of a service's own path, such as `?WSDL` or `?op=`, on a server without the
 * file that has the documents.
 */
export function undocumentedPage(): Outgoing {
  return refusalPage(
    404,
    "This server has no WSDL and no help pages: it was generated without the target 'docs'. " +
      'Generate it with --targets +docs, or with "docs" among "targets" in the configuration.',
  );
}

/** The answer for a path below a service's that no binding has. */
export function unrecognizedPage(suffix: string): Outgoing {
  return refusalPage(
    500,
    `Request format is unrecognized for URL unexpectedly ending in '${suffix}'.`,
  );
}

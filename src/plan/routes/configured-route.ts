/** A route in the configuration. */
export interface ConfiguredRoute {
  readonly method: string;
  /** Path with parameters in braces: `/orders/{orderId}`. */
  readonly path: string;
  /** Segments of the path; parameters with their braces. */
  readonly segments: readonly string[];
  readonly parameters: readonly string[];
}

const routeMethods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Methods whose requests have no body. */
const bodiless: readonly string[] = ['GET', 'DELETE'];

/** Reads a route; `undefined` if it has another form. */
export function configuredRoute(text: string): ConfiguredRoute | undefined {
  const [, method = '', path = ''] = /^([A-Z]+) (\/\S*)$/.exec(text) ?? [];
  const segments = path.slice(1).split('/');
  if (!routeMethods.includes(method) || !segments.every(isSegment)) return undefined;
  const parameters = segments.flatMap((one) => (one.startsWith('{') ? one.slice(1, -1) : []));
  return { method, path, segments, parameters };
}

/** A segment is a parameter, or text of a URL's path (RFC 3986, section 3.3). */
function isSegment(text: string): boolean {
  if (/^\{[^{}]+\}$/.test(text)) return true;
  return /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/.test(text) && isEncoded(text);
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return !/^\.{1,2}$/.test(text);
  } catch {
    return false;
  }
}

/** Whether what is not in the path is in the query. */
export function usesQuery({ method }: ConfiguredRoute): boolean {
  return bodiless.includes(method);
}

/** The same for all paths that no request can tell apart. */
export function shapeOf({ method, segments }: ConfiguredRoute): string {
  const texts = segments.map((one) => (one.startsWith('{') ? '{}' : decodeURIComponent(one)));
  return `${method} ${texts.map(encodeURIComponent).join('/')}`;
}

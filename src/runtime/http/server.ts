import { canonicalPath, decodeComponent } from '../forms/query.ts';
import { FormReader, isFormError } from '../forms/reader.ts';
import { fromWire } from '../parts/mime.ts';
import { decodeText, decodeXml, knownCharset } from '../platform/globals.ts';
import {
  type CallContext,
  composeAnswer,
  type FaultOptions,
  hiddenMessage,
  invoke,
  isThrownFault,
  messageChain,
  reportError,
  type ServerInvocation,
  shownText,
  writeCharacterReferences,
} from '../server/call.ts';
import type { ServerOptions } from '../server/options.ts';
import {
  answerRefused,
  checkElements,
  type Endpoint,
  noUnknownHeaders,
  type OpenedRecords,
  type Route,
  type ServedService,
  type ServerProtocol,
  type ServerSettings,
  type UnknownHeaders,
} from '../server/protocol.ts';
import {
  type Answer,
  header,
  type Incoming,
  isServed,
  type Outgoing,
  parseContentType,
  refusalPage,
} from '../server/request.ts';
import { EOF } from '../xml/errors.ts';
import { XmlReader } from '../xml/reader.ts';

const getMethod: HttpMethod = {
  binding: 'httpGet',
  takesBody: false,
  source: 'Request.QueryString',
  takes: (incoming, suffix, _table, { httpGet }) =>
    incoming.method === 'GET' && suffix.length > 1 && isServed(httpGet, incoming),
  open: ({ query }) => new FormReader(fromWire(query)),
};

/** HTTP GET: parameters in the query. */
export const httpGetServer: ServerProtocol = {
  binding: 'httpGet',
  createEndpoint: (service, settings) => createHttpEndpoint(service, settings, getMethod),
};

const formMediaType = 'application/x-www-form-urlencoded';

const postMethod: HttpMethod = {
  binding: 'httpPost',
  takesBody: true,
  source: 'Request.Form',
  // an operation may be at the path of the service itself
  takes: (incoming, suffix, { byLocation }, { httpPost }) =>
    incoming.method === 'POST' &&
    (suffix === '' ? byLocation.has('') : suffix !== '/') &&
    isServed(httpPost, incoming),
  open: openForm,
};

/** HTTP POST: parameters as a form, or as a document. */
export const httpPostServer: ServerProtocol = {
  binding: 'httpPost',
  createEndpoint: (service, settings) => createHttpEndpoint(service, settings, postMethod),
};

/** The parameters of a request, or ASMX's message for a body that is not a form. */
function openForm(
  incoming: Incoming,
  body: Uint8Array,
  parameters: readonly string[],
): FormReader | string {
  if (parameters.length === 0) return new FormReader('');
  const contentType = header(incoming, 'content-type') ?? '';
  const { base, charset } = parseContentType(contentType);
  if (base !== formMediaType) return `Request format is invalid: ${contentType}.`;
  const known = charset !== undefined && knownCharset(charset) ? charset.toLowerCase() : 'utf-8';
  return new FormReader(decodeText(body, known), known);
}

const longestQuery = 2048;

/** The differences between GET and POST. */
interface HttpMethod {
  readonly binding: 'httpGet' | 'httpPost';
  readonly takesBody: boolean;
  /** ASP.NET's name for the source of the parameters. */
  readonly source: string;
  /** Whether this binding handles a request at a path below the service's. */
  takes(
    incoming: Incoming,
    suffix: string,
    table: HttpTable,
    options: ServerOptions<never>,
  ): boolean;
  /** The parameters of a request, or ASMX's message if there are none. */
  open(incoming: Incoming, body: Uint8Array, parameters: readonly string[]): FormReader | string;
}

/** Creates the endpoint for GET or POST requests below the path of a service. */
function createHttpEndpoint(
  service: ServedService,
  settings: ServerSettings,
  method: HttpMethod,
): Endpoint {
  return new HttpEndpoint(buildHttpTable(service, method.binding), settings, method);
}

type Input = { readonly value: unknown } | { readonly refused: Outgoing };

class HttpEndpoint implements Endpoint {
  readonly isDocument = false;
  readonly takesBody: boolean;
  private readonly table: HttpTable;
  private readonly settings: ServerSettings;
  private readonly method: HttpMethod;

  constructor(table: HttpTable, settings: ServerSettings, method: HttpMethod) {
    this.takesBody = method.takesBody;
    this.table = table;
    this.settings = settings;
    this.method = method;
  }

  takes(incoming: Incoming, suffix: string): boolean {
    return this.method.takes(incoming, suffix, this.table, this.settings.options);
  }

  answer(incoming: Incoming, suffix: string, body: Uint8Array): Answer {
    const { settings, method } = this;
    const { options } = settings;
    const { query } = incoming;
    const limited = !method.takesBody && options.parity?.queryLimit === true;
    if (limited && query.length > longestQuery) {
      return refusalPage(400, 'The length of the query string for this request exceeds the limit.');
    }
    const { guard } = settings;
    const failed = (error: unknown): Outgoing => exceptionText(error, options);
    const found = findRoute(this.table, suffix, incoming);
    if (typeof found === 'string') {
      return answerRefused(guard, incoming, refusalText(found, options), failed);
    }
    const { service, name: operation } = found.route.operation;
    const { binding } = method;
    incoming.exchange?.called(operation, binding);
    const admit = (): Answer => this.run(found, incoming, body);
    return guard === undefined
      ? admit()
      : guard(incoming, { service, operation, binding, admit, failed });
  }

  private run(found: FoundRoute, incoming: Incoming, body: Uint8Array): Answer {
    const { settings, method } = this;
    const input = this.readInput(found, incoming, body);
    if ('refused' in input) return input.refused;
    const { options } = settings;
    const invocation = new HttpInvocation(found.route, input.value, method.binding, options);
    return invoke(incoming, invocation, settings);
  }

  failed(_incoming: Incoming, error: unknown): Outgoing {
    return exceptionText(error, this.settings.options);
  }

  tooLarge(incoming: Incoming): Answer {
    const { guard, options } = this.settings;
    const refusal = refusalText('Maximum request length exceeded.', options);
    return answerRefused(guard, incoming, refusal, (error) => exceptionText(error, options));
  }

  private readInput(
    { route, form: located }: FoundRoute,
    incoming: Incoming,
    body: Uint8Array,
  ): Input {
    const { settings, method } = this;
    const { operation, codec } = route;
    try {
      if (method.takesBody && codec.readDocument !== undefined) {
        return { value: readDocument(codec.readDocument, incoming, body, settings) };
      }
      const form =
        located === undefined
          ? method.open(incoming, body, operation.http?.parameters ?? [])
          : new FormReader(located);
      if (typeof form === 'string') return this.refuse(form);
      const danger =
        settings.options.parity?.requestValidation === true ? dangerous(form) : undefined;
      if (danger === undefined) return { value: codec.readForm?.(form as never) };
      const value = `${method.source} value was detected from the client (${danger})`;
      return this.refuse(`A potentially dangerous ${value}.`);
    } catch (error) {
      return this.refuse(isFormError(error) ? error.message : messageChain(error), error);
    }
  }

  private refuse(message: string, cause?: unknown): Input {
    return { refused: refusalText(message, this.settings.options, cause) };
  }
}

/** The first value that ASP.NET's request validation considers markup. */
function dangerous(form: FormReader): string | undefined {
  for (const [name, value] of form.entries()) {
    const at = value.search(/<[a-z!/?]|&#/i);
    if (at < 0) continue;
    return `${name}="${value.slice(0, at + 16)}${value.length > at + 16 ? '...' : ''}"`;
  }
  return undefined;
}

/** A location with parameters in it. */
interface LocationPattern {
  readonly route: Route;
  /** The parameters as a form; `undefined` if the path does not match. */
  readonly match: LocationMatcher;
}

/** Operations of one path that have one of the HTTP bindings. */
interface HttpTable {
  /** By location, such as `/AuthCode`, as in the contract and canonical. */
  readonly byLocation: ReadonlyMap<string, Route>;
  /** Actual location by its lower-case form. */
  readonly byLowerCase: ReadonlyMap<string, string>;
  /** Operations with parameters in their location (`http:urlReplacement`). */
  readonly patterns: readonly LocationPattern[];
}

/** An operation, and its parameters as a form if they are in the location. */
interface FoundRoute {
  readonly route: Route;
  readonly form?: string | undefined;
}

/** Builds the table of a service for one of the bindings. */
function buildHttpTable({ routes }: ServedService, binding: 'httpGet' | 'httpPost'): HttpTable {
  const byLocation: Map<string, Route> = new Map();
  const byLowerCase: Map<string, string> = new Map();
  const patterns: LocationPattern[] = [];
  for (const route of routes) {
    const { http } = route.operation;
    if (http === undefined || !route.server.some((one) => one.binding === binding)) continue;
    const match = locationMatcher(http.location, http.parameters);
    if (match !== undefined) {
      patterns.push({ route, match });
      continue;
    }
    const location = withSlash(http.location);
    const lower = location.toLowerCase();
    for (const spelled of [location, canonicalPath(location)]) {
      if (!byLocation.has(spelled)) byLocation.set(spelled, route);
    }
    if (!byLowerCase.has(lower)) byLowerCase.set(lower, location);
  }
  return { byLocation, byLowerCase, patterns };
}

/**
 * The operation at a location, or ASMX's message if there is none.
 *
 * @param suffix The part after the path of the service.
 * @param incoming From a framework, no other spelling of a location is served.
 */
function findRoute(
  table: HttpTable,
  suffix: string,
  { query, isRouted }: Pick<Incoming, 'query' | 'isRouted'>,
): FoundRoute | string {
  const spelled = isRouted || !suffix.includes('%') ? suffix : canonicalPath(suffix);
  const route = table.byLocation.get(suffix) ?? table.byLocation.get(spelled);
  if (route !== undefined) return { route };
  for (const { route, match } of table.patterns) {
    const form = match(suffix, query);
    if (form !== undefined) return { route, form };
  }
  const location = suffix.includes('%') ? decodeComponent(suffix, 'utf-8') : suffix;
  const name = location.slice(1);
  const right = table.byLowerCase.get(location.toLowerCase());
  if (right === undefined) return `${name} Web Service method name is not valid.`;
  return (
    `Invalid method name '${name}',  method names are case sensitive.   The method name ` +
    `'${right.slice(1)}' with the same name but different casing was found.\r\n` +
    'Parameter name: methodName'
  );
}

/** Returns the values in a path and query as a form; `undefined` if they do not match. */
type LocationMatcher = (path: string, query: string) => string | undefined;

/** The part of an operation's URL after the service's path. */
function withSlash(location: string): string {
  return location === '' || /^[/?]/.test(location) ? location : `/${location}`;
}

/**
 * Creates a matcher for a location such as `/o/A(from)B(to)/` (`http:urlReplacement`, WSDL 1.1
 * section 4.6). It returns the values as a form. A value ends at the first occurrence of the text
 * after it, and has no `/`.
 *
 * @returns `undefined` for a location without parameters
 */
export function locationMatcher(
  location: string,
  parameters: readonly string[],
): LocationMatcher | undefined {
  const names: string[] = [];
  const texts: string[] = [];
  let rest = 0;
  const whole = withSlash(location);
  const hasQuery = whole.includes('?');
  for (const { 0: found, 1: name = '', index } of whole.matchAll(/\(([^()]+)\)/g)) {
    if (!parameters.includes(name)) continue;
    texts.push(whole.slice(rest, index));
    names.push(name);
    rest = index + found.length;
  }
  if (names.length === 0) return undefined;
  texts.push(whole.slice(rest));
  return (suffix, query) => {
    const path = hasQuery ? `${suffix}?${query}` : suffix;
    const [head = ''] = texts;
    if (!path.startsWith(head)) return undefined;
    let at = head.length;
    const form: string[] = [];
    for (const [index, name] of names.entries()) {
      const text = texts[index + 1] ?? '';
      const last = index === names.length - 1;
      // without text between two values, the end of the first is unknown
      if (text === '' && !last) return undefined;
      const end = last && path.endsWith(text) ? path.length - text.length : find(path, text, at);
      if (end < at) return undefined;
      const value = path.slice(at, end);
      if (value.includes('/')) return undefined;
      // in a path, `+` is a plus sign, and `&` does not start another parameter
      form.push(`${encodeURIComponent(name)}=${value.replace(/\+/g, '%2B').replace(/&/g, '%26')}`);
      at = end + text.length;
    }
    return at === path.length ? form.join('&') : undefined;
  };
}

/** The first occurrence of a text that is not part of an escape. */
function find(path: string, text: string, from: number): number {
  let at = path.indexOf(text, from);
  while (at >= 0 && (path[at - 1] === '%' || path[at - 2] === '%')) at = path.indexOf(text, at + 1);
  return at;
}

/**
 * Reads a request whose body is a document.
 *
 * @throws XmlError it is not well-formed, or its values are wrong
 */
function readDocument(
  read: (reader: XmlReader) => unknown,
  incoming: Incoming,
  body: Uint8Array,
  { limits, reader: readerOptions }: ServerSettings,
): unknown {
  const { charset } = parseContentType(header(incoming, 'content-type') ?? '');
  const known = charset !== undefined && knownCharset(charset) ? charset : undefined;
  const text = decodeXml(body, known);
  checkElements(text, limits);
  const reader = new XmlReader(text, readerOptions);
  const value = read(reader);
  while (reader.next() !== EOF);
  return value;
}

/** The document of a result; `undefined` for void. */
function writeResult({ codec }: Route, output: unknown): string | undefined {
  const root = codec.writeResult?.(output as never);
  if (root === undefined || root === '') return undefined;
  return writeDocument(root);
}

/** A document with this root element, indented as ASMX does. */
function writeDocument(root: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\r\n${indentXml(root)}`;
}

const lineEnd = '\r\n';

/** An open element. */
interface Level {
  /** Whether it, or an element around it, has text. */
  mixed: boolean;
  hasChildren: boolean;
}

/**
 * Indents a document by two spaces for each level, as ASMX does in answers over HTTP GET and POST.
 * In an element with text, nothing changes after that text.
 *
 * @param xml Well-formed, without comments, CDATA and processing instructions; `>` in attribute
 *   values must be escaped.
 */
export function indentXml(xml: string): string {
  const second = xml.indexOf('<', 1);
  // a root without children, as in most results
  if (second < 0 || xml.charCodeAt(second + 1) === 0x2f) return xml;
  const levels: Level[] = [];
  let out = '';
  let copied = 0;
  let at = 0;
  for (let open = 0; open >= 0; open = xml.indexOf('<', at)) {
    const inside = levels[levels.length - 1];
    if (inside !== undefined && open > at) inside.mixed = true;
    at = xml.indexOf('>', open) + 1;
    const ends = xml.charCodeAt(open + 1) === 0x2f;
    const breaks = inside !== undefined && !inside.mixed && (!ends || inside.hasChildren);
    if (ends) levels.pop();
    if (breaks) {
      out += xml.slice(copied, open) + lineEnd + '  '.repeat(levels.length);
      copied = open;
    }
    if (ends) continue;
    if (inside !== undefined) inside.hasChildren = true;
    if (xml.charCodeAt(at - 2) !== 0x2f) {
      levels.push({ mixed: inside?.mixed === true, hasChildren: false });
    }
  }
  return out + xml.slice(copied);
}

/** Status 500 with a plain text message, unless the options hide it. */
function textAnswer(message: string, { parity }: FaultOptions): Outgoing {
  return {
    status: 500,
    headers: ['Cache-Control', 'private', 'Content-Type', 'text/plain; charset=utf-8'],
    body: writeError(parity?.suppressExceptions === true ? hiddenMessage : message),
  };
}

/** The answer to a refused request. */
function refusalText(message: string, options: FaultOptions, cause?: unknown): Outgoing {
  return { ...textAnswer(message, options), refusal: { message, cause } };
}

/** The answer to a request whose handler threw. A SOAP fault shows only its message. */
function exceptionText(error: unknown, options: FaultOptions): Outgoing {
  const message = isThrownFault(error) ? error.message : shownText(error, options);
  return textAnswer(message ?? hiddenMessage, options);
}

/**
 * The text of an error. The messages of the chain are HTML-encoded, the arrows between them are
 * not.
 */
function writeError(message: string): string {
  return `${encodeHtml(message).replace(/ ---&gt; /g, ' ---> ')}\r\n`;
}

/** HTML-encodes as ASP.NET does: markup, both quotes, and U+00A0 to U+00FF as numbers. */
function encodeHtml(text: string): string {
  return text.replace(/[<>&"'\u00a0-\u00ff]/g, (sign) => {
    switch (sign) {
      case '<':
        return '&lt;';
      case '>':
        return '&gt;';
      case '&':
        return '&amp;';
      case '"':
        return '&quot;';
      default:
        return `&#${sign.charCodeAt(0)};`;
    }
  });
}

const xmlMediaType = 'text/xml; charset=utf-8';
const rootDeclarations =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
/** One object for all requests, so it is frozen. */
const noHeaders: Readonly<Record<string, unknown>> = Object.freeze({});

/** A class, so that a request costs one object and no closures. */
class HttpInvocation implements ServerInvocation {
  readonly route: Route;
  readonly binding: 'httpGet' | 'httpPost';
  readonly input: unknown;
  readonly soapHeaders: Readonly<Record<string, unknown>> = noHeaders;
  readonly unknownHeaders: UnknownHeaders = noUnknownHeaders;
  private readonly options: ServerOptions<never>;

  constructor(
    route: Route,
    input: unknown,
    binding: 'httpGet' | 'httpPost',
    options: ServerOptions<never>,
  ) {
    this.route = route;
    this.binding = binding;
    this.input = input;
    this.options = options;
  }

  done(output: unknown, call: CallContext): Outgoing {
    const { route, options } = this;
    const { response } = call;
    if (response.ended) return composeAnswer(response, undefined, xmlMediaType, false);
    const records = route.codec.records?.opened(output);
    if (records !== undefined) return this.stream(records, call);
    let document: string | undefined;
    try {
      document = writeResult(route, output);
    } catch (error) {
      const write = (copy: unknown): string => writeResult(route, copy) ?? '';
      document = writeCharacterReferences(error, output, options, write);
    }
    return composeAnswer(response, document, xmlMediaType, false);
  }

  private stream(records: OpenedRecords, call: CallContext): Outgoing {
    const { route, options } = this;
    return records.answer({
      route,
      options,
      path: route.operation.stream?.httpPath,
      declarations: rootDeclarations,
      wrap: writeDocument,
      answer: (document) => composeAnswer(call.response, document, xmlMediaType, false),
      report: (error) => reportError(error, options, call),
    });
  }

  failed(error: unknown): Outgoing {
    return exceptionText(error, this.options);
  }
}

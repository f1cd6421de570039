import { parseContentType } from './content-type.ts';
import { decodeComponent } from './form-decode.ts';
import { isFormError } from './form-error.ts';
import { FormReader } from './form-reader.ts';
import { fromWire } from './header-text.ts';
import * as httpGet from './http-get.ts';
import * as httpPost from './http-post.ts';
import { composeAnswer, composeStream, writeReferences } from './server-answer.ts';
import { invoke, type ServerInvocation, type ServerSettings } from './server-call.ts';
import type { CallContext } from './server-context.ts';
import { checkElements } from './server-elements.ts';
import { exceptionText, messageChain, textAnswer } from './server-faults.ts';
import { httpFrame } from './server-frame.ts';
import { type Answer, header, type Incoming, type Outgoing } from './server-incoming.ts';
import type { Route, ServerOptions } from './server-options.ts';
import { errorPage, unrecognizedPage } from './server-pages.ts';
import { isRecordStream } from './server-records.ts';
import type { HttpTable, ServiceTable } from './server-routes.ts';
import { reportError } from './server-run.ts';
import { noHeaders, type ReadHeaders } from './soap-envelope.ts';
import { decodeText, decodeXml, knownCharset } from './text-decoder.ts';
import { EOF, XmlReader } from './xml-reader.ts';

const formType = 'application/x-www-form-urlencoded';
const xmlType = 'text/xml; charset=utf-8';
const longestQuery = 2048;

/**
 * Answers a GET or POST below a service's path (asmx-behaviour 4, 5.2, 8.3).
 *
 * @param suffix What follows the service's path, from its `/` on.
 * @param body Of a POST; `undefined` for GET.
 */
export function answerHttp(
  service: ServiceTable,
  suffix: string,
  incoming: Incoming,
  body: Uint8Array | undefined,
  settings: ServerSettings,
): Answer {
  const { options } = settings;
  const table = body === undefined ? service.httpGet : service.httpPost;
  const isOff = table.byLocation.size === 0 && table.patterns.length === 0;
  if (isOff || suffix === '/') return unrecognizedPage(suffix);
  if (
    body === undefined &&
    options.parity?.queryLimit === true &&
    incoming.query.length > longestQuery
  ) {
    return errorPage(400, 'The length of the query string for this request exceeds the limit.');
  }
  const found = findRoute(table, suffix, incoming.query);
  if (typeof found === 'string') return textAnswer(found, options);
  const { route } = found;
  const input = readInput(found, incoming, body, settings);
  if ('refused' in input) return input.refused;
  const binding = body === undefined ? 'httpGet' : 'httpPost';
  return invoke(incoming, new HttpInvocation(route, input.value, binding, options), settings);
}

/** An operation, and its parameters as a form where they stand in the location. */
interface FoundRoute {
  readonly route: Route;
  readonly form?: string | undefined;
}

/** The operation of a location, or what ASMX says when there is none. */
function findRoute(table: HttpTable, suffix: string, query: string): FoundRoute | string {
  const location = suffix.includes('%') ? decodeComponent(suffix, 'utf-8') : suffix;
  const route = table.byLocation.get(suffix) ?? table.byLocation.get(location);
  if (route !== undefined) return { route };
  for (const { route, match } of table.patterns) {
    const form = match(suffix, query);
    if (form !== undefined) return { route, form };
  }
  const name = location.slice(1);
  const right = table.byLowerCase.get(location.toLowerCase());
  return right === undefined
    ? `${name} Web Service method name is not valid.`
    : `Invalid method name '${name}',  method names are case sensitive.   The method name '${right.slice(1)}' with the same name but different casing was found.\r\nParameter name: methodName`;
}

type Input = { readonly value: unknown } | { readonly refused: Outgoing };

function readInput(
  { route, form: located }: FoundRoute,
  incoming: Incoming,
  body: Uint8Array | undefined,
  settings: ServerSettings,
): Input {
  const { options } = settings;
  const { http } = route.operation;
  try {
    if (body !== undefined && http?.readDocument !== undefined) {
      return { value: readDocument(http.readDocument, incoming, body, settings) };
    }
    const form =
      located === undefined
        ? openForm(incoming, body, http?.parameters.length === 0)
        : new FormReader(located);
    if (typeof form === 'string') return { refused: textAnswer(form, options) };
    const danger = options.parity?.requestValidation === true ? dangerous(form) : undefined;
    if (danger !== undefined) {
      const source = body === undefined ? 'Request.QueryString' : 'Request.Form';
      const message = `A potentially dangerous ${source} value was detected from the client (${danger}).`;
      return { refused: textAnswer(message, options) };
    }
    return { value: http?.readForm?.(form) };
  } catch (error) {
    const message = isFormError(error) ? error.message : messageChain(error, {});
    return { refused: textAnswer(message, options) };
  }
}

/**
 * Reads a request whose body is a document.
 *
 * @throws XmlError when it is not well-formed or its values are wrong
 */
function readDocument(
  read: (reader: XmlReader) => unknown,
  incoming: Incoming,
  body: Uint8Array,
  { options, reader: readerOptions }: ServerSettings,
): unknown {
  const { charset } = parseContentType(header(incoming, 'content-type') ?? '');
  const known = charset !== undefined && knownCharset(charset) ? charset : undefined;
  const text = decodeXml(body, known);
  checkElements(text, options.limits);
  const reader = new XmlReader(text, readerOptions);
  const value = read(reader);
  while (reader.next() !== EOF);
  return value;
}

/** The parameters of a request, or what ASMX says of a body that is no form. */
function openForm(
  incoming: Incoming,
  body: Uint8Array | undefined,
  withoutParameters: boolean,
): FormReader | string {
  if (body === undefined) return new FormReader(fromWire(incoming.query));
  if (withoutParameters) return new FormReader('');
  const contentType = header(incoming, 'content-type') ?? '';
  const { base, charset } = parseContentType(contentType);
  if (base !== formType) return `Request format is invalid: ${contentType}.`;
  const known = charset !== undefined && knownCharset(charset) ? charset.toLowerCase() : 'utf-8';
  return new FormReader(decodeText(body, known), known);
}

/** The first value that ASP.NET's request validation takes for markup. */
function dangerous(form: FormReader): string | undefined {
  for (const [name, value] of form.entries()) {
    const at = value.search(/<[a-z!/?]|&#/i);
    if (at >= 0)
      return `${name}="${value.slice(0, at + 16)}${value.length > at + 16 ? '...' : ''}"`;
  }
  return undefined;
}

/** A class, so that a request costs one object and no function. */
class HttpInvocation implements ServerInvocation {
  readonly route: Route;
  readonly binding: 'httpGet' | 'httpPost';
  readonly input: unknown;
  readonly soapHeaders: ReadHeaders['values'] = noHeaders.values;
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
    const { operation } = this.route;
    const { response } = call;
    if (isRecordStream(output)) {
      const report = (error: unknown): void => reportError(error, this.options, call);
      const frame = httpFrame(operation, this.options);
      return composeStream(response, output, frame, xmlType, false, report);
    }
    if (response.ended) return composeAnswer(response, undefined, xmlType, false);
    const { writeResponse } = this.binding === 'httpGet' ? httpGet : httpPost;
    let document: string | undefined;
    try {
      document = writeResponse(operation, output);
    } catch (error) {
      const write = (copy: unknown): string => writeResponse(operation, copy) ?? '';
      document = writeReferences(error, output, this.options, write);
    }
    return composeAnswer(response, document, xmlType, false);
  }

  failed(error: unknown): Outgoing {
    return exceptionText(error, this.options);
  }
}

import { decodeComponent } from '../forms/query.ts';
import { type BindingName, type BodyRest, propertyOf } from '../operation/descriptor.ts';
import { isFault } from '../operation/soap.ts';
import {
  byteLength,
  decodeText,
  encodeUtf8,
  joinBytes,
  nodeBuffer,
  platform,
  Trace,
  type TraceEvent,
  type TracingChannel,
  tell,
  xmlEncoding,
} from '../platform/globals.ts';
import { tracingChannel } from '../platform/node.ts';
import { isHttpError, messageChain } from './call.ts';
import { type Destination, type Dispatcher, pageDestination, verifiersOf } from './dispatch.ts';
import type { AnswerEvent, CorsOptions, RawMessage, ServerOptions } from './options.ts';
import {
  type Answer,
  afterRest,
  type Exchange,
  header,
  headerPlace,
  type Incoming,
  notFoundPage,
  type Outgoing,
  type RequestHeaders,
  refusalPage,
  requestHeader,
} from './request.ts';

/**
 * A request to operations, as subscribers of the tracing channel `asmx-gen:server` get it. The same
 * object is published from start to end; its properties are set as soon as they are known. It has
 * no values of the request.
 */
export interface ServerTraceEvent extends TraceEvent {
  /** Name of the service. */
  service?: string | undefined;
  /** Name of the operation, once the request has been read so far. */
  operation?: string | undefined;
  /** The binding of the request, known with the operation. */
  binding?: BindingName | undefined;
  /** Bytes of the request's body that were received. */
  requestBytes: number;
  /** Bytes of the answer's body. */
  bytes?: number | undefined;
  /**
   * Milliseconds of each phase that has ended: receiving the body; reading it; interceptors and
   * handler; writing the answer, for records until the last one.
   */
  readonly durations: { receive?: number; decode?: number; handle?: number; encode?: number };
}

/** A request that somebody traces. */
type ServerTrace = Trace<ServerTraceEvent>;

/** What begins traces: set by the module that does, so that programs without it do not hold it. */
const tracing: { begin?: () => ServerTrace | undefined } = {};

/**
 * Name of the tracing channel of servers, `asmx-gen:server`. A program that is bundled has the
 * channel if it imports this name; any other has it always.
 */
export const serverChannel: string = /* @__PURE__ */ install('asmx-gen:server');

function install(name: string): string {
  let channel: TracingChannel | undefined;
  tracing.begin = () => {
    channel ??= tracingChannel(name);
    return channel?.hasSubscribers === true
      ? new Trace(channel, { requestBytes: 0, durations: {} })
      : undefined;
  };
  return name;
}

/** What all requests of adapters pass. */
export interface Entrance extends Dispatcher {
  /**
   * The destination of a request of an adapter, which from then on is running.
   *
   * @param isAlone Whether no one else answers other paths, nor `/`.
   * @returns nothing if the request is for somebody else
   */
  readonly enter: (incoming: Incoming, isAlone: boolean) => Destination | undefined;
  /** The answer as it is sent. */
  readonly finish: (incoming: Incoming, outgoing: Outgoing) => Outgoing;
}

/**
 * Creates the entrance of a server.
 *
 * @throws TypeError an option for what is around the server has a wrong value
 */
export function createEntrance(dispatcher: Dispatcher, options: ServerOptions<never>): Entrance {
  const { find, findIndex, reports, traffic } = dispatcher;
  const { health } = options;
  if (health !== undefined && dispatcher.isTaken(health)) {
    throw new TypeError(
      `health is '${health}', which is the path of a service or an operation; give another, ` +
        "such as '/health'.",
    );
  }
  const { open, preflight, isHealth } = createFront(options);
  const unknown = (incoming: Incoming): Destination =>
    pageDestination(notFoundPage(incoming, dispatcher.indexUrl(incoming)), reports);
  return {
    ...dispatcher,
    enter(incoming, isAlone) {
      traffic.enter();
      incoming.exchange = open(incoming);
      if (isHealth?.(incoming) === true) {
        return pageDestination(healthAnswer(!traffic.isClosing), reports);
      }
      const destination =
        find(incoming) ?? (isAlone ? (findIndex(incoming) ?? unknown(incoming)) : undefined);
      if (destination === undefined) {
        traffic.leave();
        return undefined;
      }
      const preflighted = preflight?.(incoming);
      if (preflighted !== undefined) return pageDestination(preflighted, reports);
      const refusal = traffic.refusal();
      return refusal === undefined
        ? destination
        : pageDestination(unavailablePage(refusal), reports);
    },
    finish: ({ exchange }, outgoing) =>
      exchange === undefined ? outgoing : exchange.finish(outgoing),
  };
}

/** What is in front of a server's services. */
interface Front {
  /** Starts to observe a request; nothing if no option asks for it, and no one traces. */
  readonly open: (incoming: Incoming) => Exchange | undefined;
  /** The answer to a preflight; nothing for any other request. */
  readonly preflight: ((incoming: Incoming) => Outgoing | undefined) | undefined;
  /** Whether a request asks whether the server is well. */
  readonly isHealth: ((incoming: Incoming) => boolean) | undefined;
}

/**
 * Reads the options for what is around a server.
 *
 * @throws TypeError one of them has a wrong value
 */
function createFront(options: ServerOptions<never>): Front {
  const { cors, health, onAnswer } = options;
  if (health !== undefined && !/^\/[^\s?#]*$/.test(health)) {
    throw new TypeError(`health is a path, such as '/health', not '${health}'.`);
  }
  if (options.protectPages === true && !options.context && !verifiersOf(options)) {
    throw new TypeError('protectPages calls the options context and security; give one of them.');
  }
  const crossOrigin = cors && createCors(cors);
  const observers: Observers = {
    answered: onAnswer && ((event) => tell(() => onAnswer(event))),
    messaged: messagesOf(options),
    headers: crossOrigin?.headers,
  };
  const isObserved = Object.values(observers).some((one) => one !== undefined);
  return {
    open(incoming) {
      const trace = tracing.begin?.();
      return isObserved || trace !== undefined
        ? new ObservedExchange(incoming, observers, trace)
        : undefined;
    },
    preflight: crossOrigin && ((incoming) => noContent(crossOrigin.preflight(incoming))),
    isHealth:
      health === undefined ? undefined : ({ method, path }) => method === 'GET' && path === health,
  };
}

function messagesOf({ onMessage, redact = [] }: ServerOptions<never>): Observers['messaged'] {
  if (onMessage === undefined) return undefined;
  if (redact.length === 0) return (message) => tell(() => onMessage(message));
  const redacted = createRedactor(redact);
  return (message, form) =>
    tell(() => onMessage({ ...message, bytes: redacted(message.bytes, form) }));
}

/** RFC 9110, section 15.3.5. */
function noContent(headers: readonly string[] | undefined): Outgoing | undefined {
  return headers && { status: 204, headers, body: '' };
}

/** The answer to a request for the option `health`. */
function healthAnswer(isWell: boolean): Outgoing {
  return {
    status: isWell ? 200 : 503,
    headers: ['Cache-Control', 'no-store', 'Content-Type', 'text/plain; charset=utf-8'],
    body: isWell ? 'OK' : 'Closing',
  };
}

/** The answer of a server that can take no more (RFC 9110, section 15.6.4). */
function unavailablePage(message: string): Outgoing {
  const page = refusalPage(503, message);
  return { ...page, headers: [...page.headers, 'Retry-After', '1'] };
}

/** What is done with what is observed. None of its functions throws. */
interface Observers {
  readonly answered: ((event: AnswerEvent) => void) | undefined;
  readonly messaged: ((message: RawMessage, form: BodyForm) => void) | undefined;
  /** Headers to add to an answer. */
  readonly headers: Cors['headers'] | undefined;
}

/** One request and its answer. */
class ObservedExchange implements Exchange {
  private readonly incoming: Incoming;
  private readonly observers: Observers;
  private readonly start = platform.performance.now();
  private service: string | undefined;
  private operation: string | undefined;
  private binding: BindingName | undefined;
  private requestBytes = 0;
  private identity: unknown;
  private reason: string | undefined;
  /** The body of a request to operations. */
  private body: Uint8Array | undefined;
  private isTold = false;
  private isAnswered = false;
  private readonly trace: ServerTrace | undefined;
  private isTraced = false;
  private phase: keyof ServerTraceEvent['durations'] = 'receive';
  private error: { readonly name: string; readonly code: string } | undefined;

  constructor(incoming: Incoming, observers: Observers, trace: ServerTrace | undefined) {
    this.incoming = incoming;
    this.observers = observers;
    this.trace = trace;
  }

  found(service: string): void {
    this.service = service;
  }

  received(bytes: number): void {
    this.requestBytes = bytes;
  }

  opened(body: Uint8Array): void {
    this.body = body;
  }

  run(answer: () => Answer): Answer {
    const { trace, service, requestBytes } = this;
    if (trace === undefined) return answer();
    this.isTraced = true;
    Object.assign(trace.event, { service, requestBytes });
    this.enter('decode');
    return trace.run(answer);
  }

  called(operation: string, binding: BindingName): void {
    this.operation = operation;
    this.binding = binding;
    if (this.trace !== undefined) Object.assign(this.trace.event, { operation, binding });
    this.tellRequest();
  }

  identified(identity: unknown): void {
    this.identity = identity;
  }

  handling(): void {
    this.enter('handle');
  }

  handled(): void {
    if (this.phase === 'handle') this.enter('encode');
  }

  failed(error: unknown): void {
    this.handled();
    this.error = describeError(error);
    try {
      this.reason = messageChain(error);
    } catch {
      this.reason = 'An exception that cannot be read.';
    }
  }

  finish(outgoing: Outgoing): Outgoing {
    const { refusal } = outgoing;
    this.reason ??= refusal?.message;
    if (refusal !== undefined)
      this.error ??= { name: 'RequestError', code: refusal.code ?? 'Client' };
    const added = this.observers.headers?.(this.incoming, outgoing.headers) ?? [];
    const whole =
      added.length === 0 ? outgoing : { ...outgoing, headers: [...outgoing.headers, ...added] };
    if (outgoing.stream === undefined) {
      this.answered(outgoing, byteLength(outgoing.body), () => bytesOf(outgoing.body));
      return whole;
    }
    return { ...whole, stream: this.observe(outgoing, outgoing.stream) };
  }

  /** The rest of an answer: what passes is counted, and kept if somebody wants to see it. */
  private observe(outgoing: Outgoing, stream: BodyRest): BodyRest {
    const keeps = this.observers.messaged !== undefined;
    const parts: Uint8Array[] = [];
    let bytes = byteLength(outgoing.body);
    const end = (): void => {
      const start = bytesOf(outgoing.body);
      this.answered(outgoing, bytes, () => {
        const length = parts.reduce((sum, one) => sum + one.length, start.length);
        return joinBytes([start, ...parts], length);
      });
    };
    const next = async (): Promise<string | Uint8Array | undefined> => {
      try {
        const piece = await stream.next();
        if (piece !== undefined) {
          bytes += byteLength(piece);
          if (keeps) parts.push(bytesOf(piece));
        }
        return piece;
      } catch (error) {
        this.failed(error);
        throw error;
      }
    };
    return afterRest({ next, cancel: (reason) => stream.cancel(reason) }, end);
  }

  /** Once: an answer that cannot be sent is followed by another. */
  private answered({ status }: Outgoing, bytes: number, body: () => Uint8Array): void {
    if (this.isAnswered) return;
    this.isAnswered = true;
    const { incoming, service, operation, binding, requestBytes, identity, reason } = this;
    const { method, isHead, path } = incoming;
    if (this.body !== undefined) {
      this.tellRequest();
      this.observers.messaged?.({ direction: 'out', service, operation, bytes: body() }, 'message');
    }
    if (this.trace !== undefined && this.isTraced) {
      this.isTraced = false;
      this.trace.mark(this.phase, { status, requestBytes, bytes });
      this.trace.over(this.error);
    }
    this.observers.answered?.({
      method: isHead ? 'HEAD' : method,
      path,
      service,
      operation,
      binding,
      status,
      requestBytes,
      bytes: isHead ? 0 : bytes,
      milliseconds: platform.performance.now() - this.start,
      identity,
      reason,
    });
  }

  /** Ends a phase, and begins the next one. */
  private enter(phase: ObservedExchange['phase']): void {
    if (this.isTraced) this.trace?.mark(this.phase);
    this.phase = phase;
  }

  /** Once the operation is known; before the answer at the latest. */
  private tellRequest(): void {
    const { body, incoming, service, operation } = this;
    if (this.isTold || body === undefined) return;
    this.isTold = true;
    const isGet = incoming.method === 'GET';
    const isForm = /x-www-form-urlencoded/i.test(header(incoming, 'content-type') ?? '');
    const bytes = isGet ? encodeUtf8(incoming.query) : body;
    this.observers.messaged?.(
      { direction: 'in', service, operation, bytes },
      isGet || isForm ? 'form' : 'message',
    );
  }
}

/** The bytes for somebody who may keep them: those of an answer may be borrowed. */
function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? encodeUtf8(body) : new Uint8Array(body);
}

/** What a trace says of an exception: nothing of its message. */
function describeError(error: unknown): { readonly name: string; readonly code: string } {
  try {
    if (isFault(error)) return { name: 'SoapFault', code: error.code };
    const name = propertyOf(error, 'name');
    const isStatus = isHttpError(error);
    return {
      name: typeof name === 'string' ? name : 'Error',
      code: isStatus ? 'http-status' : 'Server',
    };
  } catch {
    return { name: 'Error', code: 'Server' };
  }
}

/** A charset in which each byte is one character, so that any bytes survive. */
const bytewise = 'iso-8859-1';

/** How the bytes of a message are written. */
type BodyForm = 'form' | 'message';

/** Redacts the bytes of a message. */
type Redactor = (bytes: Uint8Array, form: BodyForm) => Uint8Array;

/**
 * Creates the function that redacts messages. One in UTF-16 becomes UTF-8; all others keep their
 * charset, and what is in them beside values of these names. Of a multipart message, parts that are
 * not XML are redacted, too.
 *
 * @throws TypeError a name is empty
 */
export function createRedactor(names: readonly string[]): Redactor {
  if (names.some((name) => typeof name !== 'string' || name === '')) {
    throw new TypeError('redact must be a list of names.');
  }
  const inText = readNames(names);
  // non-ASCII names as the characters of their bytes
  const inBytes = readNames(names.map((name) => decodeText(encodeUtf8(name), bytewise)));
  return (bytes, form) => {
    if (form === 'form') {
      return encodeBytes(redactForm(decodeText(bytes, bytewise), inText));
    }
    const charset = xmlEncoding(bytes, undefined);
    return charset.startsWith('utf-16')
      ? encodeUtf8(redactMessage(decodeText(bytes, charset), inText))
      : encodeBytes(redactParts(decodeText(bytes, bytewise), inBytes));
  };
}

/**
 * Redacts a message, each part of a multipart one. A part that is not plain XML, such as
 * bytes that an element of such a name refers to, is redacted as a whole.
 */
function redactParts(text: string, names: Names): string {
  const start = text.indexOf('<');
  const lines = text.slice(0, start < 0 ? undefined : start).split('\n');
  const delimiter = lines.find((line) => /^--./.test(line))?.trimEnd();
  if (delimiter === undefined) return redactMessage(text, names);
  return text
    .split(delimiter)
    .map((part) => redactPart(part, names))
    .join(delimiter);
}

function redactPart(part: string, names: Names): string {
  const blank = /\n\r?\n/.exec(part);
  if (blank === null) return part;
  const at = blank.index + blank[0].length;
  const [head, content] = [part.slice(0, at), part.slice(at)];
  const isEncoded = /^content-transfer-encoding:\s*[bq][^i]/im.test(head);
  const isXml = !isEncoded && /^\s*<[^\0]/.test(content);
  return head + (isXml ? redactMessage(content, names) : `${mark}\r\n`);
}

/** The reverse of decoding bytewise. */
function encodeBytes(text: string): Uint8Array {
  if (nodeBuffer !== undefined) return nodeBuffer.from(text, 'latin1');
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** What takes the place of a value that must not be seen. */
export const mark = '***';

/** Names of values to redact. */
interface Names {
  /** In lower case. */
  readonly all: ReadonlySet<string>;
  /** An attribute of that name with its value. */
  readonly attribute: RegExp;
  /** A member of JSON of that name, up to its value. */
  readonly member: RegExp;
}

/** Prepares names. Their letter case does not matter. */
function readNames(names: readonly string[]): Names {
  const any = names.map((name) => name.replace(/[^\w]/g, '\\$&')).join('|');
  return {
    all: new Set(names.map((name) => name.toLowerCase())),
    attribute: new RegExp(`(?<![^\\s:"'])((?:${any})\\s*=\\s*)("[^"]*"?|'[^']*'?)`, 'gi'),
    member: new RegExp(`"(?:${any})"\\s*:\\s*`, 'gi'),
  };
}

/** Redacts the values of parameters in a query or form. */
function redactForm(text: string, { all }: Names): string {
  return text
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0) return pair;
      const name = decodeComponent(pair.slice(0, equals), 'utf-8').trim().toLowerCase();
      return all.has(name) ? pair.slice(0, equals + 1) + mark : pair;
    })
    .join('&');
}

/** What a piece of markup is, and where it ends. */
interface Markup {
  readonly end: number;
  readonly kind: 'start' | 'empty' | 'end' | 'other';
  /** The local name, in lower case; empty for anything but a tag. */
  readonly name: string;
}

/**
 * Redacts a message: the content of elements and the values of attributes, in namespaces or not,
 * and members of JSON in its texts. It need not be well-formed: an element without an end tag is
 * redacted up to the end. The work is linear in its size.
 */
function redactMessage(text: string, names: Names): string {
  let written = '';
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<', at);
    const textEnd = start < 0 ? text.length : start;
    written += redactJson(text.slice(at, textEnd), names);
    if (start < 0) break;
    const markup = readMarkup(text, start);
    const piece = text.slice(start, markup.end);
    written +=
      markup.kind === 'other'
        ? redactJson(piece, names)
        : piece.replace(names.attribute, (_all, name: string, value: string) => {
            const quote = value.slice(0, 1);
            return name + quote + mark + quote;
          });
    at = markup.end;
    if (names.all.has(markup.name) && markup.kind === 'start') {
      written += mark;
      at = endOfElement(text, at, markup.name);
    }
  }
  return written;
}

/** Where the end tag of an element starts, or the text ends. */
function endOfElement(text: string, from: number, name: string): number {
  let depth = 1;
  for (let at = text.indexOf('<', from); at >= 0; ) {
    const markup = readMarkup(text, at);
    if (markup.name === name) {
      if (markup.kind === 'start') depth += 1;
      if (markup.kind === 'end') depth -= 1;
    }
    if (depth === 0) return at;
    at = text.indexOf('<', markup.end);
  }
  return text.length;
}

function readMarkup(text: string, start: number): Markup {
  const upTo = (mark: string, from: number): Markup => {
    const end = text.indexOf(mark, from);
    return { end: end < 0 ? text.length : end + mark.length, kind: 'other', name: '' };
  };
  if (text.startsWith('<!--', start)) return upTo('-->', start + 4);
  if (text.startsWith('<![CDATA[', start)) return upTo(']]>', start + 9);
  if (text.startsWith('<?', start)) return upTo('?>', start + 2);
  const isEnd = text[start + 1] === '/';
  tagName.lastIndex = start + (isEnd ? 2 : 1);
  const name = tagName.exec(text)?.[1]?.toLowerCase() ?? '';
  const end = endOfTag(text, tagName.lastIndex || start + 1);
  const kind = isEnd ? 'end' : text[end - 2] === '/' ? 'empty' : 'start';
  return { end, kind, name };
}

/** A name; what is captured is its local part. */
const tagName = /(?:[^\s<>/=:"']*:)?([^\s<>/=:"']+)/y;

/**
 * Where a tag ends. A `>` in the value of an attribute does not end it; a `<` does anywhere, for
 * what is no markup after all.
 */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '<') return at;
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
  }
  return text.length;
}

/** Redacts members of JSON in a text, wherever it is. */
function redactJson(text: string, { member }: Names): string {
  let written = '';
  let at = 0;
  member.lastIndex = 0;
  while (member.exec(text) !== null) {
    const start = member.lastIndex;
    written += `${text.slice(at, start)}"${mark}"`;
    at = skipJsonValue(text, start);
    member.lastIndex = at;
  }
  return written + text.slice(at);
}

const text = /"(?:[^"\\]|\\.)*"?/sy;
const plain = /[^,\]}\s]*/y;

/** Where a value of JSON ends that starts at a place of a text, or the text ends within it. */
function skipJsonValue(json: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const sign = json[at] ?? '';
    if (sign === '"') at = endOf(text, json, at);
    else if (sign === '{' || sign === '[') {
      depth += 1;
      at += 1;
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      at += 1;
    } else if (depth === 0) return endOf(plain, json, at);
    else at += 1;
    if (depth <= 0) return at;
  }
  return json.length;
}

function endOf(form: RegExp, json: string, at: number): number {
  form.lastIndex = at;
  form.exec(json);
  return form.lastIndex;
}

/** A request, as far as it matters. */
interface CorsRequest {
  readonly method: string;
  readonly headers: RequestHeaders;
}

/** Lets browsers call the server from pages of other origins (Fetch Standard, section 3.3). */
interface Cors {
  /** Headers of the answer to a preflight; nothing if the request is none. */
  readonly preflight: (request: CorsRequest) => readonly string[] | undefined;
  /** Headers to add to any other answer with these headers. */
  readonly headers: (request: CorsRequest, answered: readonly string[]) => readonly string[];
}

/** Seconds that browsers may keep the answer to a preflight. Most keep it for less. */
const preflightAge = '7200';
const methods = 'GET, HEAD, POST';

/** @throws TypeError the origins will not do */
function createCors({ origins, credentials = false }: CorsOptions): Cors {
  if (origins === '*' && credentials) {
    throw new TypeError(
      "cors: browsers send no credentials to '*'. Name the origins, or leave credentials out.",
    );
  }
  if (origins !== '*' && !Array.isArray(origins)) {
    throw new TypeError("cors: origins is '*' or a list, such as ['https://app.example'].");
  }
  const known = origins === '*' ? undefined : new Set(origins.map(readOriginOption));
  const allowed = ({ headers }: CorsRequest): readonly string[] => {
    const origin = requestHeader(headers, 'origin');
    if (known === undefined) return ['Access-Control-Allow-Origin', '*'];
    if (origin === undefined || !known.has(origin.toLowerCase())) return [];
    const withCredentials = credentials ? ['Access-Control-Allow-Credentials', 'true'] : [];
    return ['Access-Control-Allow-Origin', origin, ...withCredentials];
  };
  return {
    preflight(request) {
      const { method, headers } = request;
      const isAsking = requestHeader(headers, 'access-control-request-method') !== undefined;
      if (method !== 'OPTIONS' || !isAsking) return undefined;
      if (requestHeader(headers, 'origin') === undefined) return undefined;
      const vary = ['Vary', 'Origin, Access-Control-Request-Headers'];
      const given = allowed(request);
      if (given.length === 0) return vary;
      const names = requestHeader(headers, 'access-control-request-headers');
      const ofNames = isNameList(names) ? ['Access-Control-Allow-Headers', names] : [];
      const rest = ['Access-Control-Max-Age', preflightAge, ...vary];
      return [...given, 'Access-Control-Allow-Methods', methods, ...ofNames, ...rest];
    },
    headers(request, headers) {
      // a handler's own, and those of preflights, stay
      if (headerPlace(headers, 'access-control-allow-origin') >= 0) return [];
      const given = allowed(request);
      const vary = known === undefined || variesByOrigin(headers) ? [] : ['Vary', 'Origin'];
      if (given.length === 0) return vary;
      const exposed = headers.filter(
        (name, at) => at % 2 === 0 && !unlisted.has(name.toLowerCase()),
      );
      const names = [...new Set(exposed)].join(', ');
      return [...given, ...(names === '' ? [] : ['Access-Control-Expose-Headers', names]), ...vary];
    },
  };
}

/** Whether caches keep an answer for each origin. The header may be there several times. */
function variesByOrigin(headers: readonly string[]): boolean {
  return headers.some(
    (value, at) =>
      at % 2 === 1 &&
      headers[at - 1]?.toLowerCase() === 'vary' &&
      value.split(',').some((name) => /^\s*(?:origin|\*)\s*$/i.test(name)),
  );
}

/** @throws TypeError the text is no origin */
function readOriginOption(origin: string): string {
  if (origin === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^\s/?#,*]+$/i.test(origin)) {
    return origin.toLowerCase();
  }
  throw new TypeError(
    `cors: '${origin}' is no origin. One has a scheme, a host and an unusual port, and no path: ` +
      "'https://app.example'.",
  );
}

/** Header names as they are sent back, so that nothing else gets into the answer. */
function isNameList(names: string | undefined): names is string {
  return names !== undefined && /^[\w!#$%&'*+.^`|~, -]+$/.test(names);
}

/** Headers that scripts may read without being told so, or never. */
const unlisted: ReadonlySet<string> = new Set([
  'cache-control',
  'content-language',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
  'set-cookie',
  'vary',
]);

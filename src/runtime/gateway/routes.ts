import { canonicalPath } from '../forms/query.ts';
import type { AnyOperation, JsonValue } from '../operation/descriptor.ts';
import { type FetchRequest, platform } from '../platform/globals.ts';
import { readJson } from '../schema/json.ts';
import {
  isRecord,
  keywordsOf,
  type SchemaKeywords,
  type SchemaNode,
  type TypeSchema,
} from '../schema/validate.ts';
import type { FetchHandler } from '../server/options.ts';
import {
  type Answer,
  header,
  type Incoming,
  type NodeListener,
  type NodeRequest,
  type Outgoing,
} from '../server/request.ts';

/** A request to an operation. */
export interface Call {
  readonly operation: GatewayOperation;
  readonly incoming: Incoming;
  /** Reads the input. @throws Problem it does not fit */
  readonly read: () => unknown;
  readonly hook: GatewayHook<never, never> | undefined;
  /** Media type of the answer. */
  readonly type: string;
  /** Request headers that pass on. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** Runs an operation. Errors become problems by whoever calls it. */
export type OperationCaller = (call: Call) => Answer;

/** Whether the rest of the input is in the body. */
export function takesBody(method: string): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/**
 * Reads the input of an operation: parameters from the path, the others from the query or the body.
 *
 * @throws Problem 400 or 415
 */
export function readInput(
  { operation, method, segments }: Door,
  values: readonly string[],
  incoming: Incoming,
  body: Uint8Array,
): unknown {
  const { input } = operation;
  const names = segments.flatMap(({ parameter }): string | [] => parameter ?? []);
  const json = takesBody(method)
    ? bodyJson(incoming, body)
    : queryJson(input, incoming.query, new Set(names));
  const isWhole = names.length === 0 || !isRecord(json);
  const read = readJson(input, isWhole ? json : withPath(json, names, values, input));
  if ('value' in read) return read.value;
  throw invalid(
    read.issues.map(({ path, message }) => issueOf(path.map(String), message, { names, method })),
  );
}

/** The rest of the input with the parameters of the path. */
function withPath(
  json: object,
  names: readonly string[],
  values: readonly string[],
  input: SchemaNode,
): object {
  const nodes = propertiesOf(input);
  const whole = { ...json };
  names.forEach((name, at) => {
    if (Object.keys(json).includes(name)) {
      const detail = 'It stands in the path already.';
      throw invalid([{ parameter: name, detail }]);
    }
    const value = fromText(nodes.get(name), values[at] ?? '');
    Object.defineProperty(whole, name, { value, enumerable: true });
  });
  return whole;
}

function invalid(errors: readonly ProblemIssue[]): Problem {
  const detail = errors
    .map(({ pointer, parameter, detail: text }) => `${parameter ?? pointer}: ${text}`)
    .join('\n');
  return new Problem(400, { detail, errors });
}

function issueOf(
  path: readonly string[],
  detail: string,
  { names, method }: { readonly names: readonly string[]; readonly method: string },
): ProblemIssue {
  const [first = ''] = path;
  if (names.includes(first) || !takesBody(method)) return { parameter: first, detail };
  const steps = path.map((one) => `/${one.replace(/~/g, '~0').replace(/\//g, '~1')}`);
  return { pointer: `#${steps.map(encodeURI).join('')}`, detail };
}

/** The body as JSON; without one, an empty object. */
function bodyJson(incoming: Incoming, body: Uint8Array): unknown {
  if (body.length === 0) return {};
  checkContentType(incoming);
  let text: string;
  try {
    text = new platform.TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Problem(400, { detail: 'The body is not UTF-8.' });
  }
  return parseJson(text);
}

/**
 * The parameters of a query as JSON, by the types they have in the input. A list that must be there
 * is empty without values, since a query cannot say so.
 */
function queryJson(input: SchemaNode, query: string, inPath: ReadonlySet<string>): object {
  const nodes = propertiesOf(input);
  const found = new Map<string, string[]>();
  for (const one of query.split('&')) {
    if (one === '') continue;
    const end = one.indexOf('=');
    const name = decodedParameter(end < 0 ? one : one.slice(0, end));
    if (!nodes.has(name) || inPath.has(name)) continue;
    const value = end < 0 ? '' : decodedParameter(one.slice(end + 1));
    const known = found.get(name);
    if (known === undefined) found.set(name, [value]);
    else known.push(value);
  }
  for (const name of plainOf(input).required ?? []) {
    if (!found.has(name) && !inPath.has(name) && isRepeated(nodes.get(name))) found.set(name, []);
  }
  const entries = [...found].map(([name, values]) => [
    name,
    parameter(name, nodes.get(name), values),
  ]);
  return Object.fromEntries(entries);
}

function parameter(
  name: string,
  node: SchemaNode | undefined,
  values: readonly string[],
): JsonValue {
  const { items } = node === undefined ? {} : plainOf(node);
  if (items !== undefined) return values.map((one) => fromText(items, one));
  if (values.length === 1) return fromText(node, values[0] ?? '');
  throw invalid([{ parameter: name, detail: 'It may occur once.' }]);
}

function decodedParameter(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    throw new Problem(400, { detail: 'The query has broken percent-encoding.' });
  }
}

/** Whether a parameter of a query may occur several times. */
export function isRepeated(node: SchemaNode | undefined): boolean {
  return node !== undefined && plainOf(node).items !== undefined;
}

/** Properties of the input of an operation. */
function propertiesOf(input: SchemaNode): ReadonlyMap<string, SchemaNode> {
  const entries = Object.entries(plainOf(input).properties ?? {});
  return new Map(entries.flatMap(([name, node]) => (node === false ? [] : [[name, node]])));
}

/** The first alternative that is not nil. */
export function plainOf(node: SchemaNode): SchemaKeywords {
  const keywords = keywordsOf(node);
  const { type, anyOf, properties } = keywords;
  if (type !== undefined || anyOf === undefined || properties !== undefined) return keywords;
  const other = anyOf.find((one) => keywordsOf(one).type !== 'null');
  return other === undefined ? keywords : plainOf(other);
}

/** A text as JSON of a type. One that does not fit stays a text, which is refused later. */
function fromText(node: SchemaNode | undefined, text: string): JsonValue {
  if (node === undefined) return text;
  const { type, javascript, anyOf, const: only, enum: values = [] } = keywordsOf(node);
  const isNumber = type === 'integer' || type === 'number' || javascript === 'number';
  if (isNumber || typeof only === 'number' || values.some((one) => typeof one === 'number')) {
    return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
  }
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  const some = anyOf?.map((one) => fromText(one, text)).find((one) => typeof one !== 'string');
  return some ?? text;
}

/** Titles of statuses (RFC 9110, section 15). */
const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** What is wrong with one value of a request. */
interface ProblemIssue {
  /** JSON Pointer to it (RFC 6901), as a fragment; or the name of a parameter. */
  readonly pointer?: string | undefined;
  readonly parameter?: string | undefined;
  readonly detail: string;
}

/** Members of a problem beside its status and title (RFC 9457). */
export interface ProblemDetails {
  readonly detail?: string | undefined;
  /** Every value that does not fit. */
  readonly errors?: readonly ProblemIssue[] | undefined;
  /** Name of an error that the contract declares. */
  readonly name?: string | undefined;
  /** What it says, as its type in the contract. */
  readonly data?: JsonValue | undefined;
}

/** Thrown for an answer that is a problem. */
export class Problem extends Error {
  readonly status: number;
  readonly details: ProblemDetails;
  /** Alternating names and values of further headers. */
  readonly headers: readonly string[];

  constructor(status: number, details: ProblemDetails = {}, headers: readonly string[] = []) {
    super(details.detail ?? titleOf(status));
    this.status = status;
    this.details = details;
    this.headers = headers;
  }
}

function titleOf(status: number): string {
  return titles[status] ?? (status < 500 ? 'Refused' : 'Failed');
}

/** The answer with a problem, in `application/problem+json` (RFC 9457, section 3). */
export function problemAnswer({ status, details, headers }: Problem): Outgoing {
  const { detail, errors, name, data } = details;
  const body = { type: 'about:blank', title: titleOf(status), status, detail, errors, name, data };
  return {
    status,
    headers: [
      ...['Content-Type', 'application/problem+json', 'Cache-Control', 'no-store'],
      ...headers,
    ],
    body: JSON.stringify(body),
  };
}

/** An answer of the server around operations, whose errors are pages, as a problem. */
export function asProblem(outgoing: Outgoing): Outgoing {
  const { status, headers, body } = outgoing;
  if (status < 400 || isProblemType(headers)) return outgoing;
  const isText = typeof body === 'string' && !body.startsWith('<');
  const detail = isText && body.trim() !== '' ? body.trim() : undefined;
  return problemAnswer(new Problem(status, { detail }, withoutType(headers)));
}

const jsonAnswer = /^application\/(?:[\w.-]+\+)?json(?:$|;)/i;

/** Whether alternating names and values of headers say that a body is JSON. */
function isProblemType(headers: readonly string[]): boolean {
  const at = headers.findIndex((one, index) => index % 2 === 0 && isType(one));
  return at >= 0 && jsonAnswer.test(headers[at + 1] ?? '');
}

/** The headers without those about the body and its caching. */
function withoutType(headers: readonly string[]): readonly string[] {
  return headers.flatMap((name, at) =>
    at % 2 === 1 || isType(name) || name.toLowerCase() === 'cache-control'
      ? []
      : [name, headers[at + 1] ?? ''],
  );
}

function isType(name: string): boolean {
  return name.toLowerCase() === 'content-type';
}

/** A way to an operation: method and path. */
export interface Door {
  readonly operation: GatewayOperation;
  readonly method: string;
  /** The path as a template: `/orders/{id}`. */
  readonly template: string;
  /** Segments of the path; of a parameter, its name. */
  readonly segments: readonly Segment[];
}

type Segment =
  | { readonly text: string; readonly parameter?: undefined }
  | { readonly parameter: string; readonly text?: undefined };

/** The doors of one path, with the values of its parameters. */
export interface FoundDoors {
  readonly doors: readonly Door[];
  readonly values: readonly string[];
}

/** The door that every operation has. */
export function ownDoor(operation: GatewayOperation): Door {
  const { service, name } = operation.operation;
  const template = `/${encodeURIComponent(service)}/${encodeURIComponent(name)}`;
  const segments = [{ text: service }, { text: name }];
  return { operation, method: 'POST', template, segments };
}

/** The door that the configuration gives an operation; nothing without one. */
export function routeDoor(operation: GatewayOperation): Door | undefined {
  if (operation.route === undefined) return undefined;
  const [method = '', template = ''] = operation.route.split(' ');
  const segments = template
    .slice(1)
    .split('/')
    .map((one): Segment => {
      const parameter = /^\{(.*)\}$/.exec(one)?.[1];
      return parameter === undefined ? { text: decodeURIComponent(one) } : { parameter };
    });
  return { operation, method, template, segments };
}

/** Whether the path has no parameters. */
function isPlain({ segments }: Door): boolean {
  return segments.every(({ text }) => text !== undefined);
}

/** Finds doors by path. */
export class RouteTable {
  readonly #plain: Map<string, Door[]> = new Map();
  /** Doors with parameters, by number of segments; those with more text in front come first. */
  readonly #others: Map<number, Door[]> = new Map();

  constructor(doors: readonly Door[]) {
    for (const door of doors) {
      if (isPlain(door)) add(this.#plain, keyOf(door.segments.map(({ text = '' }) => text)), door);
      else add(this.#others, door.segments.length, door);
    }
    for (const some of this.#others.values()) some.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }

  /**
   * The doors of a path; nothing if there are none.
   *
   * @param literally Whether only the canonical spelling of what is no parameter counts, as a
   *   guard of a framework sees it.
   * @throws Problem 400: its percent-encoding is broken
   */
  find(path: string, literally = false): FoundDoors | undefined {
    const written = path.slice(1).split('/');
    const found = this.#at(written.map(decodedSegment));
    const isMeant = !literally || found?.doors.every((one) => isCanonical(one, written)) === true;
    return isMeant ? found : undefined;
  }

  #at(segments: readonly string[]): FoundDoors | undefined {
    const plain = this.#plain.get(keyOf(segments));
    if (plain !== undefined) return { doors: plain, values: [] };
    const fitting = (this.#others.get(segments.length) ?? []).filter((one) => fits(one, segments));
    const [first] = fitting;
    if (first === undefined) return undefined;
    const doors = fitting.filter((one) => rank(one) === rank(first));
    const values = segments.filter((_, at) => first.segments[at]?.parameter !== undefined);
    return { doors, values };
  }
}

function add<Key>(map: Map<Key, Door[]>, key: Key, door: Door): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [door]);
  else known.push(door);
}

/** Segments may contain a slash, which was encoded. */
function keyOf(segments: readonly string[]): string {
  return segments.map(encodeURIComponent).join('/');
}

/** Text counts more than a parameter, in front more than behind. */
function rank({ segments }: Door): string {
  return segments.map(({ text }) => (text === undefined ? '1' : '0')).join('');
}

function fits(door: Door, segments: readonly string[]): boolean {
  return door.segments.every(({ text }, at) =>
    text === undefined ? segments[at] !== '' : text === segments[at],
  );
}

/** Whether the text of a door is spelled in a path as everybody spells it. */
function isCanonical({ segments }: Door, written: readonly string[]): boolean {
  return segments.every(({ text }, at) => {
    const spelled = written[at] ?? '';
    return text === undefined || canonicalPath(spelled) === spelled;
  });
}

function decodedSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem(400, { detail: 'The path has broken percent-encoding.' });
  }
}

/** An operation as generated code tells it to a gateway. */
export interface GatewayOperation {
  readonly operation: AnyOperation;
  /** Properties of a client that lead to its method. */
  readonly path: readonly string[];
  readonly input: TypeSchema<unknown>;
  readonly output: TypeSchema<unknown>;
  /** Method and path, such as `GET /orders/{id}`, beside `POST /<Service>/<Operation>`. */
  readonly route?: string | undefined;
  /** Whether its result consists of records, which can be sent one by one. */
  readonly streams?: true | undefined;
  /** Schemas of the details of declared faults, by name. */
  readonly faults?: Readonly<Record<string, TypeSchema<unknown>>> | undefined;
  /** What the contract says about it. */
  readonly text?: string | undefined;
  /** What agents are told instead. */
  readonly told?: string | undefined;
  /** Whether nothing is said of faults that are not declared. */
  readonly hidesOthers?: boolean | undefined;
}

/** What generated code tells a gateway. */
export interface GatewayContract {
  /** Name of the contract or service: the title of its OpenAPI document. */
  readonly name: string;
  readonly operations: readonly GatewayOperation[];
}

/** Operations of a service, which is a property of the client of a whole contract. */
export function inService(
  property: string,
  operations: readonly GatewayOperation[],
): readonly GatewayOperation[] {
  return operations.map((one) => ({ ...one, path: [property, ...one.path] }));
}

/** Functions around the calls of an operation. */
export interface GatewayHook<Input, Output> {
  /**
   * Called with the checked input. Returns another input, or nothing to keep it; throws to refuse
   * the request, for example `new HttpError(403)`.
   */
  readonly before?:
    | ((
        input: Input,
        request: NodeRequest | FetchRequest,
      ) => Input | undefined | PromiseLike<Input | undefined>)
    | undefined;
  /** Called with the result, but not with records that are sent one by one. Returns another, or
   * nothing to keep it. */
  readonly after?:
    | ((
        result: Output,
        request: NodeRequest | FetchRequest,
      ) => Output | undefined | PromiseLike<Output | undefined>)
    | undefined;
}

/** How a gateway answers. `Hooks` maps `Service.Operation` to hooks. */
export interface GatewayOptions<Hooks extends object = object> {
  /**
   * Names of request headers that pass on, in any letter case: to the service of a client, or to
   * `context` and `security` of a server. `['authorization', 'cookie']`. Default: none.
   */
  readonly forward?: readonly string[] | undefined;
  /**
   * `declared` says nothing to callers of faults that the contract does not declare: their text
   * may be that of an exception of the service. Default `all`.
   */
  readonly faults?: 'all' | 'declared' | undefined;
  /**
   * Milliseconds that a request may take; then the call ends, and the answer is 504. Default: that
   * of the client or server.
   */
  readonly timeout?: number | undefined;
  /** Texts about services for the OpenAPI document, by name of the service. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** Functions around calls, by `Service.Operation`. */
  readonly hooks?: Hooks | undefined;
  /**
   * Largest body of a request, in bytes; larger ones are answered with 413. Default: that of the
   * server, or 4 MiB.
   */
  readonly bodyBytes?: number | undefined;
}

/** The operations of a contract as HTTP with JSON. */
export interface Gateway {
  /** For platforms with `Request` and `Response`. */
  readonly fetch: FetchHandler;
  /** For node:http, Express, Connect, Fastify and NestJS. */
  readonly listener: NodeListener;
  /** The OpenAPI 3.1 document, which `GET /openapi.json` answers, too. */
  readonly openapi: Readonly<Record<string, unknown>>;
}

/** Levels of objects and lists; `fromJson` refuses more, too. */
const most = 200;
const QUOTE = 34;
const COMMA = 44;
const LIST = 91;
const BACKSLASH = 92;
const LIST_END = 93;
const OBJECT = 123;
const OBJECT_END = 125;

/**
 * Reads JSON text. Takes time in proportion to its length.
 *
 * @throws Problem 400: it is not JSON, is nested deeper than 200 levels, or an object has a member
 *   twice, of which readers would take different ones (RFC 8259, section 4)
 */
function parseJson(text: string): unknown {
  checkMembers(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, { detail: 'The body is not JSON.' });
  }
}

/** Looks at members and levels only; what is not JSON is found by whoever parses it. */
function checkMembers(text: string): void {
  // the members of each object that is open; nothing for a list
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = stringEnd(text, at + 1);
      const members = open[open.length - 1];
      if (isName && members !== undefined) addName(text.slice(at, end + 1), members);
      isName = false;
      at = end;
    } else if (code === OBJECT || code === LIST) {
      if (open.length === most) {
        throw new Problem(400, { detail: `The body is nested deeper than ${most} levels.` });
      }
      isName = code === OBJECT;
      open.push(isName ? new Set() : undefined);
    } else if (code === OBJECT_END || code === LIST_END) open.pop();
    else if (code === COMMA) isName = true;
  }
}

/** Where a string ends, whose first character is at `from`. */
function stringEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
  return at;
}

function addName(quoted: string, members: Set<string>): void {
  const name = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1);
  if (members.has(name)) {
    const shown = name.length > 100 ? `${name.slice(0, 100)}...` : name;
    throw new Problem(400, { detail: `The body has the member '${shown}' twice in one object.` });
  }
  members.add(name);
}

function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    // no JSON, which its parser says
    return quoted;
  }
}

/** Media types of results; the first is the usual one. */
export const jsonTypes: readonly string[] = ['application/json'];
/** Those of results that can be sent record by record, too. */
export const recordTypes: readonly string[] = [
  ...jsonTypes,
  'application/jsonl',
  'application/x-ndjson',
];

/**
 * The media type that a client prefers (RFC 9110, section 12.5.1).
 *
 * @throws Problem 406: it takes none
 */
export function acceptedType(incoming: Incoming, offered: readonly string[]): string {
  const accept = header(incoming, 'accept');
  const [usual = ''] = offered;
  if (accept === undefined || accept.trim() === '') return usual;
  const ranges = accept.split(',').map(rangeOf);
  let best = '';
  let most = 0;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > most) [best, most] = [type, quality];
  }
  if (most > 0) return best;
  throw new Problem(406, { detail: `Results are available as ${offered.join(', ')}.` });
}

interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

function rangeOf(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((one) => one.trim().toLowerCase());
  const weight = parameters.find((one) => one.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { range, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The quality by the most specific range. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const [main] = type.split('/');
  for (const one of [type, `${main}/*`, '*/*']) {
    const found = ranges.filter(({ range }) => range === one);
    if (found.length > 0) return Math.max(...found.map(({ quality }) => quality));
  }
  return 0;
}

const jsonRequest = /^application\/(?:[\w.!#$&^-]+\+)?json$/i;

/**
 * Checks that a body is JSON in UTF-8.
 *
 * @throws Problem 415
 */
function checkContentType(incoming: Incoming): void {
  const encoding = header(incoming, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    const detail = 'The body must not be compressed.';
    throw new Problem(415, { detail }, ['Accept-Encoding', 'identity']);
  }
  const [type = '', ...parameters] = (header(incoming, 'content-type') ?? '')
    .split(';')
    .map((one) => one.trim());
  const charset = parameters.find((one) => /^charset=/i.test(one));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/i.test(charset);
  if (jsonRequest.test(type) && isUtf8) return;
  const detail = 'The body must be JSON in UTF-8, with Content-Type application/json.';
  throw new Problem(415, { detail }, ['Accept', 'application/json']);
}

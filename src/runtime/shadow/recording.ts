import { isWebPage } from '../client/answer.ts';
import type { Caller } from '../client/call.ts';
import type { CallOptions } from '../client/request.ts';
import {
  type AnyOperation,
  type Attachment,
  type BindingName,
  isAsmxError,
  messageOf,
  type Operation,
  type RawAnswer,
  type SentAttachment,
  withCause,
} from '../operation/descriptor.ts';
import { addressingVersions, isFault, SoapFault, type SoapFaultInit } from '../operation/soap.ts';
import { bytesFromBase64, bytesToBase64, decodeUtf8 } from '../platform/globals.ts';
import type { ServerCall } from '../server/options.ts';
import type { XmlElement } from '../xml/writer.ts';

/**
 * A call and its answer as one line of a recording, in a readable order: plain data that
 * `JSON.stringify` writes without loss.
 */
export function recordedLine(call: RecordedCall): Readonly<Record<string, unknown>> {
  const { service, operation, binding, parameters, answer } = call;
  const { status, contentType, written, soapHeaders, fault, result } = answer;
  return {
    service,
    operation,
    binding,
    parameters: toRecorded(parameters === undefined ? {} : parameters),
    status,
    contentType,
    written: toRecorded(written),
    soapHeaders: toRecorded(soapHeaders),
    fault: toRecorded(fault),
    result: toRecorded(result),
  };
}

/**
 * Converts a value of generated code to plain JSON data without loss. Values that JSON does not
 * have become an object with one key: `$bigint`, `$base64`, `$date` or `$number`. Such keys never
 * come from the wire. Absent properties are omitted and keys sorted by code unit, so that equal
 * values give equal texts.
 */
export function toRecorded(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint':
      return { $bigint: String(value) };
    case 'number':
      if (Number.isFinite(value) && !Object.is(value, -0)) return value;
      return { $number: Object.is(value, -0) ? '-0' : String(value) };
    case 'object':
      return value === null ? null : objectToRecorded(value);
    default:
      return value;
  }
}

function objectToRecorded(value: object): unknown {
  if (value instanceof Uint8Array) return { $base64: bytesToBase64(value) };
  if (value instanceof Date) return { $date: value.toISOString() };
  if (Array.isArray(value)) return value.map(toRecorded);
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, toRecorded(inner)]);
  return Object.fromEntries(entries);
}

/** Converts JSON data of a recording back to a value. */
export function fromRecorded(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(fromRecorded);
  const entries = Object.entries(data);
  const [first, more] = entries;
  if (first !== undefined && more === undefined && typeof first[1] === 'string') {
    const [key, text] = first;
    if (key === '$bigint' && /^-?\d+$/.test(text)) return BigInt(text);
    if (key === '$base64') return bytesFromBase64(text);
    if (key === '$date') return new Date(text);
    if (key === '$number') return Number(text);
  }
  return Object.fromEntries(entries.map(([key, inner]) => [key, fromRecorded(inner)]));
}

/** A value in which two answers to one call differ. */
export interface AnswerDifference {
  /**
   * Where it is: `result.items[3].sku`, `fault.code`, `written`, `soapHeaders.Session.id`,
   * `status`.
   */
  readonly path: string;
  /** The value in the old answer; `undefined` if it has none. */
  readonly old: unknown;
  /** The value in the new answer; `undefined` if it has none. */
  readonly new: unknown;
}

/** Differences of one call that are listed. */
const most = 100;

/**
 * Compares two answers by value: spelling, prefixes, white space and attributes of the messages do
 * not matter.
 *
 * @returns the first hundred differences
 */
export function differencesOf(
  before: ServiceAnswer,
  after: ServiceAnswer,
): readonly AnswerDifference[] {
  const found: AnswerDifference[] = [];
  for (const name of ['status', 'fault', 'result', 'soapHeaders'] as const) {
    walk(before[name], after[name], name, found);
  }
  walk(parsed(before.written), parsed(after.written), 'written', found);
  return found.slice(0, most);
}

/** What an operation wrote itself, as data if it is JSON. */
function parsed(written: ServiceAnswer['written']): unknown {
  if (typeof written !== 'string' || !/^\s*[[{]/.test(written)) return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

function walk(before: unknown, after: unknown, path: string, found: AnswerDifference[]): void {
  if (found.length >= most || isSame(before, after)) return;
  const steps = stepsOf(before, after);
  if (steps === undefined) {
    found.push({ path, old: before, new: after });
    return;
  }
  const isList = Array.isArray(before);
  const [old, now] = [before, after].map((one) => new Map(Object.entries(one as object)));
  for (const key of steps) {
    walk(old?.get(key), now?.get(key), isList ? `${path}[${key}]` : `${path}.${key}`, found);
  }
}

/** The properties of two objects or lists; `undefined` if they can only be compared as a whole. */
function stepsOf(before: unknown, after: unknown): Iterable<string> | undefined {
  const arePlain = [before, after].every(
    (one) =>
      typeof one === 'object' &&
      one !== null &&
      (Array.isArray(one) || Object.keys(one).length > 0) &&
      !(one instanceof Uint8Array),
  );
  if (!arePlain || Array.isArray(before) !== Array.isArray(after)) return undefined;
  return new Set([...Object.keys(before as object), ...Object.keys(after as object)]);
}

/** Whether two values that have no properties are the same. */
function isSame(before: unknown, after: unknown): boolean {
  if (Object.is(before, after) || before === after) return true;
  if (typeof before === 'string' && typeof after === 'string') return isSameRecorded(before, after);
  if (typeof before !== 'object' || typeof after !== 'object') return false;
  if (before === null || after === null) return false;
  if (before instanceof Uint8Array && after instanceof Uint8Array) {
    return before.length === after.length && before.every((byte, at) => byte === after[at]);
  }
  // dates, and types of the application
  const areEmpty = Object.keys(before).length + Object.keys(after).length === 0;
  return areEmpty && Array.isArray(before) === Array.isArray(after) && same(before, after);
}

function same(before: object, after: object): boolean {
  return JSON.stringify(before) === JSON.stringify(after) && String(before) === String(after);
}

const decimal = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/;
const moment = /^(?:(\d{4}-\d\d-\d\d)T)?(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Whether two texts are one value: the same, the same decimal in another spelling (`1.50`, `1.5`),
 * or the same time (`…T10:00:00Z`, `…T12:00:00.0+02:00`). Whole numbers without a sign are texts,
 * since they may be identifiers.
 */
export function isSameRecorded(a: string, b: string): boolean {
  return a === b || (a.length < 100 && b.length < 100 && canonical(a) === canonical(b));
}

function canonical(text: string): string {
  const time = moment.exec(text);
  if (time !== null) {
    const [, date, clock, fraction = '', zone] = time;
    const instant = Date.parse(`${date ?? '2000-01-01'}T${clock}${zone ?? 'Z'}`);
    if (Number.isNaN(instant)) return text;
    const kind = `${date === undefined ? 'time' : 'dateTime'} ${zone === undefined ? '' : 'UTC'}`;
    return `${kind} ${instant} ${fraction.replace(/0+$/, '')}`;
  }
  const number = /[.+]/.test(text) && /\d/.test(text) ? decimal.exec(text) : null;
  if (number === null) return text;
  const [, sign = '', whole = '', fraction = ''] = number;
  const digits = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  return `${sign === '-' && digits !== '0' ? '-' : ''}${digits}`;
}

/** A service's answer to a call, in values of the generated code. */
export interface ServiceAnswer {
  readonly result?: unknown;
  /** Text that it wrote to the response itself, or bytes if the operation writes bytes. */
  readonly written?: string | Uint8Array | undefined;
  /** Content type of that text, over HTTP GET and POST. */
  readonly contentType?: string | undefined;
  /** SOAP headers of the answer by part name. */
  readonly soapHeaders?: Readonly<Record<string, unknown>> | undefined;
  readonly fault?: Pick<
    SoapFaultInit,
    'code' | 'message' | 'actor' | 'role' | 'subcode' | 'subcodes' | 'faultName' | 'detail'
  >;
  /** Status of any other answer: an error with a page or text. */
  readonly status?: number | undefined;
}

/** A call and its answer: one line of a recording. */
export interface RecordedCall {
  readonly service: string;
  readonly operation: string;
  readonly binding: BindingName;
  readonly parameters: unknown;
  readonly answer: ServiceAnswer;
}

/**
 * Answers a call like the service did.
 *
 * @throws {SoapFault} the service answered with a fault
 */
export function giveAnswer(answer: ServiceAnswer, { context }: ServerCall): unknown {
  const { fault, status, written, contentType } = answer;
  if (fault !== undefined) throw new SoapFault(fault);
  for (const [name, value] of Object.entries(answer.soapHeaders ?? {})) {
    context.setSoapHeader(name, value);
  }
  if (contentType !== undefined) context.contentType(contentType);
  if (written !== undefined) context.write(written);
  if (status !== undefined) {
    context.status(status);
    context.end();
  }
  return answer.result;
}

/** Headers of a connection or a body, which the call to the service sets itself. */
const ownHeaders = new RegExp(
  '^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|' +
    'content-.*|accept-encoding|soapaction)$',
);

/** An answer of a service, and what came with it. */
export interface Forwarded {
  readonly answer: ServiceAnswer;
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  /** SOAP headers that the contract does not declare. */
  readonly unknownHeaders: readonly XmlElement[];
  /** Parts beside the envelope that are no value of the result. */
  readonly attachments: readonly Attachment[];
}

/** What a call that a server received needs to be sent on: its binding, headers and signal. */
export function optionsOf({
  operation,
  context,
}: ServerCall): CallOptions & { readonly binding: BindingName } {
  const { binding, soapHeaders, signal, attachments } = context;
  const headers = Object.fromEntries(
    Object.entries(context.headers).filter(([name]) => !ownHeaders.test(name)),
  );
  const extraSoapHeaders = passedOn(context.unknownHeaders, isAddressed(operation, binding));
  return {
    binding,
    headers,
    signal,
    soapHeaders: soapHeaders as never,
    ...(extraSoapHeaders.length > 0 && { extraSoapHeaders }),
    ...(attachments.length > 0 && { attachments: attachments.map(sentAgain) }),
  };
}

/** Whether a client sends headers of WS-Addressing of its own. */
function isAddressed({ client = [] }: AnyOperation, binding: BindingName): boolean {
  return client.some(({ name, addressed }) => name === binding && addressed === true);
}

/** Headers without those of WS-Addressing, if the next message has its own. */
function passedOn(headers: readonly XmlElement[], addressed: boolean): readonly XmlElement[] {
  if (!addressed) return headers;
  const namespaces = addressingVersions.map(({ namespace }) => namespace);
  return headers.filter(({ namespace }) => !namespaces.includes(namespace));
}

/** A part that was received, to be sent. */
function sentAgain({ id, type, content }: Attachment, index: number): SentAttachment {
  return {
    id: id === '' ? `part${index + 1}@asmx.invalid` : id,
    type: type === '' ? undefined : type,
    content,
  };
}

/**
 * Answers a call like the service did, with its cookies, SOAP headers and attachments.
 *
 * @param addressed Whether the server adds headers of WS-Addressing itself.
 * @throws SoapFault the service answered with a fault
 */
export function giveForwarded(
  { answer, cookies, unknownHeaders, attachments }: Forwarded,
  call: ServerCall,
  addressed = false,
): unknown {
  const { operation, context } = call;
  const isOwn = addressed || isAddressed(operation, context.binding);
  for (const cookie of cookies) context.header('Set-Cookie', cookie);
  for (const header of passedOn(unknownHeaders, isOwn)) context.setSoapHeader(header);
  for (const part of attachments.map(sentAgain)) context.attach(part);
  return giveAnswer(answer, call);
}

/**
 * Calls a service, and returns its answer: a result, a fault, or a status with a page.
 *
 * @throws Error there was no answer that can be read
 */
export async function forward(
  caller: Caller,
  operation: AnyOperation,
  input: unknown,
  options: CallOptions & { readonly binding: BindingName },
): Promise<Forwarded> {
  const { binding } = options;
  try {
    const raw = await caller.raw(
      operation as Operation<never, unknown>,
      input as never,
      options as never,
    );
    const answer: ServiceAnswer = {
      // an operation that writes its answer itself has no result, whatever its response element
      result: operation.written === undefined ? raw.result : undefined,
      written: writtenOf(raw, raw.written, operation, binding),
      contentType: raw.written === '' ? undefined : contentTypeOf(raw, binding),
      soapHeaders: Object.keys(raw.soapHeaders).length === 0 ? undefined : { ...raw.soapHeaders },
    };
    const { unknownHeaders, attachments } = raw;
    return { answer, cookies: cookiesOf(raw), unknownHeaders, attachments };
  } catch (error) {
    return failedAnswer(error, operation);
  }
}

function cookiesOf({ headers }: RawAnswer): readonly string[] {
  return (headers['set-cookie'] ?? '').split('\n').filter((cookie) => cookie !== '');
}

/** Over SOAP the content type is that of the envelope, and text before it has none. */
function contentTypeOf({ headers }: RawAnswer, binding: BindingName): string | undefined {
  return binding.startsWith('http') ? headers['content-type'] : undefined;
}

function writtenOf(
  { body }: RawAnswer,
  text: string,
  { written }: AnyOperation,
  binding: BindingName,
): string | Uint8Array | undefined {
  if (text === '') return undefined;
  if (written !== 'binary') return text;
  if (binding.startsWith('http')) return body;
  const envelope = lastDeclaration(body);
  return envelope > 0 ? body.subarray(0, envelope) : text;
}

/** Where the last `<?xml` is; -1 if there is none. */
function lastDeclaration(body: Uint8Array): number {
  const [start = 0, ...rest] = [0x3c, 0x3f, 0x78, 0x6d, 0x6c];
  let at = body.lastIndexOf(start);
  while (at > 0 && rest.some((byte, offset) => body[at + 1 + offset] !== byte)) {
    at = body.lastIndexOf(start, at - 1);
  }
  return at;
}

/** @throws Error there was no answer that can be read */
function failedAnswer(error: unknown, operation: AnyOperation): Forwarded {
  if (isFault(error)) {
    const { code, message, actor, role, subcode, subcodes, faultName, detail, raw } = error;
    const nested = subcodes.length > 1 ? { subcodes } : { subcode };
    return {
      answer: { fault: { code, message, actor, role, ...nested, faultName, detail } },
      cookies: raw === undefined ? [] : cookiesOf(raw),
      unknownHeaders: error.unknownHeaders,
      attachments: [],
    };
  }
  const answer = otherAnswer(error, operation);
  if (answer === undefined || !isAsmxError(error) || error.raw === undefined) {
    throw new Error(`The service gave no answer: ${messageOf(error)}`, ...withCause(error));
  }
  return { answer, cookies: cookiesOf(error.raw), unknownHeaders: [], attachments: [] };
}

/** A status with a page, or the text that a void operation wrote instead of an envelope. */
function otherAnswer(error: unknown, { http }: AnyOperation): ServiceAnswer | undefined {
  if (!isAsmxError(error) || error.raw === undefined) return undefined;
  const { status, headers, body } = error.raw;
  const text = decodeUtf8(body);
  const contentType = headers['content-type'];
  if (error.code === 'http-status') return { status, contentType, written: text };
  const isVoid = http !== undefined && http.readResult === undefined;
  const isText = text.trim() !== '' && !isWebPage({ contentType: contentType ?? '', text });
  return error.code === 'protocol' && isVoid && isText ? { written: text } : undefined;
}

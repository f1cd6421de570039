import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { suggest } from '../../diagnostics/words.ts';
import { sampleSimple } from '../../model/sample.ts';
import { baseOfAddress, type ServiceModel } from '../../model/services.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { contractMessages, operationFields, withNestedFields } from '../../plan/messages.ts';
import { createCaller } from '../../runtime/client/call.ts';
import type { BindingName } from '../../runtime/operation/descriptor.ts';
import { SoapFault } from '../../runtime/operation/soap.ts';
import type { ServerInterceptor } from '../../runtime/server/options.ts';
import {
  type Forwarded,
  forward,
  fromRecorded,
  giveAnswer,
  giveForwarded,
  optionsOf,
  type RecordedCall,
  recordedLine,
  type ServiceAnswer,
  toRecorded,
} from '../../runtime/shadow/recording.ts';
import { allOperations, type FoundOperation, findOperation } from '../contract/model.ts';
import { parseJson, readHttpUrl, wrongValue } from '../terminal/arguments.ts';
import { CliError } from '../terminal/failure.ts';
import { jsonText } from '../terminal/text.ts';

/** Version of the format: docs/reference/recordings.md. */
const version = 1;

const bindings: readonly BindingName[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** A call of a recording, with its line, counted from 1. */
export interface RecordedLine extends RecordedCall {
  readonly line: number;
}

/** A file to which calls are appended. */
interface RecordingWriter {
  /** Appends a call as a complete line. */
  readonly add: (call: RecordedCall) => void;
}

/**
 * Opens a recording to append to. A new one starts with a line that describes it.
 *
 * @throws {CliError} if the file exists but is not a recording
 */
export function openRecording(path: string, contract: string): RecordingWriter {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0) readRecording(path);
  else appendFileSync(path, line({ recording: version, contract }));
  return {
    add: (call) => appendFileSync(path, line(recordedLine(call))),
  };
}

/** The text of a recording. */
export function recordedText(contract: string, calls: readonly RecordedCall[]): string {
  const lines = calls.map((call) => line(recordedLine(call)));
  return line({ recording: version, contract }) + lines.join('');
}

function line(data: object): string {
  return `${JSON.stringify(data)}\n`;
}

/**
 * Reads a recording.
 *
 * @throws {CliError} with file and line if it is malformed
 */
export function readRecording(path: string): readonly RecordedLine[] {
  const lines = readFileSync(path, 'utf8').split(/\r?\n/);
  const [first, ...others] = lines;
  const head = readLine(first ?? '', path, 1);
  if (head.recording !== version) {
    if (typeof head.recording === 'number') {
      const help = 'Use the version of asmx-gen that wrote it, or record again.';
      throw new CliError(`${path}:1: the format ${head.recording} is not known`, help);
    }
    const help = 'Name a file that asmx-gen serve --record wrote.';
    throw new CliError(`${path}:1: this is not a recording`, help);
  }
  return others.flatMap((text, at) =>
    text.trim() === '' ? [] : [readCall(readLine(text, path, at + 2), path, at + 2)],
  );
}

function readLine(text: string, path: string, at: number): Record<string, unknown> {
  let data: unknown;
  try {
    data = parseJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(
      `${path}:${at}: this line is not JSON: ${reason}`,
      'Fix the line, or remove it.',
    );
  }
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) {
    return data as Record<string, unknown>;
  }
  throw new CliError(
    `${path}:${at}: this line is not a JSON object`,
    'Fix the line, or remove it.',
  );
}

function readCall(data: Record<string, unknown>, path: string, at: number): RecordedLine {
  const { service, operation, binding: word, parameters } = data;
  const binding = bindings.find((one) => one === word);
  if (typeof service !== 'string' || typeof operation !== 'string' || binding === undefined) {
    throw new CliError(
      `${path}:${at}: this line is not a call`,
      'It needs "service", "operation" and "binding" (soap11, soap12, httpGet or httpPost).',
    );
  }
  return {
    service,
    operation,
    binding,
    parameters: fromRecorded(parameters === undefined ? {} : parameters),
    answer: readAnswer(data, path, at),
    line: at,
  };
}

function readAnswer(data: Record<string, unknown>, path: string, at: number): ServiceAnswer {
  const { status, contentType } = data;
  const written = fromRecorded(data.written);
  const fault = fromRecorded(data.fault) as ServiceAnswer['fault'];
  const sound =
    (status === undefined ||
      (Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599)) &&
    (contentType === undefined || typeof contentType === 'string') &&
    (written === undefined || typeof written === 'string' || written instanceof Uint8Array) &&
    (fault === undefined || (typeof fault === 'object' && typeof fault?.message === 'string'));
  if (!sound) {
    throw new CliError(
      `${path}:${at}: the answer of this call cannot be read`,
      'See docs/reference/recordings.md for what it may hold.',
    );
  }
  return {
    result: fromRecorded(data.result),
    written,
    contentType,
    soapHeaders: fromRecorded(data.soapHeaders) as ServiceAnswer['soapHeaders'],
    ...(fault === undefined ? {} : { fault }),
    status: status as number | undefined,
  };
}

/** Replaces a redacted text in a recording. In a parameter it matches any value. */
export const redacted = '[redacted]';

/**
 * Minimum length of values that are searched for inside other texts, where shorter ones occur by
 * chance.
 */
const shortestSecret = 4;

/**
 * Redacts named parameters of a call before it is recorded: in the request values of any type; in
 * the answer, each value under such a name is replaced by a neutral one, and the request's value is
 * removed from every other text, because services repeat their input in messages. Letter case of
 * names does not matter.
 */
export function redactCall(
  call: RecordedCall,
  names: readonly string[],
  substitutes: Substitutes,
): RecordedCall {
  if (names.length === 0) return call;
  const secretNames = new Set(names.map((name) => name.toLowerCase()));
  const secrets: string[] = [];
  gatherSecrets(call.parameters, false, secretNames, secrets);
  const redactor = createRedactor(secretNames, secrets, substitutes);
  const { result, written, fault, soapHeaders, status, contentType } = call.answer;
  const answer: ServiceAnswer = {
    result: redactor.value(result),
    written: written === undefined ? undefined : redactor.written(written),
    contentType,
    soapHeaders: redactor.value(soapHeaders) as ServiceAnswer['soapHeaders'],
    ...(fault === undefined ? {} : { fault: redactor.value(fault) as typeof fault }),
    status,
  };
  return { ...call, parameters: redactor.parameters(call.parameters), answer };
}

/** Collects the texts, and numbers as texts, below redacted names. */
function gatherSecrets(
  value: unknown,
  inside: boolean,
  secretNames: ReadonlySet<string>,
  into: string[],
): void {
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    const named = elementName(value);
    const here = inside || (named !== undefined && secretNames.has(named));
    for (const [key, inner] of Object.entries(value)) {
      gatherSecrets(inner, here || secretNames.has(key.toLowerCase()), secretNames, into);
    }
  } else if (inside && value !== undefined && value !== null && typeof value !== 'boolean') {
    const text =
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
    if (text.length >= shortestSecret) into.push(text);
  }
}

/** Name of an element or attribute in data form, in lower case. */
function elementName(value: object): string | undefined {
  const described = 'name' in value && ('children' in value || 'value' in value);
  return described && typeof value.name === 'string' ? value.name.toLowerCase() : undefined;
}

interface Redactor {
  parameters(value: unknown): unknown;
  value(value: unknown): unknown;
  written(value: string | Uint8Array): string | Uint8Array;
}

function createRedactor(
  secretNames: ReadonlySet<string>,
  secrets: readonly string[],
  substitutes: Substitutes,
): Redactor {
  // longest first, so that a part of one does not hide it
  const sorted = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  const names = [...secretNames].map(escapeRegExp).join('|');
  const element = new RegExp(`(<(?:[\\w.-]+:)?(${names})\\b[^<>]*>)[^<]*(?=<)`, 'gi');
  const member = new RegExp(
    `(["']?\\b(${names})\\b["']?\\s*[:=]\\s*)("[^"]*"|'[^']*'|[^\\s&,;}"'<]+)`,
    'gi',
  );
  const withoutSecrets = (text: string): string =>
    sorted.reduce((rest, secret) => rest.replaceAll(secret, redacted), text);
  const free = (text: string): string =>
    withoutSecrets(
      text
        .replace(element, (_all, start: string) => `${start}${redacted}`)
        .replace(member, (_all, start: string, _name, old: string) => start + neutralWord(old)),
    );
  const walk = (value: unknown, replace: (inner: unknown, key: string) => unknown): unknown => {
    if (typeof value === 'string') return withoutSecrets(value);
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Uint8Array || value instanceof Date) return value;
    if (Array.isArray(value)) return value.map((inner) => walk(inner, replace));
    const named = elementName(value);
    const content = named !== undefined && secretNames.has(named);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const hit =
          secretNames.has(key.toLowerCase()) || (content && /^(children|value)$/.test(key));
        return [key, hit ? replace(inner, key) : walk(inner, replace)];
      }),
    );
  };
  const json = (text: string): string | undefined => {
    if (!/^\s*[[{]/.test(text)) return undefined;
    try {
      return JSON.stringify(
        walk(JSON.parse(text), (inner, key) => neutral(inner, key, substitutes)),
      );
    } catch {
      return undefined;
    }
  };
  return {
    // a parameter that is not there would be asked for at replay
    parameters: (value) => walk(value, (inner) => (inner === undefined ? inner : redacted)),
    value: (value) => walk(value, (inner, key) => neutral(inner, key, substitutes)),
    written: (value) => {
      if (typeof value === 'string') return json(value) ?? free(value);
      const bytes = Buffer.from(value);
      return sorted.some((secret) => bytes.includes(secret)) ? new Uint8Array() : value;
    },
  };
}

/** A neutral word in place of another, in the same quotes. */
function neutralWord(word: string): string {
  const quote = /^["']/.exec(word)?.[0] ?? '';
  return `${quote}${redacted}${quote}`;
}

/** A neutral value of the same type. */
function neutral(value: unknown, name: string, substitutes: Substitutes): unknown {
  const sample = substitutes.get(name.toLowerCase());
  switch (typeof value) {
    case 'string':
      return sample ?? redacted;
    case 'number':
      return Number.isFinite(Number(sample)) ? Number(sample) : 0;
    case 'bigint':
      return /^-?\d+$/.test(sample ?? '') ? BigInt(sample ?? 0) : 0n;
    case 'boolean':
      return false;
    case 'object':
      if (value === null) return value;
      if (value instanceof Uint8Array) return new Uint8Array();
      if (value instanceof Date) return new Date(0);
      if (Array.isArray(value)) return value.map((inner) => neutral(inner, name, substitutes));
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          key,
          // these say which type a value has, and that it is nil
          key === '$type' || key === '$nil' ? inner : neutral(inner, key, substitutes),
        ]),
      );
    default:
      return value;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Name of an operation in options: `Service.Operation`. */
export function operationKey({ service, name }: { service: string; name: string }): string {
  return `${service}.${name}`;
}

/** The parts of `Operation=value`. */
interface OperationChoice {
  readonly found: FoundOperation;
  readonly key: string;
  readonly value: string;
}

/**
 * Reads `Operation=value` or `Service.Operation=value`.
 *
 * @param option The option it was given with, for messages.
 * @throws {CliError} without `=`, and for an unknown operation
 */
export function readOperationChoice(
  text: string,
  option: string,
  model: ServiceModel,
): OperationChoice {
  const at = text.indexOf('=');
  if (at < 1) {
    const value = at === 0 ? text.slice(1) : text;
    const isOperation = allOperations(model).some(({ service, operation: { publicName } }) =>
      [publicName, `${service.name}.${publicName}`].includes(text),
    );
    const help = isOperation
      ? `Say what happens: ${option} ${text}=503.`
      : `Name the operation: ${option} Operation=${value}.`;
    throw wrongValue(option, text, help);
  }
  const found = findOperation(model, text.slice(0, at));
  const name = found.operation.publicName;
  return {
    found,
    key: operationKey({ service: found.service.name, name }),
    value: text.slice(at + 1),
  };
}

/**
 * Answers from a recording, by a call of the same operation over the same binding with the same
 * parameters. Several such calls are answered in their order, and then the last one repeatedly. If
 * there is none, answers with a fault that says so.
 *
 * @param anyBinding Whether it does not matter over which binding a call was recorded.
 */
export function replayInterceptor(
  calls: readonly RecordedCall[],
  file: string,
  anyBinding = false,
): ServerInterceptor {
  const groups = new Map<string, RecordedCalls>();
  for (const [at, call] of calls.entries()) {
    const key = groupKey(call.service, call.operation, anyBinding ? '' : call.binding);
    const group = groups.get(key) ?? new RecordedCalls();
    groups.set(key, group);
    group.add(call, at);
  }
  return (call) => {
    const { operation, context, input } = call;
    const over = anyBinding ? '' : context.binding;
    const group = groups.get(groupKey(operation.service, operation.name, over));
    const parameters = toRecorded(input === undefined ? {} : input);
    const found = group?.take(parameters);
    if (found === undefined) {
      const others = group === undefined ? '' : ' with these parameters';
      const way = over === '' ? '' : ` over ${over}`;
      const what = `call of ${operationKey(operation)}${way}${others}`;
      const message = `${file} holds no ${what}: ${jsonText(parameters)}`;
      throw new SoapFault({ code: 'Client', message });
    }
    return giveAnswer(found.answer, call);
  };
}

/** Calls with the same parameters, in their order. */
interface SameCalls {
  readonly calls: { readonly at: number; readonly call: RecordedCall }[];
  /** How many of them have answered. */
  used: number;
}

/** Calls whose values at the same places are redacted, by their parameters. */
interface MaskedCalls {
  readonly places: readonly Path[];
  readonly byText: Map<string, SameCalls>;
}

type Path = readonly string[];

/**
 * The recorded calls of an operation. One is found by the text of its parameters, however many
 * there are; those in which a part of a text is redacted are compared one by one.
 */
class RecordedCalls {
  readonly #masked = new Map<string, MaskedCalls>();
  readonly #partly: { readonly parameters: unknown; readonly same: SameCalls }[] = [];

  add(call: RecordedCall, at: number): void {
    const parameters = toRecorded(call.parameters);
    const places: Path[] = [];
    if (hasRedactedPart(parameters, [], places)) {
      this.#partly.push({ parameters, same: { calls: [{ at, call }], used: 0 } });
      return;
    }
    const mask = JSON.stringify(places);
    const masked = this.#masked.get(mask) ?? { places, byText: new Map() };
    this.#masked.set(mask, masked);
    const text = JSON.stringify(parameters);
    const same = masked.byText.get(text) ?? { calls: [], used: 0 };
    masked.byText.set(text, same);
    same.calls.push({ at, call });
  }

  /** The first call with these parameters that has not answered, otherwise the last one. */
  take(parameters: unknown): RecordedCall | undefined {
    const masked = [...this.#masked.values()].flatMap(
      ({ places, byText }) => byText.get(maskedText(parameters, places)) ?? [],
    );
    const partly = this.#partly.filter((one) => matches(one.parameters, parameters));
    const found = [...masked, ...partly.map(({ same }) => same)];
    const [next] = found
      .flatMap((same) => ({ same, one: same.calls[same.used] }))
      .filter(({ one }) => one !== undefined)
      .sort((a, b) => (a.one?.at ?? 0) - (b.one?.at ?? 0));
    if (next !== undefined) {
      next.same.used += 1;
      return next.one?.call;
    }
    const last = found.flatMap(({ calls }) => calls.at(-1) ?? []);
    return last.sort((a, b) => a.at - b.at).at(-1)?.call;
  }
}

/**
 * Whether a text of some data is redacted in part.
 *
 * @param places gets the paths of values that are redacted as a whole
 */
function hasRedactedPart(data: unknown, path: Path, places: Path[]): boolean {
  if (data === redacted) places.push(path);
  if (typeof data === 'string') return data !== redacted && data.includes(redacted);
  if (typeof data !== 'object' || data === null) return false;
  return Object.entries(data)
    .map(([key, value]) => hasRedactedPart(value, [...path, key], places))
    .some((one) => one);
}

/** Data as a text, as if values at these places were redacted. */
function maskedText(data: unknown, places: readonly Path[]): string {
  return JSON.stringify(masked(data, places));
}

function masked(data: unknown, places: readonly Path[]): unknown {
  if (places.some((place) => place.length === 0)) return redacted;
  if (places.length === 0 || typeof data !== 'object' || data === null) return data;
  const inside = (key: string): readonly Path[] =>
    places.filter(([first]) => first === key).map((place) => place.slice(1));
  if (Array.isArray(data)) return data.map((one, at) => masked(one, inside(String(at))));
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, masked(value, inside(key))]),
  );
}

function groupKey(service: string, operation: string, binding: string): string {
  return `${service}.${operation} ${binding}`;
}

/** Whether data equals the recorded data. A redacted text matches anything. */
function matches(recorded: unknown, actual: unknown): boolean {
  if (recorded === redacted || recorded === actual) return true;
  if (typeof recorded === 'string' && typeof actual === 'string') {
    return recorded.includes(redacted) && fits(recorded.split(redacted), actual);
  }
  if (typeof recorded !== 'object' || typeof actual !== 'object') return false;
  if (recorded === null || actual === null) return false;
  if (Array.isArray(recorded) !== Array.isArray(actual)) return false;
  const a = Object.entries(recorded);
  const b = new Map(Object.entries(actual));
  return a.length === b.size && a.every(([key, value]) => b.has(key) && matches(value, b.get(key)));
}

/** Whether a text consists of the parts in order, with anything between them. */
function fits(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const next = text.indexOf(part, at);
    if (next < 0) return false;
    at = next + part.length;
  }
  return text.endsWith(last) && text.length - last.length >= at;
}

/**
 * Texts to replace redacted ones, by lower-case name: samples of types that do not allow every
 * text.
 */
type Substitutes = ReadonlyMap<string, string>;

/**
 * Checks the names of `--redact`, because a misspelt one would let secrets through. A name may only
 * be unknown if an operation writes its answer itself, which the contract does not describe.
 *
 * @throws {CliError} for a name that no parameter and no field has
 */
export function checkRedactedNames(
  names: readonly string[],
  models: readonly ServiceModel[],
): Substitutes {
  const known = new Map<string, string>();
  const substitutes = new Map<string, string>();
  const operations = models.flatMap(allOperations).map(({ operation }) => operation);
  const fields = models.flatMap((model) => {
    const messages = contractMessages(model);
    return allOperations(model).flatMap(({ operation }) => operationFields(messages.of(operation)));
  });
  for (const { property, wireName = property, value } of withNestedFields(fields)) {
    const item = value.kind === 'array' ? value.item.value : value;
    for (const name of [property, wireName]) {
      known.set(name.toLowerCase(), name);
      if (item.kind !== 'simple' || takesAnyText(item.source)) continue;
      substitutes.set(name.toLowerCase(), sampleSimple(item.source, { name, ordinal: 0 }));
    }
  }
  const unknown = names.find((name) => !known.has(name.toLowerCase()));
  if (unknown === undefined || operations.some(({ written }) => written !== undefined)) {
    return substitutes;
  }
  const near = suggest(unknown, known.values());
  throw new CliError(
    `no parameter and no field is called '${unknown}', so nothing would be redacted`,
    near === undefined ? 'asmx-gen inspect shows the names.' : `Did you mean '${near}'?`,
  );
}

function takesAnyText({ builtin, facets, variety }: SimpleType): boolean {
  const free = Object.values(facets).every((facet) => facet === undefined);
  return variety === 'atomic' && free && (builtin === undefined || builtin === 'string');
}

/**
 * Calls the real service: each call is forwarded over the same binding, with its headers, and its
 * answer returned.
 *
 * @param record Called for each answered call, including faults and error statuses.
 * @throws {CliError} if the address is not an http or https URL
 */
export function upstreamInterceptor(
  address: string,
  model: ServiceModel,
  record: (call: RecordedCall) => void,
): ServerInterceptor {
  const baseUrl = upstreamBase('--upstream', address, model);
  const caller = createCaller({ baseUrl }, {});
  return async (call) => {
    const { operation, input, context } = call;
    for (const header of context.unknownHeaders) context.understood(header);
    let forwarded: Forwarded;
    try {
      forwarded = await forward(caller, operation, input, optionsOf(call));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(reason.replace('The service', 'The service behind --upstream'));
    }
    const { answer } = forwarded;
    const { service, name } = operation;
    record({ service, operation: name, binding: context.binding, parameters: input, answer });
    return giveForwarded(forwarded, call);
  };
}

/**
 * The address before the services' own paths, even if one of these was given with it.
 *
 * @throws {CliError} if it is not an http or https URL
 */
export function upstreamBase(option: string, address: string, model: ServiceModel): string {
  const { origin, pathname } = readHttpUrl(option, address);
  // User and password stay, which the client sends as Basic authorization.
  const base = baseOfAddress(address.replace(/[?#].*$/s, ''), model.services);
  if (!/\.asmx\/*$/i.test(base)) return base;
  const paths = model.services.map((service) => service.path);
  throw new CliError(
    `${origin}${pathname} is the address of none of the services`,
    `They are at ${paths.slice(0, 5).join(', ')}: give what is in front of that.`,
  );
}

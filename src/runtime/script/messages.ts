import { decodeQuery } from '../forms/query.ts';
import { messageOf, propertyOf } from '../operation/descriptor.ts';
import { jsonBuiltin } from '../schema/json.ts';
import { checkMessage, issuesOf, type StandardIssue } from '../schema/validate.ts';
import { parseXsdDateTimeAsDate } from '../types/date.ts';
import {
  type ArrayType,
  DescribedObject,
  type Field,
  flatten,
  isList,
  isRequired,
  isSimple,
  type Member,
  type ObjectType,
  propertyNameOf,
  type Simple,
  sourceOf,
} from '../types/description.ts';
import { type Message, messagePlan, planOf, string } from '../types/message.ts';
import {
  formatXsdBase64Binary,
  formatXsdHexBinary,
  outside,
  parseXsdBase64Binary,
  parseXsdHexBinary,
} from '../values/text.ts';
import {
  mostLevels,
  parseScript,
  ScriptError,
  ScriptNumber,
  type ScriptObject,
  type ScriptValue,
  scriptMember,
  scriptObject,
  scriptText,
  shortened,
} from './json.ts';

/** What the value of a message is: nothing, the value of one element, or an object. */
type MessageContent =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly field: Field; readonly scope: string }
  | { readonly kind: 'object'; readonly type: ObjectType };

function messageContent(message: Message): MessageContent {
  const { kind, namespace, detail } = message;
  if (kind === 'nothing' || kind === 'empty') return { kind: 'none' };
  const { type, child } = messagePlan(message);
  if (kind !== 'element' && kind !== 'result') return { kind: 'object', type };
  if (child === undefined) return { kind: 'none' };
  if (kind === 'element' && child.object !== undefined) {
    return { kind: 'object', type: child.object };
  }
  return { kind: 'value', field: child.field, scope: detail.scope ?? namespace };
}

/** The parameters of an operation, as scripts name them. */
export function parametersOf(message: Message): readonly Parameter[] {
  const content = messageContent(message);
  if (content.kind === 'none') return [];
  if (content.kind === 'value') return [{ name: content.field.name, field: content.field }];
  return membersOf(content.type).all;
}

/** A parameter of an operation. */
interface Parameter {
  readonly name: string;
  readonly field: Field;
}

/** Whether a value is an object of JSON. */
function isScriptObject(value: ScriptValue | undefined): value is ScriptObject {
  return value instanceof Map;
}

/** Whether a value is a list of JSON. */
function isScriptList(value: ScriptValue): value is readonly ScriptValue[] {
  return Array.isArray(value);
}

/**
 * The input of an operation that the body of a call means. As in ASMX each parameter must come,
 * with `null` for nothing.
 *
 * @throws ScriptError a parameter is missing, or its value is not of its type
 */
export function readParameters(message: Message, json: ScriptValue): unknown {
  if (!isScriptObject(json)) {
    throw new ScriptError('The body must be an object with the parameters.');
  }
  for (const { name } of parametersOf(message)) {
    if (json.has(name)) continue;
    throw new ScriptError(`Invalid web service call, missing value for parameter: '${name}'.`);
  }
  const value = inputOf(messageContent(message), json);
  const [issue] = issuesOf((one, found) => checkMessage(one, message, found), value);
  if (issue === undefined) return value;
  throw new ScriptError(lineOf(issue), 'System.ArgumentException');
}

/**
 * The parameters of a call by GET: each is JSON in the query.
 *
 * @param most parameters that the query, and values that each of them may have
 * @throws ScriptError a value is not JSON
 */
export function readQuery(message: Message, query: string, most: number): ScriptObject {
  const parts = query.split('&');
  if (parts.length > most) throw new ScriptError(`The query has more than ${most} values.`);
  const texts = new Map<string, string[]>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const name = decodeQuery(part.slice(0, equals));
    const text = decodeQuery(part.slice(equals + 1));
    const found = texts.get(name);
    if (found === undefined) texts.set(name, [text]);
    else found.push(text);
  }
  const values = new Map<string, ScriptValue>();
  for (const { name } of parametersOf(message)) {
    // ASP.NET joins what comes several times
    const text = texts.get(name)?.join(',');
    if (text === undefined) continue;
    values.set(name, text.trim() === '' ? null : within(name, () => parseScript(text, most)));
  }
  return values;
}

function inputOf(content: MessageContent, json: ScriptObject): unknown {
  if (content.kind === 'none') return {};
  if (content.kind === 'object') return ownObject(json, content.type);
  const { field, scope } = content;
  return within(field.name, () => fieldValue(json.get(field.name) ?? null, field, scope));
}

/**
 * Writes a result as JSON; `null` if the operation has none.
 *
 * @throws Error it is not of the contract's type
 */
export function writeOutput(message: Message | undefined, output: unknown): string {
  if (message === undefined) return 'null';
  const issues = issuesOf((one, found) => checkMessage(one, message, found), output);
  if (issues.length > 0) {
    const lines = issues.map(lineOf);
    throw new Error(`The result does not fit the contract: ${lines.join('\n')}`);
  }
  const content = messageContent(message);
  if (content.kind === 'none') return 'null';
  if (content.kind === 'object') return objectJson(output, content.type, top(content.type.scope));
  return fieldJson(output, content.field, top(content.scope));
}

function lineOf({ path, message }: StandardIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

function top(scope: string): { readonly scope: string; readonly depth: number } {
  return { scope, depth: 0 };
}

/** Where the records of a result are, and how each is written. */
interface RecordPlace {
  /** Names of the members that lead to their list. */
  readonly path: readonly string[];
  readonly write: (record: unknown) => string;
}

/** Finds the list that a result consists of. */
export function recordPlace(message: Message): RecordPlace {
  const content = messageContent(message);
  const path: string[] = [];
  let fields: readonly Parameter[] = parametersOf(message);
  if (content.kind === 'object' && fields[0] !== undefined) path.push(fields[0].name);
  let scope = content.kind === 'value' ? content.scope : '';
  for (;;) {
    const field = fields[0]?.field;
    const type = field?.type;
    if (field === undefined) return { path, write: () => 'null' };
    if (isList(field) || type === undefined || isSimple(type) || type.kind === 'xml') {
      return { path, write: (record) => itemJson(record, field, top(scope)) };
    }
    ({ scope } = type);
    if (type.kind === 'array') {
      const item = type.item();
      return { path, write: (record) => itemJson(record, item, top(scope)) };
    }
    fields = membersOf(type).all;
    if (fields[0] !== undefined) path.push(fields[0].name);
  }
}

/** Where a value is: the namespace of its elements, and the number of levels around it. */
interface Place {
  readonly scope: string;
  readonly depth: number;
}

/**
 * Writes the value of a property as JSON: `null` if there is none.
 *
 * @param value of the contract's type, as the check of its message has found
 * @throws Error it is nested deeper than 100 levels
 */
function fieldJson(value: unknown, field: Field, place: Place): string {
  if (value === undefined || value === null) return 'null';
  if (!isList(field)) return itemJson(value, field, place);
  return listJson(value, (item) => itemJson(item, field, deeper(place)));
}

/** Writes one item of a list, or the value of a property that is none. */
function itemJson(value: unknown, field: Field, place: Place): string {
  if (value === undefined || value === null) return 'null';
  const { kind, type, turn, taken } = field;
  if (kind === 'head') return headJson(value, taken?.() ?? [], place);
  if (kind === 'group' && turn !== undefined) {
    return membersJson(value, turnType(turn, place.scope), [], place);
  }
  if (kind === 'any' || kind === 'mixed' || kind === 'anyAttributes' || type === undefined) {
    return treeJson(value, place);
  }
  if (isSimple(type)) return simpleJson(type, value);
  if (type.kind === 'xml') return treeJson(value, place);
  return type.kind === 'array'
    ? arrayJson(value, type, type.rank, place)
    : objectJson(value, type, place);
}

/** Writes an object with its `__type`, as .NET does where a service knows the type. */
function objectJson(value: unknown, declared: ObjectType, place: Place): string {
  if (propertyOf(value, '$nil') === true) return 'null';
  const { family, scope } = declared;
  const type = family?.chooseWritten(value as object, declared, scope).type ?? declared;
  const name = typeName(type);
  const told = name === '' ? [] : [scriptMember(typeMember, scriptText(name))];
  return membersJson(value, type, told, place);
}

function membersJson(
  value: unknown,
  type: ObjectType,
  told: readonly string[],
  place: Place,
): string {
  const inside = { ...deeper(place), scope: type.scope };
  const values = planOf(type).take(value as never);
  const written = membersOf(type).all.map(({ name, slot, field }: ScriptMember) =>
    scriptMember(name, fieldJson(values[slot], field, inside)),
  );
  return scriptObject([...told, ...written]);
}

/** The element of a substitution group that is there. */
function headJson(value: unknown, alternatives: readonly Field[], place: Place): string {
  const chosen = alternatives.find((one) => propertyOf(value, propertyNameOf(one)) !== undefined);
  if (chosen === undefined) return 'null';
  const name = propertyNameOf(chosen);
  const inner = itemJson(propertyOf(value, name), chosen, deeper(place));
  return scriptObject([scriptMember(name, inner)]);
}

function arrayJson(value: unknown, type: ArrayType, rank: number, place: Place): string {
  const inside = { ...deeper(place), scope: type.scope };
  const field = type.item();
  return listJson(value, (item) =>
    rank > 1 ? arrayJson(item, type, rank - 1, inside) : itemJson(item, field, inside),
  );
}

function listJson(value: unknown, write: (item: unknown) => string): string {
  return `[${(value as readonly unknown[]).map(write).join(',')}]`;
}

/** Writes what has no type in the contract, which is data: an element as its tree. */
function treeJson(value: unknown, place: Place): string {
  if (typeof value === 'string') return scriptText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inside = deeper(place);
  if (Array.isArray(value)) return listJson(value, (item) => treeJson(item, inside));
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return scriptObject(entries.map(([name, one]) => scriptMember(name, treeJson(one, inside))));
}

function deeper({ scope, depth }: Place): Place {
  if (depth >= mostLevels) throw new Error('RecursionLimit exceeded.');
  return { scope, depth: depth + 1 };
}

/**
 * The value of a property that JSON means; `undefined` for none.
 *
 * @param scope the namespace of its elements
 * @throws ScriptError it is none of the contract's type
 */
function fieldValue(json: ScriptValue, field: Field, scope: string): unknown {
  if (!isList(field)) return json === null ? nothing(field) : itemValue(json, field, scope);
  if (json === null) return isRequired(field) ? [] : undefined;
  return listOf(json).map((item) => itemValue(item, field, scope));
}

/** No value: nil where that can be told, otherwise nothing, which value types have not in .NET. */
function nothing({ nil, type, min }: Field): unknown {
  if (nil !== undefined) return null;
  if (min > 0 && isSimple(type) && simpleKind(type).kind !== 'text') return simpleValue(type, null);
  return undefined;
}

function itemValue(json: ScriptValue, field: Field, scope: string): unknown {
  if (json === null) return nothing(field);
  const { kind, type, turn, taken } = field;
  if (kind === 'head') return headValue(json, taken?.() ?? [], scope);
  if (kind === 'group' && turn !== undefined) {
    return ownObject(objectOf(json), turnType(turn, scope));
  }
  if (kind === 'any' || kind === 'mixed' || kind === 'anyAttributes' || type === undefined) {
    return treeValue(json);
  }
  if (isSimple(type))
    return isEmptyNumber(json, field, type) ? nothing(field) : simpleValue(type, json);
  if (type.kind === 'xml') return treeValue(json);
  return type.kind === 'array' ? arrayValue(json, type, type.rank) : objectValue(json, type);
}

/** An empty text means nothing where a value type may be missing, as in .NET. */
function isEmptyNumber(json: ScriptValue, { nil, min }: Field, type: Simple): boolean {
  return json === '' && (nil !== undefined || min === 0) && simpleKind(type).kind !== 'text';
}

/**
 * The object that JSON means, of the type that `__type` tells: one that may be at the
 * place.
 */
function objectValue(json: ScriptValue, declared: ObjectType): unknown {
  const given = objectOf(json);
  return ownObject(given, typeOf(given.get(typeMember), declared));
}

function typeOf(told: ScriptValue | undefined, declared: ObjectType): ObjectType {
  const { family, abstract } = declared;
  const isTold = told !== undefined && told !== null;
  const all = family?.choose === undefined ? [declared] : family.members();
  if (!isTold && !abstract) return declared;
  const name = isTold ? nameIn(told) : '';
  const found =
    all.find((one) => typeName(one) === name) ??
    // of a class of .NET, whose namespace no contract tells
    all.find((one) => typeName(one) === name.slice(name.lastIndexOf('.') + 1));
  if (found !== undefined && isTold) return found;
  const names = all.map((one) => `'${typeName(one)}'`).join(', ');
  throw new ScriptError(`The ${typeMember} '${shortened(name)}' is not one of ${names}.`);
}

function nameIn(told: ScriptValue): string {
  if (typeof told === 'string') return told;
  throw new ScriptError(`The ${typeMember} must be a text.`);
}

/** An object of exactly this type. What the type does not have is left out, as .NET does. */
function ownObject(given: ScriptObject, type: ObjectType): unknown {
  const { all, find } = membersOf(type);
  const plan = planOf(type);
  const values: unknown[] = plan.blank.slice();
  if (type.family !== undefined) values[0] = type.family.literal;
  const seen = new Set<number>();
  for (const [name, json] of given) {
    const member = name === typeMember ? undefined : find(name);
    if (member === undefined) continue;
    const { slot, field } = member;
    if (seen.has(slot)) throw new ScriptError(`The object has '${shortened(name)}' twice.`);
    seen.add(slot);
    values[slot] = within(name, () => fieldValue(json, field, type.scope));
  }
  const inChoice = new Set(plan.written.flatMap((one) => (one.required ? [] : [one.slot])));
  for (const { slot, field } of all) {
    if (seen.has(slot) || inChoice.has(slot)) continue;
    values[slot] = missing(field);
  }
  return plan.make(values);
}

/** What .NET has for a member that does not come. */
function missing(field: Field): unknown {
  const { nil, type } = field;
  if (!isRequired(field)) return undefined;
  if (isList(field)) return [];
  if (nil !== undefined) return null;
  return isSimple(type) ? type.initial?.() : undefined;
}

/** Adds the name of a member to the error of its value. */
function within<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const { message, name: type, cause } = error as ScriptError & { readonly cause?: unknown };
    const inner = /^[\w$.]+: /.test(message) ? `.${message}` : `: ${message}`;
    throw new ScriptError(shortened(name) + inner, type, cause);
  }
}

function headValue(json: ScriptValue, alternatives: readonly Field[], scope: string): unknown {
  for (const [name, inner] of objectOf(json)) {
    const chosen = alternatives.find((one) => propertyNameOf(one) === name);
    if (chosen !== undefined) return { [name]: itemValue(inner, chosen, scope) };
  }
  const names = alternatives.map((one) => `'${propertyNameOf(one)}'`).join(', ');
  throw new ScriptError(`The object must have one of the members ${names}.`);
}

function arrayValue(json: ScriptValue, type: ArrayType, rank: number): unknown {
  const field = type.item();
  return listOf(json).map((item) =>
    rank > 1 ? arrayValue(item, type, rank - 1) : itemValue(item, field, type.scope),
  );
}

/** What has no type in the contract: data. Numbers are as JavaScript has them. */
function treeValue(json: ScriptValue): unknown {
  if (json instanceof ScriptNumber) return Number(json.text);
  if (json === null || typeof json !== 'object') return json;
  if (isScriptList(json)) return json.map(treeValue);
  return Object.fromEntries([...json].map(([name, inner]) => [name, treeValue(inner)]));
}

function objectOf(json: ScriptValue): ScriptObject {
  if (isScriptObject(json)) return json;
  throw new ScriptError(`The value must be an object, not ${jsonKind(json)}.`);
}

function listOf(json: ScriptValue): readonly ScriptValue[] {
  if (json !== null && isScriptList(json)) return json;
  throw new ScriptError(`The value must be an array, not ${jsonKind(json)}.`);
}

function jsonKind(json: ScriptValue): string {
  if (json === null) return 'null';
  if (isScriptList(json)) return 'an array';
  if (isScriptObject(json)) return 'an object';
  return json instanceof ScriptNumber ? 'a number' : `a ${typeof json}`;
}

/** The first and the last moment that .NET has, in milliseconds since 1970. */
const firstMoment = -62_135_596_800_000;
const lastMoment = 253_402_300_799_999;
/** With and without the backslashes by which .NET knows it from a text. */
const dateForm = /^\/Date\((-?\d{1,15})(?:[a-zA-Z]|[+-]\d{4})?\)\/$/;

/**
 * The value of a simple type that JSON means. As .NET does, it takes numbers as texts and the
 * other way round, and enumerations by number or name.
 *
 * @throws ScriptError there is none
 */
function simpleValue(type: Simple, json: ScriptValue): unknown {
  const text = textOf(type, json);
  try {
    return type.parse(text, outside);
  } catch (error) {
    throw new ScriptError(messageOf(error), 'System.ArgumentException', error);
  }
}

/** The text that a simple type has for JSON. */
function textOf(type: Simple, json: ScriptValue): string {
  if (json === null) throw new ScriptError('Cannot convert null to a value type.');
  const found = simpleKind(type);
  if (isScriptList(json)) return listText(found, json);
  if (isScriptObject(json)) throw misfit('an object');
  const text = plainText(json);
  switch (found.kind) {
    case 'boolean':
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() : text;
    case 'number':
      return numberText(text);
    case 'moment':
      return momentText(text);
    case 'date':
      return dateText(text);
    case 'enum':
      return enumText(found.names, text);
    case 'flags':
      return flagsText(found.names, text);
    default:
      return text;
  }
}

/** A value that is no list or object, as .NET converts it to a text. */
function plainText(json: boolean | string | ScriptNumber): string {
  if (typeof json === 'string') return json;
  if (json instanceof ScriptNumber) return json.text;
  return json ? 'True' : 'False';
}

function listText(found: SimpleKind, json: readonly ScriptValue[]): string {
  switch (found.kind) {
    case 'base64':
      return formatXsdBase64Binary(bytesOf(json));
    case 'hex':
      return formatXsdHexBinary(bytesOf(json));
    case 'list':
      return json.map((item) => textOf(found.item, item)).join(' ');
    default:
      throw misfit('an array');
  }
}

function bytesOf(json: readonly ScriptValue[]): Uint8Array {
  return Uint8Array.from(json, (item) => {
    const byte = item instanceof ScriptNumber ? Number(item.text) : Number.NaN;
    if (Number.isInteger(byte) && byte >= 0 && byte <= 255) return byte;
    throw new ScriptError('Value was either too large or too small for an unsigned byte.');
  });
}

/** Numbers with an exponent are of type double in .NET, which a whole number may be, too. */
function numberText(text: string): string {
  if (/^[+-]?Infinity$/.test(text)) return text.replace('Infinity', 'INF').replace('+', '');
  if (!/[eE]/.test(text)) return text;
  const plain = String(Number(text));
  return /[eN]/.test(plain) ? text : plain;
}

function momentText(text: string): string {
  const moment = momentOf(text);
  if (moment !== undefined) return moment.toISOString().replace(/\.000Z$/, 'Z');
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text;
}

/** The day of a moment by the local clock, as days without a zone are. */
function dateText(text: string): string {
  const isLong = /^\d{4}-\d\d-\d\dT/.test(text);
  const moment = momentOf(text) ?? (isLong ? new Date(text) : undefined);
  if (moment === undefined || Number.isNaN(moment.getTime())) return text;
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-');
}

/** The moment that `/Date(0)/` says. */
function momentOf(text: string): Date | undefined {
  const found = dateForm.exec(text);
  if (found === null) return undefined;
  const time = Number(found[1]);
  if (time >= firstMoment && time <= lastMoment) return new Date(time);
  throw new ScriptError('The added or subtracted value results in an un-representable DateTime.');
}

function enumText(names: readonly string[], text: string): string {
  if (/^\d+$/.test(text)) return names[Number(text)] ?? text;
  return named(names, text);
}

/** Names regardless of case, as .NET does. */
function named(names: readonly string[], text: string): string {
  const lower = text.trim().toLowerCase();
  return (
    names.find((name) => name === text) ??
    names.find((name) => name.toLowerCase() === lower) ??
    text
  );
}

function flagsText(names: readonly string[], text: string): string {
  if (!/^\d{1,20}$/.test(text)) {
    const words = text.includes(',') ? text.split(',') : wordsOf(text);
    return words.map((word) => named(names, word)).join(' ');
  }
  const bits = [...flagBits(names)];
  const given = BigInt(text);
  if (given === 0n)
    return bits.flatMap(([name, bit]): string | [] => (bit === 0n ? name : [])).join(' ');
  const set = bits.filter(([, bit]) => (given & bit) !== 0n);
  const known = set.reduce((sum, [, bit]) => sum | bit, 0n);
  if (known !== given) throw new ScriptError(`${text} is not a valid value for the flags.`);
  return set.map(([name]) => name).join(' ');
}

function misfit(what: string): ScriptError {
  return new ScriptError(`The value must be a single one, not ${what}.`);
}

/**
 * Writes a value of a simple type as the serializer of .NET does: enumerations as numbers,
 * moments as `"\/Date(0)\/"`, bytes as a list of numbers. Only `NaN` and infinite numbers are texts
 * here, because no parser of JSON takes what .NET writes.
 *
 * @throws EncodeError the value does not have the type
 */
function simpleJson(type: Simple, value: unknown): string {
  return textJson(type, type.raw(value as never));
}

function textJson(type: Simple, text: string): string {
  const found = simpleKind(type);
  switch (found.kind) {
    case 'boolean':
      return text;
    case 'number':
      return numberJson(text);
    case 'moment':
      return momentJson(text);
    case 'date':
      return momentJson(`${text.slice(0, dateEnd(text))}T00:00:00${text.slice(dateEnd(text))}`);
    case 'base64':
      return `[${parseXsdBase64Binary(text).join(',')}]`;
    case 'hex':
      return `[${parseXsdHexBinary(text).join(',')}]`;
    case 'list':
      return `[${wordsOf(text)
        .map((word) => textJson(found.item, word))
        .join(',')}]`;
    case 'enum': {
      const at = found.names.indexOf(text);
      return at < 0 ? scriptText(text) : String(at);
    }
    case 'flags': {
      const bits = flagBits(found.names);
      return String(wordsOf(text).reduce((sum, word) => sum | (bits.get(word) ?? 0n), 0n));
    }
    default:
      return scriptText(text);
  }
}

/** Texts between white space. */
function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Where the zone of a date begins, if it has one. */
function dateEnd(text: string): number {
  const found = /(?:Z|[+-]\d\d:\d\d)$/.exec(text);
  return found?.index ?? text.length;
}

function momentJson(text: string): string {
  return `"\\/Date(${parseXsdDateTimeAsDate(text).getTime()})\\/"`;
}

/** A number of XML Schema as one of JSON. */
function numberJson(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = ''] =
    /^([+-]?)0*(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/.exec(text) ?? [];
  if (sign === undefined) return scriptText(text.replace('INF', 'Infinity'));
  const minus = sign === '-' ? '-' : '';
  const digits = whole === '' ? '0' : whole;
  return minus + digits + (fraction === '' ? '' : `.${fraction}`) + exponent;
}

/** What a simple type is in .NET, as far as its JSON depends on it. */
type SimpleKind =
  | { readonly kind: 'text' | 'boolean' | 'number' | 'moment' | 'date' | 'base64' | 'hex' }
  | { readonly kind: 'list'; readonly item: Simple }
  /** Names in the order of the contract, which are the numbers 0, 1, 2, …. */
  | { readonly kind: 'enum'; readonly names: readonly string[]; readonly label: string }
  /** Names of bits: of a list that is an enumeration with `[Flags]`. */
  | { readonly kind: 'flags'; readonly names: readonly string[]; readonly label: string };

const text: SimpleKind = { kind: 'text' };
const kinds = new WeakMap<Simple, SimpleKind>();

/** By name of the built-in type. Any other is a text in .NET, even integers without limits. */
const builtins: ReadonlyMap<string, SimpleKind> = /* @__PURE__ */ new Map<string, SimpleKind>([
  ['boolean', { kind: 'boolean' }],
  ...['byte', 'short', 'int', 'long', 'unsignedByte', 'unsignedShort', 'unsignedInt']
    .concat('unsignedLong', 'decimal', 'double', 'float')
    .map((name) => [name, { kind: 'number' }] as [string, SimpleKind]),
  ['dateTime', { kind: 'moment' }],
  ['date', { kind: 'date' }],
  ['base64Binary', { kind: 'base64' }],
  ['hexBinary', { kind: 'hex' }],
]);

/** What a simple type is in .NET. */
export function simpleKind(type: Simple): SimpleKind {
  const known = kinds.get(type) ?? kindOf(type);
  kinds.set(type, known);
  return known;
}

function kindOf(type: Simple): SimpleKind {
  const { own, base, values, label = '', item, members } = sourceOf(type);
  if (own) return base === undefined ? text : simpleKind(base);
  if (members !== undefined) return text;
  if (item !== undefined) {
    const inner = simpleKind(item);
    return inner.kind === 'enum' ? { ...inner, kind: 'flags' } : { kind: 'list', item };
  }
  const builtin = base ?? string;
  // enumerations of other types than words are no enumerations of .NET
  if (values !== undefined && builtin.words)
    return { kind: 'enum', names: values.map(String), label };
  return builtins.get(jsonBuiltin(builtin).name) ?? text;
}

/**
 * The bit of each name of an enumeration with flags. The contract does not tell it; by convention
 * of .NET `None` in front is 0.
 */
export function flagBits(names: readonly string[]): ReadonlyMap<string, bigint> {
  const first = names[0]?.toLowerCase() === 'none' ? 1 : 0;
  return new Map(names.map((name, at) => [name, at < first ? 0n : 1n << BigInt(at - first)]));
}

/** A member of an object of JSON. */
interface ScriptMember {
  /** Its name: that of the element or attribute, as that of the property in .NET. */
  readonly name: string;
  /** The place of its value among those of the object. */
  readonly slot: number;
  readonly field: Field;
}

/** The members of a type. */
interface ScriptMembers {
  readonly all: readonly ScriptMember[];
  /** The member with a name, whose letters may have another case, as in .NET. */
  find(name: string): ScriptMember | undefined;
}

/** The member of JSON that tells the type of an object. */
const typeMember = '__type';

const known = new WeakMap<ObjectType, ScriptMembers>();

/** The members of objects of a type in JSON. */
function membersOf(type: ObjectType): ScriptMembers {
  const found = known.get(type) ?? createMembers(type);
  known.set(type, found);
  return found;
}

function createMembers({ members, family }: ObjectType): ScriptMembers {
  const first = family === undefined ? 0 : 1;
  const taken = new Set([typeMember]);
  const all = flatten(members).fields.map((field, at): ScriptMember => {
    let name = wireName(field, taken);
    while (taken.has(name)) name += '_';
    taken.add(name);
    return { name, slot: first + at, field };
  });
  const exact = new Map(all.map((one) => [one.name, one]));
  const folded = new Map(all.map((one) => [one.name.toLowerCase(), one]));
  return { all, find: (name) => exact.get(name) ?? folded.get(name.toLowerCase()) };
}

function wireName(field: Field, taken: ReadonlySet<string>): string {
  const hasName = field.kind === 'element' || field.kind === 'attribute';
  return hasName && !taken.has(field.name) ? field.name : propertyNameOf(field);
}

const turns = new WeakMap<Member, ObjectType>();

/** One turn of a group, as a type. */
function turnType(turn: Member, scope: string): ObjectType {
  const type = turns.get(turn) ?? new DescribedObject('', '', () => [turn], { scope });
  turns.set(turn, type);
  return type;
}

/** What `__type` calls a type; `''` if it has no name. */
export function typeName({ name, family }: ObjectType): string {
  if (family === undefined) return name;
  // two types of a family may have one name, in two namespaces
  const isShared = family.members().some((one) => one.name === name && one.family !== family);
  return isShared ? family.literal : name;
}

import { AsmxError, type JsonValue, messageOf, propertyOf } from '../operation/descriptor.ts';
import * as moments from '../types/date.ts';
import { formatXsdDateTimeFromDate, parseXsdDateTimeAsDate } from '../types/date.ts';
import type { Simple } from '../types/description.ts';
import { string } from '../types/message.ts';
import * as numbers from '../types/number.ts';
import * as texts from '../types/text.ts';
import {
  base64Binary,
  base64BinaryAsString,
  hexBinary,
  hexBinaryAsString,
  xsdQName,
} from '../types/text.ts';
import { formatXsdBase64Binary, outside, parseXsdBase64Binary } from '../values/text.ts';
import { XmlError } from '../xml/errors.ts';
import { describeValue } from '../xml/writer.ts';
import {
  isRecord,
  type JsonType,
  keywordsOf,
  mostIssues,
  nestingIssue,
  type OwnScalar,
  type Scalar,
  type SchemaKeywords,
  type SchemaNode,
  type StandardIssue,
  type StandardResult,
  type TypeSchema,
} from './validate.ts';

/**
 * Patterns of texts in JSON. Every lexical value of the type passes (XML Schema 2, 3.2 and 3.3),
 * and most other texts do not. JSON Schema's formats `date-time`, `date` and `time` would refuse
 * texts without a zone.
 */
const zone = '(?:Z|[+-][0-9]{2}:[0-9]{2})?';
const year = '-?[0-9]{4,}';
const two = '[0-9]{2}';
const clock = `${two}:${two}:${two}(?:\\.[0-9]+)?`;
const date = `${year}-${two}-${two}`;
const days = '(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?';
const times = '(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\\.[0-9]+)?S)?';
/** Characters that are in no name. */
const others = '\\s<>&"\'/=(){}\\[\\]';

/** The forms of texts that are not any. */
type TextForm =
  | 'whole'
  | 'bigint'
  | 'base64'
  | 'base64Text'
  | 'hexText'
  | 'decimal'
  | 'dateTime'
  | 'date'
  | 'time'
  | 'duration'
  | 'gYearMonth'
  | 'gYear'
  | 'gMonthDay'
  | 'gDay'
  | 'gMonth'
  | 'language'
  | 'anyURI'
  | 'token'
  | 'noColon'
  | 'QName';

/** A pattern for each form of a text. */
const textPatterns: Readonly<Record<TextForm, string>> = {
  whole: '^[+-]?[0-9]+$',
  bigint: '^-?[0-9]+$',
  base64: '^[A-Za-z0-9+/]*={0,2}$',
  base64Text: '^[A-Za-z0-9+/=\\s]*$',
  hexText: '^[0-9A-Fa-f\\s]*$',
  decimal: '^[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)$',
  dateTime: `^${date}T${clock}${zone}$`,
  date: `^${date}${zone}$`,
  time: `^${clock}${zone}$`,
  duration: `^-?P(?!$)${days}(?:T(?!$)${times})?$`,
  gYearMonth: `^${year}-${two}${zone}$`,
  gYear: `^${year}${zone}$`,
  gMonthDay: `^--${two}-${two}${zone}$`,
  gDay: `^---${two}${zone}$`,
  gMonth: `^--${two}(?:--)?${zone}$`,
  language: '^\\s*[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*\\s*$',
  anyURI: '^[^#]*(?:#[^#]*)?$',
  token: `^\\s*[^${others}]+\\s*$`,
  noColon: `^\\s*[^:${others}]+\\s*$`,
  QName: `^(?:\\{.*\\})?[^:${others}]+$`,
};

/** What a schema needs to know of a built-in type. */
interface BuiltinType {
  /** Its name in XML Schema, or that of a type of ASMX. */
  readonly name: string;
  /** Its JSON. */
  readonly json: SchemaKeywords;
  /** Whether values are integers, in JSON numbers or texts. */
  readonly whole?: boolean;
}

const text: SchemaKeywords = { type: 'string' };
const bigint: SchemaKeywords = {
  type: 'string',
  javascript: 'bigint',
  pattern: textPatterns.bigint,
};
const float: SchemaKeywords = { javascript: 'number' };
const bytes: SchemaKeywords = {
  type: 'string',
  javascript: 'Uint8Array',
  pattern: textPatterns.base64,
  contentEncoding: 'base64',
};

function matching(pattern: TextForm, others?: SchemaKeywords): SchemaKeywords {
  return { type: 'string', pattern: textPatterns[pattern], ...others };
}

function integer(minimum?: number, maximum?: number): SchemaKeywords {
  return {
    type: 'integer',
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

/** Integers without limits that JavaScript's numbers have: as bigints, numbers and texts. */
function large(name: string, ...limits: readonly (number | undefined)[]): Entries {
  const types = numbers as unknown as Readonly<Record<string, Simple>>;
  const forms = [
    ['', bigint],
    ['AsNumber', integer(...limits)],
    ['AsString', matching('whole')],
  ] as const;
  return forms.map(([suffix, json]) => [
    types[name + suffix] as Simple,
    { name, json, whole: true },
  ]);
}

function all(types: object, name: string, json: SchemaKeywords = text): Entries {
  const type = (types as Readonly<Record<string, Simple>>)[name] as Simple;
  return [[type, { name: name.replace(/^xsd/, ''), json }]];
}

type Entries = readonly (readonly [type: Simple, known: BuiltinType])[];

const momentNames = [
  ...(['dateTime', 'date', 'time', 'duration'] as const),
  ...(['gYearMonth', 'gYear', 'gMonthDay', 'gDay', 'gMonth'] as const),
];

const entries: Entries = [
  [string, { name: 'string', json: text }],
  ...['normalizedString', 'token'].flatMap((one) => all(texts, one)),
  ...all(texts, 'anyURI', matching('anyURI')),
  ...all(texts, 'language', matching('language')),
  ...all(texts, 'char', { type: 'string', minLength: 1, maxLength: 1 }),
  ...['xsdName', 'xsdNMTOKEN'].flatMap((one) => all(texts, one, matching('token'))),
  ...['xsdNCName', 'xsdENTITY'].flatMap((one) => all(texts, one, matching('noColon'))),
  ...all(texts, 'guid', { type: 'string', format: 'uuid' }),
  [texts.xsdID, { name: 'ID', json: matching('noColon') }],
  [texts.xsdIDREF, { name: 'IDREF', json: matching('noColon') }],
  [xsdQName, { name: 'QName', json: matching('QName') }],
  [base64Binary, { name: 'base64Binary', json: bytes }],
  [hexBinary, { name: 'hexBinary', json: bytes }],
  [
    base64BinaryAsString,
    { name: 'base64Binary', json: matching('base64Text', { contentEncoding: 'base64' }) },
  ],
  [
    hexBinaryAsString,
    { name: 'hexBinary', json: matching('hexText', { contentEncoding: 'base16' }) },
  ],
  ...all(numbers, 'boolean', { type: 'boolean' }),
  ...whole('int', -2_147_483_648, 2_147_483_647),
  ...whole('short', -32_768, 32_767),
  ...whole('byte', -128, 127),
  ...whole('unsignedInt', 0, 4_294_967_295),
  ...whole('unsignedShort', 0, 65_535),
  ...whole('unsignedByte', 0, 255),
  ...large('long'),
  ...large('unsignedLong', 0),
  ...large('integer'),
  ...large('nonNegativeInteger', 0),
  ...large('positiveInteger', 1),
  ...large('nonPositiveInteger', undefined, 0),
  ...large('negativeInteger', undefined, -1),
  ...all(numbers, 'double', float),
  ...all(numbers, 'float', float),
  ...all(numbers, 'decimal', matching('decimal')),
  [numbers.decimalAsNumber, { name: 'decimal', json: { type: 'number' } }],
  ...momentNames.flatMap((one) => all(moments, one, matching(one))),
  ...[moments.dateTimeAsDate, moments.zonedDateTimeAsDate].map((one): Entries[number] => [
    one,
    { name: 'dateTime', json: matching('dateTime', { javascript: 'Date' }) },
  ]),
];

function whole(name: string, minimum: number, maximum: number): Entries {
  const [[type, known]] = all(numbers, name, integer(minimum, maximum)) as [Entries[number]];
  return [[type, { ...known, whole: true }]];
}

const builtins: ReadonlyMap<Simple, BuiltinType> = /* @__PURE__ */ new Map(entries);

/** What is known of a built-in type; of any other without a source, that it is a text. */
export function jsonBuiltin(type: Simple): BuiltinType {
  return builtins.get(type) ?? { name: 'string', json: text };
}

/**
 * Converts a value to JSON without loss: bytes in base64, bigints and dates as text, `NaN`, `INF`,
 * `-INF` and `-0` as text, too. A missing value, such as the result of an operation that has none,
 * is `null`; where `null` means nil, it is `{ "$absent": true }`.
 *
 * @returns data for `JSON.stringify`, which `fromJson` converts back
 * @throws AsmxError with code `encode`: the value contains itself, or is nested deeper than 200
 *   levels
 */
export function toJson<T>(schema: TypeSchema<T>, value: T): JsonValue {
  const endless = nestingIssue(value);
  if (endless !== undefined) throw failure('encode', schema, [endless]);
  return (convert(schema, value, 'value') ?? null) as JsonValue;
}

/**
 * Converts JSON to a value, and checks it against the contract. Drops properties that the schema
 * does not have.
 *
 * @param json The result of `JSON.parse`.
 * @throws AsmxError with code `decode`: the JSON does not fit, or is nested deeper than 200 levels;
 *   see `path` and message
 */
export function fromJson<T>(schema: TypeSchema<T>, json: unknown): T {
  const result = readJson(schema, json);
  if ('value' in result) return result.value;
  throw failure('decode', schema, result.issues);
}

/** A value of JSON, or what does not fit, at most twenty issues. */
export function readJson<T>(schema: TypeSchema<T>, json: unknown): StandardResult<T> {
  const endless = nestingIssue(json);
  if (endless !== undefined) return { issues: [endless] };
  const refused = refusedIn(schema, json, []);
  const result = schema['~standard'].validate(convert(schema, json, 'json'));
  if (refused.length === 0 && result.issues === undefined) return result;
  const known = new Set(refused.map(pathOf));
  const others = (result.issues ?? []).filter((issue) => !known.has(pathOf(issue)));
  return { issues: [...refused, ...others.map(inJson)].slice(0, mostIssues) };
}

/** An issue in the words of JSON, which has no bigints, bytes, dates and undefined values. */
function inJson({ message, path }: StandardIssue): StandardIssue {
  const told = message
    .replace(
      / as a bigint, got (.*)$/s,
      (_, got: string) => ` as a string, got ${got}${advice(got)}`,
    )
    .replace(/^Expected a Uint8Array\b/, 'Expected base64 in a string')
    .replace(/^Expected a Date\b/, 'Expected a dateTime in a string')
    .replace(/, got undefined\.$/, ', got nothing.');
  return { message: told, path };
}

/** What to do about a number that stands for a large integer, and may have lost digits. */
function advice(got: string): string {
  const [, digits] = /^the number (-?[0-9]+(?:e\+[0-9]+)?)\.$/.exec(got) ?? [];
  return digits === undefined || Number.isSafeInteger(Number(digits))
    ? ''
    : ` JSON numbers beyond ${Number.MAX_SAFE_INTEGER} lose digits: send it as a string.`;
}

function pathOf({ path }: StandardIssue): string {
  return path.join('.');
}

function failure(
  code: 'encode' | 'decode',
  { name }: { readonly name: string },
  issues: readonly StandardIssue[],
): AsmxError {
  const lines = issues.map(({ message, path }) => `${[name, ...path].join('.')}: ${message}`);
  return new AsmxError(code, lines.join('\n'), { path: issues[0] && pathOf(issues[0]) });
}

/**
 * What the parsers of a user's own types refuse in JSON. Only they can tell: the value is not
 * converted then, and `format` of the type may accept anything.
 *
 * @param path keys from the outermost value to this one
 */
function refusedIn(
  schema: SchemaNode,
  json: unknown,
  path: readonly (string | number)[],
): readonly StandardIssue[] {
  const { javascript, properties, items, anyOf } = keywordsOf(schema);
  if (typeof javascript === 'object') {
    const message = javascript.refusal(json);
    return message === undefined ? [] : [{ message, path }];
  }
  if (properties !== undefined && isRecord(json)) {
    const fields = new Map(Object.entries(json));
    return Object.entries(properties).flatMap(([name, property]) => {
      const own = fields.get(name);
      if (own === undefined || property === false) return [];
      return refusedIn(property, own, [...path, name]);
    });
  }
  if (items !== undefined && Array.isArray(json)) {
    return json.flatMap((item: unknown, index) => refusedIn(items, item, [...path, index]));
  }
  const branch = anyOf && (branchOf(anyOf, json, 'json') ?? anyOf.find(isOwn));
  return branch === undefined ? [] : refusedIn(branch, json, path);
}

function isOwn(schema: SchemaNode): boolean {
  return typeof keywordsOf(schema).javascript === 'object';
}

const hasOwn = Object.prototype.hasOwnProperty;

/**
 * Converts a value to its other form: from JSON to the form of generated code, or back. Drops
 * properties that the schema does not have; values that do not fit stay unchanged.
 *
 * @param form The form of `value`.
 */
export function convert(schema: SchemaNode, value: unknown, form: Form): unknown {
  const node = keywordsOf(schema);
  const { javascript, properties, items, anyOf } = node;
  if (javascript !== undefined) return otherForm(javascript, value, form);
  if (properties !== undefined && isRecord(value)) {
    const entries: (readonly [string, unknown])[] = [];
    for (const [name, property] of Object.entries(properties)) {
      const own = hasOwn.call(value, name) ? value[name] : undefined;
      if (own === undefined || property === false) continue;
      entries.push([name, convert(property, own, form)]);
    }
    return Object.fromEntries(entries);
  }
  if (items !== undefined && Array.isArray(value)) {
    return value.map((item: unknown) => convert(items, item, form));
  }
  const branch = anyOf && branchOf(anyOf, value, form);
  return branch === undefined ? value : convert(branch, value, form);
}

/**
 * The alternative of `anyOf` that a value looks like: the first one with matching type, constants
 * and required properties. The value may still be invalid. A number stands for a bigint only where
 * it is the JSON of no other alternative.
 */
function branchOf(
  branches: readonly SchemaNode[],
  value: unknown,
  form: Form,
): SchemaNode | undefined {
  const isLike = (one: SchemaNode): boolean => looksLike(keywordsOf(one), value, form);
  if (typeof value !== 'number') return branches.find(isLike);
  const fitting = branches.filter(isLike);
  return fitting.find((one) => !isBigint(one, value)) ?? fitting[0];
}

/** Whether a number in JSON would be converted to a bigint. */
function isBigint(node: SchemaNode, value: number): boolean {
  const { javascript, anyOf } = keywordsOf(node);
  const branch = anyOf && branchOf(anyOf, value, 'json');
  return javascript === 'bigint' || (branch !== undefined && isBigint(branch, value));
}

function looksLike(node: SchemaKeywords, value: unknown, form: Form): boolean {
  const { javascript, type, anyOf } = node;
  if (javascript !== undefined) return hasForm(javascript, value, form);
  if (type === undefined && anyOf !== undefined && branchOf(anyOf, value, form) === undefined) {
    return false;
  }
  if (type !== undefined && !hasType(type, value)) return false;
  if (node.const !== undefined && node.const !== value) return false;
  if (node.enum !== undefined && !node.enum.some((one) => one === value)) return false;
  return !isRecord(value) || hasConstants(node, value, form);
}

/** Properties of what is nil, or absent: nothing else. */
const marks = ['$nil', '$absent'] as const;

/** Whether an object has the required properties, and the values of constant ones. */
function hasConstants(
  { properties, required = [] }: SchemaKeywords,
  value: Readonly<Record<string, unknown>>,
  form: Form,
): boolean {
  if (properties === undefined) return required.every((name) => value[name] !== undefined);
  if (marks.some((mark) => mark in value && properties[mark] === undefined)) return false;
  if (!required.every((name) => value[name] !== undefined)) return false;
  return Object.entries(properties).every(([name, property]) => {
    if (property === false || value[name] === undefined) return true;
    const { const: constant, javascript } = keywordsOf(property);
    if (constant === undefined) return true;
    // constants are JSON, and a bigint or a date has other texts
    if (javascript !== undefined) return hasForm(javascript, value[name], form);
    return constant === value[name];
  });
}

function hasType(type: JsonType, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return typeof value === 'number';
    default:
      return typeof value === type;
  }
}

const wholeNumber = new RegExp(textPatterns.bigint);
const dateTime = new RegExp(textPatterns.dateTime);
const base64 = new RegExp(textPatterns.base64);
/** As of integers in XML, because conversion to a bigint takes more than linear time. */
const mostDigits = 4096;
/** Numbers that JSON does not have, by XML Schema's names. */
export const specialNumbers: readonly string[] = ['INF', '-INF', 'NaN', '-0'];

/** Texts in JSON; numbers that have lost no digit are read, too. */
const bigints: Scalar = {
  isValue: (value) => typeof value === 'bigint',
  isJson: (json) =>
    typeof json === 'string'
      ? json.length <= mostDigits && wholeNumber.test(json)
      : Number.isSafeInteger(json),
  toJson: (value: bigint) => String(value),
  fromJson: (json: string | number) => BigInt(json),
};

const dates: Scalar = {
  isValue: (value) => value instanceof Date,
  isJson: (json) =>
    typeof json === 'string' &&
    dateTime.test(json) &&
    failureOf(() => parseXsdDateTimeAsDate(json)) === undefined,
  // an invalid date has no text; `validate` reports it
  toJson: (value: Date) =>
    failureOf(() => formatXsdDateTimeFromDate(value)) === undefined
      ? formatXsdDateTimeFromDate(value)
      : null,
  fromJson: parseXsdDateTimeAsDate,
};

const byteScalar: Scalar = {
  isValue: (value) => value instanceof Uint8Array,
  isJson: (json) => typeof json === 'string' && json.length % 4 === 0 && base64.test(json),
  toJson: (value: Uint8Array) => formatXsdBase64Binary(value),
  fromJson: parseXsdBase64Binary,
};

/** Numbers that may be infinite, NaN or -0. */
const numberScalar: Scalar = {
  isValue: (value) => typeof value === 'number',
  isJson: (json) => typeof json === 'number' || specialNumbers.includes(json as string),
  toJson: (value: number) => {
    if (Object.is(value, -0)) return '-0';
    if (Number.isFinite(value)) return value;
    return Number.isNaN(value) ? 'NaN' : value > 0 ? 'INF' : '-INF';
  },
  fromJson: (json: number | string) => Number(String(json).replace('INF', 'Infinity')),
};

/** No value, such as the result of an operation that has none. */
const noScalar: Scalar = {
  isValue: (value) => value === undefined,
  isJson: (json) => json === null,
  toJson: () => null,
  fromJson: () => undefined,
};

/** No value where `null` means a nil element. */
const absence: Scalar = {
  isValue: (value) => value === undefined,
  isJson: (json) => propertyOf(json, '$absent') === true,
  toJson: () => ({ $absent: true }),
  fromJson: () => undefined,
};

type Kind = NonNullable<SchemaKeywords['javascript']>;
type Word = Extract<Kind, string>;

const scalars: Readonly<Record<Word, Scalar>> = {
  bigint: bigints,
  Date: dates,
  Uint8Array: byteScalar,
  number: numberScalar,
  undefined: noScalar,
  absent: absence,
};

function scalarOf(kind: Kind): Scalar {
  return typeof kind === 'string' ? scalars[kind] : kind;
}

/** How JSON has values of a type of the user's own: as their texts. */
export function ownScalar(type: Simple): OwnScalar {
  const parse = (text: string): unknown => type.parse(text, outside);
  const lexical = (value: unknown): string => type.raw(value as never);
  const refusal = (json: unknown): string | undefined =>
    typeof json === 'string'
      ? failureOf(() => parse(json))
      : `Expected a text, got ${describeValue(json)}.`;
  return {
    isValue: (value) => failureOf(() => lexical(value)) === undefined,
    isJson: (json) => refusal(json) === undefined,
    toJson: lexical,
    fromJson: parse,
    refusal,
  };
}

/** What is wrong, if a function throws an error: in the words of XML Schema, not of .NET. */
function failureOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof XmlError ? (error.told ?? error.message) : messageOf(error);
  }
}

/** The form of a value. */
type Form = 'json' | 'value';

/** Whether a value of a kind has the given form. */
function hasForm(kind: Kind, value: unknown, form: Form): boolean {
  const { isJson, isValue } = scalarOf(kind);
  return form === 'json' ? isJson(value) : isValue(value);
}

/** The other form of a value. Values that do not have the given form stay unchanged. */
function otherForm(kind: Kind, value: unknown, form: Form): unknown {
  if (!hasForm(kind, value, form)) return value;
  const { toJson, fromJson } = scalarOf(kind);
  return form === 'json' ? fromJson(value as never) : toJson(value as never);
}

import {
  base64Binary,
  base64BinaryAsString,
  hexBinary,
  hexBinaryAsString,
} from '../type/simple/binary-types.ts';
import * as integers from '../type/simple/integer-types.ts';
import * as moments from '../type/simple/moment-types.ts';
import * as names from '../type/simple/name-types.ts';
import * as numbers from '../type/simple/number-types.ts';
import { xsdQName } from '../type/simple/qname-type.ts';
import { string } from '../type/simple/simple.ts';
import * as texts from '../type/simple/text-types.ts';
import type { Simple } from '../type/simple-type.ts';
import type { SchemaKeywords } from './node.ts';
import { type TextForm, textPatterns } from './text-patterns.ts';

/** What a schema needs to know of a built-in type. */
export interface BuiltinType {
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
  const types = integers as unknown as Readonly<Record<string, Simple>>;
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
  ...all(names, 'language', matching('language')),
  ...all(texts, 'char', { type: 'string', minLength: 1, maxLength: 1 }),
  ...['xsdName', 'xsdNMTOKEN'].flatMap((one) => all(names, one, matching('token'))),
  ...['xsdNCName', 'xsdENTITY'].flatMap((one) => all(names, one, matching('noColon'))),
  ...all(texts, 'guid', { type: 'string', format: 'uuid' }),
  [names.xsdID, { name: 'ID', json: matching('noColon') }],
  [names.xsdIDREF, { name: 'IDREF', json: matching('noColon') }],
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
export function builtinType(type: Simple): BuiltinType {
  return builtins.get(type) ?? { name: 'string', json: text };
}

import type { BuiltinName } from '../../model/xsd/builtin-types.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { digitsOf, numericSpace } from './numeric-space.ts';

const zone = '(Z|[+\\-][0-9]{2}:[0-9]{2})?';
const day = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const time = '[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?';
const name = '[\\i-[:]][\\c-[:]]*';
const float = '-?[0-9]+(\\.[0-9]+)?([eE][+\\-]?[0-9]+)?|-?INF|NaN';

/** How values of built-in types are written, as patterns (XML Schema part 2 section 3). */
const forms: Readonly<Partial<Record<BuiltinName, string>>> = {
  boolean: 'true|false|0|1',
  float,
  double: float,
  dateTime: `${day}T${time}${zone}`,
  date: `${day}${zone}`,
  time: `${time}${zone}`,
  gYearMonth: `[0-9]{4}-[0-9]{2}${zone}`,
  gYear: `[0-9]{4}${zone}`,
  gMonthDay: `--[0-9]{2}-[0-9]{2}${zone}`,
  gDay: `---[0-9]{2}${zone}`,
  gMonth: `--[0-9]{2}${zone}`,
  hexBinary: '([0-9A-Fa-f]{2})*',
  base64Binary: '[A-Za-z0-9+/= ]*',
  language: '[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*',
  Name: '\\i\\c*',
  NMTOKEN: '\\c+',
  NCName: name,
  ID: name,
  IDREF: name,
  ENTITY: name,
  QName: `(${name}:)?${name}`,
  NOTATION: `(${name}:)?${name}`,
  guid: '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}',
};

/**
 * The pattern of what programs write for a type, without the patterns of its own; `undefined` for
 * any text. Numbers have no leading zeros and no plus sign.
 */
export function writtenForm(type: SimpleType): string | undefined {
  const { builtin } = type;
  const space = numericSpace(type);
  if (space === undefined) return builtin && forms[builtin];
  const sign = space.min !== undefined && !space.min.value.startsWith('-') ? '' : '-?';
  const digits = digitsOf(type);
  const whole = Number.isFinite(digits) ? `[0-9]{1,${digits}}` : '[0-9]+';
  if (space.integer) return `${sign}${whole}`;
  const { fractionDigits } = type.facets;
  const places = fractionDigits === undefined ? '+' : `{1,${Math.max(1, fractionDigits)}}`;
  return `${sign}${whole}(\\.[0-9]${places})?`;
}

/** Texts that certain types read whatever their digits are, as patterns. */
const readable: Readonly<Partial<Record<BuiltinName, string>>> = {
  boolean: 'true|false|0|1',
  float: '[+\\-]?[0-9]+(\\.[0-9]+)?',
  double: '[+\\-]?[0-9]+(\\.[0-9]+)?',
  decimal: '[+\\-]?[0-9]+(\\.[0-9]+)?',
  integer: '[+\\-]?[0-9]+',
  nonNegativeInteger: '\\+?[0-9]+',
  positiveInteger: '\\+?0*[1-9][0-9]*',
  long: '[+\\-]?[0-9]{1,18}',
  int: '[+\\-]?[0-9]{1,9}',
  short: '[+\\-]?[0-9]{1,4}',
  byte: '[+\\-]?[0-9]{1,2}',
  unsignedLong: '\\+?[0-9]{1,19}',
  unsignedInt: '\\+?[0-9]{1,9}',
  unsignedShort: '\\+?[0-9]{1,4}',
  unsignedByte: '\\+?[0-9]{1,2}',
  hexBinary: '([0-9A-Fa-f]{2})*',
};

/** The pattern of texts that a built-in type certainly accepts; `undefined` for no such pattern. */
export function readableForm({ builtin }: SimpleType): string | undefined {
  return builtin && readable[builtin];
}

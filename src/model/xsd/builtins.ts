/** Kinds of values that facets treat alike (XML Schema part 2 section 4.1.5). */
export type ValueKind =
  | 'text'
  | 'qname'
  | 'binary'
  | 'boolean'
  | 'decimal'
  | 'integer'
  | 'float'
  | 'double'
  | 'date'
  | 'duration';

const rows = {
  anySimpleType: { kind: 'text' },
  string: { kind: 'text' },
  normalizedString: { kind: 'text', base: 'string' },
  token: { kind: 'text', base: 'normalizedString' },
  language: { kind: 'text', base: 'token', pattern: '[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*' },
  Name: { kind: 'text', base: 'token', pattern: '\\i\\c*' },
  NCName: { kind: 'text', base: 'Name', pattern: '[\\i-[:]][\\c-[:]]*' },
  NMTOKEN: { kind: 'text', base: 'token', pattern: '\\c+' },
  NMTOKENS: { kind: 'text', item: 'NMTOKEN' },
  ID: { kind: 'text', base: 'NCName', pattern: '[\\i-[:]][\\c-[:]]*' },
  IDREF: { kind: 'text', base: 'NCName', pattern: '[\\i-[:]][\\c-[:]]*' },
  IDREFS: { kind: 'text', item: 'IDREF' },
  ENTITY: { kind: 'text', base: 'NCName', pattern: '[\\i-[:]][\\c-[:]]*' },
  ENTITIES: { kind: 'text', item: 'ENTITY' },
  anyURI: { kind: 'text' },
  QName: { kind: 'qname' },
  NOTATION: { kind: 'qname' },
  boolean: { kind: 'boolean' },
  decimal: { kind: 'decimal' },
  integer: { kind: 'integer', base: 'decimal' },
  nonPositiveInteger: { kind: 'integer', base: 'integer', max: '0' },
  negativeInteger: { kind: 'integer', base: 'nonPositiveInteger', max: '-1' },
  nonNegativeInteger: { kind: 'integer', base: 'integer', min: '0' },
  positiveInteger: { kind: 'integer', base: 'nonNegativeInteger', min: '1' },
  long: {
    kind: 'integer',
    base: 'integer',
    min: '-9223372036854775808',
    max: '9223372036854775807',
  },
  int: { kind: 'integer', base: 'long', min: '-2147483648', max: '2147483647' },
  short: { kind: 'integer', base: 'int', min: '-32768', max: '32767' },
  byte: { kind: 'integer', base: 'short', min: '-128', max: '127' },
  unsignedLong: {
    kind: 'integer',
    base: 'nonNegativeInteger',
    min: '0',
    max: '18446744073709551615',
  },
  unsignedInt: { kind: 'integer', base: 'unsignedLong', min: '0', max: '4294967295' },
  unsignedShort: { kind: 'integer', base: 'unsignedInt', min: '0', max: '65535' },
  unsignedByte: { kind: 'integer', base: 'unsignedShort', min: '0', max: '255' },
  float: { kind: 'float' },
  double: { kind: 'double' },
  duration: { kind: 'duration' },
  dateTime: { kind: 'date' },
  time: { kind: 'date' },
  date: { kind: 'date' },
  gYearMonth: { kind: 'date' },
  gYear: { kind: 'date' },
  gMonthDay: { kind: 'date' },
  gDay: { kind: 'date' },
  gMonth: { kind: 'date' },
  hexBinary: { kind: 'binary' },
  base64Binary: { kind: 'binary' },
  guid: { kind: 'text', base: 'string' },
  char: { kind: 'text', base: 'unsignedShort', min: '0', max: '65535' },
} as const;

/** Local name of a built-in simple type; `guid` and `char` are ASMX's. */
export type BuiltinName = keyof typeof rows;

/** What XML Schema says of a built-in simple type (part 2 section 3). */
interface Builtin {
  /** The kind of its values; text for ASMX's `char`, which is a number only in XML. */
  readonly kind: ValueKind;
  /** The type it restricts; absent for `anySimpleType`. */
  readonly base?: BuiltinName;
  /** The type of the items, if it is a list. */
  readonly item?: BuiltinName;
  /** The pattern of its texts, if it is a name or a language. */
  readonly pattern?: string;
  /** The least and the greatest integer; an absent bound is unlimited. */
  readonly min?: string;
  readonly max?: string;
}

/**
 * The built-in types of XML Schema part 2, ASMX's own two simple types
 * (`http://microsoft.com/wsdl/types/`), and `anySimpleType`.
 */
export const builtins: Readonly<Record<BuiltinName, Builtin>> = rows;

/** Their names. */
export const builtinNames: readonly BuiltinName[] = Object.keys(rows) as BuiltinName[];

/** The kind of a built-in type's values; text for `undefined`. */
export function kindOf(builtin: BuiltinName | undefined): ValueKind {
  return builtins[builtin ?? 'string'].kind;
}

/** Whether the texts of a built-in are integers, as those of `char` are. */
export function isWhole(builtin: BuiltinName | undefined): boolean {
  return kindOf(builtin) === 'integer' || builtin === 'char';
}

/** Whether the values of a built-in are numbers or booleans. */
export function isNumberOrBoolean(builtin: BuiltinName): boolean {
  return ['boolean', 'integer', 'decimal', 'float', 'double'].includes(kindOf(builtin));
}

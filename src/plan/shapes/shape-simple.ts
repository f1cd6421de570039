import type { BuiltinName } from '../../model/xsd/builtin-types.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { collapsedText, spacedText } from '../../model/xsd/white-space.ts';
import { stringLiteral } from '../print/encode.ts';
import type { AtomicType, TypeMapping } from '../scope/shape-options.ts';
import type { RuntimeCodec } from './shape.ts';

/** Default mapping of a built-in: its TypeScript type and the stem of its runtime functions. */
interface BuiltinRow {
  readonly type: AtomicType;
  /** `parseXsd<stem>` and `format<stem>`; absent for plain text. */
  readonly stem?: string;
  readonly whiteSpace?: 'preserve' | 'replace' | 'collapse';
  /** Functions of a text with a form of its own, which writers and strict readers check. */
  readonly parse?: string;
  readonly format?: string;
}

const collapsed: BuiltinRow = { type: 'string', whiteSpace: 'collapse' };
const ncName: BuiltinRow = { ...collapsed, format: 'formatXsdNCName' };

const rows: Readonly<Record<BuiltinName, BuiltinRow>> = {
  anySimpleType: { type: 'string', whiteSpace: 'preserve' },
  string: { type: 'string', whiteSpace: 'preserve' },
  normalizedString: { type: 'string', whiteSpace: 'replace' },
  token: collapsed,
  language: { ...collapsed, parse: 'parseXsdLanguage', format: 'formatXsdLanguage' },
  Name: { ...collapsed, parse: 'parseXsdName', format: 'formatXsdName' },
  NCName: { ...ncName, parse: 'parseXsdNCName' },
  NMTOKEN: { ...collapsed, parse: 'parseXsdNmToken', format: 'formatXsdNmToken' },
  NMTOKENS: collapsed,
  ID: { ...ncName, parse: 'parseXsdID' },
  IDREF: { ...ncName, parse: 'parseXsdIDREF' },
  IDREFS: collapsed,
  ENTITY: { ...ncName, parse: 'parseXsdENTITY' },
  ENTITIES: collapsed,
  anyURI: { ...collapsed, parse: 'parseXsdAnyURI', format: 'formatXsdAnyURI' },
  QName: { type: 'string', stem: 'QName' },
  NOTATION: { type: 'string', stem: 'QName' },
  boolean: { type: 'boolean', stem: 'Boolean' },
  decimal: { type: 'string', stem: 'Decimal' },
  integer: { type: 'bigint', stem: 'Integer' },
  nonPositiveInteger: { type: 'bigint', stem: 'NonPositiveInteger' },
  negativeInteger: { type: 'bigint', stem: 'NegativeInteger' },
  nonNegativeInteger: { type: 'bigint', stem: 'NonNegativeInteger' },
  positiveInteger: { type: 'bigint', stem: 'PositiveInteger' },
  long: { type: 'bigint', stem: 'Long' },
  int: { type: 'number', stem: 'Int' },
  short: { type: 'number', stem: 'Short' },
  byte: { type: 'number', stem: 'Byte' },
  unsignedLong: { type: 'bigint', stem: 'UnsignedLong' },
  unsignedInt: { type: 'number', stem: 'UnsignedInt' },
  unsignedShort: { type: 'number', stem: 'UnsignedShort' },
  unsignedByte: { type: 'number', stem: 'UnsignedByte' },
  float: { type: 'number', stem: 'Float' },
  double: { type: 'number', stem: 'Double' },
  duration: { type: 'string', stem: 'Duration' },
  dateTime: { type: 'string', stem: 'DateTime' },
  time: { type: 'string', stem: 'Time' },
  date: { type: 'string', stem: 'Date' },
  gYearMonth: { type: 'string', stem: 'GYearMonth' },
  gYear: { type: 'string', stem: 'GYear' },
  gMonthDay: { type: 'string', stem: 'GMonthDay' },
  gDay: { type: 'string', stem: 'GDay' },
  gMonth: { type: 'string', stem: 'GMonth' },
  hexBinary: { type: 'Uint8Array', stem: 'HexBinary' },
  base64Binary: { type: 'Uint8Array', stem: 'Base64Binary' },
  guid: { type: 'string', stem: 'Guid' },
  char: { type: 'string', stem: 'Char' },
};

/** A built-in with the configuration applied. */
export interface BuiltinShape {
  readonly type: AtomicType;
  readonly codec: RuntimeCodec;
}

/** TypeScript type and functions of a built-in. */
export function builtinShape(name: BuiltinName, mapping: TypeMapping): BuiltinShape {
  const row = rows[name];
  if (row.stem === undefined) {
    const { type, whiteSpace = 'preserve', parse, format } = row;
    return { type, codec: { kind: 'text', whiteSpace, parse, format } };
  }
  const type = mapped(name, row.type, mapping);
  const suffix =
    type === row.type
      ? ''
      : type === 'Date'
        ? 'AsDate'
        : type === 'number'
          ? 'AsNumber'
          : 'AsString';
  return {
    type,
    codec: {
      kind: 'builtin',
      parse: `parseXsd${row.stem}${suffix}`,
      format: `formatXsd${row.stem}${type === 'Date' ? 'FromDate' : suffix}`,
    },
  };
}

function mapped(name: BuiltinName, type: AtomicType, mapping: TypeMapping): AtomicType {
  if (name === 'dateTime') return mapping.dateTime === 'Date' ? 'Date' : type;
  if (name === 'decimal' || isBinary(name)) return mapping[name] ?? type;
  if (name === 'long' || name === 'unsignedLong') return mapping.long ?? type;
  if (type === 'bigint') return mapping.integer ?? type;
  return type;
}

/** Whether the values of a built-in are bytes, or their text. */
function isBinary(name: BuiltinName): name is 'base64Binary' | 'hexBinary' {
  return name === 'base64Binary' || name === 'hexBinary';
}

/** Whether a built-in is a name or a URI, whose form strict readers check. */
export function isName(name: BuiltinName): boolean {
  return rows[name].parse !== undefined;
}

/** An enumeration value as a TypeScript literal and as the value's text on the wire. */
export interface EnumerationMember {
  readonly literal: string;
  readonly text: string;
  readonly documentation: string | undefined;
}

/**
 * Members of an enumeration as literals, without duplicates; `undefined` if the type has none, or
 * values that cannot be literals.
 */
export function enumerationMembers(
  type: SimpleType,
  atomic: AtomicType,
): readonly EnumerationMember[] | undefined {
  const { enumeration } = type.facets;
  if (enumeration === undefined || type.variety === 'list') return undefined;
  // The same bytes have several texts.
  if (type.variety === 'atomic' && isBinary(builtinOf(type))) return undefined;
  const members = new Map<string, EnumerationMember>();
  for (const { value, documentation } of enumeration) {
    const text =
      type.variety === 'union' ? collapsedText(value) : spacedText(type, value, type.facets);
    const literal = literalOf(text, atomic);
    if (literal === undefined) return undefined;
    if (!members.has(literal)) members.set(literal, { literal, text, documentation });
  }
  return members.size === 0 ? undefined : [...members.values()];
}

/** A TypeScript literal for a lexical value; `undefined` when the type has no literals. */
export function literalOf(text: string, atomic: AtomicType): string | undefined {
  switch (atomic) {
    case 'string':
      return stringLiteral(text);
    case 'number': {
      const number = Number(text);
      return text.trim() !== '' && Number.isFinite(number) ? String(number) : undefined;
    }
    case 'bigint':
      return /^\s*[+-]?\d+\s*$/.test(text)
        ? `${BigInt(text.trim().replace(/^\+/, ''))}n`
        : undefined;
    case 'boolean':
      return ['true', '1'].includes(text.trim()) ? 'true' : 'false';
    default:
      return undefined;
  }
}

/** The built-in an atomic type derives from. */
export function builtinOf(type: SimpleType): BuiltinName {
  return type.builtin ?? 'string';
}

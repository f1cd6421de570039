import { namespaces } from '../model/xml.ts';
import {
  type BuiltinName,
  type ComplexType,
  type ElementDeclaration,
  type Facets,
  type SchemaType,
  type SimpleType,
  someSimpleType,
} from '../model/xsd/schema.ts';
import { collapsedText, holdsQNames, spacedText } from '../model/xsd/values.ts';
import { stringLiteral } from '../print/encode.ts';
import { arrayOf, namedType, plainType, type TypeNode, unionOf } from '../print/node.ts';
import type { ContentContext } from './content-shape.ts';
import {
  type AtomicType,
  isBuiltinType,
  type OwnTypeUse,
  type ShapeOptions,
  type TypeMapping,
  temporalClasses,
} from './settings.ts';
import type {
  ObjectShape,
  PlaceShape,
  RuntimeCodec,
  SimpleCodec,
  SimpleShape,
  ValueShape,
} from './shape.ts';
import type { TypedDataSets, UsedTypes } from './used-types.ts';

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
interface BuiltinShape {
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
function isName(name: BuiltinName): boolean {
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

/** The shape of a simple type. */
export function simpleShape(type: SimpleType, shaper: Shaper): SimpleShape {
  const own = shaper.own(type);
  if (own !== undefined) return ownShape(type, own, shaper);
  const { item, members = [] } = type;
  const inner = (item === undefined ? members : [item]).map((one) => shaper.simple(one));
  const qnames = holdsQNames(type);
  const names = isAtomic(type, isName) || inner.some((one) => one.names);
  // lenient readers accept spaces between hexadecimal digits
  const hex = isAtomic(type, (builtin) => builtin === 'hexBinary');
  return {
    kind: 'simple',
    source: type,
    type: typeText(type, shaper),
    atomic: atomicType(type, shaper),
    codec: codecOf(type, shaper),
    qnames,
    ids: holdsIds(type),
    names,
    scoped: qnames || names || hex || inner.some((one) => one.scoped),
    words:
      shaper.members(type)?.some(({ literal }) => /^['"]/.test(literal)) ??
      (item === undefined && inner.some((one) => one.words)),
  };
}

function isAtomic(type: SimpleType, is: (builtin: BuiltinName) => boolean): boolean {
  return type.variety === 'atomic' && is(builtinOf(type));
}

/** The shape of a user's own type. Everything else treats its text like any other. */
function ownShape(type: SimpleType, use: OwnTypeUse, shaper: Shaper): SimpleShape {
  const name = shaper.nameOf(type);
  return {
    kind: 'simple',
    source: type,
    atomic: 'own',
    type: namedType(name),
    codec: { kind: 'custom', name, use },
    qnames: false,
    ids: false,
    names: false,
    scoped: false,
    words: false,
  };
}

/** Whether values are, or contain, `xs:ID` or `xs:IDREF`. */
const holdsIds: (type: SimpleType) => boolean = someSimpleType(
  ({ builtin }) => builtin === 'ID' || builtin === 'IDREF',
);

/** TypeScript type of the values, without an enumeration. */
export function atomicType(type: SimpleType, shaper: Shaper): AtomicType {
  if (shaper.own(type) !== undefined) return 'own';
  if (type.variety !== 'atomic') return 'string';
  return builtinShape(builtinOf(type), shaper.options.types).type;
}

/**
 * Whether a type has a declaration in `types.ts`: enumerations, unions, brands and users' own types
 * do.
 */
export function isDeclared(type: SimpleType, shaper: Shaper): boolean {
  if (shaper.isWire(type)) return false;
  if (shaper.own(type) !== undefined) return true;
  if (shaper.members(type) !== undefined || isBranded(type, shaper)) return true;
  return type.variety === 'union';
}

/** Whether a type is nominal in TypeScript, although its values are plain. */
function isBranded(type: SimpleType, shaper: Shaper): boolean {
  if (shaper.options.brands !== true || shaper.isWire(type)) return false;
  if (type.variety !== 'atomic' || type.name === undefined || isBuiltinType(type)) return false;
  return brandable.has(atomicType(type, shaper)) && shaper.members(type) === undefined;
}

const brandable: ReadonlySet<AtomicType> = new Set<AtomicType>(['string', 'number', 'bigint']);

function typeText(type: SimpleType, shaper: Shaper): TypeNode {
  if (isDeclared(type, shaper)) return namedType(shaper.nameOf(type));
  if (type.variety === 'list' && type.item !== undefined) {
    return arrayOf(shaper.simple(type.item).type);
  }
  // the type that an own type is checked against is not declared
  const isUnion = type.variety === 'union' && shaper.members(type) === undefined;
  return isUnion ? declaredType(type, shaper) : plainType(atomicType(type, shaper));
}

/** The declaration of an enumeration, a union or a user's own type. */
export function declaredType(type: SimpleType, shaper: Shaper): TypeNode {
  const use = shaper.own(type);
  if (use?.kind === 'temporal') return temporalType(use);
  if (use !== undefined) {
    return plainType(`import(${stringLiteral(use.own.import)}).${use.own.type}`);
  }
  const members = shaper.members(type);
  if (members !== undefined) {
    return unionOf(members.map((one) => plainType(one.literal)));
  }
  if (type.variety === 'atomic') {
    const brand = stringLiteral(shaper.nameOf(type));
    // optional, so that a plain value is assignable
    return plainType(`${atomicType(type, shaper)} & { readonly $brand?: ${brand} }`);
  }
  const all = (type.members ?? []).map((member) => shaper.simple(member).type);
  const isOpen = (type.members ?? []).some((member) => shaper.simple(member).words);
  return unionOf(all.map((one) => (isOpen && one.flat === 'string' ? openText : one)));
}

/** Any text beside words, which editors still offer: TypeScript makes `'a' | string` `string`. */
const openText: TypeNode = plainType('(string & {})');

function temporalType({
  builtin,
  module,
}: Extract<OwnTypeUse, { readonly kind: 'temporal' }>): TypeNode {
  const from = module === undefined ? '' : `import(${stringLiteral(module)}).`;
  return unionOf(temporalClasses[builtin].map((name) => plainType(`${from}Temporal.${name}`)));
}

/** Whether facets need checks, which white space does not. */
function isRestricted(facets: Facets): boolean {
  return (
    facets.enumeration !== undefined ||
    (facets.patterns ?? []).length > 0 ||
    facets.length !== undefined ||
    facets.minLength !== undefined ||
    facets.maxLength !== undefined ||
    facets.minInclusive !== undefined ||
    facets.maxInclusive !== undefined ||
    facets.minExclusive !== undefined ||
    facets.maxExclusive !== undefined ||
    facets.totalDigits !== undefined ||
    facets.fractionDigits !== undefined
  );
}

function codecOf(type: SimpleType, shaper: Shaper): SimpleCodec {
  if (type.variety !== 'atomic' || isRestricted(type.facets)) {
    return { kind: 'own', name: shaper.nameOf(type) };
  }
  return unrestrictedCodec(type, shaper);
}

/** Whether a type is the DateTimeOffset of .NET's XmlSerializer, or derives from it. */
function isDateTimeOffset({ name, base }: SimpleType): boolean {
  const { namespace, localName } = name ?? {};
  if (namespace === namespaces.microsoftTypes && localName === 'dateTimeOffset') return true;
  return base !== undefined && isDateTimeOffset(base);
}

/** The codec of the built-in that an atomic type derives from, with the type's white space rule. */
export function unrestrictedCodec(type: SimpleType, shaper: Shaper): RuntimeCodec {
  const { codec } = builtinShape(builtinOf(type), shaper.options.types);
  if (codec.kind !== 'text') {
    const isZoned = codec.parse === 'parseXsdDateTimeAsDate' && isDateTimeOffset(type);
    return isZoned ? { ...codec, parse: 'parseXsdZonedDateTimeAsDate' } : codec;
  }
  return { ...codec, whiteSpace: type.facets.whiteSpace ?? codec.whiteSpace };
}

/** Returns the shapes of schema components, each created once. */
export interface Shaper {
  readonly options: ShapeOptions;
  readonly used: UsedTypes;
  /** What plans the content of a type. */
  contentOf(owner: ComplexType | undefined): ContentContext;
  /** DataSets that schemas of the contract describe. */
  readonly dataSets: TypedDataSets;
  /** Whether an element, or a part of a message, is a stream of bytes. */
  isStream(member: object): boolean;
  /** Identifier of a type, head element or group. */
  nameOf(component: object): string;
  /** Namespace a type belongs to. */
  namespaceOf(type: SchemaType): string;
  value(type: SchemaType): ValueShape;
  simple(type: SimpleType): SimpleShape;
  /** Members of an enumeration that is a union of literals. */
  members(type: SimpleType): readonly EnumerationMember[] | undefined;
  /** The user's own type for a simple type. */
  own(type: SimpleType): OwnTypeUse | undefined;
  /** The same simple type without a user's own type: the form of its text. */
  wire(type: SimpleType): SimpleType;
  /** Whether a simple type is a result of `wire`. */
  isWire(type: SimpleType): boolean;
  /** Shape of a complex type as an object, even if its places show it as an array. */
  object(type: ComplexType): ObjectShape;
  place(element: ElementDeclaration): PlaceShape;
  /** The place of an element in a message or type with SOAP encoding. */
  accessor(element: ElementDeclaration): PlaceShape;
  /** Number of types by local name, of a type and all derived from it. */
  namesBelow(root: ComplexType): ReadonlyMap<string, number>;
}

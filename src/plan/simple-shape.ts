import { namespaces } from '../model/xml.ts';
import { type BuiltinName, builtins, kindOf } from '../model/xsd/builtins.ts';
import {
  type ComplexType,
  type ElementDeclaration,
  type Facets,
  type SchemaType,
  type SimpleType,
  someSimpleType,
} from '../model/xsd/schema.ts';
import { collapsedText, holdsQNames, spacedText, whiteSpaceOf } from '../model/xsd/values.ts';
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
  RuntimeDescription,
  SimpleDescription,
  SimpleShape,
  ValueShape,
} from './shape.ts';
import type { TypedDataSets, UsedTypes } from './used-types.ts';

/** A built-in with the configuration applied. */
interface BuiltinShape {
  readonly type: AtomicType;
  readonly description: RuntimeDescription;
}

/** TypeScript type of a built-in, and the constant of the runtime that describes it. */
export function builtinShape(name: BuiltinName, mapping: TypeMapping): BuiltinShape {
  if (kindOf(name) === 'text' && name !== 'guid' && name !== 'char') {
    const constant = isName(name) ? constantOf(name) : textConstant(name, {});
    return { type: 'string', description: { kind: 'text', constant } };
  }
  const usual = usualType(name);
  const type = mappedType(name, usual, mapping);
  const suffix = type === usual ? '' : (suffixes[type] ?? 'AsString');
  const constant = constantOf(name === 'NOTATION' ? 'QName' : name) + suffix;
  return { type, description: { kind: 'builtin', constant } };
}

/** What the runtime adds to the names of types with other values than usual. */
const suffixes: Readonly<Partial<Record<AtomicType, string>>> = {
  Date: 'AsDate',
  number: 'AsNumber',
};

/** The runtime's constant of a type. Names that start like those of types have a prefix. */
function constantOf(name: BuiltinName): string {
  return /^[A-Z]/.test(name) ? `xsd${name}` : name;
}

/** The runtime's constants of any text, by white space rule. */
const textConstants = {
  preserve: 'string',
  replace: 'normalizedString',
  collapse: 'token',
} as const;

function textConstant(builtin: BuiltinName, facets: Facets): string {
  return textConstants[whiteSpaceOf({ builtin }, facets)];
}

/** The type of a built-in's values without a configuration; integers beyond 32 bits are bigints. */
export function usualType(name: BuiltinName): AtomicType {
  switch (kindOf(name)) {
    case 'boolean':
      return 'boolean';
    case 'float':
    case 'double':
      return 'number';
    case 'integer': {
      const { min, max } = builtins[name];
      return min !== undefined && Number(max) < 2 ** 32 ? 'number' : 'bigint';
    }
    case 'binary':
      return 'Uint8Array';
    default:
      return 'string';
  }
}

function mappedType(name: BuiltinName, type: AtomicType, mapping: TypeMapping): AtomicType {
  if (name === 'dateTime') return mapping.dateTime === 'Date' ? 'Date' : type;
  if (name === 'decimal' || isBinary(name)) return mapping[name] ?? type;
  if (name === 'long' || name === 'unsignedLong') return mapping.long ?? type;
  if (type === 'bigint') return mapping.integer ?? type;
  return type;
}

/** Whether the values of a built-in are bytes, or their text. */
function isBinary(name: BuiltinName): name is 'base64Binary' | 'hexBinary' {
  return kindOf(name) === 'binary';
}

/** Whether a built-in is a name or a URI, whose form writers and strict readers check. */
function isName(name: BuiltinName): boolean {
  return builtins[name].pattern !== undefined || name === 'anyURI';
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
    description: descriptionOf(type, shaper),
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
    description: { kind: 'custom', name, use },
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

function descriptionOf(type: SimpleType, shaper: Shaper): SimpleDescription {
  if (type.variety !== 'atomic' || isRestricted(type.facets)) {
    return { kind: 'own', name: shaper.nameOf(type) };
  }
  return builtinDescription(type, shaper);
}

/** Whether a type is the DateTimeOffset of .NET's XmlSerializer, or derives from it. */
function isDateTimeOffset({ name, base }: SimpleType): boolean {
  const { namespace, localName } = name ?? {};
  if (namespace === namespaces.microsoftTypes && localName === 'dateTimeOffset') return true;
  return base !== undefined && isDateTimeOffset(base);
}

/**
 * What describes the built-in that an atomic type derives from, with the white space rule of the
 * type.
 */
export function builtinDescription(type: SimpleType, shaper: Shaper): RuntimeDescription {
  const builtin = builtinOf(type);
  const { description } = builtinShape(builtin, shaper.options.types);
  const { kind, constant } = description;
  if (kind === 'text' && !isName(builtin)) {
    return { kind, constant: textConstant(builtin, type.facets) };
  }
  const isZoned = constant === 'dateTimeAsDate' && isDateTimeOffset(type);
  return isZoned ? { kind, constant: 'zonedDateTimeAsDate' } : description;
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

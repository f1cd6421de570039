import { namespaces } from '../../model/common/namespaces.ts';
import type { BuiltinName } from '../../model/xsd/builtin-types.ts';
import { holdsQNames } from '../../model/xsd/qname-values.ts';
import type { Facets, SimpleType } from '../../model/xsd/schema.ts';
import { someSimpleType } from '../../model/xsd/simple-types-in.ts';
import { stringLiteral } from '../print/encode.ts';
import type { TypeNode } from '../print/node.ts';
import { arrayOf, namedType, plainType, unionOf } from '../print/type-node.ts';
import { isBuiltin, type OwnTypeUse, temporalClasses } from '../scope/own-type.ts';
import type { AtomicType } from '../scope/shape-options.ts';
import type { RuntimeCodec, SimpleCodec, SimpleShape } from './shape.ts';
import { builtinOf, builtinShape, isName } from './shape-simple.ts';
import type { Shaper } from './shaper.ts';

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
  if (type.variety !== 'atomic' || type.name === undefined || isBuiltin(type)) return false;
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

import { holdsQNames } from '../../model/xsd/qname-values.ts';
import type { Facets, SimpleType } from '../../model/xsd/schema.ts';
import { someSimpleType } from '../../model/xsd/simple-types-in.ts';
import type { TypeNode } from '../print/node.ts';
import { arrayOf, namedType, plainType, unionOf } from '../print/type-node.ts';
import type { AtomicType } from '../scope/shape-options.ts';
import type { SimpleCodec, SimpleShape } from './shape.ts';
import { builtinOf, builtinShape, isName } from './shape-simple.ts';
import type { Shaper } from './shaper.ts';

/** The shape of a simple type. */
export function simpleShape(type: SimpleType, shaper: Shaper): SimpleShape {
  return {
    kind: 'simple',
    source: type,
    type: typeText(type, shaper),
    atomic: atomicType(type, shaper),
    codec: codecOf(type, shaper),
    qnames: holdsQNames(type),
    ids: holdsIds(type),
    scoped: holdsQNames(type) || holdsNames(type) || holdsHex(type),
  };
}

/** Whether values are or hold names that have a form, such as `xs:NCName`. */
export const holdsNames: (type: SimpleType) => boolean = someSimpleType(
  (one) => one.variety === 'atomic' && isName(builtinOf(one)),
);

/**
 * Whether values are or hold hexadecimal digits, between which readers that are not strict take
 * spaces.
 */
const holdsHex: (type: SimpleType) => boolean = someSimpleType(
  ({ builtin }) => builtin === 'hexBinary',
);

/** Whether values are or hold `xs:ID` or `xs:IDREF`. */
const holdsIds: (type: SimpleType) => boolean = someSimpleType(
  ({ builtin }) => builtin === 'ID' || builtin === 'IDREF',
);

/** TypeScript type of the values under all restrictions but enumeration. */
export function atomicType(type: SimpleType, shaper: Shaper): AtomicType {
  if (type.variety !== 'atomic') return 'string';
  return builtinShape(builtinOf(type), shaper.options.types).type;
}

/** Whether a type has a declaration in `types.ts`: enumerations and unions have. */
export function isDeclared(type: SimpleType, shaper: Shaper): boolean {
  if (shaper.members(type) !== undefined) return true;
  return type.variety === 'union';
}

function typeText(type: SimpleType, shaper: Shaper): TypeNode {
  if (isDeclared(type, shaper)) return namedType(shaper.nameOf(type));
  if (type.variety === 'list' && type.item !== undefined) {
    return arrayOf(shaper.simple(type.item).type);
  }
  return plainType(atomicType(type, shaper));
}

/** The declared text of an enumeration or union. */
export function declaredType(type: SimpleType, shaper: Shaper): TypeNode {
  const members = shaper.members(type);
  if (members !== undefined) {
    return unionOf(members.map((one) => plainType(one.literal)));
  }
  return unionOf((type.members ?? []).map((member) => shaper.simple(member).type));
}

/** Facets that have to be checked, which white space does not. */
export function isRestricted(facets: Facets): boolean {
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

/** The codec of an atomic type's built-in, with the white space rule of the type. */
export function unrestrictedCodec(
  type: SimpleType,
  shaper: Shaper,
): Exclude<SimpleCodec, { kind: 'own' }> {
  const { codec } = builtinShape(builtinOf(type), shaper.options.types);
  if (codec.kind !== 'text') return codec;
  return { ...codec, whiteSpace: type.facets.whiteSpace ?? codec.whiteSpace };
}

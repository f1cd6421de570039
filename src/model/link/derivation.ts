import type { Span } from '../../diagnostics/source-file.ts';
import { anyType } from '../xsd/builtin-schema.ts';
import type { ComplexType, ElementDeclaration, SchemaType } from '../xsd/schema.ts';
import type { DerivationMethod } from '../xsd/traits.ts';
import { breaksRule, type OwnedContext } from './link-context.ts';

/**
 * Reports a type whose base forbids the derivation with `final` (XML Schema part 1 sections 3.4.6
 * and 3.14.6).
 */
export function refuseFinal(
  place: OwnedContext,
  base: SchemaType | undefined,
  method: DerivationMethod,
  span: Span | undefined,
): void {
  if (base?.final?.includes(method) !== true || span === undefined) return;
  breaksRule(
    place,
    `Type '${base.name?.localName ?? ''}' is final for ${words[method]}`,
    span,
    `Take '${method}' out of its 'final', or do not derive from it`,
  );
}

const words: Readonly<Record<DerivationMethod, string>> = {
  extension: 'extensions',
  restriction: 'restrictions',
  substitution: 'substitution groups',
  list: 'lists of it',
  union: 'unions with it',
};

/**
 * The derivation methods from a base to a type, starting at the type; `undefined` if it is not
 * derived from it. Simple types are restrictions.
 */
function methodsBetween(
  type: SchemaType,
  base: SchemaType,
): readonly { readonly method: DerivationMethod; readonly from: SchemaType }[] | undefined {
  const found: { method: DerivationMethod; from: SchemaType }[] = [];
  let at: SchemaType | undefined = type;
  while (at !== undefined && at !== base) {
    const from: SchemaType | undefined = at.base;
    const method = at.kind === 'complex' ? (at.derivation ?? 'restriction') : 'restriction';
    if (from !== undefined) found.push({ method, from });
    at = from;
  }
  return at === undefined ? undefined : found;
}

/**
 * Whether a type is, or is derived from, another one. Every type is derived from `xs:anyType`, and
 * simple content from its base.
 */
export function isDerivedFrom(type: SchemaType, base: SchemaType): boolean {
  if (base === anyType || methodsBetween(type, base) !== undefined) return true;
  if (base.kind === 'simple' && base.variety === 'union') return true;
  return (
    type.kind === 'complex' &&
    type.simpleContent !== undefined &&
    base.kind === 'simple' &&
    methodsBetween(type.simpleContent, base) !== undefined
  );
}

/**
 * Whether `block` keeps an element from replacing the head of its group (XML Schema part 1 section
 * 3.3.6).
 */
export function isBlockedSubstitute(head: ElementDeclaration, member: ElementDeclaration): boolean {
  const block = head.block ?? [];
  if (block.includes('substitution')) return true;
  const methods = methodsBetween(member.type, head.type) ?? [];
  return methods.some(
    ({ method, from }) =>
      block.includes(method) || (from.kind === 'complex' && from.block?.includes(method) === true),
  );
}

/**
 * The derivation method that the type of a member uses, and the head of its substitution group
 * excludes.
 */
export function excludedMethod(
  head: ElementDeclaration,
  member: ElementDeclaration,
): DerivationMethod | undefined {
  const final = head.final ?? [];
  return methodsBetween(member.type, head.type)?.find(({ method }) => final.includes(method))
    ?.method;
}

/** Whether a directly derived type may replace its base by `xsi:type`. */
export function mayReplace(derived: ComplexType, blocked: readonly DerivationMethod[]): boolean {
  return !blocked.includes(derived.derivation ?? 'restriction');
}

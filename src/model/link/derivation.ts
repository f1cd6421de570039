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
    if (from !== undefined) found.push({ method: methodOf(at), from });
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
 * 3.3.6): that of the head, of its type, or of a type between the two. Each is about all steps.
 */
export function isBlockedSubstitute(head: ElementDeclaration, member: ElementDeclaration): boolean {
  const steps = methodsBetween(member.type, head.type) ?? [];
  const ofTypes = steps.flatMap(({ from }) => (from.kind === 'complex' && from.block) || []);
  const block = new Set([...(head.block ?? []), ...ofTypes]);
  return block.has('substitution') || steps.some(({ method }) => block.has(method));
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

/**
 * Types that an `xsi:type` may name where another one is declared, nearest first (XML Schema part 1
 * sections 3.3.4 and 3.4.6). The `block` of a type between them does not count here.
 *
 * @param block that of the element, in addition to that of its type
 */
export function replacements(
  declared: ComplexType,
  block: readonly DerivationMethod[] = [],
): readonly ComplexType[] {
  // most types, at each of their places
  if (declared.derived.length === 0) return [];
  const blocked = new Set([...(declared.block ?? []), ...block]);
  const found = new Set([declared]);
  // the loop also visits types added to the set meanwhile
  for (const { derived } of found) {
    for (const one of derived) if (!blocked.has(methodOf(one))) found.add(one);
  }
  found.delete(declared);
  return [...found];
}

/** The method by which a type is derived from its base. */
function methodOf(type: SchemaType): DerivationMethod {
  return type.kind === 'complex' ? (type.derivation ?? 'restriction') : 'restriction';
}

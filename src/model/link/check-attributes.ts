import type { Span } from '../../diagnostics/source-file.ts';
import { qnameKey } from '../common/qname.ts';
import type { AttributeUse, ComplexType } from '../xsd/schema.ts';
import { areDifferent } from '../xsd/value-compare.ts';
import type { LinkContext } from './link-context.ts';

/** Whether an attribute is an identifier (XML Schema part 2 section 3.3.8). */
export function isId({ type }: AttributeUse): boolean {
  return type.builtin === 'ID';
}

/** Counts the attributes of one type that are identifiers. */
export interface IdCount {
  /** Counts the next attribute if it is one. */
  add(use: AttributeUse | undefined, span: Span): void;
}

/**
 * Creates a count that warns of a second one, because a type may have only one (XML Schema part 1
 * sections 3.4.6 and 3.6.6).
 */
export function createIdCount(context: LinkContext): IdCount {
  let first: AttributeUse | undefined;
  return {
    add(use, span) {
      if (use === undefined || !isId(use)) return;
      if (first === undefined) first = use;
      else warnOfSecondId(context, first, use, span);
    },
  };
}

function warnOfSecondId(
  context: LinkContext,
  first: AttributeUse,
  second: AttributeUse,
  span: Span | undefined,
): void {
  context.defects.warn({
    code: 'ASMX3016',
    message:
      `Attributes '${first.name.localName}' and '${second.name.localName}' of one type are both ` +
      `of type 'ID', of which an element has one`,
    span,
    help: "Make one of them an 'NCName'",
    related: first.span === undefined ? [] : [{ message: 'the other one', span: first.span }],
  });
}

/**
 * Warns of attributes of an extension that its base has, too, and of a second identifier (XML
 * Schema part 1 section 3.4.6).
 */
export function warnOfInherited(
  context: LinkContext,
  own: readonly AttributeUse[],
  base: ComplexType | undefined,
  taken: ReadonlySet<string>,
): void {
  if (base === undefined || own.length === 0) return;
  const inherited = own.some(isId) ? base.attributes.find(isId) : undefined;
  for (const use of own) {
    const { name, span } = use;
    if (taken.has(qnameKey(name))) {
      context.defects.warn({
        code: 'ASMX2002',
        message:
          `Attribute '${name.localName}' is declared in the base ` +
          `'${base.name?.localName ?? ''}', too`,
        span,
        help: 'That of the base counts: remove this one',
      });
    } else if (inherited !== undefined && isId(use)) {
      warnOfSecondId(context, inherited, use, span);
    }
  }
}

/**
 * Warns of a use whose value differs from the fixed value of the declaration it refers to (XML
 * Schema part 1 section 3.5.6).
 */
export function warnOfFixed(
  context: LinkContext,
  { fixed, name, type, span: declared }: AttributeUse,
  given: Pick<AttributeUse, 'default' | 'fixed'>,
  span: Span,
): void {
  const other = given.fixed ?? given.default;
  if (fixed === undefined || other === undefined) return;
  if (given.default === undefined && !areDifferent(type, fixed, other)) return;
  context.defects.warn({
    code: 'ASMX3012',
    message:
      `Attribute '${name.localName}' is fixed to '${fixed}' where it is declared, and ` +
      `${given.default === undefined ? `to '${other}'` : 'has a default'} here`,
    span,
    help: 'Give the value of the declaration, or none',
    related: declared === undefined ? [] : [{ message: 'declared here', span: declared }],
  });
}

import type { Span } from '../../diagnostics/source-file.ts';
import type { Mutable } from '../common/mutable.ts';
import type { Reference } from '../common/reference.ts';
import { builtinType, findBuiltin } from '../xsd/builtin-schema.ts';
import type { SimpleType } from '../xsd/schema.ts';
import type { SimpleTypeSyntax } from '../xsd/schema-document.ts';
import { refuseFinal } from './derivation.ts';
import {
  breaksRule,
  deepestNesting,
  type LinkContext,
  nested,
  type Place,
  refuseDepth,
  type SimpleDraft,
} from './link-context.ts';
import { effectiveName, resolve } from './resolve.ts';
import { restrict } from './restrict-simple-type.ts';
import type { Declared } from './symbols.ts';

/** The simple type linked from a declaration, with its content; created on first demand. */
export function linkSimpleType(
  context: LinkContext,
  declared: Declared<SimpleTypeSyntax>,
  place: Place,
): SimpleType {
  const { syntax } = declared;
  const known = context.components.types.get(syntax);
  if (known?.kind === 'simple') {
    refuseCircle(context, known, syntax);
    return known;
  }
  const type = shell(context, syntax, place.context);
  context.components.types.set(syntax, type);
  const draft: SimpleDraft = { type, state: 'empty', levels: 0 };
  context.components.simpleDrafts.set(type, draft);
  nested(context, type, syntax.span, () => fill(context, draft, declared, place));
  return type;
}

function shell(
  context: LinkContext,
  syntax: SimpleTypeSyntax,
  names: readonly string[],
): Mutable<SimpleType> {
  const name = effectiveName(context, syntax);
  const { kind, name: _, variety, ...traits } = syntax;
  return {
    ...traits,
    kind: 'simple',
    name,
    context: name === undefined ? names : [],
    variety: 'atomic',
    builtin: 'anySimpleType',
    base: undefined,
    item: undefined,
    members: undefined,
    facets: {},
  };
}

function refuseCircle(context: LinkContext, type: SimpleType, syntax: SimpleTypeSyntax): void {
  const draft = context.components.simpleDrafts.get(type);
  if (draft?.state !== 'filling') return;
  draft.state = 'full';
  context.defects.add(type, {
    code: 'ASMX2003',
    message: `Type '${syntax.name?.localName ?? ''}' is defined by itself`,
    span: syntax.span,
    help: 'Break the circle of bases, item types or member types',
  });
}

function fill(
  context: LinkContext,
  draft: SimpleDraft,
  declared: Declared<SimpleTypeSyntax>,
  around: Place,
): void {
  draft.state = 'filling';
  const { type } = draft;
  const { syntax } = declared;
  const { variety } = syntax;
  const place: Place = {
    document: declared.document,
    owner: type,
    context: syntax.name === undefined ? around.context : [syntax.name.localName],
    redefining: declared.original === undefined ? around.redefining : declared,
  };
  const filled =
    variety.kind === 'restriction'
      ? fillRestriction(context, draft, variety, place)
      : variety.kind === 'list'
        ? fillList(context, draft, syntax, place)
        : fillUnion(context, draft, syntax, place);
  if (filled) draft.state = 'full';
}

type Variety = SimpleTypeSyntax['variety'];

/** Fills a restriction; `false` (reported) where types build on one another too far. */
function fillRestriction(
  context: LinkContext,
  draft: SimpleDraft,
  variety: Extract<Variety, { kind: 'restriction' }>,
  place: Place,
): boolean {
  const base = simpleOf(context, variety.base, variety.type, place) ?? builtinType('string');
  if (!rise(context, draft, [base])) return false;
  refuseFinal(context, place, base, 'restriction', variety.base?.span);
  if (base === builtinType('anySimpleType')) warnOfUrType(context, variety.base?.span);
  restrict(context, draft.type, base, variety.facets, place);
  return true;
}

/** The same of a list. */
function fillList(
  context: LinkContext,
  draft: SimpleDraft,
  { variety, span }: SimpleTypeSyntax,
  place: Place,
): boolean {
  if (variety.kind !== 'list') return true;
  const { type } = draft;
  const item = simpleOf(context, variety.itemRef, variety.item, place) ?? builtinType('string');
  if (!rise(context, draft, [item])) return false;
  refuseFinal(context, place, item, 'list', variety.itemRef?.span);
  type.variety = 'list';
  type.builtin = undefined;
  type.base = builtinType('anySimpleType');
  type.item = item;
  if (item.variety === 'list') {
    breaksRule(context, place, 'The items of a list cannot be lists themselves', span);
  } else if (item.members?.slice(0, membersAsked).some((one) => one.variety === 'list') === true) {
    context.defects.warn({
      code: 'ASMX3003',
      message: 'The items of a list may be lists themselves, as members of a union',
      span,
      help: 'Take the lists out of the union: nobody can tell where they end',
    });
  }
  return true;
}

/** The same of a union. */
function fillUnion(
  context: LinkContext,
  draft: SimpleDraft,
  { variety, span }: SimpleTypeSyntax,
  place: Place,
): boolean {
  if (variety.kind !== 'union') return true;
  const { type } = draft;
  const members: SimpleType[] = [];
  for (const reference of variety.memberRefs) {
    const member = simpleOf(context, reference, undefined, place);
    refuseFinal(context, place, member, 'union', reference.span);
    if (member !== undefined) members.push(member);
  }
  for (const member of variety.members) {
    members.push(linkSimpleType(context, { syntax: member, document: place.document }, place));
  }
  if (members.length === 0 && variety.memberRefs.length === 0) {
    breaksRule(context, place, 'A union without member types has no values', span);
  }
  if (!rise(context, draft, members)) return false;
  type.variety = 'union';
  type.builtin = undefined;
  type.base = builtinType('anySimpleType');
  type.members = members;
  return true;
}

/** Members of a union that are asked whether they are lists. */
const membersAsked = 100;

function warnOfUrType(context: LinkContext, span: Span | undefined): void {
  context.defects.warn({
    code: 'ASMX3003',
    message: "Type 'anySimpleType' cannot be restricted: its values are of no kind",
    span,
    help: "Restrict 'xs:string', which takes any text",
  });
}

/**
 * Puts a type one level above those it builds on, unless that is too high: then it stays a string.
 */
function rise(context: LinkContext, draft: SimpleDraft, on: readonly SimpleType[]): boolean {
  const below = on.map((one) => context.components.simpleDrafts.get(one)?.levels ?? 0);
  draft.levels = Math.max(0, ...below) + 1;
  if (draft.levels <= deepestNesting) return true;
  draft.levels = 0;
  draft.state = 'full';
  refuseDepth(context, draft.type, draft.type.span);
  return false;
}

/** The simple type a reference or a nested declaration stands for. */
export function simpleOf(
  context: LinkContext,
  reference: Reference | undefined,
  nested: SimpleTypeSyntax | undefined,
  place: Place,
): SimpleType | undefined {
  if (reference === undefined) {
    if (nested === undefined) return undefined;
    return linkSimpleType(context, { syntax: nested, document: place.document }, place);
  }
  const builtin = findBuiltin(reference.name);
  if (builtin !== undefined) {
    if (builtin.kind === 'simple') return builtin;
    return notSimple(context, reference, place);
  }
  const declared = resolve(context, 'types', reference, place);
  if (declared === undefined) return undefined;
  const { syntax, document, original } = declared;
  if (syntax.kind === 'complexType') return notSimple(context, reference, place);
  const outer: Place = {
    document,
    owner: place.owner,
    context: [reference.name.localName],
  };
  const simple = { syntax, document, original: original as Declared<SimpleTypeSyntax> | undefined };
  return linkSimpleType(context, simple, outer);
}

function notSimple(context: LinkContext, reference: Reference, place: Place): undefined {
  breaksRule(
    context,
    place,
    `Type '${reference.name.localName}' is complex where a simple type is needed`,
    reference.span,
  );
  return undefined;
}

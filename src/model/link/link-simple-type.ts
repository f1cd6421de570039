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
  placeOf,
  refuseDepth,
  type SimpleDraft,
} from './link-context.ts';
import { effectiveName, resolve } from './resolve.ts';
import { restrict } from './restrict-simple-type.ts';
import type { Declared } from './symbols.ts';

/** The simple type linked from a declaration, with its content; created on demand. */
export function linkSimpleType(declared: Declared<SimpleTypeSyntax>, place: Place): SimpleType {
  const { syntax } = declared;
  const known = place.components.types.get(syntax);
  if (known?.kind === 'simple') {
    refuseCircle(place, known, syntax);
    return known;
  }
  const type = shell(place, syntax, place.context);
  place.components.types.set(syntax, type);
  const draft: SimpleDraft = { type, state: 'empty', levels: 0 };
  place.components.simpleDrafts.set(type, draft);
  nested({ ...place, owner: type }, syntax.span, () => fill(draft, declared, place));
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

function fill(draft: SimpleDraft, declared: Declared<SimpleTypeSyntax>, around: Place): void {
  draft.state = 'filling';
  const { type } = draft;
  const { syntax } = declared;
  const { variety } = syntax;
  const names = syntax.name === undefined ? around.context : [syntax.name.localName];
  const own = placeOf(around, declared, type, names);
  const place = { ...own, redefining: own.redefining ?? around.redefining };
  const filled =
    variety.kind === 'restriction'
      ? fillRestriction(draft, variety, place)
      : variety.kind === 'list'
        ? fillList(draft, syntax, place)
        : fillUnion(draft, syntax, place);
  if (filled) draft.state = 'full';
}

type Variety = SimpleTypeSyntax['variety'];

/** Links a restriction; `false`, reported, if types nest too deeply. */
function fillRestriction(
  draft: SimpleDraft,
  variety: Extract<Variety, { kind: 'restriction' }>,
  place: Place,
): boolean {
  const base = simpleOf(variety.base, variety.type, place) ?? builtinType('string');
  if (!rise(place, draft, [base])) return false;
  refuseFinal(place, base, 'restriction', variety.base?.span);
  if (base === builtinType('anySimpleType')) warnOfUrType(place, variety.base?.span);
  restrict(draft.type, base, variety.facets, place);
  return true;
}

/** Links a list, with the same result. */
function fillList(draft: SimpleDraft, { variety, span }: SimpleTypeSyntax, place: Place): boolean {
  if (variety.kind !== 'list') return true;
  const { type } = draft;
  const item = simpleOf(variety.itemRef, variety.item, place) ?? builtinType('string');
  if (!rise(place, draft, [item])) return false;
  refuseFinal(place, item, 'list', variety.itemRef?.span);
  type.variety = 'list';
  type.builtin = undefined;
  type.base = builtinType('anySimpleType');
  type.item = item;
  if (item.variety === 'list') {
    breaksRule(place, 'The items of a list cannot be lists themselves', span);
  } else if (item.members?.slice(0, membersAsked).some((one) => one.variety === 'list') === true) {
    place.defects.warn({
      code: 'ASMX3003',
      message: 'The items of a list may be lists themselves, as members of a union',
      span,
      help: 'Take the lists out of the union: nothing shows where they end',
    });
  }
  return true;
}

/** Links a union, with the same result. */
function fillUnion(draft: SimpleDraft, { variety, span }: SimpleTypeSyntax, place: Place): boolean {
  if (variety.kind !== 'union') return true;
  const { type } = draft;
  const members: SimpleType[] = [];
  for (const reference of variety.memberRefs) {
    const member = simpleOf(reference, undefined, place);
    refuseFinal(place, member, 'union', reference.span);
    if (member !== undefined) members.push(member);
  }
  for (const member of variety.members) {
    members.push(linkSimpleType({ syntax: member, document: place.document }, place));
  }
  if (members.length === 0 && variety.memberRefs.length === 0) {
    breaksRule(place, 'A union without member types has no values', span);
  }
  if (!rise(place, draft, members)) return false;
  type.variety = 'union';
  type.builtin = undefined;
  type.base = builtinType('anySimpleType');
  type.members = members;
  return true;
}

/** Members of a union that are checked for being lists. */
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
 * Sets the level of a type above those it is based on. If that is too high, the type stays a
 * string.
 */
function rise(context: LinkContext, draft: SimpleDraft, on: readonly SimpleType[]): boolean {
  const below = on.map((one) => context.components.simpleDrafts.get(one)?.levels ?? 0);
  draft.levels = Math.max(0, ...below) + 1;
  if (draft.levels <= deepestNesting) return true;
  draft.levels = 0;
  draft.state = 'full';
  refuseDepth({ ...context, owner: draft.type }, draft.type.span);
  return false;
}

/** The simple type of a reference or of an inner declaration. */
export function simpleOf(
  reference: Reference | undefined,
  nested: SimpleTypeSyntax | undefined,
  place: Place,
): SimpleType | undefined {
  if (reference === undefined) {
    if (nested === undefined) return undefined;
    return linkSimpleType({ syntax: nested, document: place.document }, place);
  }
  const builtin = findBuiltin(reference.name);
  if (builtin !== undefined) {
    if (builtin.kind === 'simple') return builtin;
    return notSimple(reference, place);
  }
  const declared = resolve('types', reference, place);
  if (declared === undefined) return undefined;
  const { syntax, document, original } = declared;
  if (syntax.kind === 'complexType') return notSimple(reference, place);
  const outer = placeOf(place, declared, place.owner, [reference.name.localName]);
  const simple = { syntax, document, original: original as Declared<SimpleTypeSyntax> | undefined };
  return linkSimpleType(simple, outer);
}

function notSimple(reference: Reference, place: Place): undefined {
  breaksRule(
    place,
    `Type '${reference.name.localName}' is complex where a simple type is needed`,
    reference.span,
  );
  return undefined;
}

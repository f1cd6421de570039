import { namespaces } from '../common/namespaces.ts';
import { namespaceText, qnameKey } from '../common/qname.ts';
import { type Annotation, annotationOf } from '../xsd/annotation.ts';
import { builtinType } from '../xsd/builtin-schema.ts';
import { qualifiedValue } from '../xsd/qname-values.ts';
import type { AttributeUse, SimpleType, Wildcard } from '../xsd/schema.ts';
import type {
  AttributeEntry,
  AttributeGroupSyntax,
  AttributeReference,
  AttributeSyntax,
  WildcardSyntax,
} from '../xsd/schema-document.ts';
import { intersectWildcards, linkWildcard } from '../xsd/wildcard.ts';
import { createIdCount, isId, warnOfFixed } from './check-attributes.ts';
import { type AttributeSet, type LinkContext, nested, type Place } from './link-context.ts';
import { simpleOf } from './link-simple-type.ts';
import { resolve } from './resolve.ts';
import type { Declared } from './symbols.ts';

interface AttributeHolder {
  readonly attributes: readonly AttributeEntry[];
  readonly anyAttribute?: WildcardSyntax | undefined;
}

const noAttributes: AttributeSet = { uses: [], prohibited: [], wildcard: undefined };

/**
 * The attribute uses of a type or group, groups expanded (XML Schema part 1 section 3.4.2 and 3.6).
 */
export function linkAttributes(
  context: LinkContext,
  holder: AttributeHolder,
  place: Place,
): AttributeSet {
  if (holder.attributes.length === 0 && holder.anyAttribute === undefined) return noAttributes;
  const uses = new Map<string, AttributeUse>();
  const prohibited: string[] = [];
  let wildcard: Wildcard | undefined =
    holder.anyAttribute === undefined
      ? undefined
      : linkWildcard(holder.anyAttribute, place.document.targetNamespace);
  let soapArray: AttributeSet['soapArray'];
  const ids = createIdCount(context);
  const add = (use: AttributeUse, span: AttributeEntry['span']): void => {
    const key = qnameKey(use.name);
    if (uses.has(key)) {
      context.defects.add(place.owner, {
        code: 'ASMX2002',
        message: `Attribute '${use.name.localName}' is declared twice in one type`,
        span,
      });
      return;
    }
    uses.set(key, use);
  };
  for (const entry of holder.attributes) {
    if (entry.kind === 'attributeGroupRef') {
      const group = groupNamed(context, entry, place);
      if (!context.components.expansion.take(group.uses.length, place.owner, entry.span)) continue;
      for (const use of group.uses) add(use, entry.span);
      ids.add(group.uses.find(isId), entry.span);
      wildcard = intersectWildcards(wildcard, group.wildcard);
      soapArray ??= group.soapArray;
      continue;
    }
    if (entry.arrayType !== undefined) soapArray = entry.arrayType;
    if (entry.use === 'prohibited') {
      prohibited.push(qnameKey(entry.kind === 'attribute' ? entry.name : entry.ref.name));
      continue;
    }
    const use =
      entry.kind === 'attribute'
        ? attributeUse(context, entry, place)
        : referredUse(context, entry, place);
    if (use === undefined) continue;
    add(use, entry.span);
    ids.add(use, entry.span);
  }
  return { uses: [...uses.values()], prohibited, wildcard, soapArray };
}

/** The use a declaration makes by itself. */
function attributeUse(context: LinkContext, syntax: AttributeSyntax, place: Place): AttributeUse {
  const inner: Place = { ...place, context: [...place.context, syntax.name.localName] };
  noteValue(context, syntax);
  const type =
    simpleOf(context, syntax.typeRef, syntax.type, inner) ?? builtinType('anySimpleType');
  const { kind, typeRef, type: _, use, names, arrayType, ...traits } = syntax;
  return { ...traits, type, required: use === 'required', ...givenValues(type, syntax) };
}

function referredUse(
  context: LinkContext,
  entry: AttributeReference,
  place: Place,
): AttributeUse | undefined {
  const { namespace } = entry.ref.name;
  const encoding =
    namespace === namespaces.soapEncoding11 || namespace === namespaces.soapEncoding12;
  if (encoding && entry.arrayType !== undefined) return undefined;
  const declared = resolve(context, 'attributes', entry.ref, place);
  if (declared === undefined) return undefined;
  const global = globalAttribute(context, declared);
  spread(context, declared.syntax, place);
  noteValue(context, entry);
  const given = givenValues(global.type, entry);
  warnOfFixed(context, global, given, entry.span);
  return {
    ...global,
    ...givenOf(annotationOf(entry)),
    required: entry.use === 'required',
    default: given.default ?? (given.fixed === undefined ? global.default : undefined),
    fixed: given.fixed ?? global.fixed,
    span: entry.span,
  };
}

/** What a reference says beside the declaration. */
function givenOf(annotation: Annotation): Annotation {
  return Object.fromEntries(Object.entries(annotation).filter(([, value]) => value !== undefined));
}

/** What a global declaration says of attributes that refer to it; created on first demand. */
export function globalAttribute(
  context: LinkContext,
  { syntax, document }: Declared<AttributeSyntax>,
): AttributeUse {
  const known = context.components.globalAttributes.get(syntax);
  if (known !== undefined) return known;
  const use = attributeUse(context, syntax, { document, owner: syntax, context: [] });
  context.components.globalAttributes.set(syntax, use);
  return use;
}

/** Default and fixed value, QNames in them qualified. */
function givenValues(
  type: SimpleType,
  { default: initial, fixed, names }: Pick<AttributeSyntax, 'default' | 'fixed' | 'names'>,
): Pick<AttributeUse, 'default' | 'fixed'> {
  return {
    default: initial === undefined ? undefined : qualifiedValue(type, initial, names),
    fixed: fixed === undefined ? undefined : qualifiedValue(type, fixed, names),
  };
}

function noteValue(context: LinkContext, syntax: Pick<AttributeSyntax, 'default' | 'fixed'>): void {
  if (syntax.default !== undefined || syntax.fixed !== undefined)
    context.components.valued.count += 1;
}

/** Whatever uses a affected component is affected as well. */
function spread(context: LinkContext, from: object, place: Place): void {
  const defect = context.defects.affected.get(from);
  if (defect !== undefined) context.defects.affect(place.owner, defect);
}

function groupNamed(
  context: LinkContext,
  entry: Extract<AttributeEntry, { kind: 'attributeGroupRef' }>,
  place: Place,
): AttributeSet {
  const declared = resolve(context, 'attributeGroups', entry.ref, place);
  if (declared === undefined) return noAttributes;
  const set = attributeGroup(context, declared);
  if (set === undefined) {
    context.defects.add(place.owner, {
      code: 'ASMX2003',
      message: `Attribute group '${entry.ref.name.localName}' in ${namespaceText(entry.ref.name)} contains itself`,
      span: entry.span,
    });
  }
  spread(context, declared.syntax, place);
  return set ?? noAttributes;
}

/** The content of a group; `undefined` while it is being linked, that is: in a circle. */
export function attributeGroup(
  context: LinkContext,
  declared: Declared<AttributeGroupSyntax>,
): AttributeSet | undefined {
  const { syntax } = declared;
  const known = context.components.attributeGroups.get(syntax);
  if (known !== undefined) return known === 'busy' ? undefined : known;
  context.components.attributeGroups.set(syntax, 'busy');
  const place: Place = {
    document: declared.document,
    owner: syntax,
    context: [syntax.name.localName],
    redefining: declared.original === undefined ? undefined : declared,
  };
  const set =
    nested(context, syntax, syntax.span, () => linkAttributes(context, syntax, place)) ??
    noAttributes;
  context.components.attributeGroups.set(syntax, set);
  return set;
}

import { namespaces } from '../common/namespaces.ts';
import { namespaceText, qnameKey } from '../common/qname.ts';
import { type Annotation, annotationOf } from '../xsd/annotation.ts';
import { builtinType } from '../xsd/builtin-schema.ts';
import { givenValue } from '../xsd/qname-values.ts';
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
import {
  type AttributeSet,
  type LinkContext,
  nested,
  type Place,
  placeOf,
} from './link-context.ts';
import { simpleOf } from './link-simple-type.ts';
import { resolve } from './resolve.ts';
import type { Declared } from './symbols.ts';

interface AttributeHolder {
  readonly attributes: readonly AttributeEntry[];
  readonly anyAttribute?: WildcardSyntax | undefined;
}

const noAttributes: AttributeSet = { uses: [], prohibited: [], wildcard: undefined };

/**
 * The attribute uses of a type or group, with groups expanded (XML Schema part 1 section 3.4.2 and
 * 3.6).
 */
export function linkAttributes(holder: AttributeHolder, place: Place): AttributeSet {
  if (holder.attributes.length === 0 && holder.anyAttribute === undefined) return noAttributes;
  const uses = new Map<string, AttributeUse>();
  const prohibited: string[] = [];
  let wildcard: Wildcard | undefined =
    holder.anyAttribute === undefined
      ? undefined
      : linkWildcard(holder.anyAttribute, place.document.targetNamespace);
  let soapArray: AttributeSet['soapArray'];
  const ids = createIdCount(place);
  const add = (use: AttributeUse, span: AttributeEntry['span']): void => {
    const key = qnameKey(use.name);
    if (uses.has(key)) {
      place.defects.add(place.owner, {
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
      const group = groupNamed(entry, place);
      if (!place.components.expansion.take(group.uses.length, place.owner, entry.span)) continue;
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
    const use = entry.kind === 'attribute' ? attributeUse(entry, place) : referredUse(entry, place);
    if (use === undefined) continue;
    add(use, entry.span);
    ids.add(use, entry.span);
  }
  return { uses: [...uses.values()], prohibited, wildcard, soapArray };
}

/** The attribute use of a local declaration. */
function attributeUse(syntax: AttributeSyntax, place: Place): AttributeUse {
  const inner: Place = { ...place, context: [...place.context, syntax.name.localName] };
  noteValue(place, syntax);
  const type = simpleOf(syntax.typeRef, syntax.type, inner) ?? builtinType('anySimpleType');
  const { kind, typeRef, type: _, use, names, arrayType, ...traits } = syntax;
  return { ...traits, type, required: use === 'required', ...givenValues(type, syntax) };
}

function referredUse(entry: AttributeReference, place: Place): AttributeUse | undefined {
  const { namespace } = entry.ref.name;
  const encoding =
    namespace === namespaces.soapEncoding11 || namespace === namespaces.soapEncoding12;
  if (encoding && entry.arrayType !== undefined) return undefined;
  const declared = resolve('attributes', entry.ref, place);
  if (declared === undefined) return undefined;
  const global = globalAttribute(place, declared);
  spread(declared.syntax, place);
  noteValue(place, entry);
  const given = givenValues(global.type, entry);
  warnOfFixed(place, global, given, entry.span);
  return {
    ...global,
    ...givenOf(annotationOf(entry)),
    required: entry.use === 'required',
    default: given.default ?? (given.fixed === undefined ? global.default : undefined),
    fixed: given.fixed ?? global.fixed,
    span: entry.span,
  };
}

/** The annotation of a reference, in addition to that of the declaration. */
function givenOf(annotation: Annotation): Annotation {
  return Object.fromEntries(Object.entries(annotation).filter(([, value]) => value !== undefined));
}

/** The use of a global declaration, for attributes that refer to it; created on demand. */
export function globalAttribute(
  context: LinkContext,
  declared: Declared<AttributeSyntax>,
): AttributeUse {
  const { syntax } = declared;
  const known = context.components.globalAttributes.get(syntax);
  if (known !== undefined) return known;
  const use = attributeUse(syntax, placeOf(context, declared, syntax, []));
  context.components.globalAttributes.set(syntax, use);
  return use;
}

/** Default and fixed value of a type. */
function givenValues(
  type: SimpleType,
  { default: initial, fixed, names }: Pick<AttributeSyntax, 'default' | 'fixed' | 'names'>,
): Pick<AttributeUse, 'default' | 'fixed'> {
  return {
    default: initial === undefined ? undefined : givenValue(type, initial, names),
    fixed: fixed === undefined ? undefined : givenValue(type, fixed, names),
  };
}

function noteValue(context: LinkContext, syntax: Pick<AttributeSyntax, 'default' | 'fixed'>): void {
  if (syntax.default !== undefined || syntax.fixed !== undefined)
    context.components.valued.count += 1;
}

/** A component that uses an affected one is affected, too. */
function spread(from: object, place: Place): void {
  const defect = place.defects.affected.get(from);
  if (defect !== undefined) place.defects.affect(place.owner, defect);
}

function groupNamed(
  entry: Extract<AttributeEntry, { kind: 'attributeGroupRef' }>,
  place: Place,
): AttributeSet {
  const declared = resolve('attributeGroups', entry.ref, place);
  if (declared === undefined) return noAttributes;
  const set = attributeGroup(place, declared);
  if (set === undefined) {
    place.defects.add(place.owner, {
      code: 'ASMX2003',
      message:
        `Attribute group '${entry.ref.name.localName}' in ${namespaceText(entry.ref.name)} ` +
        `contains itself`,
      span: entry.span,
    });
  }
  spread(declared.syntax, place);
  return set ?? noAttributes;
}

/** The content of a group; `undefined` while it is being linked, which means a cycle. */
export function attributeGroup(
  context: LinkContext,
  declared: Declared<AttributeGroupSyntax>,
): AttributeSet | undefined {
  const { syntax } = declared;
  const known = context.components.attributeGroups.get(syntax);
  if (known !== undefined) return known === 'busy' ? undefined : known;
  context.components.attributeGroups.set(syntax, 'busy');
  const place = placeOf(context, declared, syntax, [syntax.name.localName]);
  const set = nested(place, syntax.span, () => linkAttributes(syntax, place)) ?? noAttributes;
  context.components.attributeGroups.set(syntax, set);
  return set;
}

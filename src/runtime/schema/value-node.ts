import { isBranches, isList, isSimple, propertyOf } from '../type/described.ts';
import type { ArrayType, Field, Keywords, ObjectType } from '../type/description.ts';
import type { Simple } from '../type/simple-type.ts';
import { createSchema } from './create-schema.ts';
import type { Check } from './issues.ts';
import { isSchema, type SchemaKeywords, type SchemaNode } from './node.ts';
import { membersNode, type Property, propertiesNode } from './object-node.ts';
import { register, schemaOf } from './registry.ts';
import { simpleNode } from './simple-node.ts';
import { checkObject } from './validate.ts';

/** Gives the description of a property of an object with a scope. */
export function fieldNodeIn(
  scope: string,
  content?: ObjectType['content'],
): (field: Field, isThere: boolean) => SchemaNode {
  return (field, isThere) => {
    const { kind, type, initial } = field;
    if (kind === 'attribute' && isSimple(type)) {
      return simpleNode(type, propertyOf(field), initial);
    }
    if (kind === 'text' && isSimple(type)) return simpleNode(type, 'value');
    if (kind === 'anyAttributes') {
      return { type: 'array', examples: [[]], items: xmlAttribute };
    }
    if (kind === 'namespaces') return { type: 'object' };
    if (kind === 'mixed') return mixedNode(content?.text ?? 'text');
    const item = itemNode(field, scope);
    return isList(field) ? listNode(item, isThere ? field.min : 0, field.max) : item;
  };
}

const plainString: SchemaKeywords = { type: 'string' };

/** An `XmlAttribute`. */
const xmlAttribute: SchemaKeywords = {
  type: 'object',
  required: ['name', 'value'],
  properties: { name: plainString, namespace: plainString, value: plainString },
};

/** Properties of an `XmlElement`: a tree, whose branches are elements, too. */
const xmlProperties: Readonly<Record<string, SchemaKeywords>> = {
  name: plainString,
  namespace: plainString,
  attributes: { type: 'array', items: xmlAttribute },
  children: {
    type: 'array',
    items: { anyOf: [plainString, { type: 'object', required: ['name', 'namespace'] }] },
  },
  namespaces: { type: 'object' },
};

/** Mixed content. */
function mixedNode(text: string): SchemaKeywords {
  const required = ['name', 'namespace'];
  const element: SchemaKeywords = { type: 'object', required, properties: xmlProperties };
  return { type: 'array', examples: [[text]], items: { anyOf: [plainString, element] } };
}

function itemNode(field: Field, scope: string): SchemaNode {
  const { kind, wildcard, turn, taken } = field;
  if (kind === 'head') return headNode(taken?.() ?? [], scope);
  if (kind === 'group') return membersNode(turn === undefined ? [] : [turn], fieldNodeIn(scope));
  if (kind !== 'any') return placeNode(field, scope);
  const [how, namespace = ''] = wildcard ?? ['not'];
  const given = how === 'only' ? namespace : 'http://example.com/any';
  const required = ['name', 'namespace'];
  const examples = [{ name: 'sample', namespace: given }];
  return { type: 'object', required, examples, properties: xmlProperties };
}

/** A list. */
function listNode(items: SchemaNode, min: number, max: number): SchemaKeywords {
  return {
    type: 'array',
    ...(min > 0 && { minItems: min }),
    ...(Number.isFinite(max) && { maxItems: max }),
    items,
  };
}

/** A substitution group: objects whose one property is named after the element. */
function headNode(alternatives: readonly Field[], scope: string): SchemaNode {
  return anyOf(
    alternatives.map((one) => {
      const name = propertyOf(one);
      return propertiesNode([{ name, node: placeNode(one, scope), required: true }]);
    }),
  );
}

/** Alternatives; if there is only one, the node itself. */
export function anyOf(nodes: readonly SchemaNode[]): SchemaNode {
  const [only, ...others] = nodes;
  return only !== undefined && others.length === 0 ? only : { anyOf: nodes };
}

/** Description of an element at a place. */
export function placeNode(field: Field, scope: string): SchemaNode {
  const { type, name, namespace = scope, nil, allowed, keywords } = field;
  const nodes: SchemaNode[] = [];
  const object = type !== undefined && 'kind' in type && type.kind === 'object' ? type : undefined;
  const family = object && (allowed?.() ?? familyOf(object));
  if (type === undefined) nodes.push({});
  else if (isSimple(type)) nodes.push(withKeywords(simpleNode(type, name), keywords));
  else if (type.kind === 'xml') nodes.push(untypedNode(name, namespace));
  else if (type.kind === 'array') nodes.push(arrayNode(type));
  else if (allowed === undefined && !hasGivenText(type)) nodes.push(typeSchema(type));
  else for (const one of family ?? []) nodes.push(ownNode(one, literalOf(one, type)));
  if (nil === undefined) return anyOf(nodes);
  if (nil.attributes) {
    for (const one of family ?? []) nodes.push(nilNode(one, one === object));
  }
  return anyOf([...nodes, { type: 'null' }]);
}

/** Untyped content. The place says the namespace. */
function untypedNode(name: string, namespace: string): SchemaKeywords {
  const properties = { ...xmlProperties, namespace: {} };
  return { type: 'object', required: ['name'], examples: [{ name, namespace }], properties };
}

/** A simple value with what the description of its place tells. */
function withKeywords(node: SchemaNode, keywords: Keywords | undefined): SchemaNode {
  if (keywords === undefined) return node;
  return { ...(isSchema(node) ? { anyOf: [node] } : node), ...keywords };
}

function literalOf(type: ObjectType, declared: ObjectType): string | undefined {
  return type === declared ? undefined : type.family?.literal;
}

/** The types that can replace one. */
function familyOf(type: ObjectType): readonly ObjectType[] {
  return isHead(type) ? (type.family?.members() ?? []) : [type];
}

/** Whether other types can replace a type. */
function isHead({ family }: ObjectType): boolean {
  return family?.choose !== undefined;
}

/** Whether an empty text means another one at the place of a type. */
function hasGivenText({ members, content }: ObjectType): boolean {
  if (content?.text !== undefined) return true;
  return members.some((one) => {
    if (isBranches(one) || one.kind !== 'text' || !isSimple(one.type)) return false;
    const { initial, fixed } = one.type.from ?? {};
    return initial !== undefined || fixed !== undefined;
  });
}

function arrayNode({ item, scope, rank }: ArrayType): SchemaNode {
  const field = item();
  let node = listNode(placeNode(field, scope), field.min, field.max);
  for (let left = rank; left > 1; left -= 1) node = listNode(node, 0, Number.POSITIVE_INFINITY);
  return node;
}

/** A nil element that has more than `xsi:nil`. */
function nilNode({ members, family, scope }: ObjectType, isDeclared: boolean): SchemaNode {
  const isTyped = family !== undefined;
  const extra: Property[] = [{ name: '$nil', node: { const: true }, required: true }];
  if (isTyped) {
    extra.push({ name: '$type', node: { const: family.literal }, required: !isDeclared });
  }
  const inTag = members.filter((one) => !isBranches(one) && one.inTag !== undefined);
  return membersNode(inTag, fieldNodeIn(scope), { extra });
}

/** The schema of an object type. One that no other has is created here, for types in circles. */
function typeSchema(type: ObjectType): SchemaNode {
  const known = schemaOf(type);
  if (known !== undefined) return known;
  if (type.name === '') return wholeNode(type);
  const made = createSchema(type.name, checkOf(type), () => wholeNode(type));
  register(type, made);
  return made;
}

/** Checks a value of a type by writing it. */
export function checkOf(type: Simple | ObjectType): Check {
  if (isSimple(type)) return (value) => type.format(value);
  return (value, found) => checkObject(value, type, found);
}

/** Description of a type and of those that can replace it. */
export function wholeNode(type: ObjectType): SchemaKeywords {
  const { family } = type;
  if (family === undefined || !isHead(type)) return ownNode(type);
  const isWhole = family.derived !== family.members;
  const nodes = family.derived().map((one): SchemaNode => {
    if (one === type) return ownNode(one);
    // derived types have a `$type`
    if (isWhole) return { required: ['$type'], anyOf: [typeSchema(one)] };
    return ownNode(one, one.family?.literal);
  });
  return { anyOf: nodes };
}

/**
 * Description of a type itself, without those derived from it.
 *
 * @param literal the value of `$type` if it must be present
 */
function ownNode(type: ObjectType, literal?: string): SchemaKeywords {
  const { members, scope, content, family } = type;
  const name = literal ?? family?.literal;
  const extra =
    name === undefined
      ? []
      : [{ name: '$type', node: { const: name }, required: literal !== undefined }];
  return membersNode(members, fieldNodeIn(scope, content), { extra, content });
}

import { givenText, nothingGiven } from '../codecs/given-text.ts';
import { type JsonObject, json } from '../json-schema/json.ts';
import type { Expression } from '../print/node.ts';
import { isGiven } from '../shapes/fixed-fields.ts';
import type {
  ArrayShape,
  ContentField,
  Field,
  HeadShape,
  ObjectShape,
  PlaceShape,
  SimpleShape,
  ValueShape,
} from '../shapes/shape.ts';
import { typesAt } from '../shapes/shape-family.ts';
import { nilObject, tagFields } from '../shapes/shape-nil.ts';
import { anyOf, keywords, propertyNodes } from './node.ts';
import type { SchemaContext } from './schema-context.ts';
import { simpleNode } from './simple-node.ts';

/**
 * Description of a property, except for its absence.
 *
 * @param required whether a list has its least number of items whenever it is there
 */
export function fieldNode(context: SchemaContext, field: Field, required: boolean): Expression {
  switch (field.kind) {
    case 'attribute': {
      const { use, shape, property } = field;
      return simpleNode(context, shape.source, property, use);
    }
    case 'text':
      return simpleNode(context, field.shape.source, 'value');
    case 'anyAttributes':
      return keywords({ type: 'array', examples: [[]] }, { items: keywords({ type: 'object' }) });
    case 'mixed':
      return mixedNode('text');
    default: {
      const item = itemNode(context, field);
      return field.repeated ? listNode(item, required ? field.min : 0, field.max) : item;
    }
  }
}

/**
 * Description of mixed content.
 *
 * @param text for samples
 */
export function mixedNode(text: string): Expression {
  const element = keywords({ type: 'object', required: ['name', 'namespace'] });
  const items = anyOf([keywords({ type: 'string' }), element]);
  return keywords({ type: 'array', examples: [[text]] }, { items });
}

function itemNode(context: SchemaContext, field: ContentField): Expression {
  switch (field.kind) {
    case 'element':
      return placeNode(context, field.place);
    case 'head':
      return headNode(context, field.head);
    case 'any': {
      const { allowed } = field.wildcard;
      const listed = allowed.kind === 'list' ? (allowed.namespaces[0] ?? '') : undefined;
      const namespace = listed ?? 'http://example.com/any';
      return elementNode({ name: 'sample', namespace }, ['name', 'namespace']);
    }
    case 'group':
      return context.group(field.group);
  }
}

/** A list. */
function listNode(items: Expression, min: number, max: number): Expression {
  return keywords(
    json({
      type: 'array',
      minItems: min > 0 ? min : undefined,
      maxItems: Number.isFinite(max) ? max : undefined,
    }),
    { items },
  );
}

/** Any element. Its data is the same in JSON. */
function elementNode(example: JsonObject, required: readonly string[]): Expression {
  return keywords({ type: 'object', required, examples: [example] });
}

/** A substitution group: objects whose one property is named after the element. */
function headNode(context: SchemaContext, { alternatives }: HeadShape): Expression {
  return anyOf(
    alternatives.map(({ key, place }) =>
      keywords(
        { type: 'object', required: [key] },
        { properties: propertyNodes([[key, placeNode(context, place)]]) },
      ),
    ),
  );
}

/** Description of an element at a place. */
export function placeNode(context: SchemaContext, place: PlaceShape): Expression {
  const { value, element, nillable, standIns } = place;
  const name = element.name.localName;
  const nodes: Expression[] = [];
  const text = givenText(element.type, element);
  const types = typesAt(place) ?? (text === nothingGiven ? undefined : familyOf(value));
  if (types !== undefined) {
    const literalOf = (one: ObjectShape) => (one === value ? undefined : one.family?.literal);
    nodes.push(...types.map((one) => context.own(one, literalOf(one), text)));
  } else if (value.kind === 'simple') {
    nodes.push(simpleNode(context, value.source, name, element));
  } else nodes.push(valueNode(context, value, place));
  for (const { object, literal } of standIns) nodes.push(context.own(object, literal, element));
  if (nillable) {
    const object = nilObject(place);
    if (object !== undefined && value.kind === 'object') {
      const members = types ?? familyOf(value);
      nodes.push(...members.map((one) => nilNode(context, one, one === value)));
    }
    nodes.push(keywords({ type: 'null' }));
  }
  return anyOf(nodes);
}

/** The types that can replace one. */
function familyOf(value: ValueShape): readonly ObjectShape[] {
  if (value.kind !== 'object') return [];
  return value.family?.head === true ? value.family.members : [value];
}

function valueNode(
  context: SchemaContext,
  value: Exclude<ValueShape, SimpleShape>,
  { element: { name } }: PlaceShape,
): Expression {
  switch (value.kind) {
    case 'xml':
      // it is written with the name of its place
      return elementNode({ name: name.localName, namespace: name.namespace }, ['name']);
    case 'array':
      return arrayNode(context, value);
    case 'object':
      return context.object(value);
  }
}

function arrayNode(context: SchemaContext, { item, min, max, rank }: ArrayShape): Expression {
  let node = listNode(placeNode(context, item), min, max);
  for (let left = rank; left > 1; left -= 1) node = listNode(node, 0, Number.POSITIVE_INFINITY);
  return node;
}

/** A nil element that has more than `xsi:nil`. */
function nilNode(context: SchemaContext, object: ObjectShape, isDeclared: boolean): Expression {
  const { family } = object;
  const fields = tagFields(object);
  const properties: (readonly [string, Expression])[] = [['$nil', keywords({ const: true })]];
  if (family !== undefined) properties.push(['$type', keywords({ const: family.literal })]);
  for (const field of fields) properties.push([field.property, fieldNode(context, field, false)]);
  const required = fields.flatMap((field) =>
    field.kind === 'attribute' && field.use.required && !isGiven(field, object.content)
      ? [field.property]
      : [],
  );
  const isTyped = family !== undefined && !isDeclared;
  return keywords(
    { type: 'object', required: ['$nil', ...(isTyped ? ['$type'] : []), ...required] },
    { properties: propertyNodes(properties) },
  );
}

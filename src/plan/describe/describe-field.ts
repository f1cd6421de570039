import { namespaces } from '../../model/common/namespaces.ts';
import { contentTypesOf } from '../../model/xsd/annotation.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { stringLiteral } from '../print/encode.ts';
import { array, arrow, call, type Expression, entry, object } from '../print/node.ts';
import { runtimeType } from '../print/type-node.ts';
import { givenText } from '../shapes/given-text.ts';
import type {
  AttributeField,
  ContentField,
  ContentNode,
  ElementField,
  FieldNode,
  HeadShape,
  PlaceShape,
  SimpleShape,
} from '../shapes/shape.ts';
import { typesAt } from '../shapes/shape-family.ts';
import { atomicType } from '../shapes/shape-simple-type.ts';
import { isChecked } from './context/checked-wildcard.ts';
import { describedConstant, description, runtime } from './context/constant.ts';
import type { Describer } from './context/describer.ts';
import { absentNil, nilEntries, nodeEntries } from './empty-element.ts';
import { comparerOf, itemComparerOf } from './simple/value-order.ts';

/** Where a field is described. */
export interface FieldScope {
  /** The namespace of elements without another one. */
  readonly scope: string;
  /**
   * Whether elements have an `xsi:type`, as in SOAP encoding: parts of a message always, members
   * only if their type has a name.
   */
  readonly encoded: false | 'parts' | 'members';
  /** How null is written, where the elements themselves do not decide. */
  readonly nullAs?: 'nil' | 'absent' | undefined;
}

/** The description of a simple type where a field has it. */
export function simpleType({ simple }: Describer, shape: SimpleShape): Expression {
  const type = simple(shape);
  return shape.ids ? call(runtime('ids'), type) : type;
}

/** An attribute. */
export function attributeField(
  describer: Describer,
  { property, use, shape }: AttributeField,
): Expression {
  const { namespace, localName } = use.name;
  const initial = use.fixed ?? use.default;
  const type = simpleType(describer, shape);
  const details = [
    ...(property === localName ? [] : [entry('property', stringLiteral(property))]),
    ...(namespace === '' ? [] : [entry('namespace', describer.context.namespace(namespace))]),
    ...(initial === undefined ? [] : [entry('initial', stringLiteral(initial))]),
  ];
  const described = use.fixed === undefined ? type : fixedType(describer, shape, type, use.fixed);
  return call(
    runtime(use.required ? 'attribute' : 'optionalAttribute'),
    stringLiteral(localName),
    described,
    ...detailOf(details),
  );
}

/** A node of a content model: a property, or several that belong together. */
export function contentNode(
  describer: Describer,
  node: ContentNode,
  place: FieldScope,
): Expression {
  if (node.kind === 'field') return nodeField(describer, node, place);
  const inner = node.kind === 'sequence' ? node.nodes : node.branches;
  const list = array(inner.map((one) => contentNode(describer, one, place)));
  if (node.kind === 'sequence') return call(runtime('sequence'), list);
  return call(runtime('choice'), list, ...(node.optional ? ["'optional'"] : []));
}

/** A field as it is at a node: branches that share it may have other limits. */
function nodeField(describer: Describer, node: FieldNode, place: FieldScope): Expression {
  const { field, min, max, wildcard } = node;
  const here = { ...field, optional: node.optional, min, max } as ContentField;
  return contentField(
    describer,
    here.kind === 'any' && wildcard !== undefined ? { ...here, wildcard } : here,
    place,
  );
}

/** A property of child elements. */
function contentField(describer: Describer, field: ContentField, place: FieldScope): Expression {
  switch (field.kind) {
    case 'element':
      return elementField(describer, field, place);
    case 'any': {
      const { wildcard } = field;
      const { allowed, processContents } = wildcard;
      const given =
        allowed.kind === 'any'
          ? []
          : allowed.kind === 'list'
            ? ["'only'", ...allowed.namespaces.map((one) => describer.context.namespace(one))]
            : [
                "'not'",
                "''",
                ...(allowed.than === '' ? [] : [describer.context.namespace(allowed.than)]),
              ];
      const details = [
        ...limitEntries(field),
        ...(given.length === 0 ? [] : [entry('wildcard', array(given))]),
        ...(isChecked(field) ? [entry('process', stringLiteral(processContents))] : []),
      ];
      return call(runtime('any'), stringLiteral(field.property), ...detailOf(details));
    }
    case 'head': {
      const alternatives = description(describeHead(describer, field.head, place));
      const details = detailOf(limitEntries(field));
      return call(runtime('head'), stringLiteral(field.property), alternatives, ...details);
    }
    case 'group': {
      const turn = contentNode(describer, field.group.content, place);
      // empty turns leave no trace
      const limits = { ...field, min: field.optional ? 0 : field.min };
      const details = [
        ...(limits.min === 0 ? [] : [entry('min', String(limits.min))]),
        ...(limits.max === Number.POSITIVE_INFINITY ? [] : [entry('max', String(limits.max))]),
      ];
      return call(runtime('group'), stringLiteral(field.property), turn, ...detailOf(details));
    }
  }
}

/** The constant with the elements of a substitution group. */
function describeHead(describer: Describer, head: HeadShape, place: FieldScope): string {
  const name = describer.context.constantName(head.name);
  return describer.context.ensure(name, () => {
    const { namespace } = head.element.name;
    const own = { ...place, scope: namespace };
    const items = head.alternatives.map(({ key, place: one }) =>
      elementField(describer, onceField(key, one), own, true),
    );
    const list = arrow('()', array(items));
    return describedConstant(name, runtimeType('HeadElements'), list, namespace);
  });
}

function onceField(property: string, place: PlaceShape): ElementField {
  return {
    kind: 'element',
    property,
    place,
    optional: false,
    repeated: false,
    min: 1,
    max: 1,
  };
}

/**
 * An element.
 *
 * @param named whether its namespace is always given, because it may be used in several scopes
 */
export function elementField(
  describer: Describer,
  field: ElementField,
  { scope, encoded, nullAs }: FieldScope,
  named = false,
): Expression {
  const { place, property, repeated } = field;
  const isKept = repeated || nullAs === 'nil';
  const { namespace, localName } = place.element.name;
  const type = placeType(describer, place);
  const details = [
    ...(property === localName ? [] : [entry('property', stringLiteral(property))]),
    ...(namespace === scope && !named
      ? []
      : [entry('namespace', describer.context.namespace(namespace))]),
    ...(nullAs === 'absent' && !repeated ? absentNil(place) : nilEntries(place, isKept)),
    ...nodeEntries(field),
    ...keywordEntries(describer, place),
    ...(repeated ? listEntries(field) : []),
    ...(encoded === 'parts' || (encoded === 'members' && place.element.type.name !== undefined)
      ? encodedEntries(describer, place)
      : []),
  ];
  const verb = repeated ? 'repeated' : field.optional ? 'optional' : 'element';
  const described = call(runtime(verb), stringLiteral(localName), type, ...detailOf(details));
  const types = typesAt(place);
  if (types === undefined) return described;
  const allowed = types.map((one) => describer.value(one));
  return call(runtime('allowing'), described, arrow('()', array(allowed)));
}

/** What only JSON Schema tells, in its keywords: a single media type of binary content. */
function keywordEntries({ context }: Describer, { element }: PlaceShape): readonly Expression[] {
  if (!context.hasSchemas) return [];
  const keywords: Expression[] = [];
  const types = contentTypesOf(element);
  if (types !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(types)) {
    keywords.push(entry('contentMediaType', stringLiteral(types)));
  }
  return keywords.length === 0 ? [] : [entry('keywords', object(keywords))];
}

/** The type of an element, with its default or fixed value. */
export function placeType(describer: Describer, { value, element }: PlaceShape): Expression {
  if (value.kind === 'simple') {
    const type = simpleType(describer, value);
    const { fixed, default: initial } = element;
    if (fixed !== undefined) return fixedType(describer, value, type, fixed);
    if (initial === undefined || initial === '') return type;
    return call(runtime('withDefault'), type, stringLiteral(initial));
  }
  if (value.kind === 'xml') return runtime('anyXml');
  const type = describer.value(value);
  const { fixed, default: initial } = givenText(value.source, element);
  if (fixed !== undefined) {
    const text = value.kind === 'object' && value.fields.find(({ kind }) => kind === 'text');
    const order = text && text.kind === 'text' ? orderOf(describer, text.shape) : [];
    return call(runtime('textFixed'), type, stringLiteral(fixed), ...order);
  }
  return initial === undefined ? type : call(runtime('textOr'), type, stringLiteral(initial));
}

function fixedType(
  describer: Describer,
  shape: SimpleShape,
  type: Expression,
  fixed: string,
): Expression {
  return call(runtime('fixed'), type, stringLiteral(fixed), ...orderOf(describer, shape));
}

/** What compares values that are texts, or lists, where equal ones have several texts. */
function orderOf({ context }: Describer, { source }: SimpleShape): readonly Expression[] {
  const { item } = source;
  if (source.variety === 'list' && item !== undefined) {
    const inner =
      context.shaper.own(item) === undefined ? atomicType(item, context.shaper) : 'string';
    const comparer = itemComparerOf(item, inner);
    return comparer === undefined ? [] : [call(runtime('listOrder'), runtime(comparer))];
  }
  const atomic = atomicType(source, context.shaper);
  const order = atomic === 'string' ? comparerOf(source, atomic) : undefined;
  return order === undefined ? [] : [runtime(order)];
}

/** Limits of a repeated element. */
function listEntries({ min, max }: ElementField): readonly Expression[] {
  if (min === 0 && max === Number.POSITIVE_INFINITY) return [];
  return [
    ...(min === 0 ? [] : [entry('min', String(min))]),
    ...(max === Number.POSITIVE_INFINITY ? [] : [entry('max', String(max))]),
  ];
}

/** Limits of a property that comes once if nothing else is said. */
function limitEntries({ optional, repeated, min, max }: ContentField): readonly Expression[] {
  const least = optional ? 0 : min;
  const isList = repeated && max <= 1;
  return [
    ...(least === 1 ? [] : [entry('min', String(least))]),
    ...(max === 1 ? [] : [entry('max', String(max))]),
    ...(isList ? [entry('list', 'true')] : []),
  ];
}

/** The `xsi:type` of an element in SOAP encoding. Types that write it themselves have none. */
export function encodedEntries(
  describer: Describer,
  { value, element }: PlaceShape,
): readonly Expression[] {
  if (value.kind === 'array' || value.kind === 'xml') return [];
  if (value.kind === 'object' && value.family !== undefined) return [];
  const name = encodedName(element);
  if (name === undefined || name.namespace === namespaces.microsoftTypes) return [];
  const { namespace, localName } = name;
  const local = stringLiteral(localName);
  const type =
    namespace === namespaces.xsd ? local : array([describer.context.namespace(namespace), local]);
  return [entry('encoded', type)];
}

function encodedName({ type }: ElementDeclaration): ElementDeclaration['type']['name'] {
  const named = type.name === undefined && type.kind === 'simple' ? type.base : type;
  return named?.name;
}

/** The argument with details; none if there are none. */
export function detailOf(details: readonly Expression[]): readonly Expression[] {
  return details.length === 0 ? [] : [object(details)];
}

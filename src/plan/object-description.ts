import { isEmptiable } from '../model/check.ts';
import { leafOf } from '../model/link/schema.ts';
import { namespaces, type QName, qnameKey } from '../model/xml.ts';
import { builtinNames } from '../model/xsd/builtins.ts';
import {
  anyType,
  builtinType,
  type ElementDeclaration,
  type SchemaType,
  type SimpleType,
} from '../model/xsd/schema.ts';
import { contentTypesOf } from '../model/xsd/schema-document.ts';
import { namedEntry, stringNode } from '../print/encode.ts';
import {
  arrayNode,
  arrow,
  call,
  type Expression,
  entry,
  joined,
  joinNames,
  memberNode,
  namedType,
  objectNode,
  runtimeType,
  type TypeNode,
  typeOf,
  withNames,
} from '../print/node.ts';
import { isOrdered, isUnion } from './content-model.ts';
import { arrayItem, simplified } from './content-shape.ts';
import {
  type DescribedMessage,
  type Describer,
  describedConstant,
  description,
  isChecked,
  type PlanContext,
  property,
  pure,
  runtime,
} from './descriptions.ts';
import type { BodyShape } from './messages.ts';
import { nilObject, typesAt } from './object-shape.ts';
import type {
  ArrayShape,
  AttributeField,
  ContentField,
  ContentNode,
  ElementField,
  FieldNode,
  HeadShape,
  ObjectShape,
  PlaceShape,
  ShapeField,
  SimpleShape,
} from './shape.ts';
import { comparerOf, describeSimple, itemComparerOf } from './simple-description.ts';
import { atomicType } from './simple-shape.ts';

/** An element of its own. */
export interface DescribedRoot {
  readonly place: PlaceShape;
  /** Whether it has an `xsi:type`, as in SOAP encoding. */
  readonly encoded?: boolean;
  /** Default namespace around a record; absent for others. */
  readonly scope?: string;
}

/** An element of its own. One with a default namespace around it is a record. */
export function describeRoot(
  describer: Describer,
  { place, encoded = false, scope }: DescribedRoot,
): Expression {
  const { context } = describer;
  const { namespace, localName } = place.element.name;
  const details = [
    ...nilEntries(place),
    ...(encoded ? encodedEntries(describer, place) : []),
    ...(scope === undefined || scope === namespace
      ? []
      : [entry('outer', context.namespace(scope))]),
  ];
  const root = pure(
    scope === undefined ? 'root' : 'record',
    stringNode(localName),
    context.namespace(namespace),
    arrow('()', placeDescription(describer, place)),
    ...detailOf(details),
  );
  const types = typesAt(place);
  if (types === undefined) return root;
  const allowed = arrayNode(types.map((one) => describer.value(one)));
  return pure('allowingRoot', root, arrow('()', allowed));
}

type ObjectBody = Extract<BodyShape, { readonly kind: 'object' }>;

/** Whether a request alone has the type of its element, which has no name. */
export function isWrapped(
  { context }: Describer,
  { body, direction, encoded, type }: DescribedMessage,
): boolean {
  if (body.kind !== 'object' || direction !== 'request' || encoded) return false;
  const { place, object } = body;
  return (
    object.source.name === undefined &&
    object.family === undefined &&
    object.name === type?.flat &&
    !context.shaper.used.contained.has(object.source) &&
    !place.nillable &&
    typesAt(place) === undefined &&
    context.shaper.namespaceOf(object.source) === place.element.name.namespace
  );
}

/** A message whose value is its element, described with its type. */
export function describeWrapped(describer: Describer, { place, object }: ObjectBody): Expression {
  const { namespace, localName } = place.element.name;
  return pure(
    'wrapped',
    stringNode(localName),
    describer.context.namespace(namespace),
    ...objectParts(describer, object),
  );
}

/** Creates the describer of a contract's types. */
export function createDescriber(context: PlanContext): Describer {
  const describer: Describer = {
    context,
    simple: (shape) => describeSimple(describer, shape),
    value: (shape) => describeValue(describer, shape),
  };
  return describer;
}

/** The constant that describes an object or array type. */
function describeValue(describer: Describer, shape: ObjectShape | ArrayShape): Expression {
  const name = describer.context.constantName(shape.name);
  const make = (): ReturnType<typeof describedConstant> =>
    shape.kind === 'array'
      ? arrayConstant(describer, shape, name)
      : objectConstant(describer, shape, name);
  const described = description(describer.context.ensure(name, make));
  if (shape.kind === 'object') describer.context.noteType(shape, described);
  return described;
}

function arrayConstant(
  describer: Describer,
  shape: ArrayShape,
  name: string,
): ReturnType<typeof describedConstant> {
  const { item, source, scope, soap } = shape;
  const { shaper } = describer.context;
  const namespace = shaper.namespaceOf(source);
  const encoded = !soap && shaper.used.encodedTypes.has(source) ? 'members' : false;
  const field = elementField(
    describer,
    {
      kind: 'element',
      property: item.element.name.localName,
      place: item,
      optional: shape.min === 0,
      repeated: true,
      min: shape.min,
      max: shape.max,
    },
    { scope, encoded },
  );
  const own = [stringNode(source.name?.localName ?? ''), describer.context.namespace(namespace)];
  const items = [...own, arrow('()', field)];
  const value = soap
    ? pure('soapArray', ...items, soapDetail(describer, shape))
    : pure('array', ...items, ...(scope === namespace ? [] : [describer.context.namespace(scope)]));
  return describedConstant(name, runtimeType('ArrayType'), value, namespace);
}

function soapDetail(describer: Describer, shape: ArrayShape): Expression {
  const { used } = describer.context.shaper;
  const { item, dimensions } = leafOf(
    shape.source.soapArray ?? { item: anyType, dimensions: '[]' },
    used.encoded,
  );
  const name = item.name ?? { namespace: namespaces.xsd, localName: 'anyType' };
  const types = itemTypeNames(describer.context, shape).map((one) => stringNode(qnameKey(one)));
  const leaf = [describer.context.namespace(name.namespace), stringNode(name.localName)];
  return objectNode([
    entry('items', arrayNode(dimensions === '' ? leaf : [...leaf, stringNode(dimensions)])),
    ...(shape.rank === 1 ? [] : [entry('rank', shape.rank)]),
    ...(types.length === 0 ? [] : [entry('types', arrayNode(types))]),
    ...(used.encoded ? [entry('encoded', true)] : []),
  ]);
}

function objectConstant(
  describer: Describer,
  shape: ObjectShape,
  name: string,
): ReturnType<typeof describedConstant> {
  const { source, family } = shape;
  const namespace = describer.context.shaper.namespaceOf(source);
  const value = pure(
    'object',
    stringNode(source.name?.localName ?? ''),
    describer.context.namespace(namespace),
    ...objectParts(describer, shape),
  );
  const fields = family?.head === true ? namedType(shape.name) : shape.type;
  const type = joined(runtimeType('ObjectType'), '<', fields, '>');
  return describedConstant(name, type, value, namespace);
}

/** The function that gives the members of an object type, and what else there is to say. */
function objectParts(describer: Describer, shape: ObjectShape): readonly Expression[] {
  const { source, base, scope } = shape;
  const isExtension = base !== undefined && base.scope === scope;
  const members = isExtension
    ? membersOf(describer, shape, shape.ownFields, shape.ownContent)
    : membersOf(describer, shape, shape.fields, shape.content);
  const details = [
    ...(isExtension ? [entry('base', arrow('()', describer.value(base)))] : []),
    ...(scope === describer.context.shaper.namespaceOf(source)
      ? []
      : [entry('scope', describer.context.namespace(scope))]),
    ...(source.abstract ? [entry('abstract', true)] : []),
    ...familyEntries(describer, shape),
    ...contentEntries(shape),
    ...(isKeptArray(shape) ? [entry('check', runtime('keptArray'))] : []),
    ...vectorEntries(describer, shape),
  ];
  return [arrow('()', arrayNode(members)), ...detailOf(details)];
}

/** How members of a type are written that are null, although they are required and nillable. */
function nullIn({ source }: ObjectShape): FieldScope['nullAs'] {
  const { namespace = '' } = source.name ?? {};
  // PHP refuses entries of a Map without a value
  if (namespace === 'http://xml.apache.org/xml-soap') return 'nil';
  // what ASMX calls the namespace of classes of rpc/encoded services, whose null it leaves out
  return namespace.endsWith('/encodedTypes') ? 'absent' : undefined;
}

/** Properties in the start tag, then the content. */
function membersOf(
  describer: Describer,
  shape: ObjectShape,
  fields: readonly ShapeField[],
  content: ContentNode,
): readonly Expression[] {
  const { used } = describer.context.shaper;
  const encoded = used.encodedTypes.has(shape.source) ? 'members' : false;
  const place: FieldScope = { scope: shape.scope, encoded, nullAs: nullIn(shape) };
  const tag = fields.flatMap((field): readonly Expression[] => {
    switch (field.kind) {
      case 'attribute':
        return [attributeField(describer, field)];
      case 'anyAttributes':
        return [call(runtime('anyAttributes'))];
      case 'namespaces':
        return [call(runtime('namespaces'))];
      case 'text':
        return [call(runtime('text'), simpleType(describer, field.shape))];
      case 'mixed':
        return [call(runtime('mixed'))];
      default:
        return [];
    }
  });
  const nodes = content.kind === 'sequence' ? content.nodes : [content];
  return [...tag, ...nodes.map((one) => contentNode(describer, one, place))];
}

function familyEntries(describer: Describer, shape: ObjectShape): readonly Expression[] {
  const { family } = shape;
  if (family === undefined) return [];
  const literal = stringNode(family.literal);
  if (!family.head) return [entry('family', call(runtime('member'), literal))];
  const { concrete, derived, members } = family;
  const isWhole = derived.every(({ whole }) => whole);
  const direct = [...(concrete ? [shape] : []), ...derived.map((one) => one.shape)];
  const types = arrayNode((isWhole ? direct : members).map((one) => describer.value(one)));
  const verb = isWhole ? 'family' : 'someOf';
  return [entry('family', call(runtime(verb), literal, arrow('()', types)))];
}

/** Whether a type is an array in ASMX, although not in TypeScript. */
function isKeptArray({ source, family }: ObjectShape): boolean {
  const isNamed = source.name !== undefined && family?.head !== true;
  return isNamed && arrayItem(source, { arrays: 'unwrap' }) !== undefined;
}

function contentEntries({ fields, content }: ObjectShape): readonly Expression[] {
  const named = isOrdered(content)
    ? 'ordered'
    : fields.some(({ kind }) => kind === 'text')
      ? 'simpleContent'
      : fields.some(({ kind }) => kind === 'mixed')
        ? 'mixedContent'
        : undefined;
  return named === undefined ? [] : [entry('content', runtime(named))];
}

/** Types with as many properties have functions for the values of their objects. */
const fewestInVector = 8;

/** Two lines that make an object of its values, and take them, where that is worth it. */
function vectorEntries(describer: Describer, shape: ObjectShape): readonly Expression[] {
  const { fields, content, family } = shape;
  const isMany = fields.length >= fewestInVector || describer.context.isRepeatedRecord(shape, 1);
  if (!isMany || fields.length === 0 || isOrdered(content)) return [];
  const properties = [
    ...(family === undefined ? [] : ['$type']),
    ...fields.map((one) => one.property),
  ];
  const made = properties.map((one, at) => namedEntry(one, memberNode('v', at)));
  const isAny = family !== undefined || isUnion(shape);
  const type = isAny ? anyBranch(shape.type) : shape.type;
  const taken = arrayNode(properties.map((one) => property('o', one)));
  const parameter = joined('(o: ', type, ')');
  return [
    entry('make', arrow('(v)', objectNode(made))),
    entry('take', withNames(arrow(parameter.flat, taken), parameter.names)),
  ];
}

/** A union of branches, as one object with the properties of all. */
function anyBranch(type: TypeNode): TypeNode {
  const name = runtimeType('AnyBranch');
  return typeOf(`${name.flat}<${type.flat}>`, joinNames([name, type]));
}

/** The types that items may have, the declared one first; none if they are not checked. */
function itemTypeNames(context: PlanContext, shape: ArrayShape): readonly QName[] {
  const { item } = leafOf(shape.source.soapArray ?? { item: anyType, dimensions: '[]' });
  return namesOf(context, item);
}

function namesOf({ shaper }: PlanContext, type: SchemaType): readonly QName[] {
  const { name } = type;
  if (name === undefined) return [];
  if (type.kind === 'simple') {
    if (name.namespace !== namespaces.xsd || name.localName === 'anySimpleType') return [];
    const derived = builtinNames
      .map(builtinType)
      .filter((one) => one !== type && derives(one, type));
    return [type, ...derived].flatMap((one) => one.name ?? []);
  }
  const value = shaper.value(type);
  if (value.kind !== 'object') return [];
  const members = (value.family?.members ?? []).flatMap(({ source }) => source.name ?? []);
  return [name, ...members.filter((one) => qnameKey(one) !== qnameKey(name))];
}

function derives(type: SimpleType, from: SimpleType): boolean {
  for (let base = type.base; base !== undefined; base = base.base) if (base === from) return true;
  return false;
}

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
function simpleType({ simple }: Describer, shape: SimpleShape): Expression {
  const type = simple(shape);
  return shape.ids ? call(runtime('ids'), type) : type;
}

/** An attribute. */
function attributeField(
  describer: Describer,
  { property, use, shape }: AttributeField,
): Expression {
  const { namespace, localName } = use.name;
  const initial = use.fixed ?? use.default;
  const type = simpleType(describer, shape);
  const details = [
    ...(property === localName ? [] : [entry('property', stringNode(property))]),
    ...(namespace === '' ? [] : [entry('namespace', describer.context.namespace(namespace))]),
    ...(initial === undefined ? [] : [entry('initial', stringNode(initial))]),
  ];
  const described = use.fixed === undefined ? type : fixedType(describer, shape, type, use.fixed);
  return call(
    runtime(use.required ? 'attribute' : 'optionalAttribute'),
    stringNode(localName),
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
  const list = arrayNode(inner.map((one) => contentNode(describer, one, place)));
  if (node.kind === 'sequence') return call(runtime('sequence'), list);
  return call(runtime('choice'), list, ...(node.optional ? [stringNode('optional')] : []));
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
            ? [
                stringNode('only'),
                ...allowed.namespaces.map((one) => describer.context.namespace(one)),
              ]
            : [
                stringNode('not'),
                stringNode(''),
                ...(allowed.than === '' ? [] : [describer.context.namespace(allowed.than)]),
              ];
      const details = [
        ...limitEntries(field),
        ...(given.length === 0 ? [] : [entry('wildcard', arrayNode(given))]),
        ...(isChecked(field) ? [entry('process', stringNode(processContents))] : []),
      ];
      return call(runtime('any'), stringNode(field.property), ...detailOf(details));
    }
    case 'head': {
      const alternatives = description(describeHead(describer, field.head, place));
      const details = detailOf(limitEntries(field));
      return call(runtime('head'), stringNode(field.property), alternatives, ...details);
    }
    case 'group': {
      const turn = contentNode(describer, field.group.content, place);
      // empty turns leave no trace
      const limits = { ...field, min: field.optional ? 0 : field.min };
      const details = [
        ...(limits.min === 0 ? [] : [entry('min', limits.min)]),
        ...(limits.max === Number.POSITIVE_INFINITY ? [] : [entry('max', limits.max)]),
      ];
      return call(runtime('group'), stringNode(field.property), turn, ...detailOf(details));
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
    const list = arrow('()', arrayNode(items));
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
  const type = placeDescription(describer, place);
  const details = [
    ...(property === localName ? [] : [entry('property', stringNode(property))]),
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
  const described = call(runtime(verb), stringNode(localName), type, ...detailOf(details));
  const types = typesAt(place);
  if (types === undefined) return described;
  const allowed = types.map((one) => describer.value(one));
  return call(runtime('allowing'), described, arrow('()', arrayNode(allowed)));
}

/** What only JSON Schema tells, in its keywords: a single media type of binary content. */
function keywordEntries({ context }: Describer, { element }: PlaceShape): readonly Expression[] {
  if (!context.hasSchemas) return [];
  const keywords: Expression[] = [];
  const types = contentTypesOf(element);
  if (types !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(types)) {
    keywords.push(entry('contentMediaType', stringNode(types)));
  }
  return keywords.length === 0 ? [] : [entry('keywords', objectNode(keywords))];
}

/** The type of an element, with its default or fixed value. */
export function placeDescription(describer: Describer, { value, element }: PlaceShape): Expression {
  if (value.kind === 'simple') {
    const type = simpleType(describer, value);
    const { fixed, default: initial } = element;
    if (fixed !== undefined) return fixedType(describer, value, type, fixed);
    if (initial === undefined || initial === '') return type;
    return call(runtime('withDefault'), type, stringNode(initial));
  }
  if (value.kind === 'xml') return runtime('anyXml');
  const type = describer.value(value);
  const { fixed, default: initial } = givenText(value.source, element);
  if (fixed !== undefined) {
    const text = value.kind === 'object' && value.fields.find(({ kind }) => kind === 'text');
    const order = text && text.kind === 'text' ? orderOf(describer, text.shape) : [];
    return call(runtime('textFixed'), type, stringNode(fixed), ...order);
  }
  return initial === undefined ? type : call(runtime('textOr'), type, stringNode(initial));
}

function fixedType(
  describer: Describer,
  shape: SimpleShape,
  type: Expression,
  fixed: string,
): Expression {
  return call(runtime('fixed'), type, stringNode(fixed), ...orderOf(describer, shape));
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
    ...(min === 0 ? [] : [entry('min', min)]),
    ...(max === Number.POSITIVE_INFINITY ? [] : [entry('max', max)]),
  ];
}

/** Limits of a property that comes once if nothing else is said. */
function limitEntries({ optional, repeated, min, max }: ContentField): readonly Expression[] {
  const least = optional ? 0 : min;
  const isList = repeated && max <= 1;
  return [
    ...(least === 1 ? [] : [entry('min', least)]),
    ...(max === 1 ? [] : [entry('max', max)]),
    ...(isList ? [entry('list', true)] : []),
  ];
}

/** The `xsi:type` of an element in SOAP encoding. Types that write it themselves have none. */
function encodedEntries(
  describer: Describer,
  { value, element }: PlaceShape,
): readonly Expression[] {
  if (value.kind === 'array' || value.kind === 'xml') return [];
  if (value.kind === 'object' && value.family !== undefined) return [];
  const name = encodedName(element);
  if (name === undefined || name.namespace === namespaces.microsoftTypes) return [];
  const { namespace, localName } = name;
  const local = stringNode(localName);
  const type =
    namespace === namespaces.xsd
      ? local
      : arrayNode([describer.context.namespace(namespace), local]);
  return [entry('encoded', type)];
}

function encodedName({ type }: ElementDeclaration): ElementDeclaration['type']['name'] {
  const named = type.name === undefined && type.kind === 'simple' ? type.base : type;
  return named?.name;
}

/** The argument with details; none if there are none. */
export function detailOf(details: readonly Expression[]): readonly Expression[] {
  return details.length === 0 ? [] : [objectNode(details)];
}

/**
 * How a nil element is read and written.
 *
 * @param isKept whether it cannot be left out, as one of a list
 */
export function nilEntries(place: PlaceShape, isKept = false): readonly Expression[] {
  if (!place.nillable) return [];
  if (place.isAccessor && !isKept) return absentNil(place);
  if (place.value.kind === 'xml') return [entry('nil', runtime('nilXml'))];
  const hasAttributes = nilObject(place) !== undefined;
  return [entry('nil', runtime(hasAttributes ? 'nilWithAttributes' : 'nil'))];
}

/** The same where null is left out when it is written. */
function absentNil({ nillable }: PlaceShape): readonly Expression[] {
  return nillable ? [entry('nil', runtime('leftOut'))] : [];
}

/** How an element that holds nothing is read, where that means that there is no value. */
function nodeEntries({ optional, repeated, place }: ElementField): readonly Expression[] {
  return optional && !repeated && holdsNode(place) ? [entry('read', runtime('heldNode'))] : [];
}

/** Whether an element holds one node, as ASMX describes parameters that are XML. */
function holdsNode({ value }: PlaceShape): boolean {
  if (value.kind !== 'object' || value.family !== undefined) return false;
  const { particle, name } = value.source;
  if (name !== undefined) return false;
  const only = particle && simplified(particle);
  if (only?.kind !== 'any' || only.occurs.max !== 1) return false;
  if (value.fields.filter(({ kind }) => kind !== 'namespaces').length !== 1) return false;
  return value.source.mixed || (only.occurs.min === 1 && only.wildcard.allowed.kind === 'any');
}

/** Default and fixed values of an element or attribute. */
type GivenValues = Pick<ElementDeclaration, 'default' | 'fixed'>;

/** No default or fixed value. */
const nothingGiven: GivenValues = {};

/**
 * The default or fixed text of an element whose complex type has simple content, or mixed content
 * that may be text alone. For each such text, the type has separate functions to read and write it.
 */
function givenText(type: SchemaType, element: GivenValues): GivenValues {
  if (type.kind === 'simple') return nothingGiven;
  const hasText = type.simpleContent !== undefined || (type.mixed && isEmptiable(type.particle));
  return hasText && (element.fixed ?? element.default) !== undefined ? element : nothingGiven;
}

import { namespaces } from '../../model/common/namespaces.ts';
import { qnameKey } from '../../model/common/qname.ts';
import { leafOf } from '../../model/link/soap-array.ts';
import { anyType } from '../../model/xsd/builtin-schema.ts';
import { isUnion } from '../declarations/combinations.ts';
import { propertyKey, stringLiteral } from '../print/encode.ts';
import {
  array,
  arrow,
  call,
  type Expression,
  entry,
  joined,
  joinNames,
  object,
  type TypeNode,
  withNames,
} from '../print/node.ts';
import { namedType, runtimeType, typeOf } from '../print/type-node.ts';
import { arrayItem } from '../scope/particles.ts';
import { isOrdered } from '../shapes/ordered-content.ts';
import type { ArrayShape, ContentNode, Field, ObjectShape } from '../shapes/shape.ts';
import { describedConstant, description, property, runtime } from './context/constant.ts';
import type { Describer } from './context/describer.ts';
import { pure } from './context/pure.ts';
import {
  attributeField,
  contentNode,
  detailOf,
  elementField,
  type FieldScope,
  simpleType,
} from './describe-field.ts';
import { itemTypeNames } from './soap-item-types.ts';

/** The constant that describes an object or array type. */
export function describeValue(describer: Describer, shape: ObjectShape | ArrayShape): Expression {
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
  const own = [stringLiteral(source.name?.localName ?? ''), describer.context.namespace(namespace)];
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
  const types = itemTypeNames(describer.context, shape).map((one) => stringLiteral(qnameKey(one)));
  const leaf = [describer.context.namespace(name.namespace), stringLiteral(name.localName)];
  return object([
    entry('items', array(dimensions === '' ? leaf : [...leaf, stringLiteral(dimensions)])),
    ...(shape.rank === 1 ? [] : [entry('rank', String(shape.rank))]),
    ...(types.length === 0 ? [] : [entry('types', array(types))]),
    ...(used.encoded ? [entry('encoded', 'true')] : []),
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
    stringLiteral(source.name?.localName ?? ''),
    describer.context.namespace(namespace),
    ...objectParts(describer, shape),
  );
  const fields = family?.head === true ? namedType(shape.name) : shape.type;
  const type = joined(runtimeType('ObjectType'), '<', fields, '>');
  return describedConstant(name, type, value, namespace);
}

/** The function that gives the members of an object type, and what else there is to say. */
export function objectParts(describer: Describer, shape: ObjectShape): readonly Expression[] {
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
    ...(source.abstract ? [entry('abstract', 'true')] : []),
    ...familyEntries(describer, shape),
    ...contentEntries(shape),
    ...(isKeptArray(shape) ? [entry('check', runtime('keptArray'))] : []),
    ...vectorEntries(describer, shape),
  ];
  return [arrow('()', array(members)), ...detailOf(details)];
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
  fields: readonly Field[],
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
  const literal = stringLiteral(family.literal);
  if (!family.head) return [entry('family', call(runtime('member'), literal))];
  const { concrete, derived, members } = family;
  const isWhole = derived.every(({ whole }) => whole);
  const direct = [...(concrete ? [shape] : []), ...derived.map((one) => one.shape)];
  const types = array((isWhole ? direct : members).map((one) => describer.value(one)));
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
  const made = properties.map((one, at) => entry(propertyKey(one), `v[${at}]`));
  const isAny = family !== undefined || isUnion(shape);
  const type = isAny ? anyBranch(shape.type) : shape.type;
  const taken = array(properties.map((one) => property('o', one)));
  const parameter = joined('(o: ', type, ')');
  return [
    entry('make', arrow('(v)', object(made))),
    entry('take', withNames(arrow(parameter.flat, taken), parameter.names)),
  ];
}

/** A union of branches, as one object with the properties of all. */
function anyBranch(type: TypeNode): TypeNode {
  const name = runtimeType('AnyBranch');
  return typeOf(`${name.flat}<${type.flat}>`, joinNames([name, type]));
}

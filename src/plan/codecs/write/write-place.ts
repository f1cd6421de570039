import { shortHash } from '../../../names/names.ts';
import { stringLiteral } from '../../print/encode.ts';
import { array, call, type Expression, type Given, node } from '../../print/node.ts';
import type { ObjectShape, PlaceShape, ValueShape } from '../../shapes/shape.ts';
import { typesAt } from '../../shapes/shape-family.ts';
import { codec, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { checkedList } from '../count-code.ts';
import { givenText } from '../given-text.ts';
import { writeFixed } from '../simple/fixed-code.ts';
import { constantText } from '../simple/simple.ts';
import type { ValueSource } from '../value-source.ts';
import { writersOf } from './child-writers.ts';
import { writeNillable } from './write-nil.ts';
import { standInWriter } from './write-stand-in.ts';
import { writeText } from './write-text.ts';
import { alwaysHasContent, arrayWriter, objectWriter } from './write-type.ts';
import { choose, constant, expression, type Piece } from './xml-template.ts';

/** A start tag without its end, the name of the end tag, and the default namespace inside. */
export interface Tag {
  readonly start: string;
  readonly name: string;
  readonly scope: string;
}

/** The context of an element. */
export interface Around {
  /** The default namespace. */
  readonly scope: string;
  /** Additional text for the start tag, such as `xsi:type` in encoded messages. */
  readonly attributes?: string | undefined;
}

function declaration(prefix: string, namespace: string): string {
  return ` xmlns${prefix === '' ? '' : `:${prefix}`}="${constantText(namespace, 'attribute')}"`;
}

/** Default namespace for the content of a value; `undefined` if it has no elements inside. */
function contentScope(value: ValueShape): string | undefined {
  // names without a namespace require that there is no default namespace
  if (tagHoldsQNames(value)) return '';
  if (value.kind === 'array') return value.scope;
  if (value.kind !== 'object' || isEmpty(value)) return undefined;
  const inside = value.fields.some(
    (field) =>
      field.kind !== 'attribute' && field.kind !== 'anyAttributes' && field.kind !== 'text',
  );
  return inside || value.family !== undefined ? value.scope : undefined;
}

/** Types whose tags may hold QNames or not: a type with many others is used in many places. */
const qnameTags = new WeakMap<ObjectShape, boolean>();

/** Whether there may be QNames in the start tag of an element, or in its text. */
function tagHoldsQNames(value: ValueShape): boolean {
  if (value.kind === 'simple') return value.qnames;
  if (value.kind !== 'object') return false;
  const found = qnameTags.get(value) ?? objectHoldsQNames(value);
  qnameTags.set(value, found);
  return found;
}

function objectHoldsQNames(value: ObjectShape): boolean {
  const members = value.family?.head === true ? value.family.members : [value];
  return members.some(({ fields }) =>
    fields.some(
      (field) => (field.kind === 'attribute' || field.kind === 'text') && field.shape.qnames,
    ),
  );
}

function isEmpty(shape: ObjectShape): boolean {
  return shape.fields.length === 0 && shape.family === undefined;
}

/** Whether an element is always written the same. */
export function isConstant({ value, nillable }: PlaceShape): boolean {
  return value.kind === 'object' && isEmpty(value) && !nillable;
}

/**
 * The tag of an element under a default namespace. An element whose content is in another namespace
 * gets a prefix, so that the content needs none.
 */
export function tagOf(place: PlaceShape, scope: string): Tag {
  const { namespace, localName } = place.element.name;
  const content = place.standIns.some(({ object }) => tagHoldsQNames(object))
    ? ''
    : contentScope(place.value);
  const switched = namespace === scope ? '' : declaration('', namespace);
  if (content === undefined || content === namespace || namespace === '') {
    return { start: `<${localName}${switched}`, name: localName, scope: namespace };
  }
  const inner = content === scope ? '' : declaration('', content);
  const name = `q1:${localName}`;
  return { start: `<${name}${declaration('q1', namespace)}${inner}`, name, scope: content };
}

/** Writes an element whose value is present. */
export function writePlace(
  context: CodecContext,
  place: PlaceShape,
  source: ValueSource,
  { scope, attributes = '' }: Around,
): readonly Piece[] {
  if (place.value.kind === 'xml') return writeXml(context, place, source, scope);
  const tag = tagOf(place, scope);
  const given = attributes === '' ? tag : { ...tag, start: tag.start + attributes };
  const write = (): readonly Piece[] => {
    // a stand-in writes its own type
    const standIn =
      place.standIns.length === 0 ? undefined : codec(standInWriter(context, place, tag.scope));
    const plain = writeValue(context, place, source, given);
    if (standIn === undefined) return plain;
    const extended = [
      constant(tag.start),
      expression(call(standIn, source.value)),
      constant(`</${tag.name}>`),
    ];
    return [choose([[call(runtime('hasType'), source.value), extended]], plain)];
  };
  return place.nillable ? [writeNillable(context, place, source.value, { tag, write })] : write();
}

/**
 * The function of the runtime that writes a message of one element, and arguments for it: the name,
 * the rest of the start tag, and how the content is written. The value comes last.
 *
 * @returns `undefined` if the element has attributes, or can be written in several ways
 */
export function plainElement(
  context: CodecContext,
  place: PlaceShape,
): readonly [Given, ...Given[]] | undefined {
  const { value, nillable, standIns, element } = place;
  if (value.kind !== 'object' || nillable || standIns.length > 0) return undefined;
  if (value.tagged || isEmpty(value) || typesAt(place) !== undefined) return undefined;
  const { start, name, scope } = tagOf(place, '');
  const tag = [stringLiteral(name), stringLiteral(start.slice(1 + name.length))];
  const isOwn = element.type.name === undefined && !context.hasFewMessages;
  const rows = isOwn ? writersOf(context, value, scope) : undefined;
  if (rows !== undefined) return [runtime('writeParts'), ...tag, rows];
  const writer = objectWriter(context, value, scope, givenText(value.source, element).fixed);
  return [runtime('writeElement'), ...tag, codec(writer)];
}

function writeValue(
  context: CodecContext,
  place: PlaceShape,
  source: ValueSource,
  tag: Tag,
): readonly Piece[] {
  const { value } = place;
  const end = constant(`</${tag.name}>`);
  switch (value.kind) {
    case 'xml':
      return [];
    case 'simple': {
      const { fixed } = place.element;
      const given =
        fixed === undefined
          ? source
          : { ...source, value: writeFixed(context, value, source, fixed) };
      return [constant(tag.start), ...writeText(context, value, given), end];
    }
    case 'array': {
      const write = codec(arrayWriter(context, value, tag.scope));
      const content = call(write, checkedList(value, source));
      return [
        constant(value.soap ? tag.start : `${tag.start}>`),
        expression(!value.soap && value.min === 0 ? orEmpty(content) : content),
        end,
      ];
    }
    case 'object': {
      if (isEmpty(value)) return [constant(`${tag.start} />`)];
      const { fixed } = givenText(value.source, place.element);
      const write = codec(objectWriter(context, value, tag.scope, fixed));
      const content = call(write, checkedObject(place, source));
      const canBeEmpty = !value.tagged && !alwaysHasContent(value);
      return [
        constant(value.tagged ? tag.start : `${tag.start}>`),
        expression(canBeEmpty ? orEmpty(content) : content),
        end,
      ];
    }
  }
}

/** Content that leaves a mark if it is empty. */
function orEmpty(content: Expression): Expression {
  return call(runtime('orEmpty'), content);
}

/** The value as an object. */
function checkedObject(place: PlaceShape, { value, owner, name }: ValueSource): Expression {
  return onlyTypesWritten(place, call(runtime('asObject'), value, owner, name));
}

/** A value, checked to have a type that its place allows. */
export function onlyTypesWritten(place: PlaceShape, value: Given): Expression {
  const types = typesAt(place);
  if (types === undefined) return node(value);
  const literals = types.map(({ family }) => stringLiteral(family?.literal ?? ''));
  const first = types[0] === place.value ? ['undefined'] : [];
  return call(runtime('onlyTyped'), value, array([...first, ...literals]));
}

/** `xs:anyType`: the given element, with the name from the schema. */
function writeXml(
  context: CodecContext,
  place: PlaceShape,
  source: ValueSource,
  scope: string,
): readonly Piece[] {
  const { namespace, localName } = place.element.name;
  const inScope = context.namespace(scope);
  const own = context.namespace(namespace);
  const owner = source.owner === '' ? runtime('standalone') : source.owner;
  const name = stringLiteral(localName);
  const named = call(runtime('asNamed'), source.value, name, own);
  const written = [expression(call(runtime('writeAny'), named, inScope, owner, source.name))];
  if (!place.nillable) return written;
  const tag = tagOf(place, scope);
  return [writeNillable(context, place, source.value, { tag, write: () => written })];
}

/** Suffix of a function that writes under a different default namespace than the type's own. */
export function scopeSuffix(own: string, scope: string): string {
  if (own === scope) return '';
  return scope === '' ? '$Unqualified' : `$In${shortHash(scope)}`;
}

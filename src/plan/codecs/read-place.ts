import { qnameKey } from '../../model/qname.ts';
import type { ElementDeclaration } from '../../model/schema.ts';
import { stringLiteral } from '../encode.ts';
import {
  type ContentField,
  type Field,
  notNil,
  type PlaceShape,
  type SimpleShape,
  type TypeText,
  type ValueShape,
} from '../shape.ts';
import { typesAt } from '../shape-family.ts';
import { nilObject, nilTypes } from '../shape-nil.ts';
import { unionOf } from '../shape-simple.ts';
import { orNull, placeType } from '../types/type-text.ts';
import { type Code, runtime, typed, uses } from './code.ts';
import type { CodecContext } from './context.ts';
import { readFixed } from './fixed-code.ts';
import { nilReader } from './read-nil.ts';
import { arrayReader, objectReader } from './read-type.ts';
import { orDefault, outsideXml, parseExpression, parseReference, parserOf } from './simple.ts';
import { standInReader } from './stand-in-codecs.ts';

const noName = { namespace: '', localName: '' };

/** Expression that reads the value of the element whose START was just read, and its END. */
export function readExpression(context: CodecContext, code: Code, place: PlaceShape): string {
  const expression = readValue(context, code, place);
  if (!place.nillable) return expression;
  // an element of any type keeps its attributes
  const test =
    place.value.kind === 'xml' ? `${runtime(code, 'isOnlyNil')}(reader)` : 'reader.isNil()';
  return `${test} ? ${readNil(context, code, place)} : ${expression}`;
}

/** A function that does what {@link readExpression} does with the reader it is given. */
export function readFunction(context: CodecContext, code: Code, place: PlaceShape): string {
  const read = readExpression(context, code, place);
  const direct = /^([\w$]+)\(reader\)$/.exec(read)?.[1];
  return direct ?? `(reader) => ${place.nillable ? `(${read})` : read}`;
}

/** Expression that reads an element which says it is nil. */
export function readNil(context: CodecContext, code: Code, place: PlaceShape): string {
  const object = nilObject(place);
  if (object === undefined) return `${runtime(code, 'nil')}(reader)`;
  const type = orNull(unionOf(nilTypes(place)));
  return readAllowed(code, place, uses(code, nilReader(context, object)), type);
}

function readValue(context: CodecContext, code: Code, place: PlaceShape): string {
  const { value, element } = place;
  switch (value.kind) {
    case 'simple': {
      const leaf = readLeaf(context, code, value, element);
      if (place.standIns.length === 0) return leaf;
      return `${uses(code, standInReader(context, place))}(reader) ?? ${leaf}`;
    }
    case 'xml':
      return 'reader.element()';
    case 'array':
      return `${uses(code, arrayReader(context, value))}(reader)`;
    case 'object': {
      const read = uses(code, objectReader(context, value));
      return readAllowed(code, place, read, placeType(notNil(place)));
    }
  }
}

/** Expression that calls a function which reads an element of any type, where only some may stand. */
function readAllowed(code: Code, place: PlaceShape, read: string, type: TypeText): string {
  const types = typesAt(place);
  if (types === undefined) return `${read}(reader)`;
  const names = types.map(({ source }) => stringLiteral(qnameKey(source.name ?? noName)));
  const only = `${runtime(code, 'onlyTypes')}(reader, [${names.join(', ')}])`;
  return `(${read}(${only}) as ${typed(code, type)})`;
}

/** Values the contract gives an element or attribute. */
type GivenValues = Pick<ElementDeclaration, 'default' | 'fixed'>;

const nothingGiven: GivenValues = {};

/** Expression of a value from the text of an element, where empty text stands for a default (XML Schema 1, 3.3.1). */
export function readText(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  text: string,
  { default: initial, fixed }: GivenValues = nothingGiven,
): string {
  const given = fixed ?? initial;
  const parsed =
    shape.qnames && given !== undefined
      ? namesOrDefault(context, code, shape, `${text} || undefined`, given)
      : parseExpression(context, code, shape, orDefault(text, given));
  return fixed === undefined ? parsed : readFixed(context, code, shape, parsed, fixed);
}

/** Expression that reads the text of the element whose START was just read as a value, and its END. */
export function readLeaf(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  given: GivenValues = nothingGiven,
): string {
  // each text is a value
  const { codec } = shape;
  if (codec.kind === 'text' && codec.parse === undefined && given.fixed === undefined) {
    return readText(context, code, shape, 'reader.leaf()', given);
  }
  const parse =
    (given.fixed ?? given.default) === undefined
      ? parseReference(context, code, shape)
      : `(text) => ${readText(context, code, shape, 'text', given)}`;
  return `reader.value(${parse})`;
}

/**
 * Expression of the value of an attribute of the START just read, `undefined` where it is not there and has no default.
 *
 * @param namespace expression of its namespace
 */
export function readAttribute(
  context: CodecContext,
  code: Code,
  { shape, use }: Extract<Field, { kind: 'attribute' }>,
  namespace: string,
): string {
  const { fixed } = use;
  const initial = fixed ?? use.default;
  const literal = initial === undefined ? undefined : stringLiteral(initial);
  const { localName } = use.name;
  const local = stringLiteral(localName);
  const name = `${namespace}, ${local}`;
  const orGiven = (given: string): string =>
    use.required ? `${runtime(code, 'absentAttribute')}(reader, ${local}, ${given})` : given;
  if (shape.codec.kind === 'text' && shape.codec.whiteSpace === 'preserve' && fixed === undefined) {
    const text = `reader.attribute(${name})`;
    return literal === undefined ? text : `${text} ?? ${orGiven(literal)}`;
  }
  const parsed = (text: string, scope = 'reader'): string => {
    const value = parseExpression(context, code, shape, text, scope, localName);
    return fixed === undefined ? value : readFixed(context, code, shape, value, fixed);
  };
  const parse =
    fixed === undefined
      ? parseReference(context, code, shape, 'reader', localName)
      : `(text) => ${parsed('text')}`;
  if (literal === undefined) return `reader.attributeValue(${name}, ${parse})`;
  if (!shape.qnames && !use.required) return `reader.attributeValue(${name}, ${parse}, ${literal})`;
  const constant = parsed(literal, outsideXml(code, shape));
  return `reader.attributeValue(${name}, ${parse}) ?? ${orGiven(constant)}`;
}

/** QNames in values of the contract have other forms than those in messages. */
function namesOrDefault(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  text: string,
  initial: string,
): string {
  const parse = parserOf(context, code, shape);
  return `${runtime(code, 'qnamesOrDefault')}(${text}, reader, ${parse}, ${stringLiteral(initial)})`;
}

/**
 * Whether an element that says it is nil counts as one that is absent: where it may be absent and has no value for nil. A string
 * reads as empty then, as ASMX has it.
 */
export function nilIsAbsent(field: ContentField, value: ValueShape): boolean {
  if (field.kind !== 'element' || field.place.nillable || field.repeated) return false;
  if (!field.optional && value.kind !== 'object') return false;
  if (value.kind === 'simple') return value.codec.kind !== 'text';
  return value.kind !== 'xml';
}

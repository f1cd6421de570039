import { qnameKey } from '../../../model/common/qname.ts';
import { orNull, placeType } from '../../declarations/type-text.ts';
import { stringLiteral } from '../../print/encode.ts';
import type { TypeNode } from '../../print/node.ts';
import {
  array,
  arrow,
  binary,
  call,
  callWith,
  cast,
  conditional,
  type Expression,
  type Given,
  node,
  text,
  wrapped,
} from '../../print/node.ts';
import { unionOf } from '../../print/type-node.ts';
import {
  type ContentField,
  type Field,
  notNil,
  type PlaceShape,
  type SimpleShape,
  type ValueShape,
} from '../../shapes/shape.ts';
import { typesAt } from '../../shapes/shape-family.ts';
import { nilObject, nilTypes } from '../../shapes/shape-nil.ts';
import { codec, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { type GivenValues, givenText, nothingGiven } from '../given-text.ts';
import { readFixed } from '../simple/fixed-code.ts';
import {
  orDefault,
  outsideXml,
  parseExpression,
  parseReference,
  parserOf,
  type TextSource,
} from '../simple/simple.ts';
import { nilReader } from './read-nil.ts';
import { standInReader } from './read-stand-in.ts';
import { arrayReader, objectReader } from './read-type.ts';

const noName = { namespace: '', localName: '' };

/** Reads the value of the element whose START was just read, and its END. */
export function readExpression(context: CodecContext, place: PlaceShape): Expression {
  const read = readValue(context, place);
  if (!place.nillable) return read;
  // an element of type `xs:anyType` keeps its attributes
  const isNil = runtime(place.value.kind === 'xml' ? 'isOnlyNil' : 'isNil');
  return conditional(call(isNil, 'reader'), readNil(context, place), read);
}

/** Whether the element whose START was just read is nil, or is empty. */
export function nilTest(orEmpty: boolean): Expression {
  const isNil = call(runtime('isNil'), 'reader');
  return orEmpty ? binary('||', isNil, 'reader.selfClosed') : isNil;
}

/** A function that does the same as {@link readExpression} with a given reader. */
export function readFunction(context: CodecContext, place: PlaceShape): Expression {
  return functionOf(readExpression(context, place));
}

/** The function that an expression calls with only the reader, or one that evaluates it. */
export function functionOf(read: Expression): Expression {
  const [only, ...others] = read.kind === 'call' ? read.items : [];
  if (read.kind === 'call' && only?.flat === 'reader' && others.length === 0) {
    return text(read.callee, read.names);
  }
  return arrow('(reader)', read);
}

/** Reads a nil element. */
export function readNil(context: CodecContext, place: PlaceShape): Expression {
  const object = nilObject(place);
  if (object === undefined) return call(runtime('nil'), 'reader');
  const type = orNull(unionOf(nilTypes(place)));
  return readAllowed(place, codec(nilReader(context, object)), type);
}

/** The same for an element that does not say it is nil. */
export function readValue(context: CodecContext, place: PlaceShape): Expression {
  const { value, element } = place;
  switch (value.kind) {
    case 'simple': {
      const leaf = readLeaf(context, value, element);
      if (place.standIns.length === 0) return leaf;
      return binary('??', call(codec(standInReader(context, place)), 'reader'), leaf);
    }
    case 'xml':
      return call(runtime('captureElement'), 'reader');
    case 'array':
      return call(codec(arrayReader(context, value)), 'reader');
    case 'object': {
      const read = codec(objectReader(context, value, givenText(value.source, element)));
      return readAllowed(place, read, placeType(notNil(place)));
    }
  }
}

/** Calls a function that reads an element of any type of a family, where only some are allowed. */
function readAllowed(place: PlaceShape, read: Expression, type: TypeNode): Expression {
  const types = typesAt(place);
  if (types === undefined) return call(read, 'reader');
  const names = types.map(({ source }) => stringLiteral(qnameKey(source.name ?? noName)));
  const only = call(runtime('onlyTypes'), 'reader', array(names));
  return wrapped('(', cast(call(read, only), type), ')');
}

/**
 * A value from the text of an element, in which an empty text means the default (XML Schema 1,
 * 3.3.1).
 */
export function readText(
  context: CodecContext,
  shape: SimpleShape,
  given: Given,
  { default: initial, fixed }: GivenValues = nothingGiven,
): Expression {
  const constant = fixed ?? initial;
  const parsed =
    shape.qnames && constant !== undefined
      ? namesOrDefault(context, shape, binary('||', given, 'undefined'), constant)
      : parseExpression(context, shape, orDefault(given, constant));
  return fixed === undefined ? parsed : readFixed(context, shape, parsed, fixed);
}

/** Reads the text of the element whose START was just read as a value, and its END. */
function readLeaf(context: CodecContext, shape: SimpleShape, given: GivenValues): Expression {
  // any text is valid
  const { codec: own } = shape;
  if (own.kind === 'text' && own.parse === undefined && given.fixed === undefined) {
    return readText(context, shape, call('reader.leaf'), given);
  }
  return call('reader.value', textParser(context, shape, given));
}

/** A function that converts the text of an element to a value. */
export function textParser(
  context: CodecContext,
  shape: SimpleShape,
  given: GivenValues,
): Expression {
  return (given.fixed ?? given.default) === undefined
    ? parseReference(context, shape)
    : arrow('(text)', readText(context, shape, 'text', given));
}

/**
 * The value of an attribute of the START just read; `undefined` if it is missing and has no
 * default.
 *
 * @param namespace its namespace
 */
export function readAttribute(
  context: CodecContext,
  { shape, use }: Extract<Field, { kind: 'attribute' }>,
  namespace: Given,
): Expression {
  const { fixed } = use;
  const initial = fixed ?? use.default;
  const literal = initial === undefined ? undefined : stringLiteral(initial);
  const { localName } = use.name;
  const local = stringLiteral(localName);
  const orGiven = (given: Given): Expression =>
    use.required ? call(runtime('absentAttribute'), 'reader', local, given) : node(given);
  if (shape.codec.kind === 'text' && shape.codec.whiteSpace === 'preserve' && fixed === undefined) {
    const found = call(runtime('attributeText'), 'reader', namespace, local);
    return literal === undefined ? found : binary('??', found, orGiven(literal));
  }
  const source = { scope: 'reader', attribute: localName };
  const parsed = (given: Given, from: TextSource = source): Expression => {
    const value = parseExpression(context, shape, given, from);
    return fixed === undefined ? value : readFixed(context, shape, value, fixed);
  };
  const parse =
    fixed === undefined ? parseReference(context, shape, source) : arrow('(text)', parsed('text'));
  const list = ['reader', namespace, local];
  const found = callWith(runtime('attributeValue'), [...list, parse]);
  if (literal === undefined) return found;
  if (!shape.qnames && !use.required) {
    const parseOrDefault = arrow(`(text = ${literal})`, parsed('text'));
    return callWith(runtime('attributeOrDefault'), [...list, parseOrDefault]);
  }
  const constant = parsed(literal, { ...outsideXml(shape), attribute: localName });
  return binary('??', found, orGiven(constant));
}

/** QNames in values of the contract have a different form than in messages. */
function namesOrDefault(
  context: CodecContext,
  shape: SimpleShape,
  given: Given,
  initial: string,
): Expression {
  const parse = parserOf(context, shape);
  return call(runtime('qnamesOrDefault'), given, 'reader', parse, stringLiteral(initial));
}

/**
 * Whether a nil element counts as absent: if it is optional and has no value for nil. A string is
 * then read as empty, as in ASMX.
 */
export function nilIsAbsent(field: ContentField, value: ValueShape): boolean {
  if (field.kind !== 'element' || field.place.nillable || field.repeated) return false;
  if (!field.optional && value.kind !== 'object') return false;
  if (value.kind === 'simple') return value.codec.kind !== 'text';
  return value.kind !== 'xml';
}

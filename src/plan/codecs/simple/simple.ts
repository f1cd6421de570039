import { stringLiteral } from '../../print/encode.ts';
import {
  arrow,
  binary,
  call,
  callWith,
  type Expression,
  type Given,
  node,
} from '../../print/node.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { builtinOf } from '../../shapes/shape-simple.ts';
import { codec, local, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import type { ValueSource } from '../value-source.ts';
import { fromOwn, toOwn } from './own-type-code.ts';
import { formatFunction, parseFunction } from './simple-function.ts';

/** The origin of a text, for types that depend on it. */
export interface TextSource {
  /** The reader, or another scope that resolves prefixes. */
  readonly scope: Given;
  /** Name of the message's attribute with the text; absent for the text of an element. */
  readonly attribute?: string | undefined;
}

/** The text of an element. */
const elementText: TextSource = { scope: 'reader' };

/** Origin of a text outside XML: HTTP parameters, constants of the contract. */
export function outsideXml(shape: SimpleShape): TextSource {
  return { scope: shape.scoped ? runtime('clarkNames') : '' };
}

/** Converts `text`, the text between the tags, to a value. */
export function parseExpression(
  context: CodecContext,
  shape: SimpleShape,
  text: Given,
  { scope, attribute }: TextSource = elementText,
): Expression {
  const { codec: own } = shape;
  if (shape.ids && scope === 'reader') {
    const name = attribute === undefined ? [] : [stringLiteral(attribute)];
    return call(runtime('readIds'), text, 'reader', parserOf(context, shape), ...name);
  }
  if (own.kind === 'text' && own.parse === undefined) {
    return own.whiteSpace === 'preserve' ? node(text) : call(parserOf(context, shape), text);
  }
  return callWith(parserOf(context, shape), shape.scoped ? [text, scope] : [text]);
}

/** A function that parses the type with the text as only argument. */
export function parseReference(
  context: CodecContext,
  shape: SimpleShape,
  source: TextSource = elementText,
): Expression {
  if (!shape.scoped) return parserOf(context, shape);
  return arrow('(text)', parseExpression(context, shape, 'text', source));
}

/**
 * The function that parses the type. If the type depends on the origin of the text, it also takes
 * that.
 */
export function parserOf(context: CodecContext, shape: SimpleShape): Expression {
  const { codec: own } = shape;
  switch (own.kind) {
    case 'text':
      if (own.parse !== undefined) return runtime(own.parse);
      if (own.whiteSpace === 'preserve') return runtime('plainText');
      return runtime(own.whiteSpace === 'collapse' ? 'collapse' : 'replaceWhiteSpace');
    case 'builtin':
      return runtime(own.parse);
    case 'own':
      return codec(parseFunction(context, shape));
    case 'custom':
      return toOwn(context, { ...shape, codec: own }, wireCheck(context, shape));
  }
}

/** Parser of the contract's type below a user's own; `undefined` if it accepts any text. */
function wireCheck(context: CodecContext, { source }: SimpleShape): Expression | undefined {
  const { shaper } = context;
  const wire = shaper.simple(shaper.wire(source));
  if (wire.codec.kind === 'text' && wire.codec.parse === undefined) return undefined;
  return parseReference(context, wire, outsideXml(wire));
}

/** Destination of a text, which decides how it is escaped. */
export type TextPlace = 'element' | 'attribute' | 'raw';

/** Whether the lexical form of a type can have characters that are escaped. */
function mayHoldMarkup(context: CodecContext, shape: SimpleShape): boolean {
  const { source, codec } = shape;
  if (codec.kind === 'custom') return true;
  const values = context.shaper.members(source);
  if (values !== undefined) return values.some(({ text }) => /[&<>"\t\r\n]/.test(text));
  if (source.variety === 'list') return source.item?.variety !== 'atomic' || isText(source.item);
  if (codec.kind === 'text' && codec.format === undefined) return true;
  return source.variety === 'union' || isText(source);
}

/** Whether values are texts, which may be empty. */
export function isText(source: SimpleShape['source']): boolean {
  const builtin = source.variety === 'atomic' ? builtinOf(source) : undefined;
  return (
    builtin === 'string' ||
    builtin === 'anySimpleType' ||
    builtin === 'normalizedString' ||
    builtin === 'token' ||
    builtin === 'anyURI'
  );
}

/** The text of a value. In XML, QNames also need declarations: `writeText` and `writeAttribute`. */
export function formatExpression(
  context: CodecContext,
  shape: SimpleShape,
  { value, owner, name }: ValueSource,
  place: TextPlace,
): Expression {
  const { codec: own } = shape;
  const list = [value, owner, name];
  if (own.kind === 'text' && own.format === undefined) {
    return callWith(runtime(plainFormats[place]), list);
  }
  const format = formatterOf(context, shape);
  if (shape.qnames) return callWith(format, [...list, runtime('clarkNames')]);
  const text = callWith(format, list);
  if (place === 'raw' || !mayHoldMarkup(context, shape)) return text;
  return call(runtime(place === 'element' ? 'escapeText' : 'escapeAttribute'), text, owner, name);
}

/** Functions that write plain text. */
const plainFormats: Readonly<Record<TextPlace, string>> = {
  element: 'formatXsdString',
  attribute: 'formatXsdStringAttribute',
  raw: 'asText',
};

/** Whether the text of a value can be empty. */
export function mayBeEmpty(context: CodecContext, shape: SimpleShape): boolean {
  const { source, codec } = shape;
  const values = codec.kind === 'own' ? context.shaper.members(source) : undefined;
  if (values !== undefined) return values.some(({ text }) => text === '');
  if (codec.kind === 'own' || codec.kind === 'custom' || source.variety !== 'atomic') return true;
  if (codec.kind === 'text' && codec.format === undefined) return true;
  const builtin = builtinOf(source);
  return isText(source) || builtin === 'base64Binary' || builtin === 'hexBinary';
}

/** A function that returns the unescaped text of a value from the value, its owner and its name. */
export function formatReference(
  context: CodecContext,
  shape: SimpleShape,
  scope: Given = local('scope'),
): Expression {
  const format = formatterOf(context, shape);
  if (!shape.qnames) return format;
  return arrow('(one, owner, name)', call(format, 'one', 'owner', 'name', scope));
}

/**
 * The function that returns the unescaped text of a value. For QNames, it also takes the scope of
 * the text.
 */
export function formatterOf(context: CodecContext, shape: SimpleShape): Expression {
  const { codec: own } = shape;
  if (own.kind === 'text') return runtime(own.format ?? 'asText');
  if (own.kind === 'builtin') return runtime(own.format);
  if (own.kind === 'custom') {
    return fromOwn(context, { ...shape, codec: own }, wireCheck(context, shape));
  }
  return codec(formatFunction(context, shape));
}

/** A constant value of the contract, escaped for its place between tags or quotes. */
export function constantText(text: string, place: TextPlace): string {
  if (!/[&<>"]/.test(text)) return text;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return place === 'attribute' ? escaped.replaceAll('"', '&quot;') : escaped;
}

/** `text`, or the default if it is empty. */
export function orDefault(text: Given, initial: string | undefined): Expression {
  if (initial === undefined || initial === '') return node(text);
  return binary('||', text, stringLiteral(initial));
}

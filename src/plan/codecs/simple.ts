import { stringLiteral } from '../encode.ts';
import type { SimpleShape } from '../shape.ts';
import { builtinOf } from '../shape-simple.ts';
import { type Code, runtime, uses } from './code.ts';
import type { CodecContext } from './context.ts';
import { formatFunction, parseFunction } from './simple-function.ts';

/** Expression of where a text outside XML stands: HTTP parameters, constants of the contract. */
export function outsideXml(code: Code, shape: SimpleShape): string {
  return shape.scoped ? runtime(code, 'clarkNames') : '';
}

/**
 * Expression that makes a value of `text`, an expression of the text between the tags.
 *
 * @param scope expression of where the text stands, for types to which that matters
 * @param attribute name of the attribute of the message it is; `undefined` for the text of an element
 */
export function parseExpression(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  text: string,
  scope = 'reader',
  attribute?: string,
): string {
  const { codec } = shape;
  if (shape.ids && scope === 'reader') {
    const name = attribute === undefined ? '' : `, ${stringLiteral(attribute)}`;
    return `${runtime(code, 'readIds')}(${text}, reader, ${parserOf(context, code, shape)}${name})`;
  }
  const given = shape.scoped ? `${text}, ${scope}` : text;
  switch (codec.kind) {
    case 'text':
      if (codec.parse !== undefined) return `${runtime(code, codec.parse)}(${given})`;
      if (codec.whiteSpace === 'preserve') return text;
      return `${runtime(code, codec.whiteSpace === 'collapse' ? 'collapse' : 'replaceWhiteSpace')}(${text})`;
    case 'builtin':
      return `${runtime(code, codec.parse)}(${given})`;
    case 'own':
      return `${uses(code, parseFunction(context, shape))}(${given})`;
  }
}

/** A function that parses the type from a text alone; the parameters are those of {@link parseExpression}. */
export function parseReference(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  scope = 'reader',
  attribute?: string,
): string {
  if (shape.scoped) {
    return `(text) => ${parseExpression(context, code, shape, 'text', scope, attribute)}`;
  }
  return parserOf(context, code, shape);
}

/** The function that parses the type; one to which it matters where the text stands takes that, too. */
export function parserOf(context: CodecContext, code: Code, shape: SimpleShape): string {
  const { codec } = shape;
  switch (codec.kind) {
    case 'text':
      if (codec.parse !== undefined) return runtime(code, codec.parse);
      if (codec.whiteSpace === 'preserve') return runtime(code, 'plainText');
      return runtime(code, codec.whiteSpace === 'collapse' ? 'collapse' : 'replaceWhiteSpace');
    case 'builtin':
      return runtime(code, codec.parse);
    case 'own':
      return uses(code, parseFunction(context, shape));
  }
}

/** Where text goes, which decides how it is escaped. */
export type TextPlace = 'element' | 'attribute' | 'raw';

/** Whether the lexical form of a type can hold markup characters. */
function mayHoldMarkup(shape: SimpleShape): boolean {
  const { source, codec } = shape;
  if (source.variety === 'list') return source.item?.variety !== 'atomic' || isText(source.item);
  if (codec.kind === 'text' && codec.format === undefined) return true;
  return source.variety === 'union' || isText(source);
}

/** Whether values are texts, of which an empty one is a value, too. */
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

/**
 * Expression of the text of a value. In XML, that of QNames goes together with declarations: `writeText` and `writeAttribute`.
 *
 * @param value expression of the value
 * @param owner expression of the object that holds it
 * @param name expression of its property's name
 */
export function formatExpression(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  value: string,
  owner: string,
  name: string,
  place: TextPlace,
): string {
  const { codec } = shape;
  const list = `${value}, ${owner}, ${name}`;
  if (codec.kind === 'text' && codec.format === undefined) {
    const format =
      place === 'element'
        ? 'formatXsdString'
        : place === 'attribute'
          ? 'formatXsdStringAttribute'
          : 'asText';
    return `${runtime(code, format)}(${list})`;
  }
  const format = formatterOf(context, code, shape);
  if (shape.qnames) return `${format}(${list}, ${runtime(code, 'clarkNames')})`;
  const text = `${format}(${list})`;
  if (place === 'raw' || !mayHoldMarkup(shape)) return text;
  const escaping = runtime(code, place === 'element' ? 'escapeText' : 'escapeAttribute');
  return `${escaping}(${text}, ${owner}, ${name})`;
}

/** Whether the text of a value can be empty. */
export function mayBeEmpty(shape: SimpleShape): boolean {
  const { source, codec } = shape;
  if (codec.kind === 'own' || source.variety !== 'atomic') return true;
  if (codec.kind === 'text' && codec.format === undefined) return true;
  const builtin = builtinOf(source);
  return isText(source) || builtin === 'base64Binary' || builtin === 'hexBinary';
}

/** A function that gives the unescaped text of a value from the value, its owner and its name. */
export function formatReference(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  scope = 'scope',
): string {
  const format = formatterOf(context, code, shape);
  return shape.qnames ? `(one, owner, name) => ${format}(one, owner, name, ${scope})` : format;
}

/** The function that gives the unescaped text of a value; for one with QNames it takes where the text goes, too. */
export function formatterOf(context: CodecContext, code: Code, shape: SimpleShape): string {
  const { codec } = shape;
  if (codec.kind === 'text') return runtime(code, codec.format ?? 'asText');
  if (codec.kind === 'builtin') return runtime(code, codec.format);
  return uses(code, formatFunction(context, shape));
}

/** Text of a constant value of the contract as it goes between tags or quotes. */
export function constantText(text: string, place: TextPlace): string {
  if (!/[&<>"]/.test(text)) return text;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return place === 'attribute' ? escaped.replaceAll('"', '&quot;') : escaped;
}

/** `text`, or the default where it is empty. */
export function orDefault(text: string, initial: string | undefined): string {
  return initial === undefined || initial === '' ? text : `${text} || ${stringLiteral(initial)}`;
}

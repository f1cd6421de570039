import type { SimpleType } from '../../../model/xsd/schema.ts';
import { stringLiteral } from '../../print/encode.ts';
import { array, call, callWith, type Expression, type Given, joined } from '../../print/node.ts';
import { constant, ifBlock, returns, run, type Statement, throws } from '../../print/statement.ts';
import { runtimeType } from '../../print/type-node.ts';
import type { CodecPlan } from '../../result/plan.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { atomicType, unrestrictedCodec } from '../../shapes/shape-simple-type.ts';
import { codec, codecFunction, local, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { boundChecks } from './bound-code.ts';
import { valuesConstant } from './enumeration-code.ts';
import type { FacetCheck } from './facet-check.ts';
import { checksOf } from './facet-code.ts';
import { matchingText, patternChecks } from './pattern-code.ts';
import { formatExpression, formatReference, parseExpression, parseReference } from './simple.ts';
import { formatMembers } from './union-code.ts';
import { comparerReference } from './union-values.ts';
import { comparerOf, isTextual } from './value-order.ts';

function ownName(shape: SimpleShape): string {
  return shape.codec.kind === 'own' ? shape.codec.name : '';
}

/** Name of the function that reads a restricted simple type. It is planned on the first request. */
export function parseFunction(context: CodecContext, shape: SimpleShape): string {
  const name = context.typeFunction('parse', ownName(shape));
  return context.ensure(name, () => makeParse(context, shape, name));
}

/** Name of the function that returns the unescaped text of a restricted simple type. */
export function formatFunction(context: CodecContext, shape: SimpleShape): string {
  const name = context.typeFunction('format', ownName(shape));
  return context.ensure(name, () => makeFormat(context, shape, name));
}

function label(shape: SimpleShape): string {
  return shape.source.name?.localName ?? shape.source.context.join('/');
}

const text = local('text');
const value = local('value');
const owner = local('owner');
const name = local('name');
const scope = local('scope');

function makeParse(context: CodecContext, shape: SimpleShape, functionName: string): CodecPlan {
  const textParameter = { name: 'text', type: 'string' };
  const scopeParameter = { name: 'scope', type: runtimeType('LexicalScope') };
  return codecFunction({
    name: functionName,
    parameters: shape.scoped ? [textParameter, scopeParameter] : [textParameter],
    returns: shape.type,
    body: parseBody(context, shape),
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

function parseBody(context: CodecContext, shape: SimpleShape): readonly Statement[] {
  const { source } = shape;
  const { shaper } = context;
  if (shaper.members(source) !== undefined) return parseEnumeration(context, shape);
  if (source.variety === 'union') {
    const checks = checksOf(context, shape, 'read');
    const { before, parsed } = parseMembers(context, shape, shape.type);
    return [...before, ...checkedRead(parsed, checks, checks.length > 0)];
  }
  if (source.variety === 'list') {
    const item = shaper.simple(source.item ?? source);
    const parsed = call(runtime('parseList'), text, parseReference(context, item, { scope }));
    return checkedRead(parsed, checksOf(context, shape, 'read'), true);
  }
  return checkedRead(baseParse(context, shape), checksOf(context, shape, 'read'), true);
}

/** @param named whether to assign the value to a constant even if nothing is checked */
function checkedRead(
  parsed: Expression,
  checks: readonly FacetCheck[],
  named: boolean,
): readonly Statement[] {
  if (!named) return [returns(parsed)];
  return [constant('value', parsed), ...throwChecks(checks, 'read'), returns(value)];
}

/**
 * Reads a value of an enumeration. Equal values of XML Schema, such as `1` and `1.0`, become the
 * listed one.
 */
function parseEnumeration(context: CodecContext, shape: SimpleShape): readonly Statement[] {
  const { source } = shape;
  const values = codec(valuesConstant(context, shape));
  const comparer = enumerationComparer(context, source);
  const { before, parsed } = enumeratedText(context, shape);
  const list = [parsed, values, stringLiteral(label(shape))];
  const found =
    comparer === undefined
      ? callWith(runtime('oneOf'), list)
      : callWith(runtime('oneOfEqual'), [...list, comparer]);
  const patterns = hasLexicalPatterns(context, shape)
    ? patternChecks(context, shape, 'read', joined(text, '.trim()'))
    : [];
  const checks = [...patterns, ...openBounds(context, shape)];
  return [...before, ...checkedRead(found, checks, checks.length > 0)];
}

/**
 * The function that compares a text with those of an enumeration, if equal values have different
 * texts.
 */
function enumerationComparer(context: CodecContext, source: SimpleType): Expression | undefined {
  if (source.variety === 'union') return comparerReference(context, source, scope);
  const comparer = comparerOf(source, atomicType(source, context.shaper));
  return comparer && runtime(comparer);
}

/**
 * Bounds of dates and durations, which the runtime checks. Numbers outside the bounds are not among
 * the members.
 */
function openBounds(context: CodecContext, shape: SimpleShape): readonly FacetCheck[] {
  const comparer = comparerOf(shape.source, atomicType(shape.source, context.shaper));
  if (comparer === undefined || comparer === 'compareDecimals') return [];
  return boundChecks(context, shape, value);
}

/**
 * Whether an enumeration has patterns, and values with several texts. For plain text, patterns have
 * already removed members.
 */
function hasLexicalPatterns(context: CodecContext, { source, qnames }: SimpleShape): boolean {
  if ((source.facets.patterns ?? []).length === 0 || source.variety !== 'atomic') return false;
  return qnames || !isTextual(source, atomicType(source, context.shaper));
}

/** A parsed value, and the statements that precede it. */
interface Parsed {
  readonly before: readonly Statement[];
  readonly parsed: Expression;
}

/** The text to look up in an enumeration. */
function enumeratedText(context: CodecContext, shape: SimpleShape): Parsed {
  if (shape.source.variety !== 'union') return { before: [], parsed: baseParse(context, shape) };
  if (!shape.qnames) return { before: [], parsed: call(runtime('collapse'), text) };
  const { before, parsed } = parseMembers(context, shape, 'unknown');
  const values = [...before, constant('value', parsed)];
  return { before: values, parsed: call(runtime('unionText'), value, text) };
}

/** Text after white space processing, so that the checked text is what the other side reads. */
function whiteSpaced(given: Expression, rule: 'preserve' | 'replace' | 'collapse'): Expression {
  if (rule === 'preserve') return given;
  return call(runtime(rule === 'collapse' ? 'collapse' : 'replaceWhiteSpace'), given);
}

function parseMembers(context: CodecContext, shape: SimpleShape, type: Given): Parsed {
  const source = { scope: shape.names ? local('strict') : scope };
  const parsers = new Map<string, Expression>();
  for (const member of shape.source.members ?? []) {
    const parser = parseReference(context, context.shaper.simple(member), source);
    parsers.set(parser.flat, parser);
  }
  const strict = constant('strict', call(runtime('strictScope'), scope));
  const list = [text, stringLiteral(label(shape)), array([...parsers.values()])];
  const parse = joined(runtime('parseUnion'), '<', type, '>');
  const parsed = callWith(parse, shape.ids ? [...list, joined(scope, '.names')] : list);
  return { before: shape.names ? [strict] : [], parsed };
}

/** The value according to the base built-in. */
function baseParse(context: CodecContext, shape: SimpleShape): Expression {
  const own = unrestrictedCodec(shape.source, context.shaper);
  return parseExpression(context, { ...shape, codec: own }, text, { scope });
}

function makeFormat(context: CodecContext, shape: SimpleShape, functionName: string): CodecPlan {
  const { shaper } = context;
  const scopeParameter = { name: 'scope', type: runtimeType('QNameScope') };
  return codecFunction({
    name: functionName,
    parameters: [
      { name: 'value', type: shape.type },
      { name: 'owner', type: 'object | undefined' },
      { name: 'name', type: 'string' },
      ...(shape.qnames ? [scopeParameter] : []),
    ],
    returns: 'string',
    body:
      shaper.members(shape.source) === undefined
        ? formatText(context, shape)
        : formatEnumeration(context, shape),
    namespace: shaper.namespaceOf(shape.source),
  });
}

function formatEnumeration(context: CodecContext, shape: SimpleShape): readonly Statement[] {
  const { source } = shape;
  const values = codec(valuesConstant(context, shape));
  const checks = [
    run(call(runtime('checkOneOf'), value, values, owner, name)),
    ...throwChecks(openBounds(context, shape), 'write'),
  ];
  if (shape.qnames && source.variety === 'union') {
    return [...checks, returns(call(runtime('qualifyNames'), value, owner, name, scope))];
  }
  if (shape.qnames || hasLexicalPatterns(context, shape)) {
    return [...checks, ...formatText(context, shape)];
  }
  const isText = atomicType(source, context.shaper) === 'string';
  return [...checks, returns(isText ? value : call('String', value))];
}

/** The checked text of a value. If there is nothing to check, it is returned at once. */
function formatText(context: CodecContext, shape: SimpleShape): readonly Statement[] {
  const checks = checksOf(context, shape, 'write');
  const lexical = lexicalText(context, shape);
  if (checks.length === 0) return [returns(lexical)];
  return [constant('text', lexical), ...throwChecks(checks, 'write'), returns(text)];
}

function lexicalText(context: CodecContext, shape: SimpleShape): Expression {
  const { source } = shape;
  if (source.variety === 'union') return formatMembers(context, shape);
  if (source.variety === 'list') {
    const item = context.shaper.simple(source.item ?? source);
    return call(runtime('formatList'), value, owner, name, formatReference(context, item));
  }
  if (shape.qnames) return call(runtime('formatXsdQName'), value, owner, name, scope);
  const own = unrestrictedCodec(source, context.shaper);
  const base = { ...shape, codec: own };
  const written = formatExpression(context, base, { value, owner, name }, 'raw');
  const asGiven = own.kind === 'text' && own.format === undefined;
  const space = asGiven ? own.whiteSpace : 'preserve';
  return matchingText(context, shape, whiteSpaced(written, space));
}

function throwChecks(
  checks: readonly FacetCheck[],
  direction: 'read' | 'write',
): readonly Statement[] {
  return checks.map(({ condition, message }) => {
    const words = stringLiteral(message);
    const error =
      direction === 'read'
        ? call(runtime('notValid'), text, words, value)
        : call(runtime('notWritable'), owner, name, words);
    return ifBlock(condition, [throws(error)]);
  });
}

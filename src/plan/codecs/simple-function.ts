import type { SimpleType } from '../../model/schema.ts';
import { stringLiteral } from '../encode.ts';
import { arrayLiteral } from '../layout.ts';
import type { CodecPlan } from '../plan.ts';
import type { SimpleShape } from '../shape.ts';
import { atomicType, holdsNames, unrestrictedCodec } from '../shape-simple-type.ts';
import { boundChecks } from './bound-code.ts';
import {
  block,
  type Code,
  createCode,
  finishFunction,
  line,
  runtime,
  runtimeType,
  typed,
  uses,
} from './code.ts';
import type { CodecContext } from './context.ts';
import { valuesConstant } from './enumeration-code.ts';
import { checksOf, type FacetCheck } from './facet-code.ts';
import { matchingText, patternChecks } from './pattern-code.ts';
import { formatExpression, formatReference, parseExpression, parseReference } from './simple.ts';
import { statement } from './statement.ts';
import { formatMembers } from './union-code.ts';
import { comparerReference } from './union-values.ts';
import { comparerOf, isTextual } from './value-order.ts';

function ownName(shape: SimpleShape): string {
  return shape.codec.kind === 'own' ? shape.codec.name : '';
}

/** Name of the function that reads a restricted simple type; it is made when first asked for. */
export function parseFunction(context: CodecContext, shape: SimpleShape): string {
  const name = context.typeFunction('parse', ownName(shape));
  return context.ensure(name, () => makeParse(context, shape, name));
}

/** Name of the function that gives the unescaped text of a restricted simple type. */
export function formatFunction(context: CodecContext, shape: SimpleShape): string {
  const name = context.typeFunction('format', ownName(shape));
  return context.ensure(name, () => makeFormat(context, shape, name));
}

function label(shape: SimpleShape): string {
  return shape.source.name?.localName ?? shape.source.context.join('/');
}

function makeParse(context: CodecContext, shape: SimpleShape, name: string): CodecPlan {
  const code = createCode();
  const { source } = shape;
  const { shaper } = context;
  const returns = typed(code, shape.type);
  const members = shaper.members(source);
  if (members !== undefined) {
    parseEnumeration(context, code, shape);
  } else if (source.variety === 'list') {
    const item = shaper.simple(source.item ?? source);
    const parse = parseReference(context, code, item, 'scope');
    line(code, `const value = ${runtime(code, 'parseList')}(text, ${parse});`);
    checks(context, code, shape, 'read');
    line(code, 'return value;');
  } else if (source.variety === 'union') {
    const given = checksOf(context, code, shape, 'read');
    parseMembers(context, code, shape, returns, given.length === 0 ? 'return' : 'const value =');
    throwChecks(code, given, 'read');
    if (given.length > 0) line(code, 'return value;');
  } else {
    line(code, `const value = ${baseParse(context, code, shape)};`);
    checks(context, code, shape, 'read');
    line(code, 'return value;');
  }
  return finishFunction(code, {
    name,
    exported: false,
    doc: '',
    parameters: shape.scoped ? ['text: string', scopeParameter(code)] : ['text: string'],
    returns,
    namespace: shaper.namespaceOf(source),
  });
}

function scopeParameter(code: Code): string {
  return `scope: ${runtimeType(code, 'LexicalScope')}`;
}

/** Values that are one to XML Schema, such as `1` and `1.0`, read as the one the enumeration has. */
function parseEnumeration(context: CodecContext, code: Code, shape: SimpleShape): void {
  const { source } = shape;
  const values = uses(code, valuesConstant(context, shape));
  const comparer = enumerationComparer(context, code, source);
  const list = `${enumeratedText(context, code, shape)}, ${values}, ${stringLiteral(label(shape))}`;
  const call =
    comparer === undefined
      ? `${runtime(code, 'oneOf')}(${list})`
      : `${runtime(code, 'oneOfEqual')}(${list}, ${comparer})`;
  const given = [
    ...(hasLexicalPatterns(context, shape)
      ? patternChecks(context, code, shape, 'read', 'text.trim()')
      : []),
    ...openBounds(context, code, shape),
  ];
  if (given.length === 0) {
    statement(code, 'return', call);
    return;
  }
  statement(code, 'const value =', call);
  throwChecks(code, given, 'read');
  line(code, 'return value;');
}

/** What compares a text with those of an enumeration, where the text of a value does not tell. */
function enumerationComparer(
  context: CodecContext,
  code: Code,
  source: SimpleType,
): string | undefined {
  if (source.variety === 'union') return comparerReference(context, code, source, 'scope');
  const comparer = comparerOf(source, atomicType(source, context.shaper));
  return comparer && runtime(code, comparer);
}

/** Bounds of dates and durations: whether a member is within them is known to the runtime. Of numbers, those beyond are no members. */
function openBounds(context: CodecContext, code: Code, shape: SimpleShape): readonly FacetCheck[] {
  const comparer = comparerOf(shape.source, atomicType(shape.source, context.shaper));
  if (comparer === undefined || comparer === 'compareDecimals') return [];
  return boundChecks(context, code, shape, 'value');
}

/** Whether an enumeration has patterns about texts, several of which are one value. Of text, patterns have left out members. */
function hasLexicalPatterns(context: CodecContext, { source, qnames }: SimpleShape): boolean {
  if ((source.facets.patterns ?? []).length === 0 || source.variety !== 'atomic') return false;
  return qnames || !isTextual(source, atomicType(source, context.shaper));
}

/** Expression of what is looked for in an enumeration. */
function enumeratedText(context: CodecContext, code: Code, shape: SimpleShape): string {
  if (shape.source.variety !== 'union') return baseParse(context, code, shape);
  if (!shape.qnames) return `${runtime(code, 'collapse')}(text)`;
  parseMembers(context, code, shape, 'unknown', 'const value =');
  return 'String(value)';
}

/** An expression of text, white space dealt with, so that what is checked is what the other side reads. */
function whiteSpaced(code: Code, text: string, rule: 'preserve' | 'replace' | 'collapse'): string {
  if (rule === 'preserve') return text;
  return `${runtime(code, rule === 'collapse' ? 'collapse' : 'replaceWhiteSpace')}(${text})`;
}

function parseMembers(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  returns: string,
  before: string,
): void {
  const names = holdsNames(shape.source);
  const parsers = (shape.source.members ?? []).map((member) =>
    parseReference(context, code, context.shaper.simple(member), names ? 'strict' : 'scope'),
  );
  if (names) line(code, `const strict = ${runtime(code, 'strictScope')}(scope);`);
  const head = `${before} ${runtime(code, 'parseUnion')}<${returns}>`;
  const text = arrayLiteral({
    before: `${head}(text, ${stringLiteral(label(shape))}, `,
    items: [...new Set(parsers)],
    after: shape.ids ? ', scope.names);' : ');',
    indent: 1,
  });
  line(code, text);
}

/** The value of the built-in below. */
function baseParse(context: CodecContext, code: Code, shape: SimpleShape): string {
  const codec = unrestrictedCodec(shape.source, context.shaper);
  return parseExpression(context, code, { ...shape, codec }, 'text', 'scope');
}

function makeFormat(context: CodecContext, shape: SimpleShape, name: string): CodecPlan {
  const code = createCode();
  const { source } = shape;
  const { shaper } = context;
  const type = typed(code, shape.type);
  const atomic = atomicType(source, shaper);
  const members = shaper.members(source);
  if (members !== undefined) {
    const values = uses(code, valuesConstant(context, shape));
    line(code, `${runtime(code, 'checkOneOf')}(value, ${values}, owner, name);`);
    throwChecks(code, openBounds(context, code, shape), 'write');
    if (shape.qnames && source.variety === 'union') {
      line(code, `return ${runtime(code, 'qualifyNames')}(value, owner, name, scope);`);
    } else if (shape.qnames || hasLexicalPatterns(context, shape)) formatText(context, code, shape);
    else line(code, `return ${atomic === 'string' ? 'value' : `String(value)`};`);
  } else {
    formatText(context, code, shape);
  }
  return finishFunction(code, {
    name,
    exported: false,
    doc: '',
    parameters: [
      ...[`value: ${type}`, 'owner: object', 'name: string'],
      ...(shape.qnames ? [`scope: ${runtimeType(code, 'QNameScope')}`] : []),
    ],
    returns: 'string',
    namespace: shaper.namespaceOf(source),
  });
}

/** The text of a value, checked; where there is nothing to check, it is returned at once. */
function formatText(context: CodecContext, code: Code, shape: SimpleShape): void {
  const { source } = shape;
  const given = checksOf(context, code, shape, 'write');
  const before = given.length === 0 ? 'return ' : 'const text = ';
  if (source.variety === 'union') {
    formatMembers(context, code, shape, before);
  } else if (source.variety === 'list') {
    const item = context.shaper.simple(source.item ?? source);
    const list = `value, owner, name, ${formatReference(context, code, item)}`;
    line(code, `${before}${runtime(code, 'formatList')}(${list});`);
  } else if (shape.qnames) {
    line(code, `${before}${runtime(code, 'formatXsdQName')}(value, owner, name, scope);`);
  } else {
    const codec = unrestrictedCodec(source, context.shaper);
    const base = { ...shape, codec };
    const text = formatExpression(context, code, base, 'value', 'owner', 'name', 'raw');
    const asGiven = codec.kind === 'text' && codec.format === undefined;
    const space = asGiven ? codec.whiteSpace : 'preserve';
    const lexical = matchingText(context, code, shape, whiteSpaced(code, text, space));
    line(code, `${before}${lexical};`);
  }
  if (given.length === 0) return;
  throwChecks(code, given, 'write');
  line(code, 'return text;');
}

function checks(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  direction: 'read' | 'write',
): void {
  throwChecks(code, checksOf(context, code, shape, direction), direction);
}

function throwChecks(code: Code, given: readonly FacetCheck[], direction: 'read' | 'write'): void {
  for (const { condition, message } of given) {
    const text = stringLiteral(message);
    const call =
      direction === 'read'
        ? `${runtime(code, 'notValid')}(text, ${text}, value)`
        : `${runtime(code, 'notWritable')}(owner, name, ${text})`;
    block(code, `if (${condition})`, () => statement(code, 'throw', call));
  }
}

/** Expression of a parsed constant, for defaults. */
export function parsedConstant(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  text: string,
): string {
  return parseExpression(context, code, shape, stringLiteral(text));
}

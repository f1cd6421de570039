import { stringLiteral } from '../encode.ts';
import { arrayLiteral, columns, lineWidth } from '../layout.ts';
import type { CodecPlan } from '../plan.ts';
import type { SimpleShape } from '../shape.ts';
import { enumerationMembers } from '../shape-simple.ts';
import { atomicType, unrestrictedCodec } from '../shape-simple-type.ts';
import {
  block,
  type Code,
  createCode,
  finish,
  finishFunction,
  line,
  runtime,
  typed,
  uses,
} from './code.ts';
import type { CodecContext } from './context.ts';
import { checkLines } from './facet-code.ts';
import { formatExpression, formatReference, parseExpression, parseReference } from './simple.ts';
import { statement } from './statement.ts';

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

/** Name of the constant that lists an enumeration's values. */
export function valuesConstant(context: CodecContext, shape: SimpleShape): string {
  const name = `${context.typeFunction('values', ownName(shape))}`;
  return context.ensure(name, () => {
    const code = createCode();
    const members =
      enumerationMembers(shape.source, atomicType(shape.source, context.shaper)) ?? [];
    const type = typed(code, shape.type);
    const before = `const ${name}: readonly ${type}[] =`;
    const items = members.map((member) => member.literal);
    const flat = `${before} [${items.join(', ')}];`;
    let text = flat;
    const below = `  [${items.join(', ')}];`;
    if (
      columns(flat) > lineWidth &&
      columns(`${before} [`) > lineWidth &&
      columns(below) <= lineWidth
    ) {
      text = `${before}\n${below}`;
    } else if (columns(flat) > lineWidth) {
      text = numeric(items)
        ? `${before} [\n${filled(items)}\n];`
        : arrayLiteral({ before: `${before} `, items, after: ';' });
    }
    return finish(code, name, false, text, context.shaper.namespaceOf(shape.source));
  });
}

function numeric(items: readonly string[]): boolean {
  return items.length > 1 && items.every((item) => /^[+-]?\d+(\.\d+)?$/.test(item));
}

/** Numbers fill lines, as prettier has it. */
function filled(items: readonly string[]): string {
  const lines: string[] = [];
  let current = ' ';
  for (const item of items) {
    if (columns(`${current} ${item},`) > lineWidth) {
      lines.push(current);
      current = ' ';
    }
    current += ` ${item},`;
  }
  lines.push(current);
  return lines.join('\n');
}

function label(shape: SimpleShape): string {
  return shape.source.name?.localName ?? shape.source.context.join('/');
}

function makeParse(context: CodecContext, shape: SimpleShape, name: string): CodecPlan {
  const code = createCode();
  const { source } = shape;
  const { shaper } = context;
  const returns = typed(code, shape.type);
  const members = enumerationMembers(source, atomicType(source, shaper));
  if (members !== undefined) {
    const values = uses(code, valuesConstant(context, shape));
    const base =
      source.variety === 'union' ? runtime(code, 'collapse') : baseParse(context, code, shape);
    const oneOf = runtime(code, 'oneOf');
    const list = `${base}(text), ${values}, ${stringLiteral(label(shape))}`;
    statement(code, 'return', `${oneOf}(${list})`);
  } else if (source.variety === 'list') {
    const item = shaper.simple(source.item ?? source);
    const parse = parseReference(context, code, item);
    line(code, `const value = ${runtime(code, 'parseList')}(text, ${parse});`);
    checks(context, code, shape, 'read');
    line(code, 'return value;');
  } else if (source.variety === 'union') {
    const parsers = (source.members ?? []).map((member) =>
      parseReference(context, code, shaper.simple(member)),
    );
    const type = stringLiteral(label(shape));
    const head = `return ${runtime(code, 'parseUnion')}<${returns}>(text, ${type}, [`;
    line(
      code,
      arrayLiteral({
        before: head.slice(0, -1),
        items: [...new Set(parsers)],
        after: ');',
        indent: 1,
      }),
    );
  } else {
    line(code, `const value = ${baseParse(context, code, shape)}(text);`);
    checks(context, code, shape, 'read');
    line(code, 'return value;');
  }
  return finishFunction(code, {
    name,
    exported: false,
    doc: '',
    parameters: ['text: string'],
    returns,
    namespace: shaper.namespaceOf(source),
  });
}

/** The parse function of the built-in below. */
function baseParse(context: CodecContext, code: Code, shape: SimpleShape): string {
  const codec = unrestrictedCodec(shape.source, context.shaper);
  return parseReference(context, code, { ...shape, codec });
}

function makeFormat(context: CodecContext, shape: SimpleShape, name: string): CodecPlan {
  const code = createCode();
  const { source } = shape;
  const { shaper } = context;
  const type = typed(code, shape.type);
  const atomic = atomicType(source, shaper);
  const members = enumerationMembers(source, atomic);
  if (members !== undefined) {
    const values = uses(code, valuesConstant(context, shape));
    line(code, `${runtime(code, 'checkOneOf')}(value, ${values}, owner, name);`);
    line(code, `return ${atomic === 'string' ? 'value' : `String(value)`};`);
  } else if (source.variety === 'list') {
    const item = shaper.simple(source.item ?? source);
    checks(context, code, shape, 'write');
    const format = formatReference(context, code, item);
    line(code, `return ${runtime(code, 'formatList')}(value, owner, name, ${format});`);
  } else if (source.variety === 'union') {
    makeUnionFormat(context, code, shape);
  } else {
    const codec = unrestrictedCodec(source, shaper);
    const text = formatExpression(
      context,
      code,
      { ...shape, codec },
      'value',
      'owner',
      'name',
      'raw',
    );
    line(code, `const text = ${text};`);
    checks(context, code, shape, 'write');
    line(code, 'return text;');
  }
  return finishFunction(code, {
    name,
    exported: false,
    doc: '',
    parameters: [`value: ${type}`, 'owner: object', 'name: string'],
    returns: 'string',
    namespace: shaper.namespaceOf(source),
  });
}

/** Tries the members whose TypeScript type the value has, in order. */
function makeUnionFormat(context: CodecContext, code: Code, shape: SimpleShape): void {
  const { shaper } = context;
  const members = (shape.source.members ?? []).map((member) => shaper.simple(member));
  const attempts = members.map((member) => {
    const format = formatReference(context, code, member);
    return `(one) => ${format}(one as ${typed(code, member.type)}, owner, name)`;
  });
  line(code, `return ${runtime(code, 'formatUnion')}(value, owner, name, [`);
  for (const attempt of new Set(attempts)) line(code, `  ${attempt},`);
  line(code, ']);');
}

function checks(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  direction: 'read' | 'write',
): void {
  const conditions = checkLines(context, code, shape, direction);
  for (const { condition, message } of conditions) {
    const text = stringLiteral(message);
    const call =
      direction === 'read'
        ? `${runtime(code, 'notValid')}(text, ${text})`
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

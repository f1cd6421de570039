import { stringLiteral } from '../encode.ts';
import { arrayLiteral } from '../layout.ts';
import { localName } from '../names.ts';
import type { ContentField, ElementField, ObjectShape } from '../shape.ts';
import { block, type Code, createCode, finish, fitsLine, line, runtime, uses } from './code.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import { hasNamesTwice, itemExpression } from './read-loop.ts';
import { readText } from './read-place.ts';
import { callStatement, statement } from './statement.ts';

/**
 * The fused path of types that repeat: children in schema order whose tags are foretold. At the first surprise it leaves the rest to
 * the general loop, which alone has to be right.
 */
export function fastPath(
  context: CodecContext,
  code: Code,
  shape: ObjectShape,
  content: readonly ContentField[],
): void {
  const fields = predictable(shape, content);
  if (fields.length < 2) return;
  const constant = `${context.typeFunction('tags', shape.family?.fieldsName ?? shape.name)}`;
  const names = fields.map((field) => stringLiteral(field.place.element.name.localName));
  context.ensure(constant, () => {
    const own = createCode();
    const text = arrayLiteral({
      before: `const ${constant}: readonly string[] = `,
      items: names,
      after: ';',
    });
    return finish(own, constant, false, text, context.shaper.namespaceOf(shape.source));
  });
  const inScope = namespaceConstant(context, code, shape.scope);
  statement(code, 'const tags =', `reader.tags(${uses(code, constant)}, ${inScope})`);
  block(code, 'if (tags !== undefined)', () => {
    if (fields.some(needsText)) line(code, 'let text: string | undefined;');
    if (fields.some(isInt)) line(code, 'let int: number | undefined;');
    fields.forEach((field, index) => {
      takeFast(context, code, field, `tags[${index * 2}]!`, `tags[${index * 2 + 1}]!`);
    });
  });
}

/** Fields in order whose elements are in the namespace of the content, up to the first that is no plain element. */
function predictable(
  shape: ObjectShape,
  content: readonly ContentField[],
): readonly ElementField[] {
  if (hasNamesTwice(content)) return [];
  const fields: ElementField[] = [];
  for (const field of content) {
    if (field.kind !== 'element') break;
    if (field.place.element.name.namespace !== shape.scope) break;
    if (field.place.value.kind === 'xml') continue;
    fields.push(field);
  }
  return fields;
}

function isInt(field: ElementField): boolean {
  const { value, element } = field.place;
  return (
    value.kind === 'simple' &&
    !field.repeated &&
    value.codec.kind === 'builtin' &&
    value.codec.parse === 'parseXsdInt' &&
    (element.fixed ?? element.default) === undefined
  );
}

/** Whether the text of the element is its value. */
function isPlain(field: ElementField): boolean {
  const { value, element } = field.place;
  return (
    value.kind === 'simple' &&
    !field.repeated &&
    value.codec.kind === 'text' &&
    value.codec.whiteSpace === 'preserve' &&
    (element.fixed ?? element.default) === undefined
  );
}

function needsText(field: ElementField): boolean {
  return field.place.value.kind === 'simple' && !isInt(field) && !isPlain(field);
}

/** `if (…) statement;`, the statement below where that is too long. */
function onlyIf(code: Code, condition: string, text: string): void {
  const flat = `if (${condition}) ${text}`;
  if (fitsLine(code, flat)) {
    line(code, flat);
    return;
  }
  line(code, `if (${condition})`);
  line(code, `  ${text}`);
}

function takeFast(
  context: CodecContext,
  code: Code,
  field: ElementField,
  open: string,
  close: string,
): void {
  const { value, element } = field.place;
  const local = localName(field.property);
  if (value.kind !== 'simple') {
    const plain = { ...field.place, nillable: false };
    const expression = itemExpression(context, code, { ...field, place: plain });
    const keyword = field.repeated ? 'while' : 'if';
    block(code, `${keyword} (reader.fastOpen(${open}))`, () => {
      line(code, 'reader.nextTag();');
      if (field.repeated) {
        line(code, `${local} ??= [];`);
        callStatement(code, `${local}.push(${expression})`);
      } else {
        line(code, `${local} = ${expression};`);
      }
    });
    return;
  }
  if (isInt(field)) {
    line(code, `int = reader.fastInt(${open}, ${close});`);
    onlyIf(code, 'int !== undefined', `${local} = ${runtime(code, 'checkXsdInt')}(int);`);
    return;
  }
  if (isPlain(field)) {
    line(code, `${local} = reader.fastText(${open}, ${close});`);
    return;
  }
  const parsed = readText(context, code, value, 'text', element.default, element.fixed);
  line(code, `text = reader.fastText(${open}, ${close});`);
  if (field.repeated) {
    block(code, 'while (text !== undefined)', () => {
      line(code, `${local} ??= [];`);
      callStatement(code, `${local}.push(${parsed})`);
      line(code, `text = reader.fastText(${open}, ${close});`);
    });
    return;
  }
  onlyIf(code, 'text !== undefined', `${local} = ${parsed};`);
}

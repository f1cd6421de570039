import { propertyAccess, stringLiteral } from '../encode.ts';
import { localName } from '../names.ts';
import type { AnyField, ContentField, Field, GroupShape, HeadShape } from '../shape.ts';
import { namedType } from '../shape-simple.ts';
import { checkWrittenChoices, standing } from './choice-code.ts';
import { block, createCode, finishFunction, runtime, typed, uses } from './code.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import { checkedList } from './count-code.ts';
import { statement } from './statement.ts';
import { scopeSuffix, writePlace } from './write-place.ts';
import { memberType, writeInPieces, writeItems } from './write-type.ts';
import {
  createTemplate,
  expression,
  finishTemplate,
  flush,
  templateIf,
  type XmlTemplate,
} from './xml-template.ts';

/**
 * Writes one field of `value` that is content, and not text alone.
 *
 * @param required fields that are always there
 * @param encoded whether the members say their types
 */
export function writeContentField(
  context: CodecContext,
  template: XmlTemplate,
  field: Exclude<Field, { kind: 'attribute' | 'anyAttributes' | 'text' }>,
  required: ReadonlySet<ContentField>,
  scope: string,
  encoded = false,
): void {
  const { code } = template;
  const value = propertyAccess('value', field.property);
  const name = stringLiteral(field.property);
  if (field.kind === 'mixed') {
    const write = runtime(code, 'writeMixed');
    const inScope = namespaceConstant(context, code, scope);
    expression(template, `${write}(${value}, ${inScope}, value, ${name})`);
    return;
  }
  const write = (): void => {
    if (field.repeated) writeRepeated(context, template, field, value, name, scope, encoded);
    else writeOnce(context, template, field, value, name, scope, encoded);
  };
  if (required.has(field)) write();
  else templateIf(template, `${value} !== undefined`, write);
}

function writeOnce(
  context: CodecContext,
  template: XmlTemplate,
  field: ContentField,
  value: string,
  name: string,
  scope: string,
  encoded: boolean,
): void {
  const { code } = template;
  switch (field.kind) {
    case 'element': {
      const attributes = memberType(field.place, encoded);
      const source = { value, owner: 'value', name };
      writePlace(context, template, field.place, source, scope, attributes);
      return;
    }
    case 'any': {
      const call = anyCall(context, code, field, scope, value, 'value', name);
      expression(template, call);
      return;
    }
    case 'head': {
      const writer = uses(code, headWriter(context, field.head, scope));
      expression(template, `${writer}(${runtime(code, 'asObject')}(${value}, value, ${name}))`);
      return;
    }
    case 'group':
      return;
  }
}

function anyCall(
  context: CodecContext,
  code: XmlTemplate['code'],
  _field: AnyField,
  scope: string,
  value: string,
  owner: string,
  name: string,
): string {
  const inScope = namespaceConstant(context, code, scope);
  return `${runtime(code, 'writeAny')}(${value}, ${inScope}, ${owner}, ${name})`;
}

function writeRepeated(
  context: CodecContext,
  template: XmlTemplate,
  field: ContentField,
  value: string,
  name: string,
  scope: string,
  encoded: boolean,
): void {
  const { code } = template;
  flush(template);
  const list = localName(field.property);
  statement(code, `const ${list} =`, checkedList(code, field, value, 'value', name));
  if (field.kind === 'element') {
    writeItems(context, template, list, field.place, scope, memberType(field.place, encoded));
    return;
  }
  writeInPieces(template, list, () => {
    if (field.kind === 'any') {
      const item = `${runtime(code, 'at')}(${list}, index)`;
      expression(template, anyCall(context, code, field, scope, item, list, 'String(index)'));
      return;
    }
    const writer =
      field.kind === 'head'
        ? headWriter(context, field.head, scope)
        : groupWriter(context, field.group, scope, encoded);
    expression(template, `${uses(code, writer)}(${runtime(code, 'objectAt')}(${list}, index))`);
  });
}

/** Name of the function that writes whichever element of a substitution group is given. */
export function headWriter(context: CodecContext, head: HeadShape, scope: string): string {
  const name =
    context.typeFunction('write', head.name) + scopeSuffix(head.element.name.namespace, scope);
  return context.ensure(name, () => {
    const code = createCode();
    const type = typed(code, namedType(head.name));
    for (const { key, place } of head.alternatives) {
      const value = propertyAccess('value', key);
      block(code, `if (${value} !== undefined)`, () => {
        const template = createTemplate(code);
        const source = { value, owner: 'value', name: stringLiteral(key) };
        writePlace(context, template, place, source, scope);
        finishTemplate(template);
      });
    }
    const keys = head.alternatives.map(({ key }) => `'${key}'`).join(', ');
    const text = stringLiteral(`must have one of ${keys}`);
    statement(code, 'throw', `${runtime(code, 'notWritable')}(value, '', ${text})`);
    return finishFunction(code, {
      name,
      exported: false,
      doc: `Writes element \`${head.element.name.localName}\` or one that stands in for it.`,
      parameters: [`value: ${type}`],
      returns: 'string',
      namespace: head.element.name.namespace,
    });
  });
}

/** Name of the function that writes one turn of a repeated group. */
function groupWriter(
  context: CodecContext,
  group: GroupShape,
  scope: string,
  encoded: boolean,
): string {
  const name = context.typeFunction('write', group.name) + scopeSuffix(group.scope, scope);
  return context.ensure(name, () => {
    const code = createCode();
    const type = typed(code, namedType(group.name));
    const template = createTemplate(code);
    checkWrittenChoices(code, group.content);
    const required = standing(group.content);
    for (const field of group.fields) {
      writeContentField(context, template, field, required, scope, encoded);
    }
    finishTemplate(template);
    return finishFunction(code, {
      name,
      exported: false,
      doc: `Writes one turn of a repeated ${group.compositor}.`,
      parameters: [`value: ${type}`],
      returns: 'string',
      namespace: group.namespace,
    });
  });
}

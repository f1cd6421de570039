import type { ComplexType } from '../../model/schema.ts';
import { propertyKey, stringLiteral } from '../encode.ts';
import { argumentList, arrayLiteral, unionType } from '../layout.ts';
import { localName } from '../names.ts';
import { elementsOf, isOrdered } from '../ordered-content.ts';
import type { ArrayShape, ContentField, Field, ObjectShape } from '../shape.ts';
import { isContent } from '../shape-object.ts';
import { isUnion } from '../types/declare-object.ts';
import { fieldType, placeType, valueType } from '../types/type-text.ts';
import { checkReadChoices, standing } from './choice-code.ts';
import {
  block,
  type Code,
  createCode,
  finishFunction,
  fitsLine,
  ifBlock,
  line,
  objectLines,
  readerParameter,
  runtime,
  runtimeType,
  typed,
  uses,
} from './code.ts';
import { objectContent, typeLabel } from './content-model.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import { checkReadCount, checkReadCounts } from './count-code.ts';
import { type FastPath, fastPath } from './fast-path.ts';
import { missingAttributeExpression, missingPlace } from './missing.ts';
import { childLoop, isList } from './read-loop.ts';
import { readOrdered } from './read-ordered.ts';
import { readAttribute, readExpression, readFunction } from './read-place.ts';
import { parseReference } from './simple.ts';
import { itemTypes } from './soap-item-types.ts';
import { callStatement, statement } from './statement.ts';

/** Name of the function that reads an element of an object type; the reader stands behind its start tag. */
export function objectReader(context: CodecContext, shape: ObjectShape): string {
  const name = context.typeFunction('read', shape.name);
  const head = shape.family?.head === true;
  return context.ensure(name, () =>
    head ? makeDispatch(context, shape, name) : makeFields(context, shape, name, true),
  );
}

/** Name of the function that reads a type itself, whatever derives from it. */
export function fieldsReader(context: CodecContext, shape: ObjectShape): string {
  const { family } = shape;
  if (family === undefined || !family.head) return objectReader(context, shape);
  const name = context.typeFunction('read', family.fieldsName);
  return context.ensure(name, () => makeFields(context, shape, name, false));
}

/** Chooses by `xsi:type`. */
function makeDispatch(context: CodecContext, shape: ObjectShape, name: string) {
  const code = createCode();
  runtimeType(code, 'XmlReader');
  const returns = typed(code, shape.type);
  const own = shape.source.name ?? { namespace: '', localName: '' };
  line(code, 'const type = reader.xsiType();');
  block(code, 'if (type === undefined)', () => {
    if (shape.family?.concrete === true) {
      line(code, `return ${uses(code, fieldsReader(context, shape))}(reader);`);
    } else {
      const call = `${runtime(code, 'abstractType')}(reader, ${stringLiteral(own.localName)}, ${namespaceConstant(context, code, own.namespace)})`;
      statement(code, 'return', call);
    }
  });
  for (const [namespace, members] of byNamespace(shape.family?.members ?? [])) {
    const constant = namespaceConstant(context, code, namespace);
    block(code, `if (type.namespace === ${constant})`, () => {
      block(code, 'switch (type.local)', () => {
        for (const member of members) {
          line(code, `case ${stringLiteral(member.source.name?.localName ?? '')}:`);
          line(code, `  return ${uses(code, fieldsReader(context, member))}(reader);`);
        }
      });
    });
  }
  if (shape.family?.concrete === true) {
    line(code, `${runtime(code, 'otherType')}(reader, type);`);
    line(code, `return ${uses(code, fieldsReader(context, shape))}(reader);`);
  } else {
    line(code, `return ${runtime(code, 'unknownType')}(reader, type);`);
  }
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Reads complexType \`${typeLabel(shape.source)}\` or one that extends it. The reader stands behind the start tag.`,
    parameters: [readerParameter],
    returns,
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

/** Looks at the `xsi:type` of an element in whose place no other type can stand; wrappers of messages have none. */
function checkType(context: CodecContext, code: Code, type: ComplexType): void {
  if (!context.shaper.reach.placed.has(type)) return;
  const { name } = type;
  const given = ['reader'];
  if (name !== undefined) {
    given.push(stringLiteral(name.localName), namespaceConstant(context, code, name.namespace));
  }
  callStatement(code, `${runtime(code, 'ownType')}(${given.join(', ')})`);
}

/** Types by their namespaces. */
export function byNamespace(
  members: readonly ObjectShape[],
): ReadonlyMap<string, readonly ObjectShape[]> {
  const groups = new Map<string, ObjectShape[]>();
  for (const member of members) {
    const namespace = member.source.name?.namespace ?? '';
    groups.set(namespace, [...(groups.get(namespace) ?? []), member]);
  }
  return groups;
}

function makeFields(context: CodecContext, shape: ObjectShape, name: string, exported: boolean) {
  const code = createCode();
  runtimeType(code, 'XmlReader');
  const returns = typed(code, shape.type);
  if (shape.family?.head !== true) checkType(context, code, shape.source);
  readAttributes(context, code, shape);
  if (isOrdered(shape.content)) {
    const entries = [...typeEntry(context, shape), ...tagEntries(code, shape)];
    readOrdered(context, code, objectContent(context, shape), entries, returns);
  } else {
    readFields(context, code, shape);
    returnValue(context, code, shape, returns);
  }
  return finishFunction(code, {
    name,
    exported,
    doc: `Reads complexType \`${typeLabel(shape.source)}\`. The reader stands behind the start tag.`,
    parameters: [readerParameter],
    returns,
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

/** Reads the content of a type in which the order does not count. */
function readFields(context: CodecContext, code: Code, shape: ObjectShape): void {
  const content = shape.fields.filter(isContent);
  const text = shape.fields.find((field) => field.kind === 'text');
  const mixed = shape.fields.find((field) => field.kind === 'mixed');
  if (text?.kind === 'text') {
    const parse = parseReference(context, code, text.shape);
    const value = `${runtime(code, 'typedText')}(reader, ${parse})`;
    statement(code, `const ${localName(text.property)} =`, value);
  } else if (mixed !== undefined) {
    line(code, `const ${localName(mixed.property)} = reader.nodes();`);
  } else if (content.length === 0) {
    line(code, `${runtime(code, 'noContent')}(reader);`);
  } else {
    const fast = fastPath(context, code, shape, content);
    readChildren(context, code, content, fast);
    checkReadChoices(code, shape.content);
  }
}

/** `{namespace}local` of a field that is an attribute. */
export function attributeName(field: Field): readonly string[] {
  if (field.kind !== 'attribute') return [];
  const { namespace, localName: local } = field.use.name;
  return [`{${namespace}}${local}`];
}

/** Declares a variable for each attribute and reads them. */
export function readAttributes(context: CodecContext, code: Code, shape: ObjectShape): void {
  for (const field of shape.fields) {
    if (field.kind === 'anyAttributes') {
      // a wildcard of a base stands before attributes that are added to it
      const other = runtime(code, 'otherAttributes');
      const list = arrayLiteral({
        before: `const ${localName(field.property)} = ${other}(reader, `,
        items: shape.fields.flatMap(attributeName).map(stringLiteral),
        after: ');',
        indent: code.indent,
      });
      line(code, list);
    }
    if (field.kind !== 'attribute') continue;
    const inScope = namespaceConstant(context, code, field.use.name.namespace);
    const value = readAttribute(context, code, field, inScope);
    statement(code, `const ${localName(field.property)} =`, value);
  }
}

/**
 * Declares a variable for each field and reads the children into them.
 *
 * @param fast what is tried before each child
 */
export function readChildren(
  context: CodecContext,
  code: Code,
  content: readonly ContentField[],
  fast?: FastPath,
): void {
  if (content.some(isList)) line(code, 'const { depth } = reader;');
  declareLocals(code, content);
  childLoop(context, code, content, fast);
  checkReadCounts(code, content);
}

/** One variable for each field. */
export function declareLocals(code: Code, fields: readonly ContentField[]): void {
  for (const field of fields) {
    const type = typed(code, fieldType(field));
    const mutable = field.repeated ? type.replace(/^readonly /, '') : type;
    const before = `let ${localName(field.property)}: `;
    const flat = `${before}${mutable} | undefined;`;
    if (fitsLine(code, flat)) {
      line(code, flat);
      continue;
    }
    const members = mutable.endsWith('[]') ? [mutable] : mutable.split(' | ');
    members.push('undefined');
    line(code, unionType({ before, members, after: ';', indent: code.indent }));
  }
}

/** One object with all fields, always in the same order. */
function returnValue(context: CodecContext, code: Code, shape: ObjectShape, returns: string): void {
  const entries = [...typeEntry(context, shape)];
  const required = standing(shape.content);
  for (const field of shape.fields) {
    entries.push([propertyKey(field.property), fieldValue(code, field, required)]);
  }
  objectLines(code, 'return ', entries, isUnion(shape) ? ` as ${returns};` : ';');
}

/** `$type`, where values of the type have it. */
export function typeEntry(
  context: CodecContext,
  shape: ObjectShape,
): (readonly [string, string])[] {
  const { family } = shape;
  if (family === undefined) return [];
  const optional = family.head && isRoot(context, shape);
  return [['$type', optional ? 'undefined' : stringLiteral(family.literal)]];
}

/** Properties that are in the start tag. */
function tagEntries(code: Code, shape: ObjectShape): (readonly [string, string])[] {
  return shape.fields
    .filter((field) => !isContent(field))
    .map((field) => [propertyKey(field.property), fieldValue(code, field, new Set())]);
}

function isRoot(context: CodecContext, shape: ObjectShape): boolean {
  const { base } = shape.source;
  return base === undefined || context.shaper.object(base).family === undefined;
}

/** The local of a field, or what stands for it when it is required and did not come. */
export function fieldValue(code: Code, field: Field, required: ReadonlySet<ContentField>): string {
  const local = localName(field.property);
  if (field.kind === 'attribute') {
    if (!field.use.required || (field.use.fixed ?? field.use.default) !== undefined) return local;
    const { localName: name } = field.use.name;
    return `${local} ?? ${missingAttributeExpression(code, field.shape, name)}`;
  }
  if (!isContent(field) || !required.has(field)) return local;
  if (field.kind === 'element' && !field.repeated) {
    return field.place.nillable
      ? `${local} === undefined ? ${missingPlace(code, field.place)} : ${local}`
      : `${local} ?? ${missingPlace(code, field.place)}`;
  }
  const name = elementsOf(field)[0]?.name.localName ?? field.property;
  const call = runtime(code, field.repeated ? 'missingList' : 'missing');
  return `${local} ?? ${call}(reader, ${stringLiteral(name)})`;
}

/** Name of the function that reads an element with items inside. */
export function arrayReader(context: CodecContext, shape: ArrayShape): string {
  const name = context.typeFunction('read', shape.name);
  return context.ensure(name, () => makeArray(context, shape, name));
}

function makeArray(context: CodecContext, shape: ArrayShape, name: string) {
  const code = createCode();
  runtimeType(code, 'XmlReader');
  const { item } = shape;
  if (shape.soap) return makeSoapArray(context, code, shape, name);
  checkType(context, code, shape.source);
  const type = placeType(item);
  const text = typed(code, type);
  const returns = type.union || text.startsWith('readonly ') ? `(${text})[]` : `${text}[]`;
  line(code, `const items: ${returns} = ${runtime(code, 'listAt')}(reader, reader.depth);`);
  const takeItem = (): void => {
    const push = `items.push(${readExpression(context, code, item)})`;
    const { namespace, localName: local } = item.element.name;
    const inScope = namespaceConstant(context, code, namespace);
    const tests = [`reader.local === ${stringLiteral(local)}`, `reader.namespace === ${inScope}`];
    ifBlock(code, tests, '&&', () => callStatement(code, push));
    code.lines[code.lines.length - 1] = `${'  '.repeat(code.indent)}} else {`;
    code.indent += 1;
    callStatement(code, `reader.unknown(${inScope}, ${stringLiteral(local)})`);
    code.indent -= 1;
    line(code, '}');
  };
  const loop = `while (reader.nextTag() === ${runtime(code, 'START')})`;
  block(code, loop, takeItem);
  if (shape.min > 0 || shape.max !== Number.POSITIVE_INFINITY) {
    checkReadCount(code, shape, 'items.length', item.element.name.localName);
  }
  line(code, 'return items;');
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Reads the items of array \`${typeLabel(shape.source)}\`. The reader stands behind the start tag.`,
    parameters: [readerParameter],
    returns,
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

/** Reads all elements inside as items, which may say their positions. */
function makeSoapArray(context: CodecContext, code: Code, shape: ArrayShape, name: string) {
  const returns = typed(code, valueType(shape));
  const read = readFunction(context, code, shape.item);
  const call = argumentList({
    before: `return ${runtime(code, 'readSoapArray')}`,
    items: ['reader', String(shape.rank), read, ...itemTypes(context, code, shape)],
    after: ` as ${returns};`,
    indent: code.indent,
  });
  line(code, call);
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Reads the items of SOAP array \`${typeLabel(shape.source)}\`. Called after the start tag.`,
    parameters: [readerParameter],
    returns,
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

import { anyType } from '../../model/builtin-schema.ts';
import { namespaces } from '../../model/namespaces.ts';
import type { SchemaType } from '../../model/schema.ts';
import { leafOf } from '../../model/soap-array.ts';
import { propertyAccess, stringLiteral } from '../encode.ts';
import { isOrdered } from '../ordered-content.ts';
import type { ArrayShape, ContentNode, ObjectShape, PlaceShape, TypeText } from '../shape.ts';
import { namedType } from '../shape-simple.ts';
import { placeType, valueType } from '../types/type-text.ts';
import { checkWrittenChoices, standing } from './choice-code.ts';
import { block, createCode, finishFunction, line, runtime, typed, uses } from './code.ts';
import { objectContent, typeLabel } from './content-model.ts';
import type { CodecContext } from './context.ts';
import { constantText } from './simple.ts';
import { loopHead, statement } from './statement.ts';
import { writeContentField } from './write-field.ts';
import { writeOrdered } from './write-ordered.ts';
import { scopeSuffix, writePlace } from './write-place.ts';
import { writeTagFields } from './write-tag.ts';
import { writeBareText, writeText } from './write-text.ts';
import {
  constant,
  createTemplate,
  expression,
  finishTemplate,
  flush,
  templateBlock,
  type XmlTemplate,
} from './xml-template.ts';

/**
 * Name of the function that writes what is inside an element of an object type; where the type has anything in the start tag, from
 * behind the tag's name.
 */
export function objectWriter(context: CodecContext, shape: ObjectShape, scope: string): string {
  const suffix = scopeSuffix(shape.scope, scope);
  const name = context.typeFunction('write', shape.name) + suffix;
  const head = shape.family?.head === true;
  return context.ensure(name, () =>
    head
      ? makeDispatch(context, shape, name, scope)
      : makeFields(context, shape, name, shape.type, scope, suffix === ''),
  );
}

/** Name of the function that writes a type itself, whatever derives from it. */
export function fieldsWriter(context: CodecContext, shape: ObjectShape, scope: string): string {
  const { family } = shape;
  if (family === undefined || !family.head) return objectWriter(context, shape, scope);
  const name = context.typeFunction('write', family.fieldsName) + scopeSuffix(shape.scope, scope);
  return context.ensure(name, () =>
    makeFields(context, shape, name, namedType(family.fieldsName), scope, false),
  );
}

/** Whether an element of the type has content whatever its value is. */
export function hasStandingContent(shape: ObjectShape): boolean {
  // Text marks itself where it is empty.
  if (shape.fields.some((field) => field.kind === 'text')) return true;
  return standsAlways(shape.content);
}

function standsAlways(node: ContentNode): boolean {
  if (node.kind === 'sequence') return node.nodes.some(standsAlways);
  if (node.kind === 'choice' || node.optional) return false;
  const { optional, repeated, min } = node.field;
  return !optional && (!repeated || min > 0);
}

/** Chooses by `$type`, and says so on the wire. */
function makeDispatch(context: CodecContext, shape: ObjectShape, name: string, scope: string) {
  const code = createCode();
  const type = typed(code, shape.type);
  const members = shape.family?.members ?? [];
  block(code, 'switch (value.$type)', () => {
    for (const member of members) {
      const literal = stringLiteral(member.family?.literal ?? member.name);
      const writer = uses(code, fieldsWriter(context, member, scope));
      if (member === shape) {
        if (shape.source.base === undefined || !inFamily(context, shape)) {
          line(code, 'case undefined:');
        }
        line(code, `case ${literal}:`);
        line(code, `  return ${writer}(value);`);
        continue;
      }
      line(code, `case ${literal}:`);
      const template = createTemplate(code);
      constant(template, xsiType(member.source, scope));
      expression(template, `${writer}(value)`);
      code.indent += 1;
      finishTemplate(template);
      code.indent -= 1;
    }
    const names = members.map((member) => `'${member.family?.literal ?? member.name}'`).join(', ');
    line(code, 'default:');
    code.indent += 1;
    statement(code, 'throw', `${runtime(code, 'wrongType')}(value, ${stringLiteral(names)})`);
    code.indent -= 1;
  });
  return finishFunction(code, {
    name,
    exported: name === context.typeFunction('write', shape.name),
    doc: `Writes complexType \`${typeLabel(shape.source)}\` or one that extends it, from behind the name in the start tag.`,
    parameters: [`value: ${type}`],
    returns: 'string',
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

function inFamily(context: CodecContext, shape: ObjectShape): boolean {
  const { base } = shape.source;
  return base !== undefined && context.shaper.object(base).family !== undefined;
}

/** `xsi:type` of a named type where `scope` is the default namespace. */
export function xsiType(type: SchemaType, scope: string): string {
  const name = type.name ?? { namespace: '', localName: '' };
  if (name.namespace === scope) return ` xsi:type="${name.localName}"`;
  if (name.namespace === namespaces.xsd) return ` xsi:type="xsd:${name.localName}"`;
  const uri = constantText(name.namespace, 'attribute');
  return ` xmlns:q2="${uri}" xsi:type="q2:${name.localName}"`;
}

/** What a member of a type says of its own type in its start tag, where the type travels in encoded messages. */
export function memberType(place: PlaceShape, encoded: boolean): string | undefined {
  return encoded && place.element.type.name !== undefined ? encodedType(place) : undefined;
}

/** `xsi:type` of an element in an encoded message; types that say it themselves are left alone. */
export function encodedType(place: PlaceShape): string | undefined {
  const { value, element } = place;
  if (value.kind === 'array' || value.kind === 'xml') return undefined;
  if (value.kind === 'object' && value.family !== undefined) return undefined;
  const { type } = element;
  const named = type.name === undefined && type.kind === 'simple' ? type.base : type;
  if (named?.name === undefined) return undefined;
  if (named.name.namespace === namespaces.microsoftTypes) return undefined;
  return xsiType(named, 'urn:no default namespace');
}

function makeFields(
  context: CodecContext,
  shape: ObjectShape,
  name: string,
  writtenType: TypeText,
  scope: string,
  exported: boolean,
) {
  const code = createCode();
  const type = typed(code, writtenType);
  const template = createTemplate(code);
  const ordered = isOrdered(shape.content);
  if (!ordered) checkWrittenChoices(code, shape.content);
  const prefixes = writeTagFields(context, template, shape);
  const text = shape.fields.find((field) => field.kind === 'text');
  if (text?.kind === 'text') {
    const source = { value: propertyAccess('value', text.property), owner: 'value' };
    const named = { ...source, name: stringLiteral(text.property) };
    if (shape.tagged) writeText(context, template, text.shape, named, prefixes);
    else writeBareText(context, template, text.shape, named);
  } else if (shape.tagged) {
    constant(template, '>');
    if (!hasStandingContent(shape)) expression(template, `${runtime(code, 'markEmpty')}()`);
  }
  const encoded = context.shaper.reach.encodedTypes.has(shape.source);
  if (ordered) writeOrdered(context, template, objectContent(context, shape), scope, encoded);
  else writeContent(context, template, shape, scope, encoded);
  finishTemplate(template);
  return finishFunction(code, {
    name,
    exported,
    doc: shape.tagged
      ? `Writes attributes and content of complexType \`${typeLabel(shape.source)}\`, from behind the name in the start tag.`
      : `Writes the content of complexType \`${typeLabel(shape.source)}\`.`,
    parameters: [`value: ${type}`],
    returns: 'string',
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

/** Writes the fields that are inside the element, in the order of the type. */
function writeContent(
  context: CodecContext,
  template: XmlTemplate,
  shape: ObjectShape,
  scope: string,
  encoded: boolean,
): void {
  const required = standing(shape.content);
  for (const field of shape.fields) {
    if (field.kind !== 'attribute' && field.kind !== 'anyAttributes' && field.kind !== 'text') {
      writeContentField(context, template, field, required, scope, encoded);
    }
  }
}

/** Name of the function that writes the items of an array; for SOAP arrays from behind the name in the start tag. */
export function arrayWriter(context: CodecContext, shape: ArrayShape, scope: string): string {
  const name = context.typeFunction('write', shape.name) + scopeSuffix(shape.scope, scope);
  return context.ensure(name, () => makeArray(context, shape, name, scope));
}

function makeArray(context: CodecContext, shape: ArrayShape, name: string, scope: string) {
  const code = createCode();
  const type = typed(code, valueType(shape));
  const template = createTemplate(code);
  const { reach } = context.shaper;
  if (shape.rank > 1) {
    const { item } = shape;
    const flat = `${runtime(code, 'flattenArray')}<${typed(code, placeType(item))}>`;
    statement(code, 'const { list, sizes } =', `${flat}(rows, ${shape.rank})`);
  }
  if (shape.soap) soapArrayTag(template, shape, reach.encoded);
  // items of a SOAP array have the type its tag names
  const encoded = !shape.soap && reach.encodedTypes.has(shape.source);
  writeItems(context, template, 'list', shape.item, scope, memberType(shape.item, encoded));
  finishTemplate(template);
  return finishFunction(code, {
    name,
    exported: name === context.typeFunction('write', shape.name),
    doc: shape.soap
      ? `Writes SOAP array \`${typeLabel(shape.source)}\`, from behind the name in the start tag.`
      : `Writes the items of array \`${typeLabel(shape.source)}\`.`,
    parameters: [`${shape.rank > 1 ? 'rows' : 'list'}: ${type}`],
    returns: 'string',
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

/**
 * Attributes of a SOAP array (SOAP 1.1 section 5.4.2); it declares what it needs, since literal messages hold such arrays too. There,
 * only types that derive from the one declared may be named, which `soapenc:Array` does not.
 */
function soapArrayTag(template: XmlTemplate, shape: ArrayShape, encoded: boolean): void {
  const { item, dimensions } = leafOf(
    shape.source.soapArray ?? { item: anyType, dimensions: '[]' },
  );
  const name = item.name ?? { namespace: namespaces.xsd, localName: 'anyType' };
  constant(template, ` xmlns:soapenc="${namespaces.soapEncoding11}"`);
  let type = `xsd:${name.localName}`;
  if (name.namespace === namespaces.xsd) {
    constant(template, ` xmlns:xsd="${namespaces.xsd}"`);
  } else {
    constant(template, ` xmlns:q2="${constantText(name.namespace, 'attribute')}"`);
    type = `q2:${name.localName}`;
  }
  if (encoded) constant(template, ' xsi:type="soapenc:Array"');
  constant(template, ` soapenc:arrayType="${type}${dimensions}[`);
  expression(template, shape.rank > 1 ? 'sizes' : 'list.length');
  constant(template, ']">');
}

/**
 * A loop over the list in a variable. What has gathered is made one piece now and then: a long message would else be a tree of very many,
 * which takes several times as long to put together, and as much memory.
 *
 * @param writeOne writes the item at `index`
 */
export function writeInPieces(template: XmlTemplate, list: string, writeOne: () => void): void {
  const { code } = template;
  flush(template);
  const done = list === 'list' ? 'done' : `${list}$done`;
  line(code, `let ${done} = '';`);
  templateBlock(template, loopHead(code, list), () => {
    writeOne();
    flush(template);
    block(code, `if (xml.length > ${runtime(code, 'pieceLength')})`, () => {
      statement(code, `${done} +=`, `${runtime(code, 'inOnePiece')}(xml)`);
      line(code, "xml = '';");
    });
  });
  line(code, `xml = ${done} + xml;`);
}

/**
 * A loop that writes each item of the list in a variable as an element.
 *
 * @param attributes text in the start tag of each item, such as `xsi:type` of encoded messages
 */
export function writeItems(
  context: CodecContext,
  template: XmlTemplate,
  list: string,
  item: ArrayShape['item'],
  scope: string,
  attributes?: string,
): void {
  writeInPieces(template, list, () => {
    writeItem(context, template, list, item, scope, attributes);
  });
}

function writeItem(
  context: CodecContext,
  template: XmlTemplate,
  list: string,
  item: ArrayShape['item'],
  scope: string,
  attributes: string | undefined,
): void {
  const { code } = template;
  const { value, nillable, standIns } = item;
  const name = 'String(index)';
  if (nillable || standIns.length > 0) {
    line(code, `const item = ${runtime(code, 'at')}(${list}, index);`);
    writePlace(context, template, item, { value: 'item', owner: list, name }, scope, attributes);
  } else if (value.kind === 'object') {
    const source = {
      get value() {
        return `${runtime(code, 'objectAt')}(${list}, index)`;
      },
      owner: '',
      name,
    };
    writePlace(context, template, item, source, scope, attributes);
  } else {
    const access = `${runtime(code, 'at')}(${list}, index)`;
    writePlace(context, template, item, { value: access, owner: list, name }, scope, attributes);
  }
}

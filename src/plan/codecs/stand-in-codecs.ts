import { namespaces } from '../../model/namespaces.ts';
import { stringLiteral } from '../encode.ts';
import type { PlaceShape, StandIn, TypeText } from '../shape.ts';
import { unionOf } from '../shape-simple.ts';
import {
  block,
  createCode,
  finishFunction,
  line,
  readerParameter,
  runtime,
  runtimeType,
  typed,
  uses,
} from './code.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import { fieldsReader } from './read-type.ts';
import { statement } from './statement.ts';
import { scopeSuffix } from './write-place.ts';
import { fieldsWriter, xsiType } from './write-type.ts';
import { constant, createTemplate, expression, finishTemplate } from './xml-template.ts';

/** Part of the names of functions for an element: of its simple type, and of what its `block` leaves to stand in for it. */
function stemOf(context: CodecContext, { element, standIns }: PlaceShape): string {
  const { type } = element;
  // no type of a contract has a name with `$`
  const name = type.name?.namespace === namespaces.xsd ? '$Any' : context.shaper.nameOf(type);
  const all = type.kind === 'simple' ? context.shaper.reach.textTypes.get(type) : undefined;
  return all?.length === standIns.length ? `${name}$Typed` : `${name}$Extended`;
}

function typeOf(standIns: readonly StandIn[]): TypeText {
  return unionOf(standIns.map((one) => one.type));
}

function namespaceOf(context: CodecContext, [first]: readonly StandIn[]): string {
  return first === undefined ? '' : context.shaper.namespaceOf(first.object.source);
}

/**
 * Name of the function that reads an element of a simple type whose `xsi:type` names a complex type that stands in for it; it gives
 * `undefined`, and reads nothing, for every other.
 */
export function standInReader(context: CodecContext, place: PlaceShape): string {
  const { standIns } = place;
  const name = context.typeFunction('read', stemOf(context, place));
  return context.ensure(name, () => {
    const code = createCode();
    runtimeType(code, 'XmlReader');
    const returns = typed(code, typeOf(standIns));
    line(code, 'const type = reader.xsiType();');
    for (const { object, literal } of standIns) {
      const { namespace = '', localName = '' } = object.source.name ?? {};
      const inScope = namespaceConstant(context, code, namespace);
      const test = `type?.local === ${stringLiteral(localName)} && type.namespace === ${inScope}`;
      block(code, `if (${test})`, () => {
        const read = `${uses(code, fieldsReader(context, object))}(reader)`;
        statement(
          code,
          'return',
          `${runtime(code, 'withType')}(${stringLiteral(literal)}, ${read})`,
        );
      });
    }
    line(code, 'return undefined;');
    return finishFunction(code, {
      name,
      exported: false,
      doc: 'Reads an element whose type stands in for a simple one, where it says so.',
      parameters: [readerParameter],
      returns: `${returns} | undefined`,
      namespace: namespaceOf(context, standIns),
    });
  });
}

/** Name of the function that writes a value of a complex type that stands in for a simple one, from behind the name in the start tag. */
export function standInWriter(context: CodecContext, place: PlaceShape, scope: string): string {
  const { standIns } = place;
  const namespace = namespaceOf(context, standIns);
  const suffix = scopeSuffix(namespace, scope);
  const name = context.typeFunction('write', stemOf(context, place)) + suffix;
  return context.ensure(name, () => {
    const code = createCode();
    const text = typed(code, typeOf(standIns));
    const type = standIns.length === 1 ? text.slice(1, -1) : text;
    block(code, 'switch (value.$type)', () => {
      for (const { object, literal } of standIns) {
        line(code, `case ${stringLiteral(literal)}:`);
        const template = createTemplate(code);
        constant(template, xsiType(object.source, scope));
        const writer = uses(code, fieldsWriter(context, object, scope));
        if (!object.tagged) constant(template, '>');
        expression(template, `${writer}(value)`);
        code.indent += 1;
        finishTemplate(template);
        code.indent -= 1;
      }
      const names = standIns.map(({ literal }) => `'${literal}'`).join(', ');
      line(code, 'default:');
      code.indent += 1;
      statement(code, 'throw', `${runtime(code, 'wrongType')}(value, ${stringLiteral(names)})`);
      code.indent -= 1;
    });
    return finishFunction(code, {
      name,
      exported: false,
      doc: 'Writes a type that stands in for a simple one, from behind the name in the start tag.',
      parameters: [`value: ${type}`],
      returns: 'string',
      namespace,
    });
  });
}

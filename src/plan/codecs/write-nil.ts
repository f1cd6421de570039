import { stringLiteral } from '../encode.ts';
import type { ObjectShape, PlaceShape } from '../shape.ts';
import { nilName, nilObject } from '../shape-nil.ts';
import { namedType } from '../shape-simple.ts';
import {
  block,
  type Code,
  createCode,
  finishFunction,
  line,
  runtime,
  typed,
  uses,
} from './code.ts';
import { typeLabel } from './content-model.ts';
import type { CodecContext } from './context.ts';
import { statement } from './statement.ts';
import type { ValueSource } from './value-source.ts';
import { onlyTypesWritten, scopeSuffix } from './write-place.ts';
import { writeTagFields } from './write-tag.ts';
import { xsiType } from './write-type.ts';
import {
  constant,
  createTemplate,
  expression,
  finishTemplate,
  flush,
  type XmlTemplate,
} from './xml-template.ts';

/** A start tag without its end, and the default namespace inside. */
interface NilTag {
  readonly start: string;
  readonly scope: string;
}

/**
 * Writes an element that may be nil.
 *
 * @param writeValue writes it where it is not
 */
export function writeNillable(
  context: CodecContext,
  template: XmlTemplate,
  place: PlaceShape,
  { value }: ValueSource,
  tag: NilTag,
  writeValue: () => void,
): void {
  const { code } = template;
  const branch = (head: string, write: () => void): void => {
    flush(template);
    line(code, head);
    code.indent += 1;
    write();
    flush(template);
    code.indent -= 1;
  };
  branch(`if (${value} === null) {`, () => constant(template, `${tag.start} xsi:nil="true" />`));
  if (nilObject(place) !== undefined) {
    branch(`} else if (${runtime(code, 'isNilled')}(${value})) {`, () =>
      writeNilled(context, template, place, value, tag),
    );
  }
  branch('} else {', writeValue);
  line(code, '}');
}

/** Writes an element that is nil and says more, as the value of an expression does. */
export function writeNilled(
  context: CodecContext,
  template: XmlTemplate,
  place: PlaceShape,
  value: string,
  tag: NilTag,
): void {
  const object = nilObject(place);
  if (object === undefined) return;
  const { code } = template;
  const writer = uses(code, nilWriter(context, object, tag.scope));
  constant(template, `${tag.start} xsi:nil="true"`);
  expression(template, `${writer}(${onlyTypesWritten(code, place, value)})`);
  constant(template, ' />');
}

/** Name of the function that writes what the start tag of a nil element says of it, from behind the tag's name. */
function nilWriter(context: CodecContext, shape: ObjectShape, scope: string): string {
  const name = context.typeFunction('write', nilName(shape)) + scopeSuffix(shape.scope, scope);
  return context.ensure(name, () => {
    const code = createCode();
    const type = typed(code, namedType(nilName(shape)));
    if (shape.family?.head === true) {
      writeMembers(context, code, shape, scope);
    } else {
      const template = createTemplate(code);
      writeTagFields(context, template, shape);
      finishTemplate(template);
    }
    return finishFunction(code, {
      name,
      exported: false,
      doc: `Writes attributes of a nil element of complexType \`${typeLabel(shape.source)}\`, from behind the name in the start tag.`,
      parameters: [`value: ${type}`],
      returns: 'string',
      namespace: context.shaper.namespaceOf(shape.source),
    });
  });
}

/** Chooses by `$type`, and says so on the wire. */
function writeMembers(context: CodecContext, code: Code, shape: ObjectShape, scope: string): void {
  const members = shape.family?.members ?? [];
  block(code, 'switch (value.$type)', () => {
    for (const member of members) {
      if (member === shape && shape.family?.optional === true) line(code, 'case undefined:');
      block(code, `case ${stringLiteral(member.family?.literal ?? member.name)}:`, () => {
        const template = createTemplate(code);
        if (member !== shape) constant(template, xsiType(member.source, scope));
        writeTagFields(context, template, member);
        finishTemplate(template);
      });
    }
    const names = members.map((member) => `'${member.family?.literal ?? member.name}'`).join(', ');
    line(code, 'default:');
    code.indent += 1;
    statement(code, 'throw', `${runtime(code, 'wrongType')}(value, ${stringLiteral(names)})`);
    code.indent -= 1;
  });
}

import { stringLiteral } from '../../print/encode.ts';
import { binary, call, type Given } from '../../print/node.ts';
import { block, line, otherwise, type Statement, switchOn, throws } from '../../print/statement.ts';
import { namedType } from '../../print/type-node.ts';
import type { ObjectShape, PlaceShape } from '../../shapes/shape.ts';
import { nilName, nilObject } from '../../shapes/shape-nil.ts';
import { codec, codecFunction, local, property, runtime } from '../codec.ts';
import { typeLabel } from '../content-model.ts';
import type { CodecContext } from '../context.ts';
import { onlyTypesWritten, scopeSuffix } from './write-place.ts';
import { writeTagFields } from './write-tag.ts';
import { choose, constant, expression, type Piece, returned } from './xml-template.ts';
import { xsiType } from './xsi-type.ts';

/** A start tag without its end, and the default namespace inside. */
interface NilTag {
  readonly start: string;
  readonly scope: string;
}

/** An element that may be nil: its tag, and the code that writes it if it is not. */
interface NillableElement {
  readonly tag: NilTag;
  readonly write: () => readonly Piece[];
}

/** Writes an element that may be nil. */
export function writeNillable(
  context: CodecContext,
  place: PlaceShape,
  value: Given,
  { tag, write }: NillableElement,
): Piece {
  const bare = [constant(`${tag.start} xsi:nil="true" />`)];
  const isNull = binary('===', value, 'null');
  if (nilObject(place) === undefined) return choose([[isNull, bare]], write());
  const nilled = writeNilled(context, place, value, tag);
  const isNilled = call(runtime('isNilled'), value);
  return choose(
    [
      [isNull, bare],
      [isNilled, nilled],
    ],
    write(),
  );
}

/** Writes a nil element with attributes, from the value of an expression. */
export function writeNilled(
  context: CodecContext,
  place: PlaceShape,
  value: Given,
  tag: NilTag,
): readonly Piece[] {
  const object = nilObject(place);
  if (object === undefined) return [];
  const write = codec(nilWriter(context, object, tag.scope));
  return [
    constant(`${tag.start} xsi:nil="true"`),
    expression(call(write, onlyTypesWritten(place, value))),
    constant(' />'),
  ];
}

/** Name of the function that writes the start tag of a nil element, called after the tag's name. */
function nilWriter(context: CodecContext, shape: ObjectShape, scope: string): string {
  const name = context.typeFunction('write', nilName(shape)) + scopeSuffix(shape.scope, scope);
  return context.ensure(name, () =>
    codecFunction({
      name,
      doc: `Writes attributes of a nil element of complexType \`${typeLabel(shape.source)}\`.`,
      parameters: [{ name: 'value', type: namedType(nilName(shape)) }],
      returns: 'string',
      body:
        shape.family?.head === true
          ? [writeMembers(context, shape, scope)]
          : returned(writeTagFields(context, shape).pieces),
      namespace: context.shaper.namespaceOf(shape.source),
    }),
  );
}

/** Selects by `$type`, and writes an `xsi:type`. */
function writeMembers(context: CodecContext, shape: ObjectShape, scope: string): Statement {
  const members = shape.family?.members ?? [];
  const cases = members.flatMap((member) => {
    const type = member === shape ? [] : [constant(xsiType(member.source, scope))];
    const { pieces } = writeTagFields(context, member);
    const literal = stringLiteral(member.family?.literal ?? member.name);
    const body = block(`case ${literal}:`, returned([...type, ...pieces]));
    return member === shape ? [line('case undefined:'), body] : [body];
  });
  const names = members.map((member) => `'${member.family?.literal ?? member.name}'`).join(', ');
  const wrong = call(runtime('wrongType'), local('value'), stringLiteral(names));
  return switchOn(property(local('value'), '$type'), [...cases, otherwise(throws(wrong))]);
}

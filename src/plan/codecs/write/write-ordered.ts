import { placeType, xmlElement } from '../../declarations/type-text.ts';
import type { TypeNode } from '../../print/node.ts';
import { call, cast, joined } from '../../print/node.ts';
import { block, constant, forOf, line, type Statement, switchOn } from '../../print/statement.ts';
import { namedType } from '../../print/type-node.ts';
import type { ContentField } from '../../shapes/shape.ts';
import { codec, local, runtime } from '../codec.ts';
import type { OrderedContent } from '../content-model.ts';
import { type CodecContext, namespaceOf } from '../context.ts';
import { type ContentPlace, headWriter } from './write-field.ts';
import { isConstant, writePlace } from './write-place.ts';
import { encodedType } from './write-type.ts';
import { expression, type Piece, pieceDone, statements } from './xml-template.ts';

const source = { value: 'item', owner: 'one.owner', name: 'one.name' };

/**
 * Writes the child elements of `value` in the order of its content model. What has been written is
 * made one piece now and then, as for the items of a list.
 */
export function writeOrdered(
  context: CodecContext,
  { model, cases }: OrderedContent,
  place: ContentPlace,
): Piece {
  const items = call(runtime('arrange'), local('value'), joined(codec(model), '()'));
  const inside = cases.map((field) => writeCase(context, field, place));
  return {
    inside,
    wrap: (bodies) => {
      const blocks = bodies.map((body, index) => caseBlock(index, [...body, line('break;')]));
      const loop = [switchOn('one.leaf', blocks), pieceDone('done')];
      return [line("let done = '';"), forOf('one', items, loop), line('xml = done + xml;')];
    },
  };
}

function caseBlock(index: number, body: readonly Statement[]): Statement {
  return block(`case ${index}:`, body);
}

function writeCase(
  context: CodecContext,
  field: ContentField,
  { scope, encoded }: ContentPlace,
): readonly Piece[] {
  const { value, owner, name } = source;
  const declared = (type: TypeNode): Piece => statements(constant(value, cast('one.item', type)));
  switch (field.kind) {
    case 'element': {
      const isNamed = field.place.element.type.name !== undefined;
      const attributes = encoded && isNamed ? encodedType(field.place) : undefined;
      const before = isConstant(field.place) ? [] : [declared(placeType(field.place))];
      return [...before, ...writePlace(context, field.place, source, { scope, attributes })];
    }
    case 'head': {
      const write = codec(headWriter(context, field.head, scope));
      const object = call(runtime('asObject'), value, owner, name);
      return [declared(namedType(field.head.name)), expression(call(write, object))];
    }
    case 'any': {
      const inScope = namespaceOf(context, scope);
      const written = call(runtime('writeAny'), value, inScope, owner, name);
      return [declared(xmlElement), expression(written)];
    }
    case 'group':
      return [];
  }
}

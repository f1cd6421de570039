import { itemType } from '../../declarations/type-text.ts';
import { call, cast, joined } from '../../print/node.ts';
import { block, constant, forOf, line, type Statement, switchOn } from '../../print/statement.ts';
import type { ContentField } from '../../shapes/shape.ts';
import { codec, local, runtime } from '../codec.ts';
import type { OrderedContent } from '../content-model.ts';
import type { CodecContext } from '../context.ts';
import { type ContentPlace, writeOnce } from './write-field.ts';
import { isConstant } from './write-place.ts';
import { type Piece, pieceDone, statements } from './xml-template.ts';

const source = { value: 'item', owner: 'one.owner', name: 'one.name' };

/**
 * Writes the child elements of `value` in the order of its content model. Now and then, the text
 * written so far is flattened, as for the items of a list.
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
  place: ContentPlace,
): readonly Piece[] {
  const written = writeOnce(context, field, source, place);
  if (field.kind === 'element' && isConstant(field.place)) return written;
  return [statements(constant(source.value, cast('one.item', itemType(field)))), ...written];
}

import type { Expression } from '../../print/node.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { isDeclared } from '../../shapes/shape-simple-type.ts';
import { description } from '../context/constant.ts';
import type { Describer } from '../context/describer.ts';
import { builtinSimple } from './builtin-simple.ts';
import { describeOwn } from './describe-own.ts';
import { describeRestricted } from './describe-restricted.ts';

/** The description of a simple type, without the check of its IDs. */
export function describeSimple(describer: Describer, shape: SimpleShape): Expression {
  const { context } = describer;
  const described = constantOf(describer, shape);
  if (isDeclared(shape.source, context.shaper)) context.noteType(shape, described);
  return described;
}

function constantOf(describer: Describer, shape: SimpleShape): Expression {
  const { codec: own, source } = shape;
  switch (own.kind) {
    case 'own':
      return description(describeRestricted(describer, shape));
    case 'custom':
      return description(describeOwn(describer, { ...shape, codec: own }));
    default:
      return builtinSimple(source, own);
  }
}

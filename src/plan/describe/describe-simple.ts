import { codec } from '../codecs/codec.ts';
import type { Expression } from '../print/node.ts';
import type { SimpleShape } from '../shapes/shape.ts';
import { builtinSimple } from './builtin-simple.ts';
import { describeOwn } from './describe-own.ts';
import { describeRestricted } from './describe-restricted.ts';
import type { Describer } from './describer.ts';

/** The description of a simple type, without the check of its IDs. */
export function describeSimple(describer: Describer, shape: SimpleShape): Expression {
  const { codec: own, source } = shape;
  switch (own.kind) {
    case 'own':
      return codec(describeRestricted(describer, shape));
    case 'custom':
      return codec(describeOwn(describer, { ...shape, codec: own }));
    default:
      return builtinSimple(source, own);
  }
}

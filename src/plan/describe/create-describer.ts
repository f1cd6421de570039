import type { CodecContext } from '../codecs/context.ts';
import { describeValue } from './describe-object.ts';
import { describeSimple } from './describe-simple.ts';
import type { Describer } from './describer.ts';

/** Creates the describer of a contract's types. */
export function createDescriber(context: CodecContext): Describer {
  const describer: Describer = {
    context,
    simple: (shape) => describeSimple(describer, shape),
    value: (shape) => describeValue(describer, shape),
  };
  return describer;
}

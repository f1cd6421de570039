import type { Describer } from './context/describer.ts';
import type { PlanContext } from './context/plan-context.ts';
import { describeValue } from './describe-object.ts';
import { describeSimple } from './simple/describe-simple.ts';

/** Creates the describer of a contract's types. */
export function createDescriber(context: PlanContext): Describer {
  const describer: Describer = {
    context,
    simple: (shape) => describeSimple(describer, shape),
    value: (shape) => describeValue(describer, shape),
  };
  return describer;
}

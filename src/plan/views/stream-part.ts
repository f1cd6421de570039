import { array, type Expression, entry, object } from '../print/node.ts';
import type { OperationPlan } from '../result/plan.ts';
import type { StepPlan } from '../result/stream-plan.ts';
import type { ImportNotes } from './module-imports.ts';
import { codecEntries, nameEntries, objectOf, type Sides } from './used-functions.ts';

/** The object `stream`, if the result has records. */
export function streamPart(
  { codecs }: OperationPlan,
  sides: Sides,
  imports: ImportNotes,
): Expression | undefined {
  const { stream } = codecs;
  if (stream === undefined) return undefined;
  const { soapPath, httpPath, readRecord: read } = stream;
  return objectOf(
    soapPath && entry('soapPath', pathArray(soapPath)),
    httpPath && entry('httpPath', pathArray(httpPath)),
    ...(sides.client ? codecEntries({ read }, imports) : []),
  );
}

/**
 * Steps of a path, each on its own line, because prettier breaks every array of several objects.
 */
function pathArray(path: readonly StepPlan[]): Expression {
  const steps = path.map((step) =>
    object([
      ...nameEntries(step),
      ...(step.optional === true ? [entry('optional', 'true')] : []),
      ...(step.anyName === true ? [entry('anyName', 'true')] : []),
    ]),
  );
  return { ...array(steps), open: true };
}

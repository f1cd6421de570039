import type { Expression } from '../../print/node.ts';
import type { ArrayShape, ObjectShape, SimpleShape } from '../../shapes/shape.ts';
import type { PlanContext } from './plan-context.ts';

/** Gives the descriptions of types, which refer to each other. */
export interface Describer {
  readonly context: PlanContext;
  /** The description of a simple type; without the check of IDs, which the type around it has. */
  readonly simple: (shape: SimpleShape) => Expression;
  /** The constant that describes an object or array type. */
  readonly value: (shape: ObjectShape | ArrayShape) => Expression;
}

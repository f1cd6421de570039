import type { Expression, TypeNode } from '../print/node.ts';

/** The one repeated element of a result. */
export interface StreamPlan {
  readonly recordType: TypeNode;
  /** The same type as it is read: with all that may be left out of what is written. */
  readonly readType: TypeNode;
  readonly readRecord: Expression;
  /** Absent if the result contains more than its records. */
  readonly writeRecord: Expression | undefined;
  /** From the child of `soap:Body` to the record, such as response, result, item. */
  readonly soapPath: readonly StepPlan[] | undefined;
  /** From the root of the answer over HTTP GET or POST to the record. */
  readonly httpPath: readonly StepPlan[] | undefined;
}

/** An element on the way to the records. */
export interface StepPlan {
  readonly namespace: string;
  readonly local: string;
  /** Whether it may be missing. */
  readonly optional?: boolean | undefined;
  /** Whether any name is accepted. */
  readonly anyName?: boolean | undefined;
}

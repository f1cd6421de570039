/** The one repeated element of a result. */
export interface StreamPlan {
  readonly recordType: string;
  /** Whether more is read than must be written: see `AsRead`. */
  readonly recordReadsMore: boolean;
  /** Names exported by `types.ts` that `recordType` mentions. */
  readonly typeNames: readonly string[];
  readonly readRecord: string;
  /** Absent if the result contains more than its records. */
  readonly writeRecord: string | undefined;
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

/** A contract that grows. */
export interface ContractShape {
  /** A WSDL, or documents by path, the contract first. */
  readonly write: (count: number) => string | Readonly<Record<string, string>>;
  /** Parts of the small one; 40 by default. */
  readonly count?: number;
  /** Whether it has errors at any size. */
  readonly bad?: boolean;
  /** What the error says of the large one, which is beyond a limit. */
  readonly beyond?: string;
  /** Whether the contract means more than it says, so that the output grows faster than the input. */
  readonly restates?: boolean;
  /** Whether only a number in it grows, which is no reason to do or write more. */
  readonly same?: boolean;
}
export const contractShapes: Readonly<Record<string, ContractShape>>;

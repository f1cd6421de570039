import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Options of `diff`. */
export interface DiffCommandOptions extends ContractCommandOptions {
  readonly markdown?: boolean | undefined;
  /** Git revision to compare the contracts of the configuration with. */
  readonly against?: string | undefined;
  /** Ends with 0 also if something breaks. */
  readonly exitZero?: boolean | undefined;
  /** Configuration, for `--against`. */
  readonly config?: string | undefined;
}

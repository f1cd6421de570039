import type { ReaderName } from '../../config/config.ts';
import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Options of `diff`. */
export interface DiffCommandOptions extends ContractCommandOptions {
  readonly markdown?: boolean | undefined;
  /** Git revision to compare the contracts of the configuration with. */
  readonly against?: string | undefined;
  /** Lists only the changes that break something. */
  readonly breakingOnly?: boolean | undefined;
  /** The stacks of callers and services. */
  readonly for?: readonly ReaderName[] | undefined;
  /** Ends with 0 also if something breaks. */
  readonly exitZero?: boolean | undefined;
  /** Configuration: what it accepts, and the contracts for `--against`. */
  readonly config?: string | undefined;
}

import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Options of `check`. */
export interface CheckCommandOptions extends ContractCommandOptions {
  readonly config?: string | undefined;
}

import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Options of `diff`. */
export interface DiffCommandOptions extends ContractCommandOptions {
  readonly markdown?: boolean | undefined;
}

import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Options of `inspect`. */
export interface InspectCommandOptions extends ContractCommandOptions {
  readonly json?: boolean | undefined;
  readonly types?: boolean | undefined;
}

import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Options of `call`. */
export interface CallCommandOptions extends ContractCommandOptions {
  readonly config?: string | undefined;
  readonly url?: string | undefined;
  readonly binding?: string | undefined;
  readonly json?: string | undefined;
  readonly header?: readonly string[] | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  readonly raw?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly curl?: boolean | undefined;
}

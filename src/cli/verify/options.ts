import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Options of `verify`. */
export interface VerifyCommandOptions extends ContractCommandOptions {
  readonly recording?: string | undefined;
  readonly url?: string | undefined;
  readonly config?: string | undefined;
}

/** Options of `verify --recording`. */
export interface RecordingOptions extends VerifyCommandOptions {
  readonly recording: string;
  readonly url: string;
}

import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Options of `init`. */
export interface InitCommandOptions extends ContractCommandOptions {
  readonly name?: string | undefined;
  /** `false` with `--no-config`. */
  readonly config: boolean;
  readonly targets?: string | undefined;
  readonly types?: 'json' | undefined;
  readonly timeout: number;
  readonly agents?: boolean | undefined;
  readonly update?: boolean | undefined;
}

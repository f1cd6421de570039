import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Options of `generate`. */
export interface GenerateCommandOptions extends ContractCommandOptions {
  readonly out?: string | undefined;
  readonly config?: string | undefined;
  readonly targets?: string | undefined;
  readonly check?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly templates?: string | undefined;
  readonly runtime?: string | undefined;
  readonly emit?: string | undefined;
  readonly importExtension?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly force?: boolean | undefined;
  readonly prune?: boolean | undefined;
  readonly watch?: boolean | undefined;
}

import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Options of `serve`. */
export interface ServeCommandOptions extends ContractCommandOptions {
  readonly handlers?: string | undefined;
  readonly port: number;
  readonly host: string;
  /** Names that clients may use in addition to those of this machine. */
  readonly acceptHost?: readonly string[] | undefined;
  /** Whether pages of any origin may call the operations. */
  readonly cors?: boolean | undefined;
  readonly config?: string | undefined;
  /** `MS` or `Operation=MS`. */
  readonly latency?: readonly string[] | undefined;
  /** `Operation=code`. */
  readonly fault?: readonly string[] | undefined;
  readonly upstream?: string | undefined;
  readonly record?: string | undefined;
  readonly redact?: readonly string[] | undefined;
  readonly replay?: string | undefined;
}

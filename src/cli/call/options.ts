import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Options of `call`. */
export interface CallCommandOptions extends ContractCommandOptions {
  readonly config?: string | undefined;
  readonly url?: string | undefined;
  readonly binding?: string | undefined;
  readonly json?: string | undefined;
  /** `Name=value`, with paths like those of parameters. */
  readonly soapHeader?: readonly string[] | undefined;
  /** A JSON object: a file, `-` for stdin, or the text itself. */
  readonly soapHeaders?: string | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  /** The charset of the answer, whatever its headers say. */
  readonly charset?: string | undefined;
  readonly raw?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly curl?: boolean | undefined;
}

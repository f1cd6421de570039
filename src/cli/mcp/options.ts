import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Options of `mcp`. */
export interface McpCommandOptions extends ContractCommandOptions {
  readonly config?: string | undefined;
  readonly url?: string | undefined;
  /** Globs over operations that are tools. */
  readonly only?: readonly string[] | undefined;
  /** Globs over those of them that only read. */
  readonly read?: readonly string[] | undefined;
  /** Names of members that the log must not show. */
  readonly redact?: readonly string[] | undefined;
  /** A recording that answers instead of the service. */
  readonly replay?: string | undefined;
  /** Whether tools answer with the request that they would send. */
  readonly dryRun?: boolean | undefined;
  /** File to compare the tools with. */
  readonly check?: string | undefined;
  /** File to write the tools to. */
  readonly write?: string | undefined;
  readonly binding?: string | undefined;
  /** `Name=value`, with paths; a value may be `env:NAME`. */
  readonly soapHeader?: readonly string[] | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  /** The charset of answers, whatever their headers say. */
  readonly charset?: string | undefined;
}

import type { GatewayOperation } from '../gateway/contract.ts';
import type { JsonValue } from '../operation/names.ts';
import type { FetchHandler } from '../server/options.ts';

/** What generated code tells an MCP server. */
export interface McpContract {
  /** Name of the contract or service: that of the server. */
  readonly name: string;
  readonly operations: readonly GatewayOperation[];
}

/** A call of a tool, for an audit log. */
export interface McpCall {
  /** Name of the tool. */
  readonly tool: string;
  /** The arguments as JSON. Values of members that `redact` names are `***`. */
  readonly input: JsonValue;
  /** How long the call took. */
  readonly milliseconds: number;
  /** What the caller was told, if the call failed; without those values. */
  readonly error?: string | undefined;
}

/** Which operations are tools, and what is noted of their calls. */
export interface McpOptions {
  /**
   * The operations that are tools, and no others: one or several globs, in which `*` is any text
   * and `?` one character. One with a dot is held against `Service.Operation`, one without against
   * `Operation`. Letter case counts. Without it, or if one of them matches nothing, a `TypeError`.
   */
  readonly only: string | readonly string[];
  /**
   * Those of them that only read, by the same globs: clients may call them without asking their
   * user. One that matches nothing is a `TypeError`. Default: none.
   */
  readonly read?: string | readonly string[] | undefined;
  /**
   * Called after each call of a tool, also of one that failed or whose arguments did not fit. What
   * it throws or rejects with has no effect.
   */
  readonly audit?: ((call: McpCall) => void) | undefined;
  /**
   * Names of members, in any letter case and depth, whose values `audit` must not see: in the
   * arguments, in what a declared error says, and wherever an error repeats them.
   */
  readonly redact?: readonly string[] | undefined;
  /**
   * Milliseconds that a call may take. Default: that of the client or server behind.
   */
  readonly timeout?: number | undefined;
  /**
   * `declared` says nothing to callers of faults that the contract does not declare: their text
   * may be that of an exception of the service. Default `all`.
   */
  readonly faults?: 'all' | 'declared' | undefined;
  /**
   * Names of headers that pass on from requests over HTTP, in any letter case: to the service of a
   * client, or to `context` and `security` of a server. Default: none.
   */
  readonly forward?: readonly string[] | undefined;
}

/** A running connection. */
export interface McpConnection {
  /** Ends it. */
  close(): Promise<void>;
}

/** The operations of a contract as tools of the Model Context Protocol. */
export interface Mcp {
  /** Answers requests of the transport Streamable HTTP, for platforms with `Request`. */
  readonly fetch: FetchHandler;
  /**
   * Serves one client over stdin and stdout of the process, until stdin ends. Nothing else may
   * write to stdout.
   */
  readonly stdio: () => Promise<McpConnection>;
}

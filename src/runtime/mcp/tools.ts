import { isVoid } from '../gateway/doors.ts';
import type { GatewayOperation } from '../gateway/routes.ts';
import type { JsonValue } from '../operation/descriptor.ts';
import type { FetchHandler } from '../server/options.ts';

/** What clients see of a tool. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: JsonSchema;
  /** Without it, the result is a text, if there is any. */
  readonly outputSchema?: JsonSchema;
}

/** An operation as a tool. */
export interface Tool extends ListedTool {
  readonly operation: GatewayOperation;
}

/** A JSON Schema (2020-12) of an object or another value. */
export type JsonSchema = Record<string, unknown>;

const dialect = { target: 'draft-2020-12' } as const;

/**
 * The tools of a contract, in its order.
 *
 * @throws TypeError `only` is missing, or a glob of `only` or `read` matches no operation
 */
export function toolsOf({ operations }: McpContract, { only, read }: McpOptions): readonly Tool[] {
  const wanted = globsOf(only);
  if (wanted.length === 0) {
    throw new TypeError("Option `only` has to say which operations are tools, such as 'Get*'.");
  }
  const readers = globsOf(read);
  for (const [option, globs] of [
    ['only', wanted],
    ['read', readers],
  ] as const) {
    const lost = lostGlob(operations, globs);
    if (lost === undefined) continue;
    throw new TypeError(`Option \`${option}\` has '${lost}', which matches no operation.`);
  }
  // of all operations, so that names stay the same with another choice
  const names = toolNames(operations);
  return operations
    .filter((one) => isInGlobs(one, wanted))
    .map((one) => toolOf(one, names.get(one) as string, isInGlobs(one, readers)));
}

function globsOf(given: string | readonly string[] | undefined): readonly string[] {
  return [given ?? []].flat().filter((one) => one !== '');
}

/** The first glob that matches no operation. */
export function lostGlob(
  operations: readonly GatewayOperation[],
  globs: readonly string[],
): string | undefined {
  return globs.find((glob) => !operations.some((one) => isInGlobs(one, [glob])));
}

/** Whether an operation is meant. No glob for operations names all of a service by its name. */
export function isInGlobs({ operation }: GatewayOperation, globs: readonly string[]): boolean {
  const { service, name } = operation;
  return globs.some(
    (glob) =>
      matchesGlob(name, glob) || (glob.includes('.') && matchesGlob(`${service}.${name}`, glob)),
  );
}

function toolOf(operation: GatewayOperation, name: string, isRead: boolean): Tool {
  const { input, output, text, told = text } = operation;
  const { service, name: own } = operation.operation;
  return {
    name,
    title: `${service}.${own}`,
    description: told ?? `Calls operation ${own} of service ${service}.`,
    annotations: { readOnlyHint: isRead, destructiveHint: !isRead },
    // arguments are an object with properties, which clients want to see
    inputSchema: {
      properties: {},
      ...input['~standard'].jsonSchema.input(dialect),
      type: 'object',
    },
    ...(isVoid(operation) ? {} : { outputSchema: output['~standard'].jsonSchema.output(dialect) }),
    operation,
  };
}

/** Length of the longest name of a tool. Clients cut off or refuse longer ones. */
const longest = 64;

/**
 * Names of tools, `[A-Za-z0-9_-]{1,64}`: those of the operations, with that of the service in front
 * where several have one, and where every object has a property of that name.
 */
export function toolNames(
  operations: readonly GatewayOperation[],
): ReadonlyMap<GatewayOperation, string> {
  const counts = new Map<string, number>();
  const plainNames = operations.map(({ operation }) => plain(operation.name));
  for (const name of plainNames) counts.set(name, (counts.get(name) ?? 0) + 1);
  const free = freeNames();
  return new Map(
    operations.map((one, at) => {
      const own = plainNames[at] ?? '';
      const isClear = counts.get(own) === 1 && !(own in Object.prototype);
      const { service, name } = one.operation;
      return [one, free(isClear ? own : plain(`${service}_${name}`))];
    }),
  );
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longest);
}

/** Gives each name once, others with a number. */
function freeNames(): (wish: string) => string {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (wish) => {
    let name = wish;
    let number = next.get(wish) ?? 2;
    while (taken.has(name)) {
      const end = `_${number}`;
      name = wish.slice(0, longest - end.length) + end;
      number += 1;
    }
    next.set(wish, number);
    taken.add(name);
    return name;
  };
}

/**
 * The modules of `@modelcontextprotocol/server` 2.x, loaded at the first request. Generated code
 * passes them in, so that the runtime depends on nothing.
 */
export interface McpSdk {
  readonly server: () => Promise<ServerModule>;
  readonly stdio: () => Promise<StdioModule>;
}

/** `@modelcontextprotocol/server`: what is used of it. */
export interface ServerModule {
  readonly McpServer: new (
    info: { readonly name: string; readonly version: string },
    options: { readonly capabilities: { readonly tools: { readonly listChanged: boolean } } },
  ) => SdkServer;
  readonly createMcpHandler: (factory: () => never) => {
    readonly fetch: (request: never) => Promise<unknown>;
  };
}

/** `@modelcontextprotocol/server/stdio`: what is used of it. */
export interface StdioModule {
  readonly serveStdio: (factory: () => never) => { close(): Promise<void> };
}

/** A server of the SDK. */
export interface SdkServer {
  registerTool(
    name: string,
    config: ToolConfig,
    call: (args: unknown, context: SdkContext) => Promise<ToolResult>,
  ): unknown;
}

/** What the SDK tells a tool about a call: what is used of it. */
export interface SdkContext {
  readonly mcpReq?: { readonly signal?: unknown };
  /** Of calls over HTTP alone. */
  readonly http?: { readonly req?: { readonly headers: SdkHeaders } };
}

interface SdkHeaders {
  get(name: string): string | null;
}

/** What the SDK wants of a tool. */
export interface ToolConfig {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: SdkSchema;
  readonly outputSchema?: SdkSchema;
  readonly annotations: ToolAnnotations;
}

/** A schema of the SDK: Standard Schema 1 with JSON Schema. */
export interface SdkSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** What clients are told of a tool (MCP, Tool Annotations). */
interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
}

/** The result of a call. No interface, which would not be a record. */
export type ToolResult = {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: true;
};

/**
 * Whether a text matches a glob over names, in which `*` is any text and `?` any character.
 */
export function matchesGlob(text: string, glob: string): boolean {
  let at = 0;
  let from = 0;
  // the last star, and the place from which it was tried
  let star = -1;
  let tried = 0;
  while (at < text.length) {
    if (glob[from] === '*') {
      star = from;
      tried = at;
      from += 1;
    } else if (from < glob.length && (glob[from] === '?' || glob[from] === text[at])) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      tried += 1;
      at = tried;
      from = star + 1;
    } else return false;
  }
  while (glob[from] === '*') from += 1;
  return from === glob.length;
}

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
   * Whether three tools stand for all operations: `find`, `describe` and `call`, and `read` beside
   * `call` if `read` names some of them. For contracts with more operations than a model can hold.
   */
  readonly dynamic?: boolean | undefined;
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

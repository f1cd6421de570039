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
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
}

/** The result of a call. No interface, which would not be a record. */
export type ToolResult = {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: true;
};

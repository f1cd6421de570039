import type { JsonValue } from '../operation/names.ts';
import { platform, tell } from '../platform/globals.ts';
import { nestingIssue } from '../schema/nesting.ts';
import type { StandardIssue } from '../schema/standard.ts';
import { mark } from '../server/front/redact.ts';
import { argumentsFailure, type Outcome, type ToolCall } from './call-tool.ts';
import type { Mcp, McpCall, McpOptions } from './contract.ts';
import {
  failureText,
  type Hide,
  hiding,
  type ToolFailure,
  valuesOf,
  withoutMembers,
} from './failure.ts';
import type { McpSdk, SdkContext, SdkSchema, SdkServer, ServerModule, ToolConfig } from './sdk.ts';
import type { JsonSchema, Tool } from './tools.ts';

/** The tools stay the same. */
const capabilities = { tools: { listChanged: false } };

/** The tools of a server, and what calls them. */
export interface ToolService {
  /** Name of the server. */
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly call: (call: ToolCall) => Promise<Outcome>;
  /** Hides what no error and no log may show. */
  readonly hide?: Hide | undefined;
}

/** Creates an MCP server of tools. */
export function serveTools(sdk: McpSdk, service: ToolService, options: McpOptions): Mcp {
  const { name, tools, hide = hiding([]) } = service;
  const log = { ...options, hide, names: lowerCase(options.redact) };
  const configs = tools.map((tool) => [tool, configOf(tool)] as const);
  const factory = async (): Promise<() => never> => {
    const { McpServer } = await sdk.server();
    return (): never => {
      const server: SdkServer = new McpServer({ name, version: '1.0.0' }, { capabilities });
      for (const [tool, config] of configs) {
        server.registerTool(tool.name, config, async (args, context) => {
          const call = callOf(tool, args, context, options);
          const { result, failure } = await audited(call, service, log);
          if (failure === undefined) return result;
          const text = hide(failureText(failure));
          return { content: [{ type: 'text', text }], isError: true };
        });
      }
      return server as never;
    };
  };
  let handler: Promise<ReturnType<ServerModule['createMcpHandler']>> | undefined;
  const load = async (): Promise<ReturnType<ServerModule['createMcpHandler']>> =>
    (await sdk.server()).createMcpHandler(await factory());
  return {
    async fetch(target, init) {
      const request =
        typeof target === 'object' && 'headers' in target
          ? target
          : new platform.Request(typeof target === 'string' ? target : target.href, init);
      handler ??= load();
      const { fetch } = await handler;
      return (await fetch(request as never)) as never;
    },
    stdio: async () => (await sdk.stdio()).serveStdio(await factory()),
  };
}

function callOf(
  tool: Tool,
  args: unknown,
  { mcpReq, http }: SdkContext,
  { forward = [] }: McpOptions,
): ToolCall {
  const headers = forward.flatMap((name) => {
    const value = http?.req?.headers.get(name);
    return typeof value === 'string' ? [[name.toLowerCase(), value]] : [];
  });
  return {
    tool,
    input: (args ?? {}) as JsonValue,
    signal: mcpReq?.signal,
    headers: Object.fromEntries(headers),
  };
}

function lowerCase(names: readonly string[] = []): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Who is told of calls, and what is hidden. */
interface AuditLog extends Pick<McpOptions, 'audit'> {
  /** Names of members, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly hide: Hide;
}

/** Makes a call, and tells the log. */
async function audited(
  call: ToolCall,
  service: ToolService,
  { audit, names, hide }: AuditLog,
): Promise<Outcome> {
  const start = platform.performance.now();
  const issue = nestingIssue(call.input);
  const outcome = issue === undefined ? await made(call, service) : { failure: tooDeep(issue) };
  if (audit === undefined) return outcome;
  const milliseconds = platform.performance.now() - start;
  const { failure } = outcome;
  const input = issue === undefined ? call.input : undefined;
  const event: McpCall = {
    tool: call.tool.name,
    input: orMark(() => (input === undefined ? mark : withoutMembers(input, names, hide))),
    milliseconds,
    ...(failure && { error: orMark(() => hide(auditedText(failure, input ?? null, names))) }),
  };
  tell(() => audit(event));
  return outcome;
}

/** What the log shows of a call, of which it is told in any case: a mark where nothing can be. */
function orMark<Shown extends JsonValue>(show: () => Shown): Shown | typeof mark {
  try {
    return show();
  } catch {
    return mark;
  }
}

/** Makes a call. An exception that no one expected says nothing to callers. */
async function made(call: ToolCall, { call: make }: ToolService): Promise<Outcome> {
  try {
    return await make(call);
  } catch {
    return { failure: { text: 'The request could not be processed.' } };
  }
}

/** What is wrong with arguments whose path is too long to show. */
function tooDeep({ message }: StandardIssue): ToolFailure {
  return argumentsFailure([{ message, path: [] }]);
}

/** With more values to look for, an error is hidden as a whole. */
const mostSecrets = 100;

function auditedText(
  { data, ...failure }: ToolFailure,
  input: JsonValue,
  names: ReadonlySet<string>,
): string {
  const shown = data === undefined ? undefined : withoutMembers(data, names);
  const secrets = new Set([...valuesOf(input, names), ...valuesOf(data ?? null, names)]);
  if (secrets.size > mostSecrets) return mark;
  return hiding([...secrets])(failureText({ ...failure, data: shown }));
}

function configOf({
  title,
  description,
  annotations,
  inputSchema,
  outputSchema,
}: Tool): ToolConfig {
  return {
    title,
    description,
    annotations,
    inputSchema: sdkSchema(inputSchema),
    ...(outputSchema && { outputSchema: sdkSchema(outputSchema) }),
  };
}

/** What does not fit is told by the call, so that the log has it, too. */
function sdkSchema(json: JsonSchema): SdkSchema {
  const schema = (): JsonSchema => json;
  return {
    '~standard': {
      version: 1,
      vendor: 'asmx-gen',
      validate: (value) => ({ value }),
      jsonSchema: { input: schema, output: schema },
    },
  };
}

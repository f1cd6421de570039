import { createDoors } from '../gateway/doors.ts';
import type { Gateway, GatewayOperation, ProblemDetails } from '../gateway/routes.ts';
import type { JsonValue } from '../operation/descriptor.ts';
import { platform, tell } from '../platform/globals.ts';
import { nestingIssue, type StandardIssue } from '../schema/validate.ts';
import { mark } from '../server/entrance.ts';
import {
  argumentsFailure,
  type Offered,
  type Outcome,
  offer,
  type ToolCall,
  type ToolFailure,
  type ToolService,
  textResult,
} from './offer.ts';
import {
  type JsonSchema,
  type ListedTool,
  type Mcp,
  type McpCall,
  type McpContract,
  type McpOptions,
  type McpSdk,
  type SdkContext,
  type SdkSchema,
  type SdkServer,
  type ServerModule,
  type ToolConfig,
  toolsOf,
} from './tools.ts';

/**
 * Creates an MCP server: operations of a contract as tools.
 *
 * @param target A client, a test double of one, or a server of the same folder.
 * @throws TypeError the target lacks an operation, or `only` is missing or matches none
 */
export function createMcp(
  sdk: McpSdk,
  target: unknown,
  contract: McpContract,
  options: McpOptions,
): Mcp {
  const tools = toolsOf(contract, options);
  const operations = tools.map(({ operation }) => operation);
  const { timeout, forward, faults } = options;
  // routes of a gateway are none of a tool
  const plain = operations.map((one): GatewayOperation => ({ ...one, route: undefined }));
  const doors = createDoors(target, plain, { timeout, forward, faults });
  return serveTools(
    sdk,
    { name: contract.name, tools, call: (one) => callTool(doors, one) },
    options,
  );
}

/** The tools stay the same. */
const capabilities = { tools: { listChanged: false } };

/** The operations of a server, and what no error and no log may show. */
interface HidingService extends ToolService {
  readonly hide?: Hide | undefined;
}

/** Creates an MCP server of tools. */
export function serveTools(sdk: McpSdk, service: HidingService, options: McpOptions): Mcp {
  const { name, hide = hiding([]) } = service;
  const log = { ...options, hide, names: lowerCase(options.redact) };
  const configs = offer(service, options.dynamic).map(
    (one) => [one, configOf(one.listed)] as const,
  );
  const factory = async (): Promise<() => never> => {
    const { McpServer } = await sdk.server();
    return (): never => {
      const server: SdkServer = new McpServer({ name, version: '1.0.0' }, { capabilities });
      for (const [tool, config] of configs) {
        server.registerTool(tool.listed.name, config, async (args, context) => {
          const { result, failure } = await audited(tool, callOf(args, context, options), log);
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

/** What a client asks of a tool. */
type Asked = Omit<ToolCall, 'tool'>;

function callOf(args: unknown, { mcpReq, http }: SdkContext, { forward = [] }: McpOptions): Asked {
  const headers = forward.flatMap((name) => {
    const value = http?.req?.headers.get(name);
    return typeof value === 'string' ? [[name.toLowerCase(), value]] : [];
  });
  return {
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
  tool: Offered,
  call: Asked,
  { audit, names, hide }: AuditLog,
): Promise<Outcome> {
  const start = platform.performance.now();
  const issue = nestingIssue(call.input);
  const outcome = issue === undefined ? await made(tool, call) : { failure: tooDeep(issue) };
  if (audit === undefined) return outcome;
  const milliseconds = platform.performance.now() - start;
  const { failure } = outcome;
  const input = issue === undefined ? call.input : undefined;
  const event: McpCall = {
    tool: tool.listed.name,
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
async function made({ answer }: Offered, call: Asked): Promise<Outcome> {
  try {
    return await answer(call);
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
}: ListedTool): ToolConfig {
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

/** Calls an operation, which is a door of a gateway. */
export async function callTool(
  { fetch }: Pick<Gateway, 'fetch'>,
  { tool, input, signal, headers }: ToolCall,
): Promise<Outcome> {
  const { service, name } = tool.operation.operation;
  const path = [service, name].map(encodeURIComponent).join('/');
  const answer = await fetch(
    new platform.Request(`http://localhost/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  if (answer.status >= 400) {
    const isProblem = type === 'application/problem+json';
    return { failure: isProblem ? failureOf(text, answer.status) : { text: said(text, answer) } };
  }
  if (tool.outputSchema === undefined) return { result: textResult(text === '' ? 'Done.' : text) };
  const structuredContent = type === 'application/json' ? jsonIn(text) : undefined;
  if (structuredContent !== undefined)
    return { result: { ...textResult(text), structuredContent } };
  const what = text === '' ? 'nothing' : 'a text';
  return { failure: { text: `The service answered with ${what} instead of a result: ${text}` } };
}

/** What an answer says that is no problem, such as an `HttpError` of the application. */
function said(text: string, { status }: { readonly status: number }): string {
  return text.trim() === '' ? `The service refused the call with status ${status}.` : text;
}

/** A text as JSON; `undefined` if it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a problem says. */
function failureOf(text: string, status: number): ToolFailure {
  const problem = jsonIn(text);
  // an application may write a problem of its own
  if (!isOwnProblem(problem)) return { text: said(text, { status }) };
  const { title, detail, errors, name, data } = problem;
  if (errors === undefined) return { text: detail ?? title, name, data };
  return argumentsFailure(
    errors.map((one) => ({ path: pathOf(one.pointer ?? ''), message: one.detail })),
  );
}

type Details = ProblemDetails & { readonly title: string };

/** Whether a value has the members that problems of a gateway have. */
function isOwnProblem(value: unknown): value is Details {
  const { title, detail, errors } = Object(value) as Partial<Record<string, unknown>>;
  const isText = typeof title === 'string' && (detail === undefined || typeof detail === 'string');
  return isText && (errors === undefined || (Array.isArray(errors) && errors.every(isOwnIssue)));
}

function isOwnIssue(value: unknown): boolean {
  const { pointer = '', detail } = Object(value) as Partial<Record<string, unknown>>;
  return typeof pointer === 'string' && typeof detail === 'string';
}

/** The steps of a JSON Pointer that is a fragment. */
function pathOf(pointer: string): readonly string[] {
  const steps = decodeURI(pointer).split('/').slice(1);
  return steps.map((one) => one.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** A failure as a text. */
function failureText({ text, name, data }: ToolFailure): string {
  return name === undefined ? text : `${text}\n${name}: ${JSON.stringify(data)}`;
}

/**
 * JSON with a mark in place of the values of members that have one of these lower-case names.
 *
 * @param hide What is shown of any other text.
 */
function withoutMembers(
  json: JsonValue,
  names: ReadonlySet<string>,
  hide: Hide = (text) => text,
): JsonValue {
  if (typeof json === 'string') return hide(json);
  if (Array.isArray(json)) return json.map((one: JsonValue) => withoutMembers(one, names, hide));
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).map(([name, value]) => [
    hide(name),
    names.has(name.toLowerCase()) ? mark : withoutMembers(value, names, hide),
  ]);
  return Object.fromEntries(entries);
}

/** Texts and numbers that are, or are in, members with one of these lower-case names. */
function valuesOf(json: JsonValue, names: ReadonlySet<string>, inside = false): string[] {
  if (typeof json === 'string' || typeof json === 'number') return inside ? [String(json)] : [];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) =>
    valuesOf(value, names, inside || names.has(name.toLowerCase())),
  );
}

/** Length up to which a text is only found as a word: it occurs in others by chance. */
const shortest = 3;

/** Hides other texts in a text. */
export type Hide = (text: string) => string;

/** Length from which the beginning of a text is hidden, too: errors shorten what they show. */
const headLength = 16;

/**
 * Puts a mark in place of texts, which may also be there as texts of JSON, or shortened. Their
 * lengths do not matter.
 */
export function hiding(texts: readonly string[]): Hide {
  const found = [...new Set(texts.flatMap((one) => [one, JSON.stringify(one).slice(1, -1)]))]
    .filter((one) => one.trim() !== '')
    // a longer one may contain a shorter one
    .sort((a, b) => b.length - a.length);
  return (text) => found.reduce(withMark, text);
}

function withMark(text: string, hidden: string): string {
  if (hidden.length > headLength) return withoutBeginnings(text, hidden);
  if (hidden.length > shortest) return text.split(hidden).join(mark);
  const literal = hidden.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w])${literal}(?![\\w])`, 'g'), mark);
}

/** A mark in place of each part of a text that is how a long one begins, as far as it goes. */
function withoutBeginnings(text: string, hidden: string): string {
  const head = hidden.slice(0, headLength);
  let shown = '';
  let at = 0;
  for (let start = text.indexOf(head); start >= 0; start = text.indexOf(head, at)) {
    let length = headLength;
    while (length < hidden.length && text[start + length] === hidden[length]) length += 1;
    shown += text.slice(at, start) + mark;
    at = start + length;
  }
  return shown + text.slice(at);
}

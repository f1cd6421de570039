import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type ContractSettings, defaultSettings } from '../config/settings.ts';
import type { EvaluatedContract } from '../evaluate.ts';
import type { ServiceModel } from '../model/services.ts';
import type { OperationMessages } from '../plan/messages.ts';
import { globHelp, type TypeMapping } from '../plan/settings.ts';
import { createCaller } from '../runtime/client/call.ts';
import type { CallOptions, ClientOptions } from '../runtime/client/request.ts';
import { createDoors } from '../runtime/gateway/doors.ts';
import { type GatewayOperation, inService } from '../runtime/gateway/routes.ts';
import {
  argumentsFailure,
  type Offered,
  type Outcome,
  offer,
  type ToolCall,
  textResult,
} from '../runtime/mcp/offer.ts';
import { callTool, type Hide, hiding, serveTools } from '../runtime/mcp/server.ts';
import {
  lostGlob,
  type McpSdk,
  type ServerModule,
  type StdioModule,
  type Tool,
  toolsOf,
} from '../runtime/mcp/tools.ts';
import { isAsmxError, messageOf } from '../runtime/operation/descriptor.ts';
import { readJson } from '../runtime/schema/json.ts';
import { messageChain } from '../runtime/server/call.ts';
import { unifiedDiff } from '../write/diff.ts';
import {
  checkAddress,
  createSecretScope,
  readBindingName,
  readTarget,
  requestText,
  type SecretScope,
  signIn,
  withoutSecrets,
} from './call.ts';
import { type CallParameter, headerValues, layParameters, readParameter } from './call-values.ts';
import { contractCode, plainSettings } from './contract/code.ts';
import { openConfigured } from './contract/configured.ts';
import type { ContractCommandOptions } from './contract/options.ts';
import { fromEnvironment, readAccess, type WebAccess } from './contract/web-access.ts';
import { type AgentAccess, serveAgents } from './serve/agents.ts';
import { checkRedactedNames, readRecording, replayInterceptor } from './serve/recording.ts';
import { sampleHandlers } from './serve/run.ts';
import { parseJson } from './terminal/arguments.ts';
import { type Console, createConsole } from './terminal/console.ts';
import { type ExitCode, exitCodes, untilStopped } from './terminal/exit.ts';
import { CliError } from './terminal/failure.ts';
import { writeTextFile } from './terminal/files.ts';
import { writeData } from './terminal/streams.ts';
import { counted } from './terminal/text.ts';

/**
 * Runs `asmx-gen mcp`: generates the client in memory, and offers its operations as tools on stdin
 * and stdout, until stdin ends or a signal comes; or over HTTP, until a signal comes. With
 * `--write` and `--check`, only looks at the tools.
 *
 * @throws {CliError} for options that do not fit the contract or each other
 */
export async function runMcp(path: string, options: McpCommandOptions): Promise<ExitCode> {
  const console = createConsole(options);
  const only = checkCombination(options);
  const access = await readAccess(options);
  const headers = readSoapHeaders(options.soapHeader);
  const scope = createSecretScope(options.url);
  const opened = await openConfigured(path, { ...options, trusts: scope.trusts }, console);
  if (opened.model === undefined) return opened.exitCode;
  const { model, settings } = opened;
  checkRedactedNames(options.redact ?? [], [model]);
  const code = await doorsCode(model, settings, options, console);
  if (code === undefined) return exitCodes.no;
  const hide = hiding(secretsOf(access, headers, options.url));
  const tools = chosenTools(code, only, options, model).map((one) => shown(one, hide));
  const outside = lostGlob(
    tools.map(({ operation }) => operation),
    options.read ?? [],
  );
  if (outside !== undefined) {
    console.warn(`asmx-gen: --read '${outside}' matches none of the operations of --only`);
  }
  const { dynamic, port } = options;
  const unused = (): never => {
    throw new Error('nothing calls what is only listed');
  };
  const offered = offer({ name: model.name, tools, call: unused }, dynamic);
  if (options.write !== undefined) return writeTools(options.write, offered, console);
  if (options.check !== undefined) return checkTools(options.check, offered, console);
  const sdk = findSdk();
  const chosen = { ...code, tools };
  const behind = { options, access, headers, hide, scope, settings, console };
  const call = await answererOf(chosen, behind);
  const dry = options.dryRun === true;
  const service = {
    name: model.name,
    tools: dry ? tools.map(({ outputSchema: _, ...one }) => one) : tools,
    call,
    hide,
  };
  const mcp = serveTools(sdk, service, {
    only,
    dynamic,
    redact: options.redact,
    audit: ({ milliseconds, ...event }) =>
      console.say(JSON.stringify({ ...event, milliseconds: Math.round(milliseconds) })),
  });
  const advice = sizeAdvice(offered);
  if (advice !== undefined) console.warn(advice);
  const names = `${model.name}: ${offered.map(({ listed }) => listed.name).join(', ')}`;
  if (port !== undefined) {
    await serveAgents(mcp, { ...options, port }, async (url, isLocal) => {
      await writeData(`${model.name} on ${url}\n`);
      console.say(names);
      if (!isLocal) console.warn(`asmx-gen: whoever reaches ${url} can call these tools`);
    });
    return exitCodes.fine;
  }
  const stopped = Promise.race([untilStopped(), stdinEnds()]);
  const connection = await mcp.stdio();
  console.say(names);
  await stopped;
  await connection.close();
  return exitCodes.fine;
}

/** Refuses options that exclude each other. Returns `--only`. */
function checkCombination(options: McpCommandOptions): readonly string[] {
  const { only = [], replay, url, dryRun, write, check, port } = options;
  if (only.length === 0) {
    throw new CliError(
      'mcp needs --only',
      "Say which operations agents may call, such as --only 'Get*'.",
    );
  }
  const given = Object.entries({
    '--replay': replay !== undefined,
    '--url': url !== undefined && replay !== undefined,
    '--dry-run': dryRun === true,
    '--write': write !== undefined,
    '--check': check !== undefined,
  }).flatMap(([name, isGiven]) => (isGiven ? [name] : []));
  const [first, second] = given;
  if (second !== undefined) {
    throw new CliError(`${first} and ${second} exclude each other`, 'Leave one of them out.');
  }
  if (port !== undefined && (write !== undefined || check !== undefined)) {
    throw new CliError(`--port and ${first} exclude each other`, 'Leave one of them out.');
  }
  const [needing] = Object.entries({
    '--host': options.host,
    '--accept-host': options.acceptHost,
    '--allow-origin': options.allowOrigin,
  }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (port === undefined && needing !== undefined) {
    throw new CliError(`${needing} needs --port`, 'Without it, stdin and stdout are used.');
  }
  return only;
}

/** Generated code with the operations of the contract, or of its only service. */
interface DoorsCode extends EvaluatedContract {
  readonly operations: readonly GatewayOperation[];
}

async function doorsCode(
  model: ServiceModel,
  own: ContractSettings,
  { replay }: McpCommandOptions,
  console: Console,
): Promise<DoorsCode | undefined> {
  const settings = plainSettings(own);
  // recordings have values of the default types
  const { types } = replay === undefined ? settings : defaultSettings;
  const code = await contractCode(model, console, {
    targets: replay === undefined ? ['client', 'mcp'] : ['client', 'server', 'mcp'],
    only: own.only,
    settings: { ...settings, types },
  });
  if (code === undefined) return undefined;
  const { services } = code.plan;
  const [only, more] = services;
  if (only === undefined) throw new CliError('the contract has no operations');
  const operations =
    more === undefined
      ? code.doors(only)
      : services.flatMap((one) => inService(one.property, code.doors(one)));
  return { ...code, operations };
}

/** @throws {CliError} a glob matches no operation */
function chosenTools(
  { plan, operations }: DoorsCode,
  only: readonly string[],
  { read = [] }: McpCommandOptions,
  model: ServiceModel,
): readonly Tool[] {
  for (const [option, globs] of [
    ['--only', only],
    ['--read', read],
  ] as const) {
    const lost = lostGlob(operations, globs);
    if (lost === undefined) continue;
    throw new CliError(`${option} '${lost}' matches no operation`, globHelp([lost], [model]));
  }
  return toolsOf({ name: plan.name, operations }, { only, read });
}

/** A tool whose texts have no secrets. */
function shown(tool: Tool, hide: Hide): Tool {
  return { ...tool, description: hide(tool.description) };
}

interface Behind {
  readonly options: McpCommandOptions;
  readonly access: WebAccess;
  readonly headers: readonly HeaderParameter[];
  readonly hide: Hide;
  readonly scope: SecretScope;
  readonly settings: ContractSettings;
  readonly console: Console;
}

/** What answers calls. */
async function answererOf(
  code: ToolCode,
  { options, access, headers, hide, scope, settings, console }: Behind,
): Promise<CallTool> {
  if (options.replay !== undefined) return recordedCalls(code, options.replay);
  const target = readTarget(options.url);
  const address = options.url ?? code.plan.baseUrl;
  checkAddress(address);
  if (address !== undefined) scope.check(address);
  const services = new Set(code.tools.map(({ operation }) => operation.operation.service));
  if (target.endpoint !== undefined && services.size > 1) {
    throw new CliError(
      `--url is the address of one service, and the tools are of ${[...services].join(', ')}`,
      "Give the base address, or one service: --only 'Service.*'.",
    );
  }
  const messages = code.plan.operations.map((one) => one.messages);
  const soapHeaders = soapHeaderValues(headers, messages, plainSettings(settings).types);
  const { timeout, lenient, charset } = options;
  const client: ClientOptions = {
    ...target,
    ...signIn(access),
    ...(options.binding === undefined ? {} : { binding: readBindingName(options.binding) }),
    soapHeaders: soapHeaders as never,
    timeout,
    lenient,
    charset,
  };
  return options.dryRun === true
    ? dryCalls(code, client, { access, hide })
    : serviceCalls(code, client, (tool, error) => {
        const cause = causeOf(error, options.redact);
        if (cause !== undefined) console.say(JSON.stringify({ tool, cause: hide(cause) }));
      });
}

/** Resolves when no more can come: files end, and pipes are closed. */
function stdinEnds(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve());
  });
}

const sdkPackage = '@modelcontextprotocol/server';

/**
 * The SDK of the project, or the one beside this program.
 *
 * @throws {CliError} there is none
 */
function findSdk(): McpSdk {
  const places = [pathToFileURL(`${process.cwd()}/`), import.meta.url];
  const place = places.map((from) => createRequire(from)).find((one) => has(one, sdkPackage));
  if (place === undefined) {
    throw new CliError(
      `the package ${sdkPackage} is not installed`,
      `Install it where asmx-gen is: npm install ${sdkPackage}`,
    );
  }
  const load = (specifier: string): Promise<unknown> =>
    import(pathToFileURL(place.resolve(specifier)).href);
  return {
    server: () => load(sdkPackage) as Promise<ServerModule>,
    stdio: () => load(`${sdkPackage}/stdio`) as Promise<StdioModule>,
  };
}

function has(require: NodeJS.Require, specifier: string): boolean {
  try {
    require.resolve(specifier);
    return true;
  } catch {
    return false;
  }
}

/**
 * What no text may show: values of variables, and passwords, whether of options or of the address.
 */
function secretsOf(
  { headers, typedHeaders, user, security }: WebAccess,
  soapHeaders: readonly HeaderParameter[],
  url: McpCommandOptions['url'],
): readonly string[] {
  const { username = '', password = '' } =
    url !== undefined && URL.canParse(url) ? new URL(url) : {};
  const named = Object.entries(headers).flatMap(([name, value]) =>
    typedHeaders[name] === value ? [] : [value],
  );
  const signIns = [
    ...(user === undefined ? [] : [user]),
    ...(password === '' ? [] : [{ username, password }]),
    ...(password === '' ? [] : [{ username, password: decodeURIComponent(password) }]),
  ];
  const plain = [
    ...named,
    // the credentials of `Bearer …`
    ...named.flatMap((value) => /^\S+\s+(\S+)$/.exec(value)?.[1] ?? []),
    ...signIns.flatMap((one) => [one.password, basicText(one)]),
    ...soapHeaders.flatMap(({ isSecret, value }) => (isSecret ? [value] : [])),
    ...(security?.secrets ?? []),
  ];
  // requests have them as XML
  return [...new Set(plain.flatMap((one) => [one, inXml(one)]))];
}

function basicText({ username, password }: NonNullable<WebAccess['user']>): string {
  return Buffer.from(`${username}:${password}`).toString('base64');
}

/** A text in XML. It need not be one that XML can hold. */
function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Options of `mcp`. */
export interface McpCommandOptions extends ContractCommandOptions, Partial<AgentAccess> {
  readonly config?: string | undefined;
  readonly url?: string | undefined;
  /** Globs over operations that are tools. */
  readonly only?: readonly string[] | undefined;
  /** Globs over those of them that only read. */
  readonly read?: readonly string[] | undefined;
  /** Whether `find`, `describe` and `call` stand for all operations. */
  readonly dynamic?: boolean | undefined;
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

/** One SOAP header, or a part of it. */
interface HeaderParameter extends CallParameter {
  /** Whether its value came from a variable. */
  readonly isSecret: boolean;
}

/**
 * Reads `--soap-header`, with the values of variables.
 *
 * @throws {CliError} a variable is not set, or a text is no `name=value`
 */
function readSoapHeaders(texts: readonly string[] = []): readonly HeaderParameter[] {
  return texts.map(readParameter).map((one) => {
    const value = fromEnvironment('--soap-header', one.value);
    return { ...one, value, isSecret: value !== one.value };
  });
}

/**
 * Converts SOAP headers to values, by the declarations of all operations: a call sends those that
 * its operation has.
 *
 * @throws {CliError} a value does not fit, or no operation has such a header
 */
function soapHeaderValues(
  headers: readonly HeaderParameter[],
  messages: readonly OperationMessages[],
  types: TypeMapping,
): Readonly<Record<string, unknown>> {
  const declared = new Map(
    messages.flatMap(({ inputHeaders }) => inputHeaders.map((one) => [one.name, one] as const)),
  );
  const { values, problems } = headerValues(
    [...declared.values()],
    layParameters({}, headers),
    types,
  );
  const [first] = problems;
  if (first === undefined) return values;
  const hidden = headers.flatMap(({ isSecret, value }) => (isSecret ? [value] : []));
  throw new CliError(hiding(hidden)(first.message), first.help);
}

/** Makes a call of a tool. */
type CallTool = (call: ToolCall) => Promise<Outcome>;

/** Generated code with the tools of its operations. */
interface ToolCode extends EvaluatedContract {
  readonly tools: readonly Tool[];
}

/**
 * Why a call failed, where its caller learns less; `undefined` otherwise. Errors about an answer
 * may repeat values that `redact` names.
 */
function causeOf(error: unknown, redact: readonly string[] = []): string | undefined {
  if (!isAsmxError(error) || error.code === 'encode') return undefined;
  const isAbout = redact.length > 0 && !/^(?:transport|timeout|aborted)$/.test(error.code);
  return isAbout ? undefined : messageChain(error);
}

/**
 * Calls of the service.
 *
 * @param failed Told what a call throws.
 */
function serviceCalls(
  { plan, tools }: ToolCode,
  options: ClientOptions,
  failed: (tool: string, error: unknown) => void,
): CallTool {
  const caller = createCaller(options, { baseUrl: plan.baseUrl });
  const methods = tools.map(({ name, operation: { operation } }) => {
    const told = (error: unknown): never => {
      failed(name, error);
      throw error;
    };
    const method = (input: unknown, settings: CallOptions): Promise<unknown> =>
      caller.call(operation as never, input as never, settings).catch(told);
    const raw = (input: unknown, settings: CallOptions): Promise<unknown> =>
      caller.raw(operation as never, input as never, settings).catch(told);
    return Object.assign(method, { raw });
  });
  return callsOf(tools, methods, (_, index) => [`${index}`]);
}

/** Calls that are answered from a recording, over whatever binding they were recorded. */
async function recordedCalls(code: ToolCode, file: string): Promise<CallTool> {
  const interceptor = replayInterceptor(readRecording(file), file, true);
  const server = code.createServer(sampleHandlers(code), { interceptors: [interceptor] });
  return callsOf(code.tools, server, ({ path }) => path);
}

/** Calls that send nothing: their result is the request, without what is secret. */
function dryCalls(
  { plan }: ToolCode,
  options: ClientOptions,
  { access, hide }: { readonly access: WebAccess; readonly hide: Hide },
): CallTool {
  const caller = createCaller(options, { baseUrl: plan.baseUrl });
  return async ({ tool, input }) => {
    const { operation, input: schema } = tool.operation;
    const read = readJson(schema, input);
    if (read.issues !== undefined) return { failure: argumentsFailure(read.issues) };
    try {
      const request = await caller.prepare(operation as never, read.value as never);
      const { body } = request;
      const text = requestText(
        // all secrets of a body at once: one of a header may contain one of a file
        withoutSecrets({ ...request, body: body && hide(Buffer.from(body).toString()) }, access),
      );
      return { result: textResult(hide(text)) };
    } catch (error) {
      return { failure: { text: messageOf(error) } };
    }
  };
}

/** Calls of a client or server, which has the operations at these paths. */
function callsOf(
  tools: readonly Tool[],
  target: object,
  pathOf: (operation: GatewayOperation, index: number) => readonly string[],
): CallTool {
  const doors = createDoors(
    target,
    tools.map(({ operation }, index) => ({
      ...operation,
      path: pathOf(operation, index),
      route: undefined,
    })),
    {},
  );
  return (call) => callTool(doors, call);
}

/** Writes what an agent sees of the tools. */
function writeTools(path: string, tools: readonly Offered[], console: Console): ExitCode {
  writeTextFile(path, toolsText(tools));
  console.say(`${counted(tools.length, 'tool')} written to ${path}`);
  saySizes(tools, console);
  return exitCodes.fine;
}

/**
 * Compares it with such a file, and prints the difference. The layout of the file does not matter.
 *
 * @throws {CliError} the file is not JSON
 */
async function checkTools(
  path: string,
  tools: readonly Offered[],
  console: Console,
): Promise<ExitCode> {
  const difference = unifiedDiff(path, fileText(path), toolsText(tools));
  if (difference === '') {
    console.say(`${counted(tools.length, 'tool')} as in ${path}`);
    saySizes(tools, console);
    return exitCodes.fine;
  }
  await writeData(difference);
  console.warn(`asmx-gen: the tools differ from ${path}`);
  console.warn(
    '  Agents and their prompts may depend on them. asmx-gen mcp --write takes them over.',
  );
  return exitCodes.no;
}

/** Tools whose sizes are said; of more, those of the largest. */
const mostSizes = 50;

/** Says how many bytes of a model's context each tool takes, and what is left out of it. */
function saySizes(tools: readonly Offered[], console: Console): void {
  const isLong = tools.length > mostSizes;
  const bySize = isLong ? [...tools].sort((a, b) => b.bytes - a.bytes) : tools;
  const shown = bySize.slice(0, mostSizes);
  const others = bySize.slice(mostSizes);
  const rows = [
    ...shown.map(({ bytes, listed: { name }, leftOut }) => [
      bytes,
      leftOut === '' ? name : `${name}, without ${leftOut}`,
    ]),
    ...(isLong ? [[allBytes(others), `in ${others.length} others`]] : []),
    [allBytes(tools), 'bytes in all'],
  ].map((row) => row.map((cell) => cell.toLocaleString('en')));
  const width = Math.max(...rows.map(([bytes = '']) => bytes.length));
  for (const [bytes = '', text] of rows) console.say(`  ${bytes.padStart(width)}  ${text}`);
  const advice = sizeAdvice(tools);
  if (advice !== undefined) console.warn(advice);
}

function allBytes(tools: readonly Offered[]): number {
  return tools.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Bytes of tools that fit a model's context. */
const mostBytes = 60_000;

/** What to do about more tools than a model can hold. */
function sizeAdvice(tools: readonly Offered[]): string | undefined {
  if (allBytes(tools) <= mostBytes) return undefined;
  const size = `${counted(tools.length, 'tool')} of ${allBytes(tools).toLocaleString('en')} bytes`;
  return (
    `asmx-gen: ${size} are more than most models hold: name fewer with --only, ` +
    'or offer find, describe and call in their place with --dynamic'
  );
}

/** What a file has, laid out as it is written. */
function fileText(path: string): string {
  const text = readFileSync(path, 'utf8');
  try {
    return jsonLines(parseJson(text));
  } catch (error) {
    throw new CliError(`${path} is not JSON: ${messageOf(error)}`, 'Write it with --write.');
  }
}

/** The tools in the form of `tools/list`. */
function toolsText(tools: readonly Offered[]): string {
  return jsonLines({ tools: tools.map(({ listed }) => listed) });
}

function jsonLines(data: unknown): string {
  return `${JSON.stringify(data, undefined, 2)}\n`;
}

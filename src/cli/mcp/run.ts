import { type ContractSettings, defaultSettings } from '../../config/config.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { globHelp } from '../../plan/scope/setting-names.ts';
import { type FacetNames, planNames } from '../../plan/views/contract-names.ts';
import type { GatewayOperation } from '../../runtime/gateway/contract.ts';
import type { ClientOptions } from '../../runtime/index.ts';
import { type Hide, hiding } from '../../runtime/mcp/failure.ts';
import { serveTools } from '../../runtime/mcp/serve-tools.ts';
import { lostGlob, type Tool, toolsOf } from '../../runtime/mcp/tools.ts';
import { checkAddress, readBindingName, readTarget } from '../call/call-options.ts';
import { createSecretScope, type SecretScope, signIn } from '../call/secrets.ts';
import { openConfigured } from '../contract/configured-contract.ts';
import { type ContractCode, importContractCode } from '../run/import-contract-code.ts';
import { plainSettings } from '../run/plain-settings.ts';
import { checkRedactedNames } from '../serve/redacted-names.ts';
import { CliError } from '../terminal/cli-error.ts';
import { type Console, createConsole } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { untilStopped } from '../terminal/interrupt.ts';
import { readAccess, type WebAccess } from '../web/access.ts';
import type { McpCommandOptions } from './options.ts';
import { findSdk } from './sdk.ts';
import { secretsOf } from './secrets.ts';
import { type HeaderParameter, readSoapHeaders, soapHeaderValues } from './soap-headers.ts';
import {
  type CallTool,
  dryCalls,
  recordedCalls,
  serviceCalls,
  type ToolCode,
} from './tool-calls.ts';
import { checkTools, writeTools } from './tools-file.ts';

/**
 * Runs `asmx-gen mcp`: generates the client in memory, and offers its operations as tools on stdin
 * and stdout, until stdin ends or a signal comes. With `--write` and `--check`, only looks at the
 * tools.
 *
 * @throws {CliError} for options that do not fit the contract or each other
 */
export async function runMcp(path: string, options: McpCommandOptions): Promise<ExitCode> {
  const console = createConsole(options);
  const only = checkCombination(options);
  const access = readAccess(options);
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
  if (options.write !== undefined) return writeTools(options.write, tools, console);
  if (options.check !== undefined) return checkTools(options.check, tools, console);
  const sdk = findSdk();
  const chosen = { ...code, tools };
  const call = await callsOf(chosen, { options, access, headers, hide, scope, settings });
  const dry = options.dryRun === true;
  const service = {
    name: model.name,
    tools: dry ? tools.map(({ outputSchema: _, ...one }) => one) : tools,
    call,
    hide,
  };
  const mcp = serveTools(sdk, service, {
    only,
    redact: options.redact,
    audit: ({ milliseconds, ...event }) =>
      console.say(JSON.stringify({ ...event, milliseconds: Math.round(milliseconds) })),
  });
  const stopped = Promise.race([untilStopped(), stdinEnds()]);
  const connection = await mcp.stdio();
  console.say(`${model.name}: ${tools.map(({ name }) => name).join(', ')}`);
  await stopped;
  await connection.close();
  return exitCodes.fine;
}

/** Refuses options that exclude each other. Returns `--only`. */
function checkCombination(options: McpCommandOptions): readonly string[] {
  const { only = [], replay, url, dryRun, write, check } = options;
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
  if (second === undefined) return only;
  throw new CliError(`${first} and ${second} exclude each other`, 'Leave one of them out.');
}

/** Generated code with the operations of the contract, or of its only service. */
interface DoorsCode extends ContractCode {
  readonly names: FacetNames;
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
  const code = await importContractCode(model, console, {
    targets: replay === undefined ? ['client', 'mcp'] : ['client', 'server', 'mcp'],
    only: own.only,
    settings: { ...settings, types },
  });
  if (code === undefined) return undefined;
  const { contract, services } = planNames(code.plan);
  const names = contract ?? [...services.values()][0];
  if (names === undefined) throw new CliError('the contract has no operations');
  const { [names.doors]: operations } = await code.module.load('doors.ts');
  return { ...code, names, operations: operations as readonly GatewayOperation[] };
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
}

/** What answers calls. */
async function callsOf(
  code: ToolCode,
  { options, access, headers, hide, scope, settings }: Behind,
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
    : serviceCalls(code, client);
}

/** Resolves when no more can come: files end, and pipes are closed. */
function stdinEnds(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve());
  });
}

import { readFileSync } from 'node:fs';
import { findConfig } from '../config/load.ts';
import {
  createDiagnosticBag,
  type Diagnostic,
  type SourceFile,
} from '../diagnostics/diagnostic.ts';
import { type Caller, createCaller } from '../runtime/client/call.ts';
import { type AnyOperation, isAsmxError, propertyOf } from '../runtime/operation/descriptor.ts';
import { type AnswerDifference, differencesOf, forward } from '../runtime/shadow/recording.ts';
import { signIn } from './call.ts';
import { contractCode } from './contract/code.ts';
import { type ConfiguredOptions, openConfigured } from './contract/configured.ts';
import { explainedCall } from './contract/download.ts';
import { findJobs } from './contract/jobs.ts';
import type { ContractCommandOptions } from './contract/options.ts';
import { readAccess } from './contract/web-access.ts';
import { type RecordedLine, readRecording, redacted, upstreamBase } from './serve/recording.ts';
import { type Console, createConsole, reportDiagnostics } from './terminal/console.ts';
import { type ExitCode, exitCodes } from './terminal/exit.ts';
import { CliError } from './terminal/failure.ts';
import { counted, jsonText } from './terminal/text.ts';

/**
 * Runs `asmx-gen verify --recording`: sends each call of a recording to a live server, and compares
 * the answers by value.
 *
 * @param paths Contracts; without any, those of the configuration or of the server.
 * @throws {CliError} if the recording cannot be used, or nothing answers at the address
 */
export async function verifyRecording(
  paths: readonly string[],
  options: RecordingOptions,
): Promise<ExitCode> {
  const console = createConsole(options);
  const { recording } = options;
  const calls = readRecording(recording);
  const services = new Set(calls.map(({ service }) => service));
  const operations = await openRecordedOperations(paths, services, options, console);
  if (typeof operations === 'number') return operations;
  const signedIn = signIn(await readAccess(options));
  const callers = new Map<string, Caller>();
  const callerOf = (baseUrl: string): Caller => {
    const known = callers.get(baseUrl) ?? createCaller({ baseUrl, ...signedIn }, {});
    callers.set(baseUrl, known);
    return known;
  };
  const file = { path: recording, text: readFileSync(recording, 'utf8') };
  const found: Diagnostic[] = [];
  let differing = 0;
  for (const call of calls) {
    console.progress.step(`call ${call.line} of ${recording} …`);
    const name = `${call.service}.${call.operation}`;
    const place = `${recording}:${call.line}`;
    const { operation, baseUrl } = recordedOperation(operations, name, place);
    const differences = await replay(callerOf(baseUrl), operation, call);
    if (differences.length > 0) differing += 1;
    found.push(...differences.map((one) => describe(one, call, file)));
  }
  console.progress.clear();
  await reportDiagnostics(found, console, { calls: calls.length, differing });
  const what = differing === 0 ? 'all answered as recorded' : `${differing} answered differently`;
  console.say(`${counted(calls.length, 'call')}, ${what}`);
  return differing === 0 ? exitCodes.fine : exitCodes.no;
}

/** Sends a call, and compares its answer with the recorded one. */
async function replay(
  caller: Caller,
  operation: Parameters<typeof forward>[1],
  { parameters, binding, answer }: RecordedLine,
): Promise<readonly AnswerDifference[]> {
  try {
    const sent = await forward(caller, operation, parameters, { binding });
    return differencesOf(answer, sent.answer).filter(({ old }) => !isRedacted(old));
  } catch (error) {
    const cause = propertyOf(error, 'cause');
    const reason = error instanceof Error ? error.message : String(error);
    if (isAsmxError(cause) && cause.code === 'transport') {
      const { message = reason, help } = explainedCall(cause) ?? {};
      throw new CliError(message, help ?? 'Check --url, and whether the server runs.');
    }
    return [{ path: 'error', old: undefined, new: reason }];
  }
}

/** Whether a recorded value was kept out of the recording. */
function isRedacted(value: unknown): boolean {
  return typeof value === 'string' && value.includes(redacted);
}

function describe(
  { path, old, new: now }: AnswerDifference,
  { service, operation, binding, line }: RecordedLine,
  file: SourceFile,
): Diagnostic {
  const start = file.text.split('\n', line - 1).join('\n').length + 1;
  return {
    code: 'ASMX7010',
    severity: 'error',
    message: `${service}.${operation} over ${binding}: ${path} was ${shown(old)}, is ${shown(now)}`,
    span: { file, start, end: start },
  };
}

/** Characters of a value that are shown. */
const most = 200;

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = jsonText(value).replace(/\s+/g, ' ');
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** An operation of a recording, and where its service is. */
interface RecordedOperation {
  readonly operation: AnyOperation;
  readonly baseUrl: string;
}

/**
 * The operations of contracts by `Service.Operation`, as generated code describes them.
 *
 * @param paths Contracts; without any, those of the configuration, or else the WSDLs that the
 *   services themselves have.
 * @param services Names of the services that are needed.
 * @returns the exit code if a contract cannot be used, which is reported
 */
async function openRecordedOperations(
  paths: readonly string[],
  services: ReadonlySet<string>,
  options: ConfiguredOptions & { readonly url: string },
  console: Console,
): Promise<ReadonlyMap<string, RecordedOperation> | ExitCode> {
  const found = new Map<string, RecordedOperation>();
  const missing = new Set(services);
  const open = async (path: string): Promise<ExitCode | undefined> => {
    const opened = await openConfigured(path, options, console);
    if (opened.model === undefined) return opened.exitCode;
    const { model } = opened;
    if (!model.services.some(({ name }) => services.has(name))) return undefined;
    for (const { name } of model.services) missing.delete(name);
    const baseUrl = upstreamBase('--url', options.url, model);
    // recordings have values of the default types, whatever the configuration maps them to
    const code = await contractCode(model, console, { targets: ['client'], only: [] });
    if (code === undefined) return exitCodes.no;
    for (const operation of code.plan.operations.map(code.descriptor)) {
      found.set(`${operation.service}.${operation.name}`, { operation, baseUrl });
    }
    return undefined;
  };
  for (const path of paths.length > 0 ? paths : await configured(options)) {
    const failed = await open(path);
    if (failed !== undefined) return failed;
  }
  // what the configuration does not have, the server may
  for (const path of paths.length > 0 ? [] : addressesOf(missing, options.url)) {
    const failed = await open(path);
    if (failed !== undefined) return failed;
  }
  return found;
}

/** Contracts of the configuration, if there is one. */
async function configured({ config }: ConfiguredOptions): Promise<readonly string[]> {
  if (config === undefined && findConfig(process.cwd()) === undefined) return [];
  const jobs = await findJobs([], config, createDiagnosticBag());
  return jobs.map(({ path }) => path);
}

/** Addresses of the WSDLs of services. */
function addressesOf(services: ReadonlySet<string>, url: string): readonly string[] {
  const bare = url.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  if (services.size > 0 && /\.asmx$/i.test(bare)) return [`${bare}?WSDL`];
  return [...services].map((service) => `${bare}/${service}.asmx?WSDL`);
}

/** @throws {CliError} no contract has the operation */
function recordedOperation(
  operations: ReadonlyMap<string, RecordedOperation>,
  name: string,
  place: string,
): RecordedOperation {
  const found = operations.get(name);
  if (found !== undefined) return found;
  throw new CliError(
    `${place}: no contract has the operation ${name}`,
    'Name the contract: asmx-gen verify service.wsdl --recording FILE --url URL.',
  );
}

/** Options of `verify`. */
export interface VerifyCommandOptions extends ContractCommandOptions {
  readonly recording?: string | undefined;
  readonly url?: string | undefined;
  readonly sbom?: boolean | undefined;
  readonly config?: string | undefined;
}

/** Options of `verify --recording`. */
interface RecordingOptions extends VerifyCommandOptions {
  readonly recording: string;
  readonly url: string;
}

import { readFileSync } from 'node:fs';
import type { ContractSettings } from '../config/settings.ts';
import { harmless } from '../diagnostics/words.ts';
import type { EvaluatedContract } from '../evaluate.ts';
import { bindingKinds, bindingsOf, type ServiceModel } from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import { contractMessages, type OperationMessages } from '../plan/messages.ts';
import type { TypeMapping } from '../plan/settings.ts';
import { createCaller } from '../runtime/client/call.ts';
import { ntlm } from '../runtime/client/credentials.ts';
import type { CallOptions, ClientOptions, RawResult } from '../runtime/client/request.ts';
import {
  type AsmxError,
  type AsmxErrorCode,
  isAsmxError,
  type Operation,
  type RawAnswer,
} from '../runtime/operation/descriptor.ts';
import { isFault, type SoapFault } from '../runtime/operation/soap.ts';
import { fromWire } from '../runtime/parts/mime.ts';
import { escapeText } from '../runtime/xml/writer.ts';
import type { BatchAnswer, BatchCall } from './batch.ts';
import {
  headerValues,
  type InputProblem,
  type InputTree,
  inputValues,
  layParameters,
  readParameter,
} from './call-values.ts';
import { contractCode, plainSettings } from './contract/code.ts';
import { openConfigured } from './contract/configured.ts';
import { callRefusalHelp, explainedCall, type ServerTrust } from './contract/download.ts';
import { type FoundOperation, findOperation } from './contract/model.ts';
import type { ContractCommandOptions } from './contract/options.ts';
import { basicAuthorization, readAccess, type WebAccess } from './contract/web-access.ts';
import { knownCause } from './stacks.ts';
import { parseJson, readHttpUrl, unknownWord } from './terminal/arguments.ts';
import { type Console, createConsole } from './terminal/console.ts';
import { type ExitCode, exitCodes } from './terminal/exit.ts';
import { CliError } from './terminal/failure.ts';
import { writeData } from './terminal/streams.ts';
import { jsonText } from './terminal/text.ts';

/**
 * Runs `asmx-gen call`: generates the client of one operation in memory, sends the call with it,
 * and prints the result. With `--batch`, sends the calls of a file.
 *
 * @param name the operation, without which each line of a batch names its own
 * @throws {CliError} for invalid parameters and options
 */
export async function runCall(
  path: string,
  name: string | undefined,
  parameters: readonly string[],
  options: CallCommandOptions,
): Promise<ExitCode> {
  const console = createConsole(options);
  checkBatchOptions(parameters, options);
  const access = await readAccess(options);
  const secrets = createSecretScope(options.url);
  const opened = await openConfigured(path, { ...options, trusts: secrets.trusts }, console);
  if (opened.model === undefined) return opened.exitCode;
  const { model } = opened;
  const settings = plainSettings(opened.settings);
  if (options.batch !== undefined || name === undefined) {
    return callBatch(name, options, { model, settings, access, secrets, console });
  }
  const found = findOperation(model, name, settings.naming);
  const binding = readBinding(options.binding, found);
  const target = readTarget(options.url);
  const given = readGiven(options, parameters, binding);
  const { types, arrays, naming } = settings;
  const only = [globOf(found)];
  const messages = contractMessages(model, { types, arrays, renames: naming, only });
  const message = messages.of(found.operation);
  checkCarried(message, given, binding);
  const { input, soapHeaders, problems } = convertGiven(message, given, types);
  if (problems.length > 0) {
    reportProblems(problems, console);
    return exitCodes.cannotRun;
  }
  checkAddress(settings.baseUrl ?? model.baseUrl ?? options.url);
  const code = await contractCode(model, console, { targets: ['client'], only, settings });
  if (code === undefined) return exitCodes.no;
  const operation = descriptorOf(code, found);
  const { timeout, lenient, charset } = options;
  const caller = createCaller(
    { ...target, ...signIn(access), timeout, lenient, charset },
    { baseUrl: code.plan.baseUrl },
  );
  const callOptions: CallOptions = { binding, soapHeaders: soapHeaders as never };
  try {
    const prepared = await caller.prepare(operation, input as never, callOptions);
    if (options.dryRun === true || options.curl === true) {
      const request = withoutSecrets(prepared, access);
      if (access.security?.hasTokens === true) {
        console.warn(
          'samlToken and issuedToken sign and add their tokens when a call is sent: not here',
        );
      }
      await writeData(options.curl === true ? `${curlCommand(request)}\n` : requestText(request));
      return exitCodes.fine;
    }
    secrets.check(prepared.url);
    console.progress.step(`calling ${found.service.name}.${found.operation.publicName} …`);
    const answer = await caller.raw(operation, input as never, callOptions);
    console.progress.clear();
    reportDeviations(answer.deviations, lenient === true ? console.warn : console.detail);
    await writeAnswer(answer, found, options.raw === true, console);
    return exitCodes.fine;
  } catch (error) {
    console.progress.clear();
    return reportCallFailure(error, options.raw === true, console, access);
  }
}

/** Names an operation alone, also one of overloads. */
function globOf({ service, operation }: FoundOperation): string {
  return `${service.name}.${operation.messageName}`;
}

/** Options that print one call, or take its input from elsewhere. */
const notInBatches = ['json', 'soapHeaders', 'raw', 'dryRun', 'curl'] as const;
/** Options that only a batch has. */
const inBatches = ['out', 'concurrency', 'rate', 'progress'] as const;

/** @throws {CliError} an option is for a batch and there is none, or the other way round */
function checkBatchOptions(parameters: readonly string[], options: CallCommandOptions): void {
  const optionName = (key: string): string =>
    `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (options.batch === undefined) {
    const lost = inBatches.find((key) => options[key] !== undefined);
    if (lost === undefined) return;
    throw new CliError(`${optionName(lost)} is for --batch`, 'Name a file of inputs with --batch.');
  }
  const other = notInBatches.find((key) => options[key] !== undefined);
  if (other !== undefined) {
    throw new CliError(`--batch and ${optionName(other)} exclude each other`, 'Leave one out.');
  }
  const [first] = parameters;
  if (first !== undefined) {
    const help = 'Write them into the lines, or leave out --batch.';
    throw new CliError(`a batch has its parameters in its lines, and '${first}' is another`, help);
  }
}

interface CallSession {
  readonly model: ServiceModel;
  readonly settings: ContractSettings;
  readonly access: WebAccess;
  readonly secrets: SecretScope;
  readonly console: Console;
}

/** An operation whose calls can be sent. */
interface PreparedOperation {
  readonly operation: Operation<never, unknown>;
  readonly messages: OperationMessages;
  readonly binding: BindingKind | undefined;
  readonly soapHeaders: InputTree;
}

/** Sends the calls of a file, all of an operation or each of its own. */
async function callBatch(
  name: string | undefined,
  options: CallCommandOptions,
  { model, settings, access, secrets, console }: CallSession,
): Promise<ExitCode> {
  const { types, arrays, naming } = settings;
  const find = (text: string): FoundOperation => findOperation(model, text, naming);
  const all = name === undefined ? undefined : find(name);
  if (all !== undefined) readBinding(options.binding, all);
  checkAddress(settings.baseUrl ?? model.baseUrl ?? options.url);
  const target = readTarget(options.url);
  const only = all === undefined ? [] : [globOf(all)];
  const messages = contractMessages(model, { types, arrays, renames: naming, only });
  const code = await contractCode(model, console, { targets: ['client'], only, settings });
  if (code === undefined) return exitCodes.no;
  const { timeout, lenient, charset, batch = '-', out, concurrency = 1, rate } = options;
  const caller = createCaller(
    { ...target, ...signIn(access), timeout, lenient, charset },
    { baseUrl: code.plan.baseUrl },
  );
  const prepared = new Map<FoundOperation['operation'], PreparedOperation>();
  const checked = new Set<PreparedOperation>();
  const prepare = (found: FoundOperation): PreparedOperation => {
    const known = prepared.get(found.operation);
    if (known !== undefined) return known;
    const binding = readBinding(options.binding, found);
    const made = {
      operation: descriptorOf(code, found),
      messages: messages.of(found.operation),
      binding,
      soapHeaders: readSoapHeaders(options, binding),
    };
    prepared.set(found.operation, made);
    return made;
  };
  const call = async (line: BatchCall): Promise<BatchAnswer> => {
    if (all === undefined && line.operation === undefined) {
      const help = 'Name the operation there, or on the command line for all lines';
      throw new CliError('this line names no operation', help);
    }
    const found = line.operation === undefined ? undefined : find(line.operation);
    if (all !== undefined && found !== undefined && found.operation !== all.operation) {
      const help = 'Leave out the operation on the command line, and each line names its own';
      throw new CliError(`this is a call of ${line.operation}, and the batch is of ${name}`, help);
    }
    const chosen = prepare((found ?? all) as FoundOperation);
    const { operation, binding } = chosen;
    const given = { input: line.input, soapHeaders: chosen.soapHeaders };
    const { input, soapHeaders, problems } = convertGiven(chosen.messages, given, types);
    if (problems.length > 0) throw new CliError(problems.map(({ message }) => message).join('; '));
    const callOptions: CallOptions = { binding, soapHeaders: soapHeaders as never };
    if (!checked.has(chosen)) {
      secrets.check((await caller.prepare(operation, input as never, callOptions)).url);
      checked.add(chosen);
    }
    try {
      const { result, written } = await caller.raw(operation, input as never, callOptions);
      const isOwn = operation.written !== undefined || written === '';
      return { result, ...(isOwn ? {} : { written }) };
    } catch (error) {
      if (!isFault(error)) throw error;
      const { code, message, actor, faultName: declared, detail } = error;
      return { fault: { code, message, actor, name: declared, detail } };
    }
  };
  const { runBatch } = await import('./batch.ts');
  const file = { file: batch, out, concurrency, rate, progress: options.progress === true };
  const operation = all && globOf(all);
  return runBatch({ ...file, operation, call, explain: explainedLine }, console);
}

/** Why a call has no answer. */
function explainedLine(error: unknown): string {
  if (!isAsmxError(error)) throw error;
  return explainedCall(error)?.message ?? failureText(error);
}

/** The descriptor of an operation. */
function descriptorOf(
  { plan, descriptor }: EvaluatedContract,
  { operation }: FoundOperation,
): Operation<never, unknown> {
  const planned = plan.operations.find((one) => one.operation === operation);
  if (planned === undefined) throw new Error(`${operation.publicName} was not generated`);
  return descriptor(planned) as Operation<never, unknown>;
}

function reportProblems(problems: readonly InputProblem[], console: Console): void {
  for (const { message, help } of problems) {
    console.warn(`asmx-gen: ${message}`);
    if (help !== undefined) console.warn(`  ${help}`);
  }
}

/** Reports deviations from the contract that were accepted. */
function reportDeviations(
  deviations: RawResult<unknown>['deviations'],
  print: (line: string) => void,
): void {
  for (const { path, message } of deviations) {
    print(`let pass: ${path === '' ? message : `${path}: ${message}`}`);
  }
}

/** The input of a call on the command line, not converted yet. */
interface GivenInput {
  /** `null` for a nil message. */
  readonly input: InputTree | null;
  readonly soapHeaders: InputTree;
}

/** The values of an input, with the problems of what was given. */
interface ReadInput {
  readonly input: unknown;
  readonly soapHeaders: InputTree;
  readonly problems: readonly InputProblem[];
}

/**
 * Reads parameters and SOAP headers from arguments and JSON documents.
 *
 * @throws {CliError} for unreadable documents, contradictory values, and headers that the binding
 *   cannot carry
 */
function readGiven(
  options: CallCommandOptions,
  parameters: readonly string[],
  binding: BindingKind | undefined,
): GivenInput {
  if (options.json === '-' && options.soapHeaders === '-') {
    throw new CliError('--json and --soap-headers both read stdin', 'Give one of them as a file.');
  }
  return {
    input: readInput(options.json, parameters),
    soapHeaders: readSoapHeaders(options, binding),
  };
}

function readInput(json: string | undefined, parameters: readonly string[]): InputTree | null {
  const given = readJsonInput(json, ['--json', 'parameters']);
  if (given !== null) return layParameters(given, parameters.map(readParameter));
  if (parameters.length === 0) return null;
  throw new CliError('null has no parameters', 'Leave out --json, or the parameters.');
}

function readSoapHeaders(
  { soapHeader = [], soapHeaders }: CallCommandOptions,
  binding: BindingKind | undefined,
): InputTree {
  const given = readJsonInput(soapHeaders, ['--soap-headers', 'headers']) ?? {};
  const tree = layParameters(given, soapHeader.map(readParameter));
  const [first] = Object.keys(tree);
  if (first !== undefined && binding?.startsWith('http')) {
    throw new CliError(
      `a call over ${binding} has no envelope for the SOAP header '${first}'`,
      'Choose soap11 or soap12 with --binding.',
    );
  }
  return tree;
}

/** @throws {CliError} the binding of the call does not have a header that is given */
function checkCarried(
  { inputHeaders }: OperationMessages,
  { soapHeaders }: GivenInput,
  binding: BindingKind = 'soap11',
): void {
  const lost = inputHeaders.find(
    ({ name, only = binding }) => only !== binding && Object.hasOwn(soapHeaders, name),
  );
  if (lost === undefined) return;
  throw new CliError(
    `over ${binding}, the operation has no SOAP header '${lost.name}'`,
    `Call it with --binding ${lost.only}.`,
  );
}

/** Converts the input according to the messages of the operation. */
function convertGiven(
  { input, inputHeaders }: OperationMessages,
  given: GivenInput,
  types: TypeMapping,
): ReadInput {
  const { values, problems } = inputValues(input, given.input, types);
  const headers = headerValues(inputHeaders, given.soapHeaders, types);
  return {
    input: values,
    soapHeaders: headers.values,
    problems: [...problems, ...headers.problems],
  };
}

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
  /** A file of JSON lines with inputs, or `-` for stdin. */
  readonly batch?: string | undefined;
  /** A file to which the answers of a batch are added. */
  readonly out?: string | undefined;
  /** Calls of a batch that run at a time. */
  readonly concurrency?: number | undefined;
  /** Calls of a batch in a second. */
  readonly rate?: number | undefined;
  readonly progress?: boolean | undefined;
}

/**
 * Reads `--binding`; letter case and hyphens do not matter.
 *
 * @throws {CliError} for an unknown name, or a binding that the operation does not have
 */
function readBinding(text: string | undefined, found: FoundOperation): BindingKind | undefined {
  const binding = readBindingName(text);
  if (binding === undefined) return undefined;
  const has = bindingsOf(found.operation);
  if (has.includes(binding)) return binding;
  throw new CliError(
    `operation '${found.operation.publicName}' has no binding ${binding}`,
    `It has ${has.join(', ')}.`,
  );
}

/**
 * Reads the name in `--binding`.
 *
 * @throws {CliError} for an unknown name
 */
export function readBindingName(text: string | undefined): BindingKind | undefined {
  if (text === undefined) return undefined;
  const plain = text.toLowerCase().replace(/[-_. ]/g, '');
  const binding = bindingKinds.find((name) => name.toLowerCase() === plain);
  if (binding === undefined) throw unknownWord('--binding', text, bindingKinds);
  return binding;
}

/** @throws {CliError} neither the contract nor the user says where the service is */
export function checkAddress(address: string | undefined): void {
  if (address !== undefined) return;
  throw new CliError(
    'the contract names no address',
    'Say where the service is with --url, or with `baseUrl` in the configuration.',
  );
}

/** The address of a call: a base address, or the whole URL of a service. */
interface CallTarget {
  readonly baseUrl?: string;
  readonly endpoint?: string;
}

/**
 * Reads `--url`: an address that ends in `.asmx`, or has a query, is the endpoint; any other is the
 * base, as in the options of a client.
 *
 * @throws {CliError} if it is not an http or https URL
 */
export function readTarget(text: string | undefined): CallTarget {
  if (text === undefined) return {};
  const { pathname, search } = readHttpUrl('--url', text);
  const isDocument = /^\?(?:(?:single)?wsdl|disco|op)(?:=[^&]*)?$/i.test(search);
  const bare = isDocument ? text.replace(/\?.*/s, '') : text;
  if (/\.asmx\/?$/i.test(pathname)) return { endpoint: bare };
  return search === '' || isDocument ? { baseUrl: text } : { endpoint: text };
}

/**
 * Reads the JSON object of an option: from stdin for `-`, from the argument itself if it starts
 * with `{` or is `null`, otherwise from a file. `null` is the input of a nil message.
 *
 * @param option Name of the option, `--json`, and of its content, `parameters`, for messages.
 * @throws {CliError} if it is neither a JSON object nor `null`
 */
function readJsonInput(
  source: string | undefined,
  [option, content]: readonly [string, string],
): InputTree | null {
  if (source === undefined) return {};
  const inline = source.trimStart().startsWith('{') || source.trim() === 'null';
  const text = inline ? source : readFileSync(source === '-' ? 0 : source, 'utf8');
  const where = inline ? option : source === '-' ? 'stdin' : source;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(`${where} holds no JSON: ${reason}`, 'Give one JSON object.');
  }
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new CliError(`${where} holds no JSON object`, `Give the ${content} as {"name": value}.`);
  }
  return value as InputTree;
}

/**
 * Prints an answer to stdout: with `--raw` the body as received; otherwise the result as JSON, and
 * text or bytes that the service wrote straight to the response unchanged.
 */
async function writeAnswer(
  answer: RawResult<unknown>,
  found: FoundOperation,
  raw: boolean,
  console: Console,
): Promise<void> {
  const name = `${found.service.name}.${found.operation.publicName}`;
  console.detail(`${name}: HTTP ${answer.status}, ${answer.body.length} bytes`);
  for (const [header, value] of Object.entries(answer.headers)) {
    console.detail(`  ${header}: ${value}`);
  }
  const headers = Object.entries(answer.soapHeaders);
  if (headers.length > 0) console.say(`SOAP headers: ${jsonText(answer.soapHeaders)}`);
  const { written } = found.operation;
  if (raw) {
    await writeData(answer.body);
  } else if (written === 'binary' && answer.written !== '') {
    await writeData(answer.result as Uint8Array);
  } else if (written === undefined && answer.result !== undefined) {
    const both = { written: answer.written, result: answer.result };
    await writeData(`${jsonText(answer.written === '' ? answer.result : both)}\n`);
  } else if (answer.written !== '') {
    await writeData(answer.written.endsWith('\n') ? answer.written : `${answer.written}\n`);
  } else {
    console.say(`${name}: done, no result`);
  }
}

const advice: Partial<Record<AsmxErrorCode, string>> = {
  transport: 'Check that the service runs and that the address is right; --url sets another.',
  timeout: 'Give it more time with --timeout.',
  protocol: 'Look at the answer with --raw; the address may be that of something else.',
  decode: 'The answer does not fit the contract. Look at it with --raw, or read it with --lenient.',
  'too-large': 'Fetch it with --curl.',
};

/**
 * Reports why a call has no result. A fault, or an error status over HTTP GET and POST, is the
 * service's answer: exit 1. Anything else means that the call failed: exit 2. With `--raw`, the
 * body goes to stdout in any case.
 *
 * @throws the error itself if it is neither
 */
async function reportCallFailure(
  error: unknown,
  raw: boolean,
  console: Console,
  access: WebAccess,
): Promise<ExitCode> {
  if (isFault(error)) {
    if (raw) await writeBody(error.raw);
    else for (const line of faultLines(error, console)) console.warn(line);
    return exitCodes.no;
  }
  if (!isAsmxError(error)) throw error;
  if (raw) await writeBody(error.raw);
  const known = explainedCall(error);
  console.warn(`asmx-gen: ${known === undefined ? failureText(error) : known.message}`);
  const isRedirect = Math.trunc((error.status ?? 0) / 100) === 3;
  const help = isRedirect
    ? '--url sets another address.'
    : (known?.help ?? refusalAdvice(error, access) ?? adviceFor(error));
  if (help !== undefined) console.warn(`  ${help}`);
  const cause = knownCause('service', error.message, error.raw?.headers);
  if (cause !== undefined) console.warn(`  ${cause}`);
  const more = raw || isRedirect || error.code !== 'http-status' ? '' : bodyExcerpt(error);
  if (more !== '') console.warn(more);
  return error.code === 'http-status' ? exitCodes.no : exitCodes.cannotRun;
}

function refusalAdvice({ status = 0, raw }: AsmxError, access: WebAccess): string | undefined {
  return callRefusalHelp({ status, asked: raw?.headers['www-authenticate'] ?? '' }, access);
}

function adviceFor({ code, message }: AsmxError): string | undefined {
  return code === 'decode' && message.includes("option 'charset'")
    ? 'Say with --charset what the bytes are, such as windows-1252.'
    : advice[code];
}

async function writeBody(answer: RawAnswer | undefined): Promise<void> {
  if (answer !== undefined) await writeData(answer.body);
}

function faultLines(fault: SoapFault<unknown>, { colours }: Console): readonly string[] {
  const name = fault.faultName === undefined ? '' : ` (${fault.faultName})`;
  const lines = [`${colours.red('fault')} ${colours.bold(fault.code)}${name}: ${fault.message}`];
  if (fault.subcode !== undefined) lines.push(`  subcode  ${fault.subcodes.join(' / ')}`);
  if (fault.actor !== undefined) lines.push(`  actor    ${fault.actor}`);
  if (fault.role !== undefined) lines.push(`  role     ${fault.role}`);
  if (fault.detail !== undefined) lines.push(`  detail   ${jsonText(fault.detail, '  ')}`);
  return lines;
}

function failureText(error: AsmxError): string {
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const isLost = /^No (?:answer|connection) /.test(error.message);
  const told = cause === undefined || isLost || error.message.includes(cause.message);
  return told ? error.message : `${error.message.replace(/\.$/, '')} (${cause.message})`;
}

/** The first lines of a text answer that its error does not have, without markup. */
function bodyExcerpt({ message, raw }: AsmxError): string {
  const text = new TextDecoder().decode(raw?.body.subarray(0, 8192));
  const plain = text
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .split('\n')
    .map((line) => harmless(line.trim().slice(0, 200)))
    .filter((line) => !message.includes(line));
  return plain
    .slice(0, 8)
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Client options that sign in as the user says. */
export function signIn(access: WebAccess): Pick<ClientOptions, 'headers' | 'security' | 'tls'> {
  const { headers, user, certificate, authorities } = access;
  const tls = { ...authorities, ...certificate };
  const basic =
    user === undefined || access.ntlm ? {} : { Authorization: basicAuthorization(user) };
  return {
    headers: { ...basic, ...headers },
    security: [
      ...(user !== undefined && access.ntlm ? [ntlm(user)] : []),
      ...(access.security?.objects ?? []),
    ],
    tls: Object.keys(tls).length > 0 ? tls : undefined,
  };
}

/**
 * A request to be shown: headers as they were typed, with the names of variables in place of their
 * values, and no password, whether it came from `--user`, `--security` or an address.
 */
export function withoutSecrets(
  request: RequestView,
  { typedHeaders, security }: WebAccess,
): RequestView {
  const typed = new Map(
    Object.entries(typedHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const headers = Object.entries(request.headers).map(([name, value]) => {
    const own = typed.get(name.toLowerCase());
    if (own !== undefined) return [name, own];
    return [name, /^authorization$/i.test(name) ? value.replace(/\s.*$/s, ' ***') : value];
  });
  const { body } = request;
  const secrets = security?.secrets ?? [];
  return {
    ...request,
    headers: Object.fromEntries(headers),
    body: body === undefined || secrets.length === 0 ? body : withStars(body, secrets),
  };
}

/** A body with stars in place of secrets, as they are in XML and by themselves. */
function withStars(body: string | Uint8Array, secrets: readonly string[]): Uint8Array {
  const bytes = (text: string): string => Buffer.from(text).toString('latin1');
  let text = typeof body === 'string' ? bytes(body) : Buffer.from(body).toString('latin1');
  const forms = [...new Set(secrets.flatMap((one) => [escapeText(one), one]))]
    .filter((one) => one !== '')
    // a longer one may contain a shorter one
    .sort((a, b) => b.length - a.length);
  for (const form of forms) {
    const one = bytes(form);
    // a short one is part of names, too
    const marks = form.length < 4 ? ['><', '""', "''"] : [''];
    for (const [before = '', after = ''] of marks) {
      text = text.replaceAll(before + one + after, `${before}***${after}`);
    }
  }
  return Buffer.from(text, 'latin1');
}

/** Which servers see how the user signs in: that of the service, and no other. */
export interface SecretScope {
  /** For the documents of the contract. */
  readonly trusts: (settings: ContractSettings) => (url: URL) => ServerTrust;
  /** @throws {CliError} the call would go to another server than the contract's, which saw it */
  readonly check: (url: string) => void;
}

/**
 * Creates a scope. Without an address on the command line or in the configuration, the service is
 * only known from its contract. If the contract's server does not give that freely, it is taken for
 * the server of the service.
 *
 * @param address Value of `--url`.
 */
export function createSecretScope(address: string | undefined): SecretScope {
  const guessed = new Set<string>();
  return {
    trusts: ({ baseUrl }) => {
      const known = address ?? baseUrl;
      const service =
        known !== undefined && URL.canParse(known) ? new URL(known).origin : undefined;
      return ({ origin }) => {
        if (service !== undefined) return origin === service;
        return { whenAsked: () => guessed.add(origin) };
      };
    },
    check(url) {
      const { origin } = new URL(url);
      const [other] = [...guessed].filter((one) => one !== origin);
      if (other === undefined) return;
      throw new CliError(
        `${other}, where the contract is, asks who you are, and the service is at ${origin}`,
        'What you gave is for one of them. Download the contract first, with asmx-gen init.',
      );
    },
  };
}

/** The request that a client would send. */
interface RequestView {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/**
 * Splits an absolute URL into authority and target. The target keeps a trailing `?`, which `URL`
 * would drop.
 */
function splitUrl(url: string): { readonly host: string; readonly target: string } {
  const match = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url);
  const target = match?.[2] ?? '';
  return { host: new URL(url).host, target: target.startsWith('/') ? target : `/${target}` };
}

/** The body as text. Bytes of attachments that are not UTF-8 become U+FFFD. */
function bodyText({ body }: RequestView): string {
  return typeof body === 'object' ? new TextDecoder().decode(body) : (body ?? '');
}

/** A header value as text. One that is not UTF-8 has a character for each byte. */
function headerText(value: string): string {
  const text = fromWire(value);
  return text.includes('\ufffd') ? value : text;
}

/** The request as it is sent (RFC 9112 section 2.1), before encoding in UTF-8. */
export function requestText(request: RequestView): string {
  const { host, target } = splitUrl(request.url);
  const headers = Object.entries(request.headers).filter(([name]) => !/^host$/i.test(name));
  const lengthKnown = headers.some(([name]) => /^content-length$/i.test(name));
  if (request.body !== undefined && !lengthKnown) {
    headers.push(['Content-Length', String(Buffer.byteLength(request.body))]);
  }
  const lines = [
    `Host: ${host}`,
    ...headers.map(([name, value]) => `${name}: ${headerText(value)}`),
  ];
  const start = `${request.method} ${target} HTTP/1.1`;
  return `${[start, ...lines].join('\r\n')}\r\n\r\n${bodyText(request)}`;
}

/**
 * A command line for POSIX shells that sends the request with curl. `-g` prevents curl from
 * treating brackets in the URL as patterns, `--data-raw` from reading a file if the body starts
 * with `@`.
 */
export function curlCommand(request: RequestView): string {
  const parts = ['curl -g', shellQuote(request.url)];
  for (const [name, value] of Object.entries(request.headers)) {
    if (/^(host|content-length|connection)$/i.test(name)) continue;
    parts.push(`-H ${shellQuote(value === '' ? `${name};` : `${name}: ${headerText(value)}`)}`);
  }
  if (request.body !== undefined) parts.push(`--data-raw ${shellQuote(bodyText(request))}`);
  else if (request.method !== 'GET') parts.push(`-X ${request.method}`);
  return parts.join(' \\\n  ');
}

/** A text as one word of a POSIX shell, in single quotes, which need no other escapes. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

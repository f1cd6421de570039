import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as nodeModule from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { suggest } from '../../diagnostics/words.ts';
import type { EvaluatedContract, HandlerTree } from '../../evaluate.ts';
import { pathsOf, type ServiceModel } from '../../model/services.ts';
import { compactText } from '../../model/xml.ts';
import { sampleBody, wireSignatureOf } from '../../plan/messages.ts';
import type { InterfacePlan, OperationPlan, ServicePlan } from '../../plan/result.ts';
import type { WrittenKind } from '../../runtime/operation/descriptor.ts';
import { rootPage } from '../../runtime/pages/documents.ts';
import { readOrigin, type ServiceDocs } from '../../runtime/pages/operation-page.ts';
import { withoutUser } from '../../runtime/platform/globals.ts';
import type { AnswerEvent, Server, ServerInterceptor } from '../../runtime/server/options.ts';
import type { NodeListener } from '../../runtime/server/request.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import {
  contractCode,
  messageFunctions,
  type RegisterHooks,
  sampleMessage,
} from '../contract/code.ts';
import { openConfigured } from '../contract/configured.ts';
import { changedSince, createFileWatcher } from '../contract/file-watcher.ts';
import { findJobs } from '../contract/jobs.ts';
import { refuseWithoutOperations } from '../contract/model.ts';
import type { ContractCommandOptions } from '../contract/options.ts';
import { knownCause } from '../stacks.ts';
import { type Console, createConsole, exitCodeOf, reportDiagnostics } from '../terminal/console.ts';
import { type ExitCode, exitCodes, untilStopped } from '../terminal/exit.ts';
import { CliError, reportFailure } from '../terminal/failure.ts';
import { writeData } from '../terminal/streams.ts';
import { counted } from '../terminal/text.ts';
import type { ControlServer } from './control.ts';
import type { Disturbances } from './disturbance.ts';
import { createHostCheck, drain, type HostCheck, hostUrl, listen } from './listening.ts';
import {
  checkRedactedNames,
  openRecording,
  readOperationChoice,
  readRecording,
  redactCall,
  replayInterceptor,
  upstreamInterceptor,
} from './recording.ts';

/**
 * Runs `asmx-gen serve` until SIGINT or SIGTERM: generates the server in memory, and answers with
 * samples or the user's handlers, from a recording or by calling the real service.
 *
 * @throws {CliError} if the port is taken, or handlers or recordings cannot be used
 */
export async function runServe(
  paths: readonly string[],
  options: ServeCommandOptions,
): Promise<ExitCode> {
  const console = createConsole(options);
  checkCombination(options);
  const log = createRequestLog(console);
  const responses = new WeakMap<object, ServerResponse>();
  const steering = await steeringOf(options, (request) => responses.get(request));
  const open = (round: number): Promise<Serving | ExitCode> =>
    openServing(paths, options, { console, log, steering, round });
  let current: Serving;
  try {
    const first = await open(0);
    if (typeof first === 'number') return first;
    current = first;
    steering.use(current.contracts);
  } catch (error) {
    await steering.control?.close();
    throw error;
  }
  let isKnown: HostCheck = () => false;
  // importing it as an ES module would also load fetch and WebSocket, and take as long as Node's
  // start
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    responses.set(request, response);
    const refusing = { isKnown, otherSites: options.cors !== true };
    log.watch(request, response, () => {
      if (!refuseOthers(request, response, refusing)) current.listener(request, response);
    });
  });
  await listen(server, options);
  const { address } = server.address() as AddressInfo;
  isKnown = createHostCheck(address, options.host, options.acceptHost ?? []);
  const stopped = untilStopped();
  const control = steering.control === undefined ? '' : `${steering.control.line}\n`;
  await writeData(urlList(current.contracts, server.address() as AddressInfo) + control);
  const watcher =
    options.watch === true
      ? watchServing(current.files, open, console, (next) => {
          steering.use(next.contracts);
          current = next;
        })
      : undefined;
  await stopped;
  console.say('stopping');
  watcher?.close();
  await Promise.all([drain(server), steering.control?.close()]);
  return exitCodes.fine;
}

/** What goes wrong on purpose, and who steers it. */
interface SteeringSettings {
  readonly disturbances: Disturbances | undefined;
  readonly control: ControlServer | undefined;
  /** Says what is served from now on. */
  readonly use: (contracts: readonly ServedContract[]) => void;
}

/** Loads what few runs need. */
async function steeringOf(
  { control: where, latency, fault, redact = [], seed }: ServeCommandOptions,
  responseOf: (request: object) => ServerResponse | undefined,
): Promise<SteeringSettings> {
  if (where === undefined && latency === undefined && fault === undefined) {
    return { disturbances: undefined, control: undefined, use: () => {} };
  }
  const { createDisturbances } = await import('./disturbance.ts');
  const disturbances = createDisturbances(seed ?? 1, responseOf);
  if (where === undefined) return { disturbances, control: undefined, use: () => {} };
  const { startControl } = await import('./control.ts');
  let substitutes: ReturnType<typeof checkRedactedNames> = new Map();
  const control = await startControl({
    where,
    disturbances,
    isKnown: createHostCheck('127.0.0.1', '127.0.0.1', []),
    redact: (call) => redactCall(call, redact, substitutes),
  });
  return {
    disturbances,
    control,
    use(contracts) {
      const models = contracts.map(({ model }) => model);
      substitutes = checkRedactedNames(redact, models);
      control.use(contracts);
    },
  };
}

/** What answers. It is replaced as a whole when the contract or the handlers change. */
interface Serving {
  readonly contracts: readonly ServedContract[];
  readonly listener: NodeListener;
  /** Files that it was read from. */
  readonly files: readonly string[];
}

interface ServingContext {
  readonly console: Console;
  readonly log: RequestLog;
  readonly steering: SteeringSettings;
  /** How often it was opened before. */
  readonly round: number;
}

/**
 * Opens the contracts, and creates what answers.
 *
 * @returns the exit code if one of them cannot be served, which is reported
 */
async function openServing(
  paths: readonly string[],
  options: ServeCommandOptions,
  { console, log, steering, round }: ServingContext,
): Promise<Serving | ExitCode> {
  const { handlers: file } = options;
  const own = file === undefined ? undefined : await loadHandlers(file, round);
  const contracts = await openServed(paths, options, console);
  if (typeof contracts === 'number') return contracts;
  if (own !== undefined) {
    const count = layHandlers(handlerTree(contracts), own, file ?? '');
    const all = contracts.reduce((sum, { code }) => sum + code.plan.operations.length, 0);
    if (count < all)
      console.say(`${count} of ${all} operations have handlers; samples for the rest`);
  }
  const chains = answerChains(
    options,
    contracts.map(({ model }) => model),
    console,
    steering,
  );
  const servers = contracts.map(({ code, handlers }, index) =>
    code.createServer(handlers, {
      interceptors: [log.interceptor, ...(chains[index] ?? [])],
      parity: { exceptionMessages: true },
      ...(options.cors === true ? { cors: { origins: '*' } } : {}),
      onAnswer: log.answered,
      onError: (error, context) => {
        // a handler has the call; without one the request was refused
        reportError(error, console, context === undefined ? log.current() : undefined);
      },
    }),
  );
  const read = contracts.flatMap(({ model }) => model.files.map(({ path }) => path));
  const files = [...read, ...(file === undefined ? [] : modulesOf(file)), options.config ?? []];
  return {
    contracts,
    listener: joinServers(servers, contracts),
    files: files.flat().flatMap((path) => (/^https?:/i.test(path) ? [] : resolve(path))),
  };
}

/** Extensions of files that are new beside those in use, and may be imported. */
const watchedEndings = ['.wsdl', '.xsd', '.yaml', '.yml'];

/** Opens the contracts and handlers again whenever one of their files changes. */
function watchServing(
  files: readonly string[],
  open: (round: number) => Promise<Serving | ExitCode>,
  console: Console,
  use: (next: Serving) => void,
): { close(): void } {
  let watched = files;
  let round = 0;
  let isBusy = false;
  let isDue = false;
  const replace = async (): Promise<boolean> => {
    const next = await open(round);
    if (typeof next === 'number') return false;
    watcher.follow(next.files);
    watched = next.files;
    use(next);
    return true;
  };
  const reload = async (): Promise<void> => {
    isDue = true;
    if (isBusy) return;
    isBusy = true;
    while (isDue) {
      isDue = false;
      round += 1;
      const start = Date.now();
      const isReplaced = await replace().catch((error: unknown) => {
        reportFailure(error, console.verbose);
        return false;
      });
      console.say(isReplaced ? 'reloaded' : 'serving what was there before; waiting for a change');
      isDue ||= changedSince(watched, start);
    }
    isBusy = false;
  };
  const watcher = createFileWatcher(watchedEndings, () => void reload());
  watcher.follow(watched);
  console.say(`watching ${counted(watched.length, 'file')}`);
  return watcher;
}

/** Refuses options that exclude each other: there is only one source of answers. */
function checkCombination({
  handlers,
  upstream,
  replay,
  record,
  redact,
  control,
}: ServeCommandOptions): void {
  const places = { handlers, upstream, replay };
  const given = Object.entries(places).flatMap(([name, value]) =>
    value === undefined ? [] : `--${name}`,
  );
  const [first, second] = given;
  if (first !== undefined && second !== undefined) {
    throw new CliError(`${first} and ${second} exclude each other`, 'Leave one of them out.');
  }
  if (record !== undefined && upstream === undefined) {
    throw new CliError('--record needs a service to record', 'Say where it is with --upstream.');
  }
  if (redact !== undefined && record === undefined && control === undefined) {
    throw new CliError(
      '--redact is for --record and --control',
      'Say where to record to with --record.',
    );
  }
}

function urlList(contracts: readonly ServedContract[], address: AddressInfo): string {
  const base = hostUrl(address);
  const names = contracts.map(({ code }) => code.plan.name).join(', ');
  const paths = contracts.flatMap(({ model }) => model.services.flatMap(pathsOf));
  return `${names} on ${base}/\n${paths.map((path) => `  ${base}${path}\n`).join('')}`;
}

/** @param refused The request that the error refuses: what is known of its sender is told, too. */
function reportError(error: unknown, console: Console, refused: IncomingMessage | undefined): void {
  const text = error instanceof Error ? error.message : String(error);
  // indented, so that no line of it looks like a request
  console.warn(`${console.colours.red('error')} ${text.replaceAll('\n', '\n  ')}`);
  const cause = refused && knownCause('caller', text, refused.headers);
  if (cause !== undefined) console.warn(`  ${cause}`);
  if (error instanceof Error) console.detail(error.stack ?? '');
}

/** A contract that is served: its generated code, and a handler for each operation. */
interface ServedContract {
  readonly model: ServiceModel;
  readonly code: EvaluatedContract;
  readonly handlers: HandlerTree;
}

/** Their schemas check what a control says. */
const doorTargets = ['mcp'] as const;

/**
 * Opens contracts, and generates their servers with samples as handlers.
 *
 * @param named Files, URLs and globs; without any, the contracts of the configuration.
 * @returns the exit code if one of them cannot be served, which is reported
 * @throws {CliError} if one has no operation, or two of them have a service at the same path
 */
async function openServed(
  named: readonly string[],
  options: ServeCommandOptions,
  console: Console,
): Promise<readonly ServedContract[] | ExitCode> {
  const bag = createDiagnosticBag();
  const jobs = await findJobs(named, options.config, bag);
  if (bag.failed || jobs.length === 0) {
    await reportDiagnostics(bag.diagnostics, console);
    return exitCodeOf(bag.diagnostics);
  }
  const paths = jobs.map(({ path }) => path);
  const contracts: ServedContract[] = [];
  for (const path of paths) {
    const opened = await openConfigured(path, options, console);
    if (opened.model === undefined) return opened.exitCode;
    refuseWithoutOperations(path, opened.model);
    const code = await contractCode(opened.model, console, {
      // samples are read like a client reads them
      targets: ['client', 'server', 'docs', ...(options.control === undefined ? [] : doorTargets)],
      only: [],
      // recordings have values of the default types, whatever the configuration maps them to
      settings: options.handlers === undefined ? undefined : opened.settings,
    });
    if (code === undefined) return exitCodes.no;
    contracts.push({ model: opened.model, code, handlers: sampleHandlers(code) });
  }
  checkPaths(paths, contracts);
  return contracts;
}

function checkPaths(files: readonly string[], contracts: readonly ServedContract[]): void {
  const taken = new Map<string, string>();
  for (const [index, { model }] of contracts.entries()) {
    const file = files[index] ?? '';
    for (const path of new Set(model.services.flatMap(pathsOf))) {
      const other = taken.get(path.toLowerCase());
      if (other !== undefined) {
        throw new CliError(
          `${other} and ${file} both have a service at ${path}`,
          'Serve them one by one, each with its own --port.',
        );
      }
      taken.set(path.toLowerCase(), file);
    }
  }
}

/**
 * The handlers as a module of handlers names them: those of the only service themselves, otherwise
 * in an object for each service.
 *
 * @throws {CliError} if two contracts have a service of the same name
 */
function handlerTree(contracts: readonly ServedContract[]): HandlerTree {
  const [only, more] = contracts;
  if (only !== undefined && more === undefined) return only.handlers;
  const tree: HandlerTree = {};
  for (const { code, handlers } of contracts) {
    const { services } = code.plan;
    for (const { property } of services) {
      if (Object.hasOwn(tree, property)) {
        throw new CliError(
          `two contracts have a service '${property}', so --handlers is ambiguous`,
          'Serve them one by one, each with its own --port.',
        );
      }
      tree[property] = services.length === 1 ? handlers : (handlers[property] ?? {});
    }
  }
  return tree;
}

/** One listener for all servers. The list of services at `/` has those of all contracts. */
function joinServers(
  servers: readonly Server[],
  contracts: readonly ServedContract[],
): NodeListener {
  const [first] = servers;
  if (first !== undefined && servers.length === 1) return first.listener;
  const services = contracts.flatMap(({ code }) => listedServices(code));
  return (request, response) => {
    const { method = '', url = '', headers } = request;
    if (/^(?:GET|HEAD)$/.test(method) && /^\/(?:\?|$)/.test(url)) {
      const page = rootPage(services, readOrigin(`http://${headers.host ?? 'localhost'}`), true);
      response.writeHead(page.status, Object.entries(page.headers).flat() as never);
      response.end(method === 'HEAD' ? '' : page.body, 'utf8');
      return;
    }
    const pass = (index: number): void => {
      const next = index + 1 < servers.length ? () => pass(index + 1) : undefined;
      servers[index]?.listener(request, response, next);
    };
    pass(0);
  };
}

/** What the list of services shows. */
function listedServices({ plan }: EvaluatedContract): readonly ServiceDocs[] {
  return plan.services.map(({ service, interfaces }) => {
    const operations = interfaces.flatMap((one) => one.operations);
    const signatures = new Map(
      operations.map((one) => [
        one.operation.messageName,
        wireSignatureOf(one.operation, one.messages),
      ]),
    );
    return {
      name: service.name,
      path: service.path,
      namespace: service.namespace,
      description: service.documentation,
      soapBindings: [],
      operations: Array.from(signatures, ([name, signature]) => ({ name, signature })),
    };
  });
}

/**
 * Interceptors before the handlers of each contract, outermost first: notes for the control,
 * delays, answers of the control, faults, then answers instead of handlers.
 *
 * @throws {CliError} for option values that do not fit the contracts, and invalid recordings
 */
export function answerChains(
  options: ServeCommandOptions,
  models: readonly ServiceModel[],
  console: Console,
  { disturbances, control }: Pick<SteeringSettings, 'disturbances' | 'control'>,
): readonly (readonly ServerInterceptor[])[] {
  const sources = sourceOf(options, models, console);
  return models.map((model) => {
    const own = (texts: readonly string[] = [], option: string): readonly string[] =>
      texts.filter((text) => isFor(model, models, text, option));
    const latency = disturbances?.latency(model, own(options.latency, '--latency'));
    const faults = disturbances?.faults(model, own(options.fault, '--fault'));
    const source = sources?.(model);
    return [control?.noting, latency, control?.answering, faults, source].flatMap(
      (one) => one ?? [],
    );
  });
}

/**
 * Whether the value of an option concerns a contract: it names one of its operations, or none.
 *
 * @throws {CliError} if no contract has the operation, or several have
 */
function isFor(
  model: ServiceModel,
  models: readonly ServiceModel[],
  text: string,
  option: string,
): boolean {
  if (models.length === 1 || (option === '--latency' && !text.includes('='))) return true;
  const all = { ...model, services: models.flatMap(({ services }) => services) };
  return model.services.includes(readOperationChoice(text, option, all).found.service);
}

/** What answers instead of handlers, for a contract. */
function sourceOf(
  { upstream, record, replay, redact = [] }: ServeCommandOptions,
  models: readonly ServiceModel[],
  console: Console,
): ((model: ServiceModel) => ServerInterceptor) | undefined {
  if (replay !== undefined) {
    const calls = readRecording(replay);
    console.say(`answering from ${counted(calls.length, 'call')} in ${replay}`);
    const interceptor = replayInterceptor(calls, replay);
    return () => interceptor;
  }
  if (upstream === undefined) return undefined;
  const substitutes = checkRedactedNames(redact, models);
  const name = models.map((one) => one.name).join(', ');
  const writer = record === undefined ? undefined : openRecording(record, name);
  const recording = record === undefined ? '' : `, recording to ${record}`;
  const started = models.map((model) => {
    const interceptor = upstreamInterceptor(upstream, model, (call) => {
      writer?.add(redactCall(call, redact, substitutes));
    });
    return [model, interceptor] as const;
  });
  console.say(`sending calls on to ${withoutUser(upstream)}${recording}`);
  const byModel = new Map(started);
  return (model) => byModel.get(model) ?? ((_, next) => next());
}

/** Options of `serve`. */
export interface ServeCommandOptions extends ContractCommandOptions {
  readonly handlers?: string | undefined;
  readonly port: number;
  readonly host: string;
  /** Names that clients may use in addition to those of this machine. */
  readonly acceptHost?: readonly string[] | undefined;
  /** Whether pages of any origin may call the operations. */
  readonly cors?: boolean | undefined;
  readonly config?: string | undefined;
  /** `TIME` or `Operation=TIME`. */
  readonly latency?: readonly string[] | undefined;
  /** `Operation=fault`. */
  readonly fault?: readonly string[] | undefined;
  readonly upstream?: string | undefined;
  readonly record?: string | undefined;
  readonly redact?: readonly string[] | undefined;
  readonly replay?: string | undefined;
  /** Decides what happens by chance. */
  readonly seed?: number | undefined;
  /** A port of this machine, or the path of a socket. */
  readonly control?: string | undefined;
  readonly watch?: boolean | undefined;
}

/**
 * Handlers that answer every operation with a sample: a valid message created from the schema and
 * read by the generated codec. Samples are created on first use.
 */
export function sampleHandlers(code: EvaluatedContract): HandlerTree {
  const services = code.plan.services.map((service: ServicePlan): [string, HandlerTree] => {
    const [main, ...others] = service.interfaces;
    const tree = main === undefined ? {} : interfaceHandlers(main, code);
    for (const other of others) tree[other.property] = interfaceHandlers(other, code);
    return [service.property, tree];
  });
  const [only, more] = services;
  return more === undefined ? (only?.[1] ?? {}) : Object.fromEntries(services);
}

function interfaceHandlers(plan: InterfacePlan, code: EvaluatedContract): HandlerTree {
  return Object.fromEntries(
    plan.operations.map((operation) => [operation.method, sampleHandler(operation, code)]),
  );
}

function sampleHandler(plan: OperationPlan, code: EvaluatedContract): () => unknown {
  let make: (() => unknown) | undefined = () => sampleResult(plan, code);
  let sample: unknown;
  return () => {
    if (make !== undefined) sample = make();
    make = undefined;
    return sample;
  };
}

function sampleResult(plan: OperationPlan, code: EvaluatedContract): unknown {
  const { operation, messages } = plan;
  if (operation.written !== undefined) return writtenSamples[operation.written];
  const soap = operation.soap11 ?? operation.soap12;
  const globals = code.plan.model.elements;
  const context = { globals, operation: operation.name, isRead: true } as const;
  const { output, httpAnswer } = messages;
  const { readResponse, readResult } = messageFunctions(code, plan);
  if (soap !== undefined) {
    if (readResponse === undefined || soap.output === undefined) return undefined;
    return sampleMessage(output, readResponse, context);
  }
  const http = operation.httpGet ?? operation.httpPost;
  if (http?.output.kind !== 'mimeXml' || readResult === undefined) return undefined;
  return readResult(new XmlReader(compactText(sampleBody(httpAnswer, context))));
}

/**
 * Samples for operations that write straight to the response: the server writes what their handlers
 * return.
 */
const writtenSamples: Readonly<Record<WrittenKind, unknown>> = {
  json: { sample: true },
  text: 'sample',
  binary: new Uint8Array([115, 97, 109, 112, 108, 101]),
};

/**
 * Imports a module with handlers: its default export, or the export `handlers`. TypeScript is
 * transpiled on the fly, including imports.
 *
 * @param round How often it was loaded before.
 * @throws {CliError} if there is no such file, it fails to load, or exports no object
 */
async function loadHandlers(path: string, round: number): Promise<object> {
  const file = resolve(path);
  if (!existsSync(file)) {
    throw new CliError(`the handlers file ${path} does not exist`, 'Check the path.');
  }
  await hookTypeScript();
  let exports: { readonly default?: unknown; readonly handlers?: unknown };
  try {
    exports = await import(`${pathToFileURL(file).href}${round === 0 ? '' : `?asmx-gen=${round}`}`);
  } catch (error) {
    throw loadFailure(path, file, error);
  }
  const handlers = exports.default ?? exports.handlers;
  if (typeof handlers !== 'object' || handlers === null) {
    throw new CliError(
      `the handlers file ${path} exports no handlers`,
      'Write `export default { … }` with a function for each operation, as the generated server ' +
        'takes it.',
    );
  }
  return handlers;
}

/**
 * Enables imports of TypeScript: in this thread if Node can, otherwise through its loader thread.
 */
async function hookTypeScript(): Promise<void> {
  const { registerHooks } = nodeModule as { registerHooks?: RegisterHooks };
  if (registerHooks === undefined) nodeModule.register('./typescript-hooks.js', import.meta.url);
  else registerHooks(await import('./typescript-hooks.ts'));
}

/** A module, and those of the user's that it imports by relative paths. */
function modulesOf(file: string, found: Set<string> = new Set()): readonly string[] {
  const path = resolve(file);
  if (found.has(path) || !existsSync(path)) return [...found];
  found.add(path);
  const text = readFileSync(path, 'utf8');
  for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)[\s(]*['"](\.[^'"\n]*)['"]/g)) {
    const named = resolve(dirname(path), specifier);
    modulesOf(existsSync(named) ? named : named.replace(/\.(m?)js$/, '.$1ts'), found);
  }
  return [...found];
}

/** Reports the reason, with the position in the file if it is known. */
function loadFailure(path: string, file: string, error: unknown): CliError {
  if (!/\.[cm]?[jt]s$/.test(file)) {
    return new CliError(`${path} is not a module`, 'Name a file that ends in .mjs, .js or .ts.');
  }
  const reason = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const at = stack.indexOf(pathToFileURL(file).href);
  const place = at < 0 ? undefined : /:(\d+)(?=\D)/.exec(stack.slice(at + 7))?.[1];
  return new CliError(
    `the handlers file ${path} cannot be loaded: ${reason}`,
    place === undefined ? 'Look at what it imports.' : `Look at line ${place}.`,
  );
}

/**
 * Replaces samples by the user's handlers.
 *
 * @returns the number of handlers
 *
 * @throws {CliError} for names that the generated server does not have, and values that are not
 *   functions
 */
function layHandlers(samples: HandlerTree, own: object, file: string): number {
  return lay(samples, own, file, '');
}

function lay(samples: HandlerTree, own: object, file: string, path: string): number {
  let count = 0;
  for (const [name, value] of Object.entries(own)) {
    const at = path === '' ? name : `${path}.${name}`;
    const sample = Object.hasOwn(samples, name) ? samples[name] : undefined;
    if (sample === undefined) {
      const names = Object.keys(samples);
      const near = suggest(name, names);
      const help =
        near === undefined ? `There are ${names.join(', ')}.` : `Did you mean '${near}'?`;
      throw new CliError(`${file} handles '${at}', which the contract does not have`, help);
    }
    if (typeof sample === 'function' && typeof value === 'function') {
      // bound, so that methods of an object or class keep their `this`
      samples[name] = value.bind(own);
      count += 1;
    } else if (typeof sample === 'object' && typeof value === 'object' && value !== null) {
      count += lay(sample, value, file, at);
    } else {
      const expected = typeof sample === 'function' ? 'a function' : 'an object with functions';
      throw new CliError(`'${at}' in ${file} must be ${expected}`);
    }
  }
  return count;
}

/** Why a request is not answered. */
interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** What is refused. */
interface Refusing {
  readonly isKnown: HostCheck;
  /** Whether requests for pages of other sites are refused. */
  readonly otherSites: boolean;
}

/**
 * Refuses requests that web pages of others cause: those for another host (RFC 9110, section
 * 15.5.20), and those that a browser sends for a page of another site (`Sec-Fetch-Site` of Fetch
 * Metadata). A form or an image of such a page would reach operations over HTTP GET and POST.
 *
 * @returns whether it did
 */
function refuseOthers(
  request: IncomingMessage,
  response: ServerResponse,
  refusing: Refusing,
): boolean {
  const refusal = refusalOf(request, refusing);
  if (refusal === undefined) return false;
  response.writeHead(refusal.status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(refusal.text),
    Connection: 'close',
  });
  response.end(refusal.text);
  return true;
}

function refusalOf(
  { headers }: IncomingMessage,
  { isKnown, otherSites }: Refusing,
): Refusal | undefined {
  const { host = '', 'sec-fetch-site': site = '' } = headers;
  if (!isKnown(headers.host)) {
    const shown = /^[\w.:[\]-]{1,255}$/.test(host) ? `'${host}'` : 'the name in this request';
    const reason = `This server answers only to names of this machine, and ${shown} is not one.`;
    const text = `${reason} To allow it: asmx-gen serve --accept-host <name>\n`;
    return { status: 421, text };
  }
  if (!otherSites || !/\bcross-site\b/i.test(String(site))) return undefined;
  const reason = 'This server answers no request that a page of another site causes';
  const way = 'Open its address in a tab of its own, or let such pages in with --cors.';
  const text = `${reason} (Sec-Fetch-Site: cross-site). ${way}\n`;
  return { status: 403, text };
}

/** Logs one line for each request, after its response was sent. */
interface RequestLog {
  /** Records the operation of a request. */
  readonly interceptor: ServerInterceptor;
  /** Records that of a request that no interceptor gets. */
  readonly answered: (event: AnswerEvent) => void;
  /** The request that is being answered. */
  readonly current: () => IncomingMessage | undefined;
  /** Answers a request. */
  watch(request: IncomingMessage, response: ServerResponse, answer: () => void): void;
}

/** Creates a log to stderr: time, method, target, operation and binding, status, milliseconds. */
function createRequestLog(console: Console): RequestLog {
  const operations = new WeakMap<object, string>();
  const current = new AsyncLocalStorage<IncomingMessage>();
  return {
    current: () => current.getStore(),
    interceptor: ({ context }, next) => {
      operations.set(context.request, `${context.operation} ${context.binding}`);
      return next();
    },
    answered: ({ operation, binding }) => {
      const request = current.getStore();
      if (request === undefined || operation === undefined || operations.has(request)) return;
      operations.set(request, `${operation} ${binding}`);
    },
    watch: (request, response, answer) => {
      const start = performance.now();
      response.on('close', () => {
        const { colours } = console;
        const status = response.writableFinished ? String(response.statusCode) : 'aborted';
        const line = [
          colours.dim(new Date().toTimeString().slice(0, 8)),
          request.method ?? '',
          printable(request.url ?? ''),
          operations.get(request) ?? '-',
          status.startsWith('2') ? colours.green(status) : colours.red(status),
          `${(performance.now() - start).toFixed(1)} ms`,
        ];
        console.say(line.join(' '));
      });
      current.run(request, () => {
        // otherwise, what reads the body runs as part of the connection
        request.emit = AsyncResource.bind(request.emit);
        answer();
      });
    },
  };
}

/**
 * A target without control characters, with which a request could forge lines, cut to 200
 * characters.
 */
function printable(target: string): string {
  const plain = target.replace(/[^\x21-\x7e]/g, '?');
  return plain.length > 200 ? `${plain.slice(0, 199)}…` : plain;
}

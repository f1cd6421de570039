import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { suggest } from '../../diagnostics/words.ts';
import type { ServiceModel } from '../../model/services.ts';
import { compactText } from '../../model/xml.ts';
import { contractMessages, samplePayload } from '../../plan/messages.ts';
import type { AnyOperation } from '../../runtime/operation/descriptor.ts';
import { SoapFault } from '../../runtime/operation/soap.ts';
import type { ServerCall, ServerInterceptor } from '../../runtime/server/options.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import type { FoundOperation } from '../contract/model.ts';
import { wrongValue } from '../terminal/arguments.ts';
import { CliError } from '../terminal/failure.ts';
import { operationKey, readOperationChoice } from './recording.ts';

/** What goes wrong on purpose: delays, and faults of operations and connections. */
export interface Disturbances {
  /**
   * Delays the answers of a contract.
   *
   * @param texts Values of `--latency`.
   * @returns `undefined` if there is no delay
   * @throws {CliError} one is invalid, or names an operation that the contract does not have
   */
  latency(model: ServiceModel, texts: readonly string[]): ServerInterceptor | undefined;
  /**
   * Answers calls of a contract with faults.
   *
   * @param texts Values of `--fault`.
   * @returns `undefined` if no operation should fail
   * @throws {CliError} one is invalid, or names an operation that the contract does not have
   */
  faults(model: ServiceModel, texts: readonly string[]): ServerInterceptor | undefined;
  /**
   * Reads the fault of an operation, in the words of `--fault`.
   *
   * @throws {CliError} it is none
   */
  fault(text: string, found: FoundOperation, model: ServiceModel): FaultRule;
  /** The fault that a call was answered with, in words. */
  noted(context: object): string | undefined;
  /** Begins anew: with the numbers of calls that fail, and with chance. */
  restart(): void;
}

/** What disturbances share. */
interface DisturbedServer {
  /** The response to a request that is being answered. */
  readonly responseOf: (request: object) => ServerResponse | undefined;
  readonly noted: WeakMap<object, string>;
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
}

/**
 * Creates disturbances.
 *
 * @param seed Decides all that happens by chance: the same seed, the same run.
 * @param responseOf The response to a request that is being answered.
 */
export function createDisturbances(
  seed: number,
  responseOf: DisturbedServer['responseOf'],
): Disturbances {
  let chance = seededRandom(seed);
  const server: DisturbedServer = {
    responseOf,
    noted: new WeakMap(),
    random: () => chance(),
  };
  const all: CountedRule[] = [];
  return {
    latency: (model, texts) => latencyInterceptor(texts, model, server.random),
    faults: (model, texts) => faultInterceptor(texts, model, server, all),
    fault: (text, found, model) => readFault(text, found, model, server),
    noted: (context) => server.noted.get(context),
    restart() {
      chance = seededRandom(seed);
      for (const one of all) one.left = one.rule.times;
    },
  };
}

/** Numbers from 0 to below 1 that look random, always the same for a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Answers a call in place of its handler, or spoils the answer of the handler. */
type Disturbance = (call: ServerCall, next: () => unknown) => unknown;

/** A fault, and how often it answers. */
interface FaultRule {
  readonly disturb: Disturbance;
  /** How many calls it answers. */
  readonly times: number;
  /** From 0 to 1. */
  readonly chance: number;
}

/** A fault, and how many calls it has left to answer. */
interface CountedRule {
  readonly rule: FaultRule;
  left: number;
}

/**
 * Reads `--fault Operation=fault`. Of several for an operation, the first one answers that has not
 * answered as often as it should; one without a number or chance replaces those before it that have
 * none, either.
 *
 * @param all Gets every one of them.
 * @returns `undefined` if no operation should fail
 * @throws {CliError} for unknown faults and operations, and operations without an answer
 */
function faultInterceptor(
  texts: readonly string[],
  model: ServiceModel,
  server: DisturbedServer,
  all: CountedRule[],
): ServerInterceptor | undefined {
  if (texts.length === 0) return undefined;
  const rules = new Map<string, CountedRule[]>();
  for (const text of texts) {
    const { found, key, value } = readOperationChoice(text, '--fault', model);
    const rule = readFault(value, found, model, server);
    const before = (rules.get(key) ?? []).filter((one) => !isEndless(one.rule));
    const counted = { rule, left: rule.times };
    rules.set(key, [...before, counted]);
    all.push(counted);
  }
  return (call, next) => {
    const own = rules.get(operationKey(call.operation)) ?? [];
    const chosen = own.find(
      ({ rule, left }) => left > 0 && (rule.chance === 1 || server.random() < rule.chance),
    );
    if (chosen === undefined) return next();
    chosen.left -= 1;
    return chosen.rule.disturb(call, next);
  };
}

function isEndless({ times, chance }: FaultRule): boolean {
  return times === Number.POSITIVE_INFINITY && chance === 1;
}

const faultForm =
  'Write what happens, and how often: 503, reset, cut, slow, slow 300ms, garbage, Client; ' +
  "'503 x2' for the first two calls, '503 5%' for five of a hundred.";

/**
 * Reads a fault: an HTTP status from 400 to 599, a SOAP fault code, the name of a declared fault,
 * which gets a sample as its detail, or what happens to the connection. After it `x2` says how many
 * calls fail, `5%` how probably one does, and `300ms` how long `slow` takes.
 *
 * @throws {CliError} for anything else, and for a one-way operation
 */
function readFault(
  text: string,
  found: FoundOperation,
  model: ServiceModel,
  server: DisturbedServer,
): FaultRule {
  const key = operationKey({ service: found.service.name, name: found.operation.publicName });
  if (found.operation.oneWay) {
    throw new CliError(`${key} is one-way: its callers get no fault`, 'Choose another operation.');
  }
  const [word = '', ...others] = text.trim().split(/\s+/);
  let times = Number.POSITIVE_INFINITY;
  let chance = 1;
  let milliseconds: number | undefined;
  for (const other of others) {
    const [, count, percent, time, unit] =
      /^(?:x(\d{1,9})|(\d{1,3}(?:\.\d{1,9})?)%|(\d{1,6})(ms|s))$/.exec(other) ?? [];
    if (count !== undefined && Number(count) > 0) times = Number(count);
    else if (percent !== undefined && Number(percent) <= 100) chance = Number(percent) / 100;
    else if (time !== undefined && word === 'slow') {
      milliseconds = Number(time) * (unit === 's' ? 1000 : 1);
    } else throw wrongValue('--fault', `${found.operation.publicName}=${text}`, faultForm);
  }
  const { disturb, name } = readWhat(word, milliseconds, found, { key, model, server });
  const noted: Disturbance = (call, next) => {
    server.noted.set(call.context, name);
    return disturb(call, next);
  };
  return { disturb: noted, times, chance };
}

/** Fault codes by lower-case word; those of SOAP 1.2 are mapped to their counterparts of 1.1. */
const faultCodes: ReadonlyMap<string, string> = new Map([
  ['client', 'Client'],
  ['sender', 'Client'],
  ['server', 'Server'],
  ['receiver', 'Server'],
  ['mustunderstand', 'MustUnderstand'],
  ['versionmismatch', 'VersionMismatch'],
  ['dataencodingunknown', 'DataEncodingUnknown'],
]);

interface Place {
  readonly key: string;
  readonly model: ServiceModel;
  readonly server: DisturbedServer;
}

function readWhat(
  text: string,
  milliseconds: number | undefined,
  found: FoundOperation,
  { key, model, server }: Place,
): { readonly disturb: Disturbance; readonly name: string } {
  if (/^\d+$/.test(text)) {
    return { disturb: refuseWithStatus(Number(text)), name: `status ${text}` };
  }
  const code = faultCodes.get(text.toLowerCase());
  const message = `${text} fault of ${key}, as asked for.`;
  if (code !== undefined) {
    const disturb = (): never => {
      throw new SoapFault({ code, message });
    };
    return { disturb, name: code };
  }
  const { faults } = contractMessages(model).of(found.operation);
  const declared = faults.find(({ name }) => name === text);
  if (declared === undefined) {
    const spoil = connectionFaults.get(text);
    if (spoil === undefined) throw unknownFault(text, found);
    return { disturb: spoil(server, milliseconds ?? slowTime), name: text };
  }
  const operation = found.operation.name;
  const context = { globals: model.elements, operation, isRead: true } as const;
  const body = compactText(samplePayload(declared.place, context));
  const disturb: Disturbance = ({ operation }) => {
    const detail = readDetail(operation, text, body);
    throw new SoapFault({ code: 'Server', message, faultName: text, detail });
  };
  return { disturb, name: text };
}

function readDetail(operation: AnyOperation, name: string, body: string): unknown {
  const reader = new XmlReader(body);
  reader.nextTag();
  return operation.soap?.faults?.find((one) => one.name === name)?.read?.(reader);
}

function refuseWithStatus(status: number): Disturbance {
  if (status < 400 || status > 599) {
    throw wrongValue('--fault', String(status), 'Give an HTTP status from 400 to 599.');
  }
  const { STATUS_CODES } = process.getBuiltinModule('node:http');
  return ({ context }) => {
    const reason = STATUS_CODES[status] ?? 'Error';
    context.status(status, reason);
    context.contentType('text/plain; charset=utf-8');
    context.write(`${reason}, as asked for.\n`);
    context.end();
  };
}

function unknownFault(text: string, { operation }: FoundOperation): CliError {
  const declared = (operation.soap11 ?? operation.soap12)?.faults.map(({ name }) => name) ?? [];
  const words = [...connectionFaults.keys(), ...new Set(faultCodes.values()), ...declared];
  const near = suggest(text, words);
  const help =
    near === undefined
      ? `Choose from ${words.join(', ')}, or give an HTTP status such as 503.`
      : `Did you mean '${near}'?`;
  return wrongValue('--fault', `${operation.publicName}=${text}`, help);
}

/** Milliseconds that a slow answer takes. */
const slowTime = 10_000;
/** Pieces of a slow answer. */
const slowPieces = 20;

/** What can happen to a connection, by word. */
const connectionFaults: ReadonlyMap<
  string,
  (server: DisturbedServer, milliseconds: number) => Disturbance
> = new Map([
  [
    'reset',
    ({ responseOf }) =>
      ({ context }) => {
        responseOf(context.request)?.socket?.resetAndDestroy();
        context.end();
      },
  ],
  ['cut', (server) => spoiling(server, sendHalf)],
  [
    'slow',
    (server, milliseconds) => spoiling(server, (body, sink) => drip(body, sink, milliseconds)),
  ],
  [
    'garbage',
    (server) =>
      spoiling(server, (body, { end }) => {
        end(Uint8Array.from(body, () => Math.floor(server.random() * 256)));
      }),
  ],
]);

/** How the answer is sent in the end. */
interface AnswerSink {
  readonly write: (bytes: Uint8Array, written?: () => void) => void;
  readonly end: (bytes: Uint8Array) => void;
  readonly response: ServerResponse;
}

/** Lets the handler answer, and sends something else with the head of its answer. */
function spoiling(
  { responseOf }: DisturbedServer,
  send: (body: Buffer, sink: AnswerSink) => void,
): Disturbance {
  return ({ context }, next) => {
    const response = responseOf(context.request);
    if (response !== undefined) holdBody(response, send);
    return next();
  };
}

/** Keeps what is written to a response until it ends. */
function holdBody(response: ServerResponse, send: (body: Buffer, sink: AnswerSink) => void): void {
  const pieces: Buffer[] = [];
  const sink: AnswerSink = {
    write: response.write.bind(response) as AnswerSink['write'],
    end: response.end.bind(response) as AnswerSink['end'],
    response,
  };
  const keep = (piece: unknown, encoding: unknown): void => {
    if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
    if (typeof piece === 'string') pieces.push(Buffer.from(piece, encoding as BufferEncoding));
  };
  Object.assign(response, {
    write(piece: unknown, encoding?: unknown): boolean {
      keep(piece, encoding);
      return true;
    },
    end(piece?: unknown, encoding?: unknown): ServerResponse {
      keep(piece, encoding);
      send(Buffer.concat(pieces), sink);
      return response;
    },
  });
}

function sendHalf(body: Buffer, { write, response }: AnswerSink): void {
  response.flushHeaders();
  write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
}

async function drip(
  body: Buffer,
  { write, end, response }: AnswerSink,
  milliseconds: number,
): Promise<void> {
  const size = Math.max(1, Math.ceil(body.length / slowPieces));
  response.flushHeaders();
  for (let at = 0; at < body.length && !response.destroyed; at += size) {
    await wait(milliseconds / slowPieces);
    write(body.subarray(at, at + size));
  }
  end(Buffer.alloc(0));
}

/** Longest delay in milliseconds, limited by timers. */
const longest = 2_147_483_647;

/**
 * Reads `--latency TIME` and `--latency Operation=TIME`. Returns the interceptor that delays
 * answers.
 *
 * @param random numbers from 0 to below 1
 * @returns `undefined` if there is no delay
 * @throws {CliError} for invalid times and unknown operations
 */
function latencyInterceptor(
  texts: readonly string[],
  model: ServiceModel,
  random: () => number,
): ServerInterceptor | undefined {
  if (texts.length === 0) return undefined;
  let all: Latency = () => 0;
  const single = new Map<string, Latency>();
  for (const text of texts) {
    if (!text.includes('=')) {
      all = readLatency(text);
      continue;
    }
    const { key, value } = readOperationChoice(text, '--latency', model);
    single.set(key, readLatency(value));
  }
  return async ({ operation }, next) => {
    const latency = single.get(operationKey(operation)) ?? all;
    const time = Math.min(longest, Math.max(0, latency(random)));
    if (time > 0) await wait(time);
    return next();
  };
}

/** Milliseconds to wait, by chance. */
type Latency = (random: () => number) => number;

/** Distributions of latencies, by name. */
const distributions: Readonly<Record<string, (a: number, b: number) => Latency>> = {
  uniform: (from, to) => (random) => from + random() * (to - from),
  normal: (mean, deviation) => (random) => mean + deviation * normal(random),
  lognormal: (median, sigma) => (random) => median * Math.exp(sigma * normal(random)),
};

/** A number of the standard normal distribution (Box and Muller, 1958). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function readLatency(text: string): Latency {
  const time = Number(text);
  if (/^\d+$/.test(text) && time <= longest) return () => time;
  const [, name = '', ...limits] =
    /^(\w{1,20})\( *([\d.]{1,12}) *, *([\d.]{1,12}) *\)$/.exec(text) ?? [];
  const [first = 0, second = 0] = limits.map(Number);
  const made = Object.hasOwn(distributions, name) ? distributions[name] : undefined;
  const isWrong = Number.isNaN(first + second) || (name === 'uniform' && first > second);
  if (made !== undefined && !isWrong) return made(first, second);
  const help =
    'Give milliseconds: --latency 500, --latency Operation=500; or how they are spread: ' +
    "'uniform(100,300)', 'normal(200,50)' with mean and deviation, 'lognormal(90,0.4)' with " +
    'median and sigma.';
  throw wrongValue('--latency', text, help);
}

import { type AbortControllerLike, isPromise, platform } from '../platform/globals.ts';
import type { Incoming } from '../server/incoming.ts';
import { withDeadline } from '../server/run.ts';
import type { Call, OperationCaller } from './call.ts';
import type { GatewayOperation } from './contract.ts';
import type { Outgoing } from './outgoing.ts';
import { recordLines, recordPlace } from './record-json.ts';
import { answerWith, isVoid, resultAnswer, writtenAnswer } from './result.ts';

interface CallSettings {
  readonly signal: unknown;
  readonly timeout?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A method of a client. One of a test double has no further functions. */
interface Method {
  (input: unknown, options: CallSettings): unknown;
  readonly raw?: (input: unknown, options: CallSettings) => Promise<RawCall>;
  readonly stream?: (input: unknown, options: CallSettings) => AsyncIterable<unknown>;
}

interface RawCall {
  readonly written: string;
}

/**
 * Calls operations of a client.
 *
 * @throws TypeError it lacks one of them
 */
export function clientCaller(
  client: unknown,
  operations: readonly GatewayOperation[],
): OperationCaller {
  const methods = new Map(operations.map((one) => [one, methodOf(client, one)] as const));
  return (call) => callMethod(methods.get(call.operation) as Method, call);
}

function methodOf(client: unknown, { path, operation }: GatewayOperation): Method {
  let value: unknown = client;
  for (const name of path) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (typeof value === 'function') return value as Method;
  throw new TypeError(
    `The gateway needs a client or server with operation ${operation.service}.${operation.name}.`,
  );
}

async function callMethod(method: Method, call: Call): Promise<Outgoing> {
  const { incoming } = call;
  const controller = new platform.AbortController();
  incoming.onGone(() => controller.abort());
  return withDeadline(run(method, call, controller), incoming, () => controller.abort());
}

async function run(method: Method, call: Call, controller: AbortControllerLike): Promise<Outgoing> {
  const { operation, incoming, hook, type, headers } = call;
  const { source } = incoming;
  const given = call.read();
  const input = (await hook?.before?.(given as never, source)) ?? given;
  const { signal } = controller;
  const options = { signal, ...timeLeft(incoming), ...(headers && { headers }) };
  if (type !== 'application/json' && method.stream !== undefined) {
    return recordsAnswer(method.stream(input, options), call, controller);
  }
  if (isVoid(operation) && method.raw !== undefined) {
    const { written } = await method.raw(input, options);
    await hook?.after?.(undefined as never, source);
    return written === '' ? resultAnswer(operation, undefined, type) : writtenAnswer(written);
  }
  const result = await method(input, options);
  const changed = (await hook?.after?.(result as never, source)) ?? result;
  return resultAnswer(operation, changed, type);
}

function timeLeft({ deadline }: Incoming): { readonly timeout?: number } {
  return deadline === undefined ? {} : { timeout: Math.max(1, deadline - Date.now()) };
}

/** The answer with records as they arrive. Until the first is there, an error is a problem. */
async function recordsAnswer(
  records: AsyncIterable<unknown>,
  { operation, type }: Call,
  controller: AbortControllerLike,
): Promise<Outgoing> {
  const { write } = recordLines(recordPlace(operation.output));
  const iterator = records[Symbol.asyncIterator]();
  const first = await iterator.next();
  const start = answerWith(type, first.done === true ? '' : write(first.value));
  if (first.done === true) return start;
  const cancel = (): void => {
    controller.abort();
    const ended = iterator.return?.();
    if (isPromise(ended)) ended.then(undefined, (): undefined => undefined);
  };
  const next = async (): Promise<string | undefined> => {
    const { done, value } = await iterator.next();
    return done === true ? undefined : write(value);
  };
  return { ...start, stream: { next, cancel } };
}

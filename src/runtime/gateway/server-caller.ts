import { isPromise, platform } from '../platform/globals.ts';
import type { TypeSchema } from '../schema/node.ts';
import type { ServerParts } from '../server/adapters/create-server.ts';
import { createAdmission } from '../server/admission.ts';
import type { CallContext } from '../server/context.ts';
import { createGuard } from '../server/guard.ts';
import type { Answer } from '../server/incoming.ts';
import { invoke, type ServerInvocation } from '../server/invoke.ts';
import type { Endpoint, Route } from '../server/protocol.ts';
import { exceptionAnswer, reportError } from '../server/report.ts';
import { withDeadline } from '../server/run.ts';
import { createSettings, type ServerSettings } from '../server/settings.ts';
import { noUnknownHeaders } from '../server/unknown-headers.ts';
import type { Call, OperationCaller } from './call.ts';
import type { GatewayHook, GatewayOperation } from './contract.ts';
import { problemOf } from './failure.ts';
import { ForwardedRequest } from './forwarded.ts';
import type { Outgoing } from './outgoing.ts';
import { problemAnswer } from './problem.ts';
import { asResult, recordLines, recordList, recordPlace } from './record-json.ts';
import { answerWith, isVoid, resultAnswer, writtenAnswer } from './result.ts';

/** Handlers have no binding for JSON; this one has no envelope either. */
const binding = 'httpPost';

/**
 * Runs operations of a server of the same folder: its `context`, `security`, sessions, interceptors
 * and handlers, without messages between.
 *
 * @throws TypeError it lacks one of them
 */
export function serverCaller(
  { routes, options }: ServerParts,
  operations: readonly GatewayOperation[],
): OperationCaller {
  const settings = createSettings(options, createGuard(options));
  const admission = createAdmission(options);
  const known = new Map(operations.map((one) => [one, routeOf(routes, one)] as const));
  return (call) => {
    const { operation } = call;
    const route = known.get(operation) as Route;
    const incoming = new ForwardedRequest(call.incoming, call.headers ?? {});
    const failed = (error: unknown): Outgoing => problemAnswer(problemOf(error, operation));
    const pass = (): Answer => guarded({ ...call, incoming }, route, settings, failed);
    const endpoint: Endpoint = {
      isDocument: false,
      takesBody: true,
      takes: () => true,
      answer: pass,
      failed: (_, error) => failed(error),
      tooLarge: () => failed(undefined),
    };
    return admission === undefined ? pass() : admission(incoming, endpoint, pass);
  };
}

function routeOf(routes: readonly Route[], { operation }: GatewayOperation): Route {
  const { service, name } = operation;
  const found = routes.find(
    (one) => one.operation.service === service && one.operation.name === name,
  );
  if (found !== undefined) return found;
  throw new TypeError(`The gateway needs a client or server with operation ${service}.${name}.`);
}

function guarded(
  call: Call,
  route: Route,
  settings: ServerSettings,
  failed: (error: unknown) => Outgoing,
): Answer {
  const { incoming } = call;
  const { service, name } = route.operation;
  incoming.exchange?.called(name, binding);
  const admit = (): Answer => {
    const run = (input: unknown): Answer =>
      invoke(incoming, invocation(call, route, input, settings), settings);
    try {
      const input = call.read();
      const changed = call.hook?.before?.(input as never, incoming.source);
      if (!isPromise(changed)) return run(changed ?? input);
      return Promise.resolve(withDeadline(changed, incoming))
        .then((other) => run(other ?? input))
        .catch(refuse);
    } catch (error) {
      return refuse(error);
    }
  };
  const refuse = (error: unknown): Outgoing =>
    exceptionAnswer(error, { incoming, options: settings.options, call: undefined }, failed);
  const { guard } = settings;
  return guard === undefined
    ? admit()
    : guard(incoming, { service, operation: name, binding, admit, failed });
}

function invocation(
  call: Call,
  route: Route,
  input: unknown,
  { options }: ServerSettings,
): ServerInvocation {
  const { operation, hook, incoming } = call;
  const own = hook?.after === undefined ? route : { ...route, handler: after(route, hook, call) };
  return {
    route: own,
    binding,
    input,
    soapHeaders: {},
    unknownHeaders: noUnknownHeaders,
    done: (output, context) => withResponse(done(call, route, output, context), context),
    failed: (error) => problemAnswer(problemOf(error, operation)),
  };

  function done(
    { type }: Call,
    { codec }: Route,
    output: unknown,
    { response }: CallContext,
  ): Outgoing {
    const records = codec.records?.opened(output);
    if (records !== undefined) {
      const place = recordPlace(operation.output);
      const isWhole = type === 'application/json';
      const frame = isWhole ? recordList(place) : recordLines(place);
      const write = (record: unknown): string => {
        checkOutput(operation.output, asResult(place, record));
        return frame.write(record);
      };
      const answer = (body: string): Outgoing => answerWith(type, body);
      const report = (error: unknown): void => reportError(error, options, undefined);
      return records.framed({ ...frame, write }, { answer, report });
    }
    const [written] = response.written;
    if (written !== undefined && (isVoid(operation) || output === undefined)) {
      return writtenAnswer(joined(response.written));
    }
    incoming.exchange?.handled();
    checkOutput(operation.output, output);
    return resultAnswer(operation, output, type);
  }
}

/** The handler with what is done after it. Records are not touched. */
function after({ handler }: Route, hook: GatewayHook<never, never>, { incoming }: Call) {
  return async (input: never, context: never): Promise<unknown> => {
    const result = await handler(input, context);
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result) {
      return result;
    }
    return (await hook.after?.(result as never, incoming.source)) ?? result;
  };
}

/** What a handler set of the answer beside its result. */
function withResponse(outgoing: Outgoing, { response }: CallContext): Outgoing {
  const { status, headers } = response;
  return {
    ...outgoing,
    status: status === 200 ? outgoing.status : status,
    headers: [...outgoing.headers, ...headers],
  };
}

/** @throws Error a handler returned what the contract does not allow */
function checkOutput(schema: TypeSchema<unknown>, output: unknown): void {
  const { issues } = schema['~standard'].validate(output);
  if (issues === undefined) return;
  const lines = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The result does not fit the contract: ${lines.join('\n')}`);
}

function joined(written: readonly (string | Uint8Array)[]): string {
  const decoder = new platform.TextDecoder('utf-8');
  return written.map((one) => (typeof one === 'string' ? one : decoder.decode(one))).join('');
}

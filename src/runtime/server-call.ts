import type { BindingName } from './operation.ts';
import { isPromise } from './platform.ts';
import { type CallContext, createContext } from './server-context.ts';
import type { Answer, Incoming, Outgoing } from './server-incoming.ts';
import type { Route, ServerOptions } from './server-options.ts';
import { isRecordStream, openRecords } from './server-records.ts';
import { reportError, runHandler, withDeadline, writeReturned } from './server-run.ts';
import type { XmlReaderOptions } from './xml-reader.ts';

/** What all requests of a server share. */
export interface ServerSettings {
  readonly options: ServerOptions<never>;
  readonly reader: XmlReaderOptions;
}

/** A request that has been understood: what to run and how to answer. */
export interface ServerInvocation {
  readonly route: Route;
  readonly binding: BindingName;
  readonly input: unknown;
  readonly soapHeaders: Readonly<Record<string, unknown>>;
  /** Makes the answer of a result; what it throws goes to `failed`. */
  done(output: unknown, call: CallContext): Outgoing;
  /** Makes the answer of an exception; must not throw. */
  failed(error: unknown): Outgoing;
}

/**
 * Runs the handler of an operation and makes the answer. Where nothing gives a promise nothing here waits, and nothing is made for
 * a wait that does not come.
 */
export function invoke(
  incoming: Incoming,
  invocation: ServerInvocation,
  { options }: ServerSettings,
): Answer {
  if (options.context === undefined) return run(incoming, invocation, undefined, options);
  try {
    const state: unknown = options.context(incoming.source);
    return isPromise(state)
      ? runLater(incoming, invocation, state, options)
      : run(incoming, invocation, state, options);
  } catch (error) {
    return refuse(error, invocation, options, undefined);
  }
}

async function runLater(
  incoming: Incoming,
  invocation: ServerInvocation,
  state: PromiseLike<unknown>,
  options: ServerOptions<never>,
): Promise<Outgoing> {
  try {
    const known = await withDeadline(state, incoming, () => undefined);
    return await run(incoming, invocation, known, options);
  } catch (error) {
    return refuse(error, invocation, options, undefined);
  }
}

function run(
  incoming: Incoming,
  invocation: ServerInvocation,
  state: unknown,
  options: ServerOptions<never>,
): Answer {
  const { route, binding, input, soapHeaders } = invocation;
  const call = createContext(incoming, route, binding, soapHeaders, state);
  try {
    const given = runHandler(route, input, call, options);
    const output = isPromise(given) ? withDeadline(given, incoming, lateness(call)) : given;
    const opened = route.operation.stream === undefined ? output : open(output, incoming, call);
    return isPromise(opened)
      ? settle(opened, invocation, call, options)
      : complete(opened, invocation, call);
  } catch (error) {
    return refuse(error, invocation, options, call);
  }
}

/** The records of an output that are given one by one, which keep to the request's time themselves; any other output as it is. */
function open(output: unknown, incoming: Incoming, call: CallContext): unknown {
  const late = lateness(call);
  return isPromise(output)
    ? output.then((value) => openRecords(value, incoming, late))
    : openRecords(output, incoming, late);
}

/** Tells a handler that the request's time is over. */
function lateness({ response }: CallContext): (error: Error) => void {
  return (error) => response.controller?.abort(error);
}

async function settle(
  output: PromiseLike<unknown>,
  invocation: ServerInvocation,
  call: CallContext,
  options: ServerOptions<never>,
): Promise<Outgoing> {
  try {
    return complete(await output, invocation, call);
  } catch (error) {
    return refuse(error, invocation, options, call);
  }
}

/** Makes the answer of a result; records that it can't be made of, or does without, are ended. */
function complete(output: unknown, invocation: ServerInvocation, call: CallContext): Outgoing {
  const records = isRecordStream(output) ? output : undefined;
  try {
    writeReturned(invocation.route.operation, output, call);
    const outgoing = invocation.done(output, call);
    if (outgoing.stream === undefined) records?.cancel();
    return outgoing;
  } catch (error) {
    records?.cancel();
    throw error;
  }
}

function refuse(
  error: unknown,
  invocation: ServerInvocation,
  options: ServerOptions<never>,
  call: CallContext | undefined,
): Outgoing {
  reportError(error, options, call);
  return invocation.failed(error);
}

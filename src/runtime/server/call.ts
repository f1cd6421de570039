import { isPromise } from '../platform/globals.ts';
import { type CallContext, createContext, type ReceivedCall } from './context.ts';
import { unknownException } from './error-text.ts';
import type { Answer, Incoming, Outgoing } from './incoming.ts';
import type { ServerOptions } from './options.ts';
import type { RecordSender } from './protocol.ts';
import { reportError } from './report.ts';
import { runHandler, withDeadline, writeReturned } from './run.ts';
import type { ServerSettings } from './settings.ts';

/** A request after reading: what to run, and how to answer. */
export interface ServerInvocation extends ReceivedCall {
  /** The answer with a result. Its exceptions go to `failed`. */
  done(output: unknown, call: CallContext): Outgoing;
  /** The answer to an exception. Must not throw for a text. */
  failed(error: unknown): Outgoing;
}

/**
 * Runs the handler of an operation and builds the answer. Waits only for promises, so a synchronous
 * handler is answered at once.
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
  const { route, input } = invocation;
  const call = createContext(incoming, invocation, state);
  try {
    const given = runHandler(route, input, call, options);
    const output = isPromise(given) ? withDeadline(given, incoming, lateness(call)) : given;
    const { records } = route.codec;
    const opened = records === undefined ? output : open(records, output, incoming, call);
    return isPromise(opened)
      ? settle(opened, invocation, call, options)
      : complete(opened, invocation, call);
  } catch (error) {
    return refuse(error, invocation, options, call);
  }
}

/**
 * Opens an output of records, which obey the time limit of the request. Any other output is
 * returned unchanged.
 */
function open(
  records: RecordSender,
  output: unknown,
  incoming: Incoming,
  call: CallContext,
): unknown {
  const late = lateness(call);
  return isPromise(output)
    ? output.then((value) => records.open(value, incoming, late))
    : records.open(output, incoming, late);
}

/** Returns a function that aborts the handler's signal when the request's time is over. */
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

/** The answer with a result. Ends records that cannot be written or are not needed. */
function complete(output: unknown, invocation: ServerInvocation, call: CallContext): Outgoing {
  const records = invocation.route.codec.records?.opened(output);
  try {
    writeReturned(invocation.route, output, call);
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
  try {
    return invocation.failed(error);
  } catch (problem) {
    // What was thrown throws when it is read.
    reportError(problem, options, call);
    return invocation.failed(unknownException);
  }
}

import { isPromise } from '../platform/globals.ts';
import { type CallContext, createContext, type ReceivedCall } from './context.ts';
import type { Answer, Incoming, Outgoing } from './incoming.ts';
import type { ServerOptions } from './options.ts';
import type { RecordSender } from './protocol.ts';
import { exceptionAnswer } from './report.ts';
import { runHandler, withDeadline, writeReturned } from './run.ts';
import type { ServerSettings } from './settings.ts';

/** A request after reading: what to run, and how to answer. */
export interface ServerInvocation extends ReceivedCall {
  /** The answer with a result. Its exceptions go to `failed`. */
  done(output: unknown, call: CallContext): Outgoing;
  /**
   * The answer to an exception. Must not throw for a text.
   *
   * @param call Absent if the exception came before the call.
   */
  failed(error: unknown, call: CallContext | undefined): Outgoing;
}

/**
 * Runs the handler of an operation, with its session if the server has sessions, and builds the
 * answer.
 */
export function invoke(
  incoming: Incoming,
  invocation: ServerInvocation,
  { options }: ServerSettings,
): Answer {
  incoming.exchange?.handling();
  const { sessions } = options;
  if (sessions === undefined) return run(incoming, invocation, options);
  return sessions
    .around(incoming, () => run(incoming, invocation, options))
    .catch((error) => refuse(error, { incoming, invocation, options, call: undefined }));
}

/** Waits only for promises, so a synchronous handler is answered at once. */
function run(
  incoming: Incoming,
  invocation: ServerInvocation,
  options: ServerOptions<never>,
): Answer {
  const { route, input } = invocation;
  const call = createContext(incoming, invocation);
  const running = { incoming, invocation, options, call };
  try {
    const given = runHandler(route, input, call, options);
    const output = isPromise(given) ? withDeadline(given, incoming, lateness(call)) : given;
    const { records } = route.codec;
    const opened = records === undefined ? output : open(records, output, incoming, call);
    return isPromise(opened) ? settle(opened, running) : complete(opened, running);
  } catch (error) {
    return refuse(error, running);
  }
}

/** A call, as far as its exceptions need it. */
interface Failed {
  readonly incoming: Incoming;
  readonly invocation: ServerInvocation;
  readonly options: ServerOptions<never>;
  readonly call: CallContext | undefined;
}

interface Running extends Failed {
  readonly call: CallContext;
}

function refuse(error: unknown, running: Failed): Outgoing {
  return exceptionAnswer(error, running, (one) => running.invocation.failed(one, running.call));
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

async function settle(output: PromiseLike<unknown>, running: Running): Promise<Outgoing> {
  try {
    return complete(await output, running);
  } catch (error) {
    return refuse(error, running);
  }
}

/** The answer with a result. Ends records that cannot be written or are not needed. */
function complete(output: unknown, { incoming, invocation, call }: Running): Outgoing {
  incoming.exchange?.handled();
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

import type { BindingName } from './operation.ts';
import { isPromise } from './platform.ts';
import { type CallContext, createContext } from './server-context.ts';
import type { Answer, Incoming, Outgoing } from './server-incoming.ts';
import type { Route, ServerOptions } from './server-options.ts';
import { isRecordStream, openRecords } from './server-records.ts';
import { reportError, runHandler, settle, withDeadline, writeReturned } from './server-run.ts';
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
  readonly done: (output: unknown, call: CallContext) => Outgoing;
  /** Makes the answer of an exception; must not throw. */
  readonly failed: (error: unknown) => Outgoing;
}

/** Runs the handler of an operation and makes the answer, without a promise where nothing gives one. */
export function invoke(
  incoming: Incoming,
  invocation: ServerInvocation,
  { options }: ServerSettings,
): Answer {
  const { route, binding, soapHeaders } = invocation;
  const start = (state: unknown): Answer =>
    run(incoming, invocation, createContext(incoming, route, binding, soapHeaders, state), options);
  if (options.context === undefined) return start(undefined);
  const refuse = (error: unknown): Outgoing => {
    reportError(error, options, undefined);
    return invocation.failed(error);
  };
  try {
    const state: unknown = options.context(incoming.source);
    return isPromise(state) ? Promise.resolve(state.then(start)).catch(refuse) : start(state);
  } catch (error) {
    return refuse(error);
  }
}

function run(
  incoming: Incoming,
  { route, input, done, failed }: ServerInvocation,
  call: CallContext,
  options: ServerOptions<never>,
): Answer {
  const { operation } = route;
  const late = (error: unknown): void => call.response.controller?.abort(error);
  const handle = (): unknown => {
    const output = runHandler(route, input, call, options);
    if (operation.stream === undefined) return output;
    return isPromise(output)
      ? output.then((value) => openRecords(value, incoming, late))
      : openRecords(output, incoming, late);
  };
  return settle(
    () => withDeadline(handle(), incoming, late),
    (output) => {
      writeReturned(operation, output, call);
      const outgoing = finish(output, call, done);
      if (outgoing.stream === undefined && isRecordStream(output)) output.cancel();
      return outgoing;
    },
    (error) => {
      reportError(error, options, call);
      return failed(error);
    },
  );
}

/** Makes the answer; records that it can't be made of are ended. */
function finish(
  output: unknown,
  call: CallContext,
  done: ServerInvocation['done'],
): ReturnType<ServerInvocation['done']> {
  try {
    return done(output, call);
  } catch (error) {
    if (isRecordStream(output)) output.cancel();
    throw error;
  }
}

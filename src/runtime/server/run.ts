import { SoapFault } from '../operation/soap-fault.ts';
import { isPromise, platform, tell } from '../platform/globals.ts';
import type { CallContext } from './context.ts';
import { RequestError } from './error-text.ts';
import type { Incoming } from './incoming.ts';
import type { Context, ServerOptions } from './options.ts';
import type { Route } from './protocol.ts';
import { reportError } from './report.ts';
import { notUnderstoodMessage, type UnknownHeaders } from './unknown-headers.ts';

/** Calls the interceptors and the handler. Returns the result, or a promise of it. */
export function runHandler(
  route: Route,
  input: unknown,
  call: CallContext,
  options: ServerOptions<never>,
): unknown {
  const { interceptors } = options;
  return interceptors === undefined || interceptors.length === 0
    ? route.handler(input as never, call.context as never)
    : intercept(route, input, call, options);
}

/** A separate function, so that servers without interceptors create no closures. */
function intercept(
  { operation, handler }: Route,
  input: unknown,
  { context: handlerContext, unknownHeaders }: CallContext,
  options: ServerOptions<never>,
): unknown {
  const { interceptors = [] } = options;
  const context = handlerContext as Context<never, unknown, object, Record<string, unknown>>;
  const call = { operation, input, context };
  const run = (index: number): unknown => {
    const interceptor = interceptors[index];
    if (interceptor !== undefined) return interceptor(call, () => handled(run(index + 1)));
    checkUnderstood(unknownHeaders, options);
    return handler(input as never, context as never);
  };
  return run(0);
}

/** @throws SoapFault a header that must be understood is not */
function checkUnderstood(headers: UnknownHeaders, options: ServerOptions<never>): void {
  const name = headers.notUnderstood;
  if (name === undefined) return;
  const message = notUnderstoodMessage(name);
  reportError(new RequestError(message), options, undefined);
  throw new SoapFault({ code: 'MustUnderstand', message });
}

/** An interceptor may let a result wait, or drop it. That must not end the process. */
function handled(result: unknown): unknown {
  if (isPromise(result)) tell(() => result);
  return result;
}

/** Stops waiting for a promise when the request's time is over. */
export function withDeadline<Value>(
  value: PromiseLike<Value>,
  incoming: Pick<Incoming, 'deadline'>,
  onTimeout?: (error: Error) => void,
): PromiseLike<Value> {
  if (incoming.deadline === undefined) return value;
  const left = Math.max(0, incoming.deadline - Date.now());
  return new Promise((resolve, reject) => {
    const timer = platform.setTimeout(() => {
      const error = new RequestError('Request timed out.');
      onTimeout?.(error);
      reject(error);
    }, left);
    value.then(
      (result) => {
        platform.clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        platform.clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Writes the return value of a handler whose operation writes straight to the response. */
export function writeReturned(
  { operation, codec }: Route,
  value: unknown,
  { context, response }: CallContext,
): void {
  const { written } = operation;
  if (written === undefined || value === undefined) return;
  const plain = typeof value === 'string' || value instanceof Uint8Array;
  context.write(plain ? value : (JSON.stringify(value) ?? ''));
  const type = codec.contentType ?? contentTypes[written];
  const complete = written === 'binary' || /;\s*charset=/i.test(type);
  response.contentType ??= complete ? type : `${type}; charset=utf-8`;
}

const contentTypes = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  binary: 'application/octet-stream',
} as const;

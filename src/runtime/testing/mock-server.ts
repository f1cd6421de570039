import type { Operation } from '../operation/descriptor.ts';
import type { FetchRequest, PlatformResponse } from '../platform/globals.ts';
import { type SampleOptions, sampleOf } from '../schema/sample.ts';
import type { TypeSchema } from '../schema/validate.ts';
import type { Context, Server, ServerOptions } from '../server/options.ts';

/** The source of a sample: the schema of a type, or an operation, for its result. */
export type SampleSource<T> = TypeSchema<T> | Operation<never, T>;

/** Schemas of the results of operations. */
export type ResultSchemas = ReadonlyMap<object, TypeSchema<unknown>>;

/**
 * The schemas of the results of operations. The compiler checks the properties of an object one by
 * one, but compares all items of a list with each other.
 *
 * @param operations The descriptors by name.
 * @param schemas The schemas by the same names.
 */
export function resultSchemas(
  operations: Readonly<Record<string, object>>,
  schemas: Readonly<Record<string, TypeSchema<unknown>>>,
): ResultSchemas {
  const names = Object.keys(schemas);
  return new Map(names.flatMap((name) => pairOf(operations[name], schemas[name])));
}

function pairOf<K, V>(key: K | undefined, value: V | undefined): readonly (readonly [K, V])[] {
  return key === undefined || value === undefined ? [] : [[key, value]];
}

/**
 * A valid value of a type, or a valid result of an operation; always the same for a seed.
 *
 * @throws RangeError the type requires a value of itself, or the operation is of another
 *   contract
 */
export function sampleFrom<T>(
  results: ResultSchemas,
  source: SampleSource<T>,
  options?: SampleOptions,
): T {
  if (isTypeSchema(source)) return sampleOf(source, options);
  const schema = results.get(source) as TypeSchema<T> | undefined;
  if (schema === undefined) {
    throw new RangeError(`${source.service}.${source.name} is not an operation of this contract.`);
  }
  return sampleOf(schema, options);
}

function isTypeSchema<T>(source: SampleSource<T>): source is TypeSchema<T> {
  return '~standard' in source;
}

/** A call that a mock server received. */
export interface MockCall<Input = unknown, Result = unknown> {
  /** Name of the service. */
  readonly service: string;
  /** Name of the operation. */
  readonly operation: string;
  readonly input: Input;
  /** HTTP headers of the request, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Declared SOAP headers of the request by part name. */
  readonly soapHeaders: object;
  /** The handler's result; absent if it threw. */
  readonly result?: Result | undefined;
  /** The handler's error; absent if it returned a result. */
  readonly error?: unknown;
}

/** A server that records its calls, and answers with samples if there is no handler. */
export interface MockServer extends Server {
  /** Calls since the server was created or `reset` was called, in the order of their answers. */
  readonly calls: readonly MockCall[];
  /** The calls of one operation. */
  callsOf<Input, Result>(operation: Operation<Input, Result>): readonly MockCall<Input, Result>[];
  /** Forgets the calls. */
  reset(): void;
}

/** Some of the handlers. Operations without one answer with samples. */
export type MockHandlers<Handlers> = {
  readonly [Name in keyof Handlers]?: Handlers[Name] extends (...values: never[]) => unknown
    ? Handlers[Name]
    : MockHandlers<Handlers[Name]>;
};

/** Schemas of results by method; those of a service or port are in an object of their own. */
export interface MockResults {
  readonly [name: string]: TypeSchema<unknown> | MockResults;
}

type AnyHandler = (input: unknown, context: Context) => unknown;

/** Handlers of any kind by name. */
interface HandlerTree {
  readonly [name: string]: AnyHandler | HandlerTree;
}

/**
 * Creates a server with a handler for each operation.
 *
 * @param create creates the server from complete handlers
 * @param handlers the given ones
 */
export function createMock<Handlers, Options extends ServerOptions>(
  create: (handlers: Handlers, options?: Options) => Server,
  results: MockResults,
  handlers: MockHandlers<Handlers>,
  options?: Options,
): MockServer {
  const calls: MockCall[] = [];
  const complete = completed(results, handlers as HandlerTree, calls);
  const { fetch, listener, close } = create(complete as Handlers, options);
  return {
    fetch,
    listener,
    close,
    calls,
    callsOf: <Input, Result>({ service, name }: Operation<Input, Result>) =>
      calls.filter(
        (one): one is MockCall<Input, Result> => one.service === service && one.operation === name,
      ),
    reset: () => {
      calls.length = 0;
    },
  };
}

function completed(results: MockResults, given: HandlerTree, calls: MockCall[]): HandlerTree {
  const entries = Object.entries(results).map(([name, result]) => {
    const own = given[name];
    if (!('~standard' in result)) {
      return [name, completed(result as MockResults, typeof own === 'object' ? own : {}, calls)];
    }
    const schema = result as TypeSchema<unknown>;
    const handler: AnyHandler =
      typeof own === 'function' ? own.bind(given) : () => sampleOf(schema);
    return [name, recording(handler, calls)];
  });
  return Object.fromEntries(entries);
}

/** A handler whose calls are recorded. */
function recording(handler: AnyHandler, calls: MockCall[]): AnyHandler {
  return async (input, context) => {
    const { service, operation } = context;
    // plain copies, which strict comparisons in tests require
    const headers = { ...context.headers };
    const soapHeaders = { ...context.soapHeaders };
    const call = { service, operation, input, headers, soapHeaders };
    try {
      const result = await handler(input, context);
      calls.push({ ...call, result });
      return result;
    } catch (error) {
      calls.push({ ...call, error });
      throw error;
    }
  };
}

/**
 * Lets a server answer requests in MSW (mswjs.io): `http.all('https://example.org/*',
 * mswResolver(server))`.
 *
 * @returns a response resolver, MSW's name for a function that answers a request
 */
export function mswResolver(
  server: Pick<Server, 'fetch'>,
): (info: { readonly request: FetchRequest }) => Promise<PlatformResponse> {
  return ({ request }) => server.fetch(request);
}

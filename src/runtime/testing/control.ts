import type { BindingName, Operation } from '../operation/descriptor.ts';
import type { SoapFault } from '../operation/soap.ts';
import {
  ByteCollector,
  bytesToBase64,
  decodeUtf8,
  encodeUtf8,
  platform,
} from '../platform/globals.ts';
import { type NodeAnswer, nodeHttp } from '../platform/node.ts';
import { fromJson, toJson } from '../schema/json.ts';
import type { ResultSchemas } from './mock-server.ts';

/** Where the control of `asmx-gen serve --control` is, and what opens it. */
export interface MockControlOptions {
  /** Its address, as `serve` printed it: `http://127.0.0.1:9000`. */
  readonly url?: string | undefined;
  /** The path of its Unix socket, instead of an address. */
  readonly socket?: string | undefined;
  /** What `serve` printed at its start, or has in `ASMX_GEN_CONTROL_TOKEN`. A socket has none. */
  readonly token?: string | undefined;
}

/** A fault that a call was answered with. */
export interface MockControlFault {
  readonly code: string;
  readonly message: string;
  /** Name of the declared fault. */
  readonly name?: string | undefined;
  /** Its detail as JSON. */
  readonly detail?: unknown;
  readonly actor?: string | undefined;
}

/** A call that the server answered. */
export interface MockControlCall<Input = unknown, Result = unknown> {
  /** From 1, in the order of the answers. */
  readonly number: number;
  /** When it was answered (ISO 8601, in UTC). */
  readonly time: string;
  readonly service: string;
  readonly operation: string;
  readonly binding: BindingName;
  readonly input: Input;
  /** Absent if it was answered with a fault, or record by record. */
  readonly result?: Result | undefined;
  readonly fault?: MockControlFault | undefined;
  /** What went wrong on purpose: `status 503`, `reset`, `Client`. */
  readonly injected?: string | undefined;
}

/** Steers an `asmx-gen serve` in another process. */
export interface MockControl {
  /** The calls since the start or the last reset, of one operation or of all: the last thousand. */
  calls<Input = unknown, Result = unknown>(
    operation?: Operation<Input, Result>,
  ): Promise<readonly MockControlCall<Input, Result>[]>;
  /**
   * Waits until an operation was called a number of times.
   *
   * @param count Default 1.
   * @param timeout Milliseconds, at most ten minutes. Default 30,000.
   * @throws Error it was not
   */
  waitFor<Input, Result>(
    operation: Operation<Input, Result>,
    count?: number,
    timeout?: number,
  ): Promise<readonly MockControlCall<Input, Result>[]>;
  /**
   * Answers the next call of an operation, after what else waits for its calls.
   *
   * @throws Error the result does not fit the contract; the message says where
   */
  nextAnswer<Input, Result>(operation: Operation<Input, Result>, result: Result): Promise<void>;
  /**
   * Lets the next call of an operation fail, after what else waits for its calls.
   *
   * @param fault What happens, as `--fault` has it after `Operation=`: `'503'`, `'Client'`, the
   *   name of a declared fault, `'reset'`, or `'reset x2'` for two calls. Or a `SoapFault`, such as
   *   the function `fault` of a server creates; values of your own types in its detail are sent as
   *   `JSON.stringify` has them.
   * @throws Error the operation has no such fault
   */
  nextFault<Input, Result>(
    operation: Operation<Input, Result>,
    fault: string | SoapFault<unknown>,
  ): Promise<void>;
  /** Forgets the calls, and answers and faults that wait. */
  reset(): Promise<void>;
}

/**
 * Steers an `asmx-gen serve --control` in another process. Only for Node.
 *
 * @param inputs Schemas of the inputs of operations.
 * @param results Those of their results.
 * @throws TypeError neither an address nor a socket is given
 */
export function controlOf(
  inputs: ResultSchemas,
  results: ResultSchemas,
  options: MockControlOptions,
): MockControl {
  if (options.url === undefined && options.socket === undefined) {
    throw new TypeError('createControl needs the url or socket of asmx-gen serve --control.');
  }
  const send = (method: string, path: string, body?: object): Promise<unknown> =>
    request(options, method, path, body);
  const schemas = new Map(
    [...inputs].map(([operation, input]) => [
      nameOf(operation as AnyNamed),
      { input, result: results.get(operation) },
    ]),
  );
  const schemasOf = (name: string): { input: Schema; result: Schema } => {
    const { input, result } = schemas.get(name) ?? {};
    if (input !== undefined && result !== undefined) return { input, result };
    throw new RangeError(`${name} is not an operation of this contract.`);
  };
  const read = (call: MockControlCall): MockControlCall => {
    const own = schemas.get(nameOf({ service: call.service, name: call.operation }));
    if (own === undefined) return call;
    const input = fromJson(own.input, call.input);
    if (own.result === undefined || call.result === undefined) return { ...call, input };
    return { ...call, input, result: fromJson(own.result, call.result) };
  };
  const list = async (query: string): Promise<readonly MockControlCall[]> => {
    const { calls } = (await send('GET', `/calls${query}`)) as Listed;
    return calls.map(read);
  };
  return {
    calls: async (operation?: AnyNamed) =>
      (await list(operation === undefined ? '' : `?operation=${queryOf(operation)}`)) as never,
    waitFor: async (operation, count = 1, timeout = 30_000) => {
      const query = `?operation=${queryOf(operation)}&count=${count}&timeout=${timeout}`;
      return (await list(query)) as never;
    },
    async nextAnswer(operation, result) {
      const name = nameOf(operation);
      const schema = schemasOf(name).result;
      await send('POST', '/answers', { operation: name, result: toJson(schema, result) });
    },
    async nextFault(operation, fault) {
      const name = nameOf(operation);
      await send('POST', '/faults', {
        operation: name,
        fault: typeof fault === 'string' ? fault : faultJson(fault),
      });
    },
    async reset() {
      await send('POST', '/reset');
    },
  };
}

type Schema = ResultSchemas extends ReadonlyMap<object, infer Value> ? Value : never;

interface AnyNamed {
  readonly service: string;
  readonly name: string;
}

interface Listed {
  readonly calls: readonly MockControlCall[];
}

function nameOf({ service, name }: AnyNamed): string {
  return `${service}.${name}`;
}

function queryOf(operation: AnyNamed): string {
  return encodeURIComponent(nameOf(operation));
}

function faultJson({ code, message, actor, faultName: name, detail }: SoapFault<unknown>): object {
  return { code, message, actor, name, detail };
}

/** What JSON does not have. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? bytesToBase64(value) : value;
}

/** @throws Error what the control says about it, or no one answers */
async function request(
  { url, socket, token }: MockControlOptions,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const bytes = encodeUtf8(body === undefined ? '' : JSON.stringify(body, plain));
  const { protocol, hostname, port } = new platform.URL(url ?? 'http://127.0.0.1');
  const { status, text } = await exchange(
    {
      ...(socket === undefined ? { protocol, hostname, port } : { socketPath: socket }),
      method,
      path,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(bytes.length),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
    },
    bytes,
  );
  const answer = parsed(text);
  if (status === 200 && answer !== undefined) return answer;
  if (answer === undefined) {
    throw new Error(
      `What answers at ${socket ?? url} with status ${status} is no control of serve.`,
    );
  }
  const { error, help } = answer;
  throw new Error([error, help].filter((one) => one !== undefined).join(' '));
}

function parsed(text: string): { readonly error?: string; readonly help?: string } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function exchange(
  options: object,
  body: Uint8Array,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = nodeHttp('http:').request(options as never);
    sent.on('error', reject);
    sent.on('response', (answer: NodeAnswer) => {
      const received = new ByteCollector();
      answer.on('data', (piece) => received.add(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, text: decodeUtf8(received.join()) });
      });
    });
    sent.end(body);
  });
}

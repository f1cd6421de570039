import type { AnyOperation } from '../operation/operation.ts';
import type { FetchRequest } from '../platform/globals.ts';
import type { TypeSchema } from '../schema/node.ts';
import type { NodeListener, NodeRequest } from '../server/front/node-types.ts';
import type { FetchHandler } from '../server/options.ts';

/** An operation as generated code tells it to a gateway. */
export interface GatewayOperation {
  readonly operation: AnyOperation;
  /** Properties of a client that lead to its method. */
  readonly path: readonly string[];
  readonly input: TypeSchema<unknown>;
  readonly output: TypeSchema<unknown>;
  /** Method and path, such as `GET /orders/{id}`, beside `POST /<Service>/<Operation>`. */
  readonly route?: string | undefined;
  /** Whether its result consists of records, which can be sent one by one. */
  readonly streams?: true | undefined;
  /** Schemas of the details of declared faults, by name. */
  readonly faults?: Readonly<Record<string, TypeSchema<unknown>>> | undefined;
  /** What the contract says about it. */
  readonly text?: string | undefined;
  /** Whether nothing is said of faults that are not declared. */
  readonly hidesOthers?: boolean | undefined;
}

/** What generated code tells a gateway. */
export interface GatewayContract {
  /** Name of the contract or service: the title of its OpenAPI document. */
  readonly name: string;
  readonly operations: readonly GatewayOperation[];
}

/** Operations of a service, which is a property of the client of a whole contract. */
export function inService(
  property: string,
  operations: readonly GatewayOperation[],
): readonly GatewayOperation[] {
  return operations.map((one) => ({ ...one, path: [property, ...one.path] }));
}

/** Functions around the calls of an operation. */
export interface GatewayHook<Input, Output> {
  /**
   * Called with the checked input. Returns another input, or nothing to keep it; throws to refuse
   * the request, for example `new HttpError(403)`.
   */
  readonly before?:
    | ((
        input: Input,
        request: NodeRequest | FetchRequest,
      ) => Input | undefined | PromiseLike<Input | undefined>)
    | undefined;
  /** Called with the result, but not with records that are sent one by one. Returns another, or
   * nothing to keep it. */
  readonly after?:
    | ((
        result: Output,
        request: NodeRequest | FetchRequest,
      ) => Output | undefined | PromiseLike<Output | undefined>)
    | undefined;
}

/** How a gateway answers. `Hooks` maps `Service.Operation` to hooks. */
export interface GatewayOptions<Hooks extends object = object> {
  /**
   * Names of request headers that pass on, in any letter case: to the service of a client, or to
   * `context` and `security` of a server. `['authorization', 'cookie']`. Default: none.
   */
  readonly forward?: readonly string[] | undefined;
  /**
   * `declared` says nothing to callers of faults that the contract does not declare: their text
   * may be that of an exception of the service. Default `all`.
   */
  readonly faults?: 'all' | 'declared' | undefined;
  /**
   * Milliseconds that a request may take; then the call ends, and the answer is 504. Default: that
   * of the client or server.
   */
  readonly timeout?: number | undefined;
  /** Texts about services for the OpenAPI document, by name of the service. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** Functions around calls, by `Service.Operation`. */
  readonly hooks?: Hooks | undefined;
  /**
   * Largest body of a request, in bytes; larger ones are answered with 413. Default: that of the
   * server, or 4 MiB.
   */
  readonly bodyBytes?: number | undefined;
}

/** The operations of a contract as HTTP with JSON. */
export interface Gateway {
  /** For platforms with `Request` and `Response`. */
  readonly fetch: FetchHandler;
  /** For node:http, Express, Connect, Fastify and NestJS. */
  readonly listener: NodeListener;
  /** The OpenAPI 3.1 document, which `GET /openapi.json` answers, too. */
  readonly openapi: Readonly<Record<string, unknown>>;
}

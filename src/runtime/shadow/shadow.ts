import { type Caller, createCaller } from '../client/caller.ts';
import { messageOf } from '../operation/errors.ts';
import { tell } from '../platform/globals.ts';
import { builtFrom, createServer, type ServerParts } from '../server/adapters/create-server.ts';
import type { Server, ServerCall, ServerOptions } from '../server/options.ts';
import type { Route } from '../server/protocol.ts';
import { type AnswerDifference, differencesOf } from './differences.ts';
import { type Forwarded, forward, giveForwarded, optionsOf } from './forward.ts';
import type { ServiceAnswer } from './recorded-call.ts';
import { recordedLine } from './recorded-line.ts';
import { createShares, type ShadowShare } from './share.ts';

/** A value in which the answers of the old service and the new server to one call differ. */
export interface ShadowDifference extends AnswerDifference {
  /** Name of the service. */
  readonly service: string;
  /** Name of the operation. */
  readonly operation: string;
  /**
   * The call with the answer of the old service, as a line of a recording: `JSON.stringify` writes
   * it, `asmx-gen verify --recording` reads it.
   */
  readonly request: Readonly<Record<string, unknown>>;
}

/** How a shadow answers. */
export interface ShadowOptions {
  /** Base URL of the old service. */
  readonly upstream: string;
  /**
   * Called for each difference, after both have answered. If the new server gave no answer that
   * can be read, the path is `error`. What it throws or rejects with is ignored.
   */
  readonly compare?: ((difference: ShadowDifference) => void) | undefined;
  /**
   * The part of the calls that the new server answers, from 0 to 1, or that of operations by name:
   * `{ 'Orders.GetOrder': 0.1 }`. The old service does not get these, and nothing is compared.
   * Default 0.
   */
  readonly share?: ShadowShare | undefined;
}

/**
 * A server in front of an old service and of the new server that is to replace it. The old service
 * answers, and gets the caller's HTTP headers, SOAP headers and cookies. The new server runs beside
 * it, and no caller waits for it. Both really run, with all that they change. Help pages and WSDL
 * are those of the new server, unless they are protected. `close` waits for comparisons, too, and
 * closes the new server.
 *
 * @param server What `create…Server` of the same folder returned.
 * @throws TypeError it is another server, or an operation in `share` does not exist
 * @throws RangeError a share is no number from 0 to 1
 */
export function createShadow(server: Server, options: ShadowOptions): Server {
  const parts = builtFrom.get(server);
  if (parts === undefined) {
    throw new TypeError('createShadow needs a server that create…Server of its folder returned.');
  }
  const shadow = new Shadow(server, parts, options);
  const routes = parts.routes.map((route) => shadow.before(route));
  const outer = createServer(routes, shadow.options(), parts.documents);
  return {
    ...outer,
    async close(given) {
      await outer.close(given);
      await shadow.compared();
      await server.close(given);
    },
  };
}

class Shadow {
  private readonly parts: ServerParts;
  private readonly old: Caller;
  private readonly next: Caller;
  private readonly compare: ShadowOptions['compare'];
  private readonly isNext: ReturnType<typeof createShares>;
  private readonly comparing: Set<Promise<void>> = new Set();

  constructor(server: Server, parts: ServerParts, { upstream, compare, share = 0 }: ShadowOptions) {
    const { basePath = '' } = parts.options;
    const operations = parts.routes.map(({ operation }) => operation);
    this.parts = parts;
    this.compare = compare;
    this.isNext = createShares(share, operations);
    this.old = createCaller({ baseUrl: upstream }, {});
    this.next = createCaller({ baseUrl: `http://localhost${basePath}`, fetch: server.fetch }, {});
  }

  /** Options of the server in front: what concerns senders and calls is up to the other two. */
  options(): ServerOptions<unknown> {
    const { options } = this.parts;
    return {
      ...options,
      ...(options.protectPages === true && { pages: false, wsdl: false }),
      protectPages: undefined,
      context: undefined,
      interceptors: [understandAll],
      sessions: undefined,
      onAnswer: undefined,
      onError: undefined,
      onMessage: undefined,
    };
  }

  /** A route whose handler asks the old service, the new server, or both. */
  before({ operation, server, codec }: Route): Route {
    const handler = async (input: unknown, context: unknown): Promise<unknown> => {
      const call = { operation, input, context } as ServerCall;
      const { addressing = false } = this.parts.options;
      return giveForwarded(await this.answer(call), call, addressing !== false);
    };
    return { operation, server, codec, handler };
  }

  /** Waits for all comparisons. */
  async compared(): Promise<void> {
    await Promise.all(this.comparing);
  }

  private async answer(call: ServerCall): Promise<Forwarded> {
    const { operation, input } = call;
    const options = optionsOf(call);
    if (this.isNext(operation)) return forward(this.next, operation, input, options);
    const { signal: _, ...beside } = options;
    const after = forward(this.next, operation, input, beside).then(
      ({ answer }) => answer,
      (error: unknown) => new Error(messageOf(error)),
    );
    const before = await forward(this.old, operation, input, options);
    const comparing = after.then((answer) => this.tellDifferences(call, before.answer, answer));
    this.comparing.add(comparing);
    comparing.then(() => this.comparing.delete(comparing));
    return before;
  }

  private tellDifferences(
    { operation, input, context }: ServerCall,
    before: ServiceAnswer,
    after: ServiceAnswer | Error,
  ): void {
    const { compare } = this;
    if (compare === undefined) return;
    const { service, name } = operation;
    const { binding } = context;
    const found =
      after instanceof Error
        ? [{ path: 'error', old: undefined, new: after.message }]
        : differencesOf(before, after);
    const request = recordedLine({
      service,
      operation: name,
      binding,
      parameters: input,
      answer: before,
    });
    for (const one of found) {
      tell(() => compare({ service, operation: name, ...one, request }));
    }
  }
}

/** The services find out whether they understand a header. */
function understandAll({ context }: ServerCall, next: () => unknown): unknown {
  for (const header of context.unknownHeaders) context.understood(header);
  return next();
}

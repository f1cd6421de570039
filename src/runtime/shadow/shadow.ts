import { type Caller, createCaller } from '../client/call.ts';
import type { CallOptions } from '../client/request.ts';
import { type AnyOperation, type BindingName, messageOf } from '../operation/descriptor.ts';
import { platform, tell } from '../platform/globals.ts';
import { verifiersOf } from '../server/dispatch.ts';
import { builtFrom, createServer, type ServerParts } from '../server/node.ts';
import type { Server, ServerCall, ServerOptions } from '../server/options.ts';
import type { Route } from '../server/protocol.ts';
import { openerOf } from '../server/security.ts';
import { describeValue, type XmlElement } from '../xml/writer.ts';
import {
  type AnswerDifference,
  differencesOf,
  type Forwarded,
  forward,
  giveForwarded,
  optionsOf,
  recordedLine,
  type ServiceAnswer,
} from './recording.ts';

/** The part of the calls that the new server answers, from 0 to 1, of all operations or by name. */
type ShadowShare = number | { readonly [operation: string]: number };

/**
 * Says of each call whether the new server answers it, so that in the long run its part is the
 * share, for each operation alone. No chance is involved.
 *
 * @throws RangeError a share is no number from 0 to 1
 * @throws TypeError there is no such operation
 */
export function createShares(
  share: ShadowShare,
  operations: readonly AnyOperation[],
): (operation: AnyOperation) => boolean {
  const names = new Set(operations.map(nameOf));
  if (typeof share !== 'number' && !isRecord(share)) {
    const problem = 'is no number from 0 to 1, nor an object of such numbers';
    throw new RangeError(`share: ${describeValue(share)} ${problem}.`);
  }
  const shares = typeof share === 'number' ? {} : share;
  for (const name of Object.keys(shares)) {
    if (names.has(name)) continue;
    throw new TypeError(`share: there is no operation '${name}'; there are ${listOf(names)}.`);
  }
  for (const one of typeof share === 'number' ? [share] : Object.values(shares)) {
    if (typeof one === 'number' && one >= 0 && one <= 1) continue;
    throw new RangeError(`share: ${describeValue(one)} is no number from 0 to 1.`);
  }
  const sums = new Map<string, number>();
  return (operation) => {
    const name = nameOf(operation);
    const own = typeof share === 'number' ? share : (shares[name] ?? 0);
    // a share of a tenth, added ten times, is a bit less than one
    const sum = (sums.get(name) ?? 0) + own + 1e-9;
    const isNew = own > 0 && sum >= 1;
    sums.set(name, isNew ? sum - 1 : sum);
    return isNew;
  };
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf({ service, name }: AnyOperation): string {
  return `${service}.${name}`;
}

function listOf(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, 10).join(', ');
  return names.size > 10 ? `${shown}, …` : shown;
}

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
 * it, and no caller waits for it. Both really run, with all that they change. The option `security`
 * of the new server verifies each request once, before either gets it. Help pages and WSDL
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
  private readonly next: Server;
  private readonly nextUrl: string;
  private readonly verified: Verified | undefined;
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
    const security = verifiersOf(parts.options);
    this.verified = security && new Verified(security);
    this.next =
      this.verified === undefined && openerOf(parts.options) === undefined
        ? server
        : createServer(
            parts.routes,
            { ...parts.options, security: this.verified?.handOn },
            parts.documents,
          );
    this.nextUrl = `http://localhost${basePath}`;
  }

  /** Options of the server in front: what concerns senders and calls is up to the other two. */
  options(): ServerOptions<unknown> {
    const { options } = this.parts;
    return {
      ...options,
      ...(options.protectPages === true && { pages: false, wsdl: false }),
      ...(this.verified !== undefined && { security: this.verified.around(options.security) }),
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
  before({ operation, server, codec, script }: Route): Route {
    const handler = async (input: unknown, context: unknown): Promise<unknown> => {
      const call = { operation, input, context } as ServerCall;
      const { addressing = false } = this.parts.options;
      return giveForwarded(await this.answer(call), call, addressing !== false);
    };
    return { operation, server, codec, script, handler };
  }

  /** Waits for all comparisons, and closes a new server of its own. */
  async compared(): Promise<void> {
    await Promise.all(this.comparing);
    if (this.verified !== undefined) await this.next.close();
  }

  /** A client of the new server for one call, which knows who sent it. */
  private nextFor({ context }: ServerCall): Caller {
    const { verified, next, nextUrl } = this;
    if (verified === undefined) return createCaller({ baseUrl: nextUrl, fetch: next.fetch }, {});
    const fetch: Server['fetch'] = (target, init) => {
      const request = new platform.Request(String(target), init);
      verified.remember(request, context);
      return next.fetch(request);
    };
    return createCaller({ baseUrl: nextUrl, fetch }, {});
  }

  private async answer(call: ServerCall): Promise<Forwarded> {
    const { operation, input } = call;
    const options = sentOptions(call);
    const next = this.nextFor(call);
    if (this.isNext(operation)) return forward(next, operation, input, options);
    const { signal: _, ...beside } = options;
    const after = forward(next, operation, input, beside).then(
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

/** The options of a call that is sent on. Calls by scripts go over the first binding, as SOAP. */
function sentOptions(call: ServerCall): CallOptions & { readonly binding: BindingName } {
  const options = optionsOf(call);
  const { client = [] } = call.operation;
  if (!/^application\/json\b/i.test(call.context.headers['content-type'] ?? '')) return options;
  return { ...options, binding: client[0]?.name ?? options.binding };
}

type ServerSecurity = NonNullable<ReturnType<typeof verifiersOf>>[number];
type SecurityRequest = Parameters<ServerSecurity>[0];

/** What the verifiers of a server found out, for another server that gets the same calls. */
class Verified {
  private readonly all: readonly ServerSecurity[];
  private readonly senders = new WeakMap<object, Pick<ServerCall['context'], 'identity'>>();
  /** Headers that a verifier understood. */
  private readonly headers = new WeakSet<XmlElement>();

  constructor(all: readonly ServerSecurity[]) {
    this.all = all;
  }

  /** The option `security` of the server that verifies. */
  around(security: ServerOptions<never>['security']): ServerOptions<never>['security'] {
    const watched = [security].flat().map((one) => {
      const verify = this.all.find((known) => known === one);
      if (verify === undefined) return one;
      const watching = (request: SecurityRequest): unknown =>
        verify(
          Object.create(request, {
            understood: {
              value: (header: XmlElement) => {
                request.understood(header);
                this.headers.add(header);
              },
            },
          }) as SecurityRequest,
        );
      return Object.assign(watching, verify);
    });
    return watched as ServerOptions<never>['security'];
  }

  /** Notes who sent a call, before it is sent on. */
  remember(request: object, context: ServerCall['context']): void {
    this.senders.set(request, context);
  }

  /** The option `security` of the server that gets the calls, and those only. */
  readonly handOn = (request: SecurityRequest): unknown => {
    const sender = this.senders.get(request.request);
    const { unknownHeaders = [] } = (sender ?? {}) as Partial<ServerCall['context']>;
    const understood = unknownHeaders.filter((one) => this.headers.has(one));
    for (const header of request.unknownHeaders) {
      if (understood.some((one) => isSameName(one, header))) request.understood(header);
    }
    return sender?.identity;
  };
}

function isSameName(one: XmlElement, other: XmlElement): boolean {
  return one.name === other.name && one.namespace === other.namespace;
}

/** The services find out whether they understand a header. */
function understandAll({ context }: ServerCall, next: () => unknown): unknown {
  for (const header of context.unknownHeaders) context.understood(header);
  return next();
}

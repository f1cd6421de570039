import type { Answer, Incoming, Outgoing } from './incoming.ts';

/**
 * Where sessions are kept between requests, such as a server of Redis. Each function may return a
 * promise. A store that writes values as JSON keeps what JSON can have.
 */
export interface SessionStore {
  /** The value of a session; `undefined` or `null` if there is none, or its time is over. */
  get(id: string): unknown;
  /** Keeps a value for this number of seconds from now. */
  set(id: string, value: object, seconds: number): unknown;
  /** Forgets a session. */
  delete(id: string): unknown;
  /**
   * Waits until no other process has the session, and returns what gives it back. Without it, only
   * the requests that one process answers wait for each other.
   */
  lock?(id: string): PromiseLike<() => unknown>;
}

/** How sessions are kept. */
export interface SessionsOptions {
  /** Default: in the memory of the process, for as long as it runs. */
  readonly store?: SessionStore | undefined;
  /** Name of the cookie. Default `ASP.NET_SessionId`. */
  readonly cookie?: string | undefined;
  /** Seconds without a request until a session ends; at least 1. Default 1200, as in ASMX. */
  readonly idle?: number | undefined;
}

/** The server option `sessions`: what `sessions(…)` returns. */
export interface Sessions<Session = unknown> {
  /** For types alone: what a session has. It is never there. */
  readonly session?: Session | undefined;
  /** Answers a request with its session, while no other request has it. */
  around(incoming: Incoming, answer: () => Answer): Promise<Outgoing>;
}

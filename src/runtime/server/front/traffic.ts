import { limitProblem } from '../../operation/limit.ts';
import { platform } from '../../platform/globals.ts';
import { afterEvents } from '../../platform/node.ts';
import type { CloseOptions } from './options.ts';

/** The part of node:http's `Server` that ends connections; node:http2 has none of it. */
export interface HttpServer {
  closeIdleConnections?(): void;
  closeAllConnections?(): void;
}

/** The longest time of a timer, in milliseconds. With more it fires at once. */
const longestTime = 0x7fffffff;

/** Counts the requests that are running, limits them, and waits for them when the server closes. */
export class Traffic {
  private running = 0;
  private readonly most: number;
  private closing: Promise<void> | undefined;
  private idle: (() => void) | undefined;
  private latest: HttpServer | undefined;
  private readonly servers: Set<HttpServer> = new Set();

  /** @throws RangeError the limit is no number of at least 1 */
  constructor(most: number = Number.POSITIVE_INFINITY) {
    const problem = limitProblem({ maxConcurrent: most }, ['maxConcurrent'], 1);
    if (problem !== undefined) throw new RangeError(problem);
    this.most = most;
  }

  get isClosing(): boolean {
    return this.closing !== undefined;
  }

  enter(): void {
    this.running += 1;
  }

  leave(): void {
    this.running -= 1;
    if (this.running === 0 && this.closing !== undefined) this.idle?.();
  }

  /** Why the request that entered last gets no other answer; usually nothing. */
  refusal(): string | undefined {
    if (this.closing !== undefined) return 'The server is closing.';
    return this.running > this.most ? 'The server is busy.' : undefined;
  }

  /** Remembers the server of a connection. */
  through(server: HttpServer | undefined): void {
    if (server === undefined || server === this.latest) return;
    this.latest = server;
    this.servers.add(server);
  }

  /** Waits for what is running. A second call waits for the first. */
  close({ timeout }: CloseOptions = {}): Promise<void> {
    const problem = limitProblem({ timeout }, ['timeout']);
    if (problem !== undefined) return Promise.reject(new RangeError(problem));
    this.closing ??= new Promise((resolve) => {
      const end = (cutOff: boolean): void => {
        this.idle = undefined;
        if (timer !== undefined) platform.clearTimeout(timer);
        for (const server of this.servers) {
          if (cutOff) server.closeAllConnections?.();
          else server.closeIdleConnections?.();
        }
        resolve();
      };
      // Small answers wait for the end of the turn before they are sent.
      this.idle = () => afterEvents(() => end(false));
      const timer =
        timeout === undefined || timeout > longestTime
          ? undefined
          : platform.setTimeout(() => end(true), timeout);
      for (const server of this.servers) server.closeIdleConnections?.();
      if (this.running === 0) this.idle();
    });
    return this.closing;
  }
}

import { randomUUID } from 'node:crypto';
import type { Company, Job } from './queue.js';

/** What the Web Connector shows with each call of a session. Only {@link Sessions} makes one. */
export type Ticket = string & { readonly __ticket: unique symbol };

/** A session of the Web Connector: from `authenticate` to `closeConnection`. */
export interface Session {
  readonly ticket: Ticket;
  /** Known from the first request on. */
  company?: Company;
  /** The job whose answer is awaited. */
  current?: Job;
  /** Jobs done so far. */
  done: number;
  /** What went wrong last, for people. */
  error?: string;
}

/** The one session there may be: a company file is worked on by one at a time. */
export class Sessions {
  #open: Session | undefined;
  #touched = 0;

  /**
   * @param idle milliseconds without a call after which a session counts as ended: QuickBooks may
   *   need minutes for a request
   * @param now the time, in milliseconds
   */
  constructor(
    private readonly idle: number = 30 * 60_000,
    private readonly now: () => number = Date.now,
  ) {}

  get busy(): boolean {
    return this.#open !== undefined && this.now() - this.#touched < this.idle;
  }

  open(): Session {
    this.#open = { ticket: randomUUID() as Ticket, done: 0 };
    this.#touched = this.now();
    return this.#open;
  }

  /** The session of a ticket, if it is still open. */
  find(ticket: string | undefined): Session | undefined {
    if (!this.busy || this.#open?.ticket !== ticket) return undefined;
    this.#touched = this.now();
    return this.#open;
  }

  close(session: Session): void {
    if (this.#open === session) this.#open = undefined;
  }
}

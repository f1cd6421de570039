/** The company file that QuickBooks has open, and the qbXML it speaks. */
export interface Company {
  readonly file: string;
  readonly country: string;
  /** Version of qbXML, such as `16.0`. */
  readonly version: string;
}

/** One exchange with QuickBooks. */
export interface Job {
  /** For messages to people. */
  readonly name: string;
  /** The request, in qbXML. */
  request(company: Company): string;
  /**
   * Takes the answer, in qbXML. What it throws ends the session: its message is shown to the user,
   * and the job stays in the queue.
   */
  take(answer: string, company: Company): void | Promise<void>;
}

/**
 * Jobs in the order in which they are done. This one lives in memory; put a table of your database
 * behind the same three methods, so that jobs survive a restart.
 */
export class Queue {
  readonly #jobs: Job[] = [];

  get length(): number {
    return this.#jobs.length;
  }

  add(...jobs: readonly Job[]): void {
    this.#jobs.push(...jobs);
  }

  /** The next job. It stays in the queue until it is done. */
  first(): Job | undefined {
    return this.#jobs[0];
  }

  /** Takes out a job that is done. */
  done(job: Job): void {
    const at = this.#jobs.indexOf(job);
    if (at !== -1) this.#jobs.splice(at, 1);
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { Student } from '../generated/register/index.js';

/** A change of a row, as a DataSet has it. */
export interface StudentChange {
  readonly state: 'modified' | 'inserted' | 'deleted';
  /** The row as it shall be; absent if it is deleted. */
  readonly row?: Student | undefined;
  /** The row as the client once read it; absent if it is new. */
  readonly original?: Student | undefined;
}

/** The table of students, in memory: put a database behind these two methods. */
export class Students {
  readonly #rows = new Map<number, Student>();

  constructor(rows: readonly Student[]) {
    for (const row of rows) this.#rows.set(row.Id, row);
  }

  ofClass(name: string): readonly Student[] {
    return [...this.#rows.values()].filter((row) => row.Class === name);
  }

  /**
   * Makes all changes, or none.
   *
   * @returns the number of a student who was changed by someone else since the client read the
   *   row; `undefined` if all is well
   */
  save(changes: readonly StudentChange[]): number | undefined {
    const stale = changes.find((change) => this.#isStale(change));
    if (stale !== undefined) return stale.original?.Id ?? stale.row?.Id;
    for (const { row, original } of changes) {
      if (original !== undefined) this.#rows.delete(original.Id);
      if (row !== undefined) this.#rows.set(row.Id, row);
    }
    return undefined;
  }

  #isStale({ row, original }: StudentChange): boolean {
    const isTaken = row !== undefined && row.Id !== original?.Id && this.#rows.has(row.Id);
    const isOther =
      original !== undefined && !isDeepStrictEqual(this.#rows.get(original.Id), original);
    return isTaken || isOther;
  }
}

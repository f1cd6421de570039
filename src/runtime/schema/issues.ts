import { EncodeError } from '../xml/write-text.ts';
import { nestingIssue } from './nesting.ts';
import type { StandardIssue } from './standard.ts';

/** Finds what is wrong with a value. */
export type Check = (value: never, found: Issues) => unknown;

/** Later issues are not told. */
export const mostIssues = 20;

/** Issues of a value, found on one walk through it. */
export class Issues {
  readonly all: StandardIssue[] = [];
  readonly #path: (string | number)[] = [];

  /** Whether no more are looked for. */
  get isFull(): boolean {
    return this.all.length >= mostIssues;
  }

  /** Looks for issues in a property or item. */
  inside(key: string | number, look: () => void): void {
    if (this.isFull) return;
    this.#path.push(key);
    look();
    this.#path.pop();
  }

  /**
   * Does what throws an error where a value does not fit, and notes the error.
   *
   * @returns what it gives; `undefined` after an error
   */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof EncodeError)) throw error;
      const { message, path = '' } = error;
      const isNamed = path !== '' && message.startsWith(`${path}: `);
      this.all.push({
        message: isNamed ? message.slice(path.length + 2) : message,
        path: [...this.#path, ...[...error.steps].reverse()],
      });
      return undefined;
    }
  }
}

/** The issues of a value. A value without end has one. */
export function issuesOf(check: Check, value: unknown): readonly StandardIssue[] {
  const endless = nestingIssue(value);
  if (endless !== undefined) return [endless];
  const found = new Issues();
  found.attempt(() => check(value as never, found));
  return found.all;
}

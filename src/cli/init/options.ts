import type { GlobalOptions } from '../terminal/console.ts';

/** Options of `init`. */
export interface InitCommandOptions extends GlobalOptions {
  readonly name?: string | undefined;
  /** `false` with `--no-config`. */
  readonly config: boolean;
  readonly targets?: string | undefined;
  readonly allowHost?: readonly string[] | undefined;
  readonly confine?: string | undefined;
  readonly timeout: number;
  readonly update?: boolean | undefined;
}

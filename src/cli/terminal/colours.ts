import { ownSequence } from './written-text.ts';

/** Functions that colour a text for a terminal, or leave it unchanged. */
export interface Colours {
  readonly enabled: boolean;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** Inputs for deciding about colours. */
export interface ColourInputs {
  /** `false` with `--no-color`. */
  readonly enabled: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: boolean;
}

/**
 * Whether to use colours: never with `--no-color` or a non-empty `NO_COLOR`, otherwise always with
 * `FORCE_COLOR` (unless it is `0` or `false`), otherwise on a terminal that is not `dumb`.
 */
export function wantsColours({ enabled, environment, terminal }: ColourInputs): boolean {
  if (!enabled || (environment.NO_COLOR ?? '') !== '') return false;
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return terminal && environment.TERM !== 'dumb';
}

/** Creates the colour functions. */
export function createColours(enabled: boolean): Colours {
  const dress = (open: number, close: number) => (text: string) =>
    enabled ? `${ownSequence(`[${open}m`)}${text}${ownSequence(`[${close}m`)}` : text;
  return {
    enabled,
    bold: dress(1, 22),
    dim: dress(2, 22),
    red: dress(31, 39),
    green: dress(32, 39),
    yellow: dress(33, 39),
    cyan: dress(36, 39),
  };
}

/**
 * The colours for output to a terminal or elsewhere.
 *
 * @param enabled `false` with `--no-color`
 */
export function coloursFor(terminal: object | undefined, enabled: boolean): Colours {
  const environment = process.env;
  return createColours(
    wantsColours({ enabled: enabled, environment, terminal: terminal !== undefined }),
  );
}

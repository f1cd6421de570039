import { withoutUser } from '../../runtime/client/address.ts';
import { type Colours, coloursFor } from './colours.ts';
import { createProgress, type Progress } from './progress.ts';
import type { ReporterName } from './reporter-names.ts';
import { messageTerminal, writeMessage } from './streams.ts';

/** Options of every command. */
export interface GlobalOptions {
  /** `false` with `--no-color`. */
  readonly color: boolean;
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly reporter: ReporterName;
}

/** A command's console output. Everything goes to stderr. */
export interface Console {
  readonly reporter: ReporterName;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly colours: Colours;
  readonly progress: Progress;
  /** Prints a line, unless `--quiet`. */
  say(line: string): void;
  /** Prints a line with `--verbose` only, without user and password of an address. */
  detail(line: string): void;
  /** Prints a line regardless of options: errors. */
  warn(line: string): void;
}

/** Creates a console from the options and the state of stderr. */
export function createConsole(options: GlobalOptions): Console {
  const quiet = options.quiet ?? false;
  const verbose = options.verbose ?? false;
  const terminal = messageTerminal();
  const progress = createProgress(quiet || options.reporter !== 'text' ? undefined : terminal);
  const line = (text: string): void => {
    progress.clear();
    writeMessage(`${text}\n`);
  };
  return {
    reporter: options.reporter,
    quiet,
    verbose,
    colours: coloursFor(terminal, options.color),
    progress,
    say: (text) => {
      if (!quiet) line(text);
    },
    detail: (text) => {
      if (verbose) line(withoutUser(text));
    },
    warn: line,
  };
}

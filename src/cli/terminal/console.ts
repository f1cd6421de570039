import { type Colours, createColours, wantsColours } from './colours.ts';
import { createProgress, type Progress } from './progress.ts';
import type { ReporterName } from './reporter-names.ts';
import { talkTerminal, writeTalk } from './streams.ts';

/** Options every command takes. */
export interface GlobalOptions {
  /** `false` with `--no-color`. */
  readonly color: boolean;
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly reporter: ReporterName;
}

/** A command's way of speaking to people: everything goes to stderr. */
export interface Talk {
  readonly reporter: ReporterName;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly colours: Colours;
  readonly progress: Progress;
  /** Says a line, unless `--quiet`. */
  say(line: string): void;
  /** Says a line with `--verbose` only. */
  detail(line: string): void;
  /** Says a line whatever the options: errors. */
  warn(line: string): void;
}

/** Creates it from the options and the state of stderr. */
export function createTalk(options: GlobalOptions): Talk {
  const quiet = options.quiet ?? false;
  const verbose = options.verbose ?? false;
  const terminal = talkTerminal();
  const progress = createProgress(quiet || options.reporter !== 'text' ? undefined : terminal);
  const line = (text: string): void => {
    progress.clear();
    writeTalk(`${text}\n`);
  };
  return {
    reporter: options.reporter,
    quiet,
    verbose,
    colours: createColours(
      wantsColours({
        wanted: options.color,
        environment: process.env,
        terminal: terminal !== undefined,
      }),
    ),
    progress,
    say: (text) => {
      if (!quiet) line(text);
    },
    detail: (text) => {
      if (verbose) line(text);
    },
    warn: line,
  };
}

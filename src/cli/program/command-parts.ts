import type { Command } from 'commander';
import type { ExitCode } from '../terminal/exit-codes.ts';

/** Receives the exit code of a command. */
export type Finish = (code: ExitCode) => void;

/** Builds the command tree for a command line. */
export type CreateProgram = (argv: readonly string[], finish: Finish) => Promise<Command>;

/** Renders the examples at the end of a help text. */
export function examples(lines: readonly (readonly [command: string, comment: string])[]): string {
  const rows = lines.map(([command, comment]) => `  # ${comment}\n  ${command}`);
  return `\nExamples:\n${rows.join('\n')}`;
}

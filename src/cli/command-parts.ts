import type { ExitCode } from './exit-codes.ts';

/** Takes the exit code a command ends with. */
export type Finish = (code: ExitCode) => void;

/** Renders the examples that stand at the end of a help text. */
export function examples(lines: readonly (readonly [command: string, comment: string])[]): string {
  const rows = lines.map(([command, comment]) => `  # ${comment}\n  ${command}`);
  return `\nExamples:\n${rows.join('\n')}`;
}

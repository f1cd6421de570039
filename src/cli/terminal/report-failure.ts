import { CliError, describeSystemError } from './cli-error.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { writeMessage } from './streams.ts';

/**
 * Reports why a command failed. Expected failures say what to do. Defects of the tool say that they
 * are one, and show their stack only with `--verbose`.
 */
export function reportFailure(
  error: unknown,
  verbose: boolean,
  say: (text: string) => void = writeMessage,
): ExitCode {
  const known = error instanceof CliError ? error : describeSystemError(error);
  if (known !== undefined) {
    say(`asmx-gen: ${known.message}\n`);
    if (known.help !== undefined) say(`${indent(known.help)}\n`);
    if (verbose && known !== error && error instanceof Error) say(`${error.stack ?? ''}\n`);
    return known.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  say(`asmx-gen: internal error: ${message}\n`);
  if (verbose && error instanceof Error) say(`${error.stack ?? ''}\n`);
  else say('  Run the command again with --verbose for the stack.\n');
  say('  This is a bug in asmx-gen: please report it, with the contract that causes it.\n');
  return exitCodes.cannotRun;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

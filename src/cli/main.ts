import type * as Commander from 'commander';
import { createProgram, isCommanderError } from './program.ts';
import { type ExitCode, exitCodes } from './terminal/exit-codes.ts';
import { installInterrupt } from './terminal/interrupt.ts';
import { flushStreams } from './terminal/streams.ts';

/**
 * Runs the command line and ends the process with its exit code.
 *
 * @param argv arguments without the paths of node and the script
 */
export async function main(argv: readonly string[]): Promise<never> {
  installInterrupt();
  process.exitCode = await run(argv);
  await flushStreams();
  process.exit();
}

/** Runs one command line. Never throws. */
export async function run(argv: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.fine;
  try {
    const program = await createProgram(argv, (code) => {
      exitCode = code;
    });
    if (argv.length === 0) {
      program.outputHelp();
      return exitCodes.fine;
    }
    await program.parseAsync(withoutHelpOfUnknown(program, argv), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (isCommanderError(error)) {
      return error.exitCode === 0 ? exitCodes.fine : exitCodes.cannotRun;
    }
    const { reportFailure } = await import('./terminal/report-failure.ts');
    return reportFailure(error, argv.includes('--verbose'));
  }
}

/**
 * Removes the request for help from a command line with an unknown command, so that commander
 * suggests the most similar one.
 */
function withoutHelpOfUnknown(
  program: Commander.Command,
  argv: readonly string[],
): readonly string[] {
  const [first, topic] = program.parseOptions([...argv]).operands;
  const command = first === 'help' ? topic : first;
  if (command === undefined || program.commands.some((one) => one.name() === command)) return argv;
  return [command];
}

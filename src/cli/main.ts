import { createRequire } from 'node:module';
import type * as Commander from 'commander';
import { packageVersion } from '../write/folder.ts';
import {
  type CreateProgram,
  type Finish,
  readWord,
  reporterNames,
  wrongValue,
} from './terminal/arguments.ts';
import { type ExitCode, exitCodes, installInterrupt } from './terminal/exit.ts';
import {
  dataTerminal,
  flushStreams,
  messageTerminal,
  printData,
  printMessage,
} from './terminal/streams.ts';

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
    const { reportFailure } = await import('./terminal/failure.ts');
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

// required instead of imported, because Node scans imported files for the names they export
const require = createRequire(import.meta.url);
const { Command, CommanderError, Option } = require('commander') as typeof Commander;

/** Adds arguments, options, help and action to a command. */
type Describe = (command: Commander.Command, finish: Finish, createProgram: CreateProgram) => void;

/** The commands in the order of the help. Each command's description is loaded when it is used. */
const commands: readonly {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Describe>;
  /** For programs, and not shown. */
  readonly hidden?: boolean;
}[] = [
  {
    name: 'init',
    summary: 'set up a project, from nothing, a WSDL, a URL or help pages',
    load: async () => (await import('./commands.ts')).describeInitCommand,
  },
  {
    name: 'generate',
    summary: 'generate clients and servers, or check that they are up to date',
    load: async () => (await import('./commands.ts')).describeGenerateCommand,
  },
  {
    name: 'check',
    summary: 'find errors and likely problems in a contract',
    load: async () => (await import('./commands.ts')).describeCheckCommand,
  },
  {
    name: 'inspect',
    summary: 'show what a contract offers',
    load: async () => (await import('./commands.ts')).describeInspectCommand,
  },
  {
    name: 'convert',
    summary: 'write a contract as WSDL, YAML, OpenAPI, requests or pages',
    load: async () => (await import('./commands.ts')).describeConvertCommand,
  },
  {
    name: 'diff',
    summary: 'tell whom the changes between two contracts break',
    load: async () => (await import('./commands.ts')).describeDiffCommand,
  },
  {
    name: 'call',
    summary: 'call an operation of a service',
    load: async () => (await import('./commands.ts')).describeCallCommand,
  },
  {
    name: 'serve',
    summary: 'run the generated server with sample answers or your handlers',
    load: async () => (await import('./commands.ts')).describeServeCommand,
  },
  {
    name: 'mcp',
    summary: 'offer operations of a service to agents',
    load: async () => (await import('./commands.ts')).describeMcpCommand,
  },
  {
    name: 'verify',
    summary: 'compare a vendored folder with its manifest',
    load: async () => (await import('./commands.ts')).describeVerifyCommand,
  },
  {
    name: 'completion',
    summary: 'print a script that completes command lines in bash, zsh or fish',
    load: async () => (await import('./commands.ts')).describeCompletionCommand,
  },
  {
    name: 'complete-words',
    summary: 'what may come next, for the scripts',
    load: async () => (await import('./commands.ts')).describeCompleteWordsCommand,
    hidden: true,
  },
];

const examples = `
Examples:
  # client and server from a WSDL
  asmx-gen generate service.wsdl -o generated/service
  # in CI: is the generated code up to date?
  asmx-gen generate --check
  # what does this service offer?
  asmx-gen inspect service.wsdl
  # call it
  asmx-gen call service.wsdl GetUser id=5
  # stand in for it
  asmx-gen serve service.wsdl`;

/**
 * Refuses options with an empty value, such as that of a variable which a script did not set: an
 * empty folder would be the working directory.
 *
 * @throws {CliError} one of a command's options is empty
 */
function refuseEmptyValues(command: Commander.Command): void {
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    if (value === '' || (Array.isArray(value) && value.includes(''))) {
      throw wrongValue(`--${option.name()}`, '', 'Give a value, or leave the option out.');
    }
  }
}

/**
 * Builds the command tree for a command line. Loads only commander and the command in question,
 * whose action imports the rest, so that `--help`, `--version` and usage errors are fast.
 */
export async function createProgram(
  argv: readonly string[],
  finish: Finish,
): Promise<Commander.Command> {
  const program = new Command('asmx-gen')
    .description('Typed clients and servers for ASMX web services, from a WSDL or a YAML contract.')
    .usage('<command> [options]')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .option('--quiet', 'print only errors')
    .option('--verbose', 'print more: timings, and stacks of internal errors')
    .addOption(
      new Option('--reporter <name>', 'how to write diagnostics')
        .choices(reporterNames)
        .argParser(readWord('--reporter', reporterNames))
        .default('text'),
    )
    .option('--no-color', 'write no colours (also: NO_COLOR=1)')
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('Run asmx-gen --help for the list of commands.')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: printData,
      writeErr: printMessage,
      getOutHelpWidth: () => dataTerminal()?.columns ?? 80,
      getErrHelpWidth: () => messageTerminal()?.columns ?? 80,
      getOutHasColors: () => dataTerminal() !== undefined,
      getErrHasColors: () => messageTerminal() !== undefined,
      outputError: (text, write) => write(text.replace(/^error: /, 'asmx-gen: ')),
    })
    .addHelpText('after', examples)
    .hook('preAction', (_program, command) => refuseEmptyValues(command));
  for (const { name, summary, load, hidden } of commands) {
    const command = program.command(name, { hidden: hidden ?? false }).summary(summary);
    command.showHelpAfterError(`Run asmx-gen ${name} --help for its usage.`);
    if (argv.includes(name)) (await load())(command, finish, createProgram);
  }
  return program;
}

/** Whether commander ended a run, after printing help or reporting an error. */
function isCommanderError(error: unknown): error is Commander.CommanderError {
  return error instanceof CommanderError;
}

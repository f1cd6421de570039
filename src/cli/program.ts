import { createRequire } from 'node:module';
import type * as Commander from 'commander';
import { packageVersion } from './package-version.ts';
import type { CreateProgram, Finish } from './program/command-parts.ts';
import { readWord, refuseEmptyValues } from './program/option-values.ts';
import { reporterNames } from './terminal/reporter-names.ts';
import { dataTerminal, messageTerminal, printData, writeMessage } from './terminal/streams.ts';

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
    load: async () => (await import('./init/command.ts')).describeInitCommand,
  },
  {
    name: 'generate',
    summary: 'generate clients and servers, or check that they are up to date',
    load: async () => (await import('./generate/command.ts')).describeGenerateCommand,
  },
  {
    name: 'check',
    summary: 'find errors and likely problems in a contract',
    load: async () => (await import('./check/command.ts')).describeCheckCommand,
  },
  {
    name: 'inspect',
    summary: 'show what a contract offers',
    load: async () => (await import('./inspect/command.ts')).describeInspectCommand,
  },
  {
    name: 'convert',
    summary: 'write a contract as WSDL, YAML, OpenAPI, requests or pages',
    load: async () => (await import('./convert/command.ts')).describeConvertCommand,
  },
  {
    name: 'diff',
    summary: 'tell whom the changes between two contracts break',
    load: async () => (await import('./diff/command.ts')).describeDiffCommand,
  },
  {
    name: 'call',
    summary: 'call an operation of a service',
    load: async () => (await import('./call/command.ts')).describeCallCommand,
  },
  {
    name: 'serve',
    summary: 'run the generated server with sample answers or your handlers',
    load: async () => (await import('./serve/command.ts')).describeServeCommand,
  },
  {
    name: 'mcp',
    summary: 'offer operations of a service to agents',
    load: async () => (await import('./mcp/command.ts')).describeMcpCommand,
  },
  {
    name: 'verify',
    summary: 'compare a vendored folder with its manifest',
    load: async () => (await import('./verify/command.ts')).describeVerifyCommand,
  },
  {
    name: 'completion',
    summary: 'print a script that completes command lines in bash, zsh or fish',
    load: async () => (await import('./completion/command.ts')).describeCompletionCommand,
  },
  {
    name: 'complete-words',
    summary: 'what may come next, for the scripts',
    load: async () => (await import('./completion/command.ts')).describeCompleteWordsCommand,
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
      writeErr: writeMessage,
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
export function isCommanderError(error: unknown): error is Commander.CommanderError {
  return error instanceof CommanderError;
}

import type { Command } from 'commander';
import { type StackChoice, stackChoices } from '../diagnostics/stacks.ts';
import type { CallCommandOptions } from './call.ts';
import type { CheckCommandOptions } from './check.ts';
import {
  type ConvertCommandOptions,
  notationNames,
  openApiVersions,
  wireNames,
} from './contract/options.ts';
import type { DiffCommandOptions } from './diff.ts';
import type { GenerateCommandOptions } from './generate/run.ts';
import type { InitCommandOptions } from './init/files.ts';
import type { InspectCommandOptions } from './inspect.ts';
import type { McpCommandOptions } from './mcp.ts';
import type { ServeCommandOptions } from './serve/run.ts';
import {
  type CreateProgram,
  collect,
  type Finish,
  readWord,
  type Shell,
  shells,
  wrongValue,
} from './terminal/arguments.ts';
import type { VerifyCommandOptions } from './verify-recording.ts';

const typeMappings = ['json'];

const about = [
  'Sets up a project without overwriting anything.',
  'Without a source: a small contract under specs/ and a configuration.',
  'From a WSDL or XML Schema: copies it with all its imports to specs/.',
  'From its URL, or that of an .asmx page: downloads the WSDL with all its imports to ' +
    'specs/ and locks their hashes.',
  'From a discovery document (.disco, ?disco) or a web page that names one WSDL: from ' +
    'that WSDL.',
  'From a SoapUI project: its WSDLs, mock responses as a recording, requests as a .http ' + 'file.',
  'From help pages (?op=), saved or on a server that hides its WSDL: a contract in YAML.',
  'A project that has a configuration gets one entry more in it.',
  'With a source, in a terminal, it asks whether to generate the client or the server; ' +
    '--targets skips the question.',
];

/**
 * Reads `--port`: 0 to 65535.
 *
 * @throws {CliError} for anything else
 */
function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw wrongValue('--port', text, 'Give a number from 0 to 65535.');
}

/**
 * Reads `--timeout` in milliseconds, 1 or more.
 *
 * @throws {CliError} for anything else
 */
function readTimeout(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1) return Number(text);
  throw wrongValue('--timeout', text, 'Give a whole number of milliseconds from 1.');
}

/**
 * Reads `--charset`: a label of the Encoding Standard, such as `windows-1252`.
 *
 * @throws {CliError} if there is no such charset
 */
function readCharset(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw wrongValue('--charset', name, 'Name a charset, such as windows-1252.');
  }
}

/**
 * Reads `--accept-host`, which may be repeated.
 *
 * @throws {CliError} for an invalid host name
 */
export function readHostName(
  text: string,
  before: readonly string[] | undefined,
): readonly string[] {
  if (/^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,252})$/.test(text)) return [...(before ?? []), text];
  const help = 'Give the name of a host without scheme and port, such as school.test.';
  throw wrongValue('--accept-host', text, help);
}

/** Renders the examples at the end of a help text. */
function examples(lines: readonly (readonly [command: string, comment: string])[]): string {
  const rows = lines.map(([command, comment]) => `  # ${comment}\n  ${command}`);
  return `\nExamples:\n${rows.join('\n')}`;
}

/** Adds the options for imports and for the servers that they come from to a command. */
function addImportOptions(command: Command): Command {
  return addAccessOptions(
    command
      .option('--allow-host <host>', 'host from which imports may be fetched; repeatable', collect)
      .option('--confine <dir>', 'refuse imports from outside a folder, symbolic links resolved')
      .option(
        '--map <from=to>',
        'where imports lead that begin with FROM, or an OASIS catalog (repeatable)',
        collect,
      ),
  );
}

/** Adds these and `--lenient` to a command. `also` completes the description. */
function addContractOptions(command: Command, also = ''): Command {
  return addImportOptions(command).option(
    '--lenient',
    `leave out each operation with a defect in the contract, with a warning${also}`,
  );
}

/** Adds the options of {@link AccessOptions} to a command. */
function addAccessOptions(command: Command): Command {
  return command
    .option('--header <line>', "HTTP header 'Name: value' for the server (repeatable)", collect)
    .option('--user <name:password>', 'sign in with Basic authentication, or as --ntlm says')
    .option('--ntlm', "sign in with NTLM: --user 'DOMAIN\\NAME:PASSWORD'")
    .option('--cert <file>', 'client certificate in PEM')
    .option('--key <file>', 'its key, if that is in a file of its own')
    .option('--pfx <file>', 'client certificate and key in PKCS #12')
    .option('--passphrase <text>', 'passphrase of the key')
    .option('--ca <file>', 'certificate authority to trust besides the usual ones, in PEM')
    .addHelpText('after', accessHelp);
}

/** Of commands that call the service of a contract. */
const securityOption = [
  '--security <file>',
  'YAML or JSON with what signs in by messages: usernameToken: { … }, signer: { … }',
] as const;

const accessHelp = `
The options for servers go to the server of the contract alone, and are written nowhere.
A value env:NAME is read from the environment: --user env:WSDL_USER, --header 'X-Key: env:KEY'
(for files, the variable holds the path).`;

/** Describes `asmx-gen init`. */
export function describeInitCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description(about.join('\n'))
      .argument(
        '[source...]',
        'WSDL, XML Schema, URL, .asmx URL, saved help pages or a folder of them',
      )
      .option('--name <name>', 'name of the contract and its files')
      .option(
        '--targets <list>',
        'files to generate, for the configuration: types,client to call it, +schemas for more',
      )
      .addOption(
        command
          .createOption(
            '--types <mapping>',
            'json, for the configuration: results are what JSON can hold',
          )
          .choices(typeMappings)
          .argParser(readWord('--types', typeMappings)),
      )
      .option('--no-config', 'write no configuration'),
    ', also in the configuration',
  )
    .option('--timeout <ms>', 'longest time for one download', readTimeout, 30_000)
    .option('--agents', 'add a line to AGENTS.md that leads agents to SKILL.md of this package')
    .option('--update', 'download again what the lock file names, and show what changed')
    .addHelpText(
      'after',
      examples([
        ['asmx-gen init', 'a contract to begin with'],
        ['asmx-gen init ../legacy/service.wsdl', 'from a WSDL with its schemas'],
        ['asmx-gen init http://server/School.asmx', 'from a running service'],
        ['asmx-gen init ../legacy/service.wsdl --targets types,client', 'to call it, no more'],
        ['asmx-gen init ../legacy/service.wsdl --types json', 'to pass results on as JSON'],
        ['asmx-gen init saved-pages/', 'from help pages saved in a browser'],
        ['asmx-gen init --update', 'did the service change?'],
      ]),
    )
    .action(async (sources: readonly string[]) => {
      const { runInit } = await import('./init/run.ts');
      finish(await runInit(sources, command.optsWithGlobals<InitCommandOptions>()));
    });
}

/** Describes `asmx-gen generate`. */
export function describeGenerateCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description(
        'Generates typed clients and servers. Without arguments, for every contract of the ' +
          'configuration.',
      )
      .argument('[contract...]', 'WSDL, XML Schema or YAML files')
      .option(
        '-o, --out <dir>',
        'output folder; for several contracts, the parent of their folders',
      )
      .option('-c, --config <file>', 'configuration file (default: found upward from here)')
      .option(
        '--targets <list>',
        'files to generate: types,client,server,wsdl,docs,handlers,soap,schemas,gateway,mcp; ' +
          '+schemas adds to the default',
      )
      .option('--check', 'write nothing; print what would change as a diff, exit 1 if anything')
      .option('--dry-run', 'write nothing; list what would change')
      .option('--watch', 'generate again whenever a file that was read changes, until Ctrl-C')
      .option('--templates <dir>', 'folder whose templates replace the built-in ones by name')
      .option('--runtime <kind>', 'vendor: copy the runtime; package: import asmx-gen-runtime')
      .option('--emit <language>', 'ts: TypeScript; js: JavaScript with .d.ts files')
      .option('--import-extension <ending>', 'ending of relative imports: js, ts or none')
      .option('--no-gitattributes', 'leave out the .gitattributes of the output folder')
      .option(
        '--only <glob>',
        'select operations: Operation or Service.Operation (repeatable)',
        collect,
      )
      .option('--force', 'overwrite files edited by hand, and the code of another contract')
      .option(
        '--prune',
        'remove generated folders that belong to no contract of the configuration',
      ),
  )
    .addHelpText(
      'after',
      examples([
        ['asmx-gen generate', 'all contracts of asmx-gen.config.*'],
        ['asmx-gen generate service.wsdl -o src/service', 'one contract into one folder'],
        ["asmx-gen generate service.wsdl --only 'Get*'", 'some of its operations'],
        ['asmx-gen generate --check --reporter github', 'in a GitHub workflow'],
      ]),
    )
    .action(async (contracts: readonly string[]) => {
      const options = command.optsWithGlobals<GenerateCommandOptions>();
      if (options.watch === true) {
        const { watchGenerate } = await import('./generate/run.ts');
        finish(await watchGenerate(contracts, options));
      } else {
        const { runGenerate } = await import('./generate/run.ts');
        finish(await runGenerate(contracts, options));
      }
    });
}

/** Reads `--for`: names of stacks with commas between them. */
function readStackNames(text: string): readonly StackChoice[] {
  return text.split(',').map(readWord('--for', stackChoices));
}

/** Describes `asmx-gen check`. */
export function describeCheckCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description(
        'Reads a contract with all it imports and reports every error and warning. ' +
          'Without arguments, every contract of the configuration.',
      )
      .argument('[contract...]', 'WSDL, XML Schema or YAML files')
      .option('-c, --config <file>', 'configuration file (default: found upward from here)')
      .option(
        '--for <list>',
        'other stacks, such as zeep,wcf, or all: what of the contract they cannot do, or do ' +
          'wrongly',
        readStackNames,
      ),
  )
    .addHelpText(
      'after',
      examples([
        ['asmx-gen check service.wsdl', 'errors and warnings with their places'],
        ['asmx-gen check service.wsdl --for zeep,php', 'what will hurt callers on these?'],
        ['asmx-gen check --reporter json', 'all contracts of the configuration, for a program'],
      ]),
    )
    .action(async (contracts: readonly string[]) => {
      const { runCheck } = await import('./check.ts');
      finish(await runCheck(contracts, command.optsWithGlobals<CheckCommandOptions>()));
    });
}

/** Describes `asmx-gen inspect`. */
export function describeInspectCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description('Prints the services, ports and operations of a contract with their signatures.')
      .argument('<contract>', 'WSDL, XML Schema or YAML file')
      .argument('[operation]', 'one operation: Operation or Service.Operation')
      .option('--types', 'print the types with their fields; with an operation, those it uses')
      .option('--json', 'print the linked model as JSON (docs/reference/model-json.md)')
      .option('--policies', 'print what the policies ask, as a file for call --security'),
  )
    .addHelpText(
      'after',
      examples([
        ['asmx-gen inspect service.wsdl', 'all operations'],
        ['asmx-gen inspect service.wsdl GetUser', 'one, in full'],
        ['asmx-gen inspect service.wsdl GetUser --types', 'the types it takes and gives'],
        ["asmx-gen inspect service.wsdl --json | jq '.services[].name'", 'for a program'],
      ]),
    )
    .action(async (contract: string, operation: string | undefined) => {
      const { runInspect } = await import('./inspect.ts');
      finish(
        await runInspect(contract, operation, command.optsWithGlobals<InspectCommandOptions>()),
      );
    });
}

/** Describes `asmx-gen convert`. */
export function describeConvertCommand(command: Command, finish: Finish): void {
  addImportOptions(
    command
      .description(
        'Writes a contract in another notation: WSDL, YAML, OpenAPI, requests with sample values ' +
          'for .http files, Bruno and Postman, or pages in Markdown. ' +
          'If the notation cannot express a construct, its place is listed and nothing is written.',
      )
      .argument('<contract>', 'WSDL, XML Schema or YAML file')
      .addOption(
        command
          .createOption('--to <notation>', 'notation to write')
          .choices(notationNames)
          .argParser(readWord('--to', notationNames))
          .makeOptionMandatory(),
      )
      .option(
        '-o, --output <path>',
        'file to write, or folder for bruno and markdown; existing files are replaced ' +
          '(default: stdout)',
      )
      .option('--bundle', 'with --to wsdl: one file without imports, as without this option')
      .option('--service <name>', 'write only this service')
      .addOption(
        command
          .createOption('--openapi <version>', 'version of OpenAPI (default: 3.1)')
          .choices(openApiVersions)
          .argParser(readWord('--openapi', openApiVersions)),
      )
      .addOption(
        command
          .createOption(
            '--wire <form>',
            "what OpenAPI describes: 'json', the gateway with its routes in the configuration " +
              "(default), or 'xml', the bodies of the service",
          )
          .choices(wireNames)
          .argParser(readWord('--wire', wireNames)),
      )
      .option('-c, --config <file>', 'configuration file (default: found upward from here)'),
  )
    .addHelpText(
      'after',
      examples([
        ['asmx-gen convert service.wsdl --to yaml -o specs/service.yaml', 'from WSDL to YAML'],
        ['asmx-gen convert school.yaml --to wsdl --service AuthCodeSending', 'one service as WSDL'],
        ['asmx-gen convert school.yaml --to openapi > openapi.json', 'OpenAPI 3.1 of its gateway'],
        ['asmx-gen convert school.yaml --to openapi --openapi 3.0 --wire xml', 'of its own bodies'],
        ['asmx-gen convert service.wsdl --to http > requests.http', 'requests to edit and send'],
        ['asmx-gen convert service.wsdl --to bruno -o requests', 'the same as a folder for Bruno'],
      ]),
    )
    .action(async (contract: string) => {
      const { runConvert } = await import('./convert.ts');
      finish(await runConvert(contract, command.optsWithGlobals<ConvertCommandOptions>()));
    });
}

const diffMeaning = `
Every change has one of these classes, or both of those that break:
  breaks callers  a caller generated from OLD fails with a server of NEW
  breaks servers  a server generated from OLD fails with a caller of NEW
  compatible      neither
  documentation   a text for people
Changes are judged by the messages, separately for requests and responses, and for each
binding. Receivers skip unknown elements, as ASMX does. Those that do not are told in a line
that begins with !: what WCF loses in silence needs a major version, and --for tells of others.

Exit codes: 0 nothing breaks, 1 something breaks, 2 the contracts cannot be compared.`;

/** Describes `asmx-gen diff`. */
export function describeDiffCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description(
        'Compares two versions of a contract. Tells whom each change breaks, over which ' +
          'binding, and which version step it needs.',
      )
      .argument('[old]', 'WSDL, XML Schema or YAML file of the callers and servers in use')
      .argument('[new...]', 'WSDL, XML Schema or YAML file to replace it')
      .option(
        '--against <revision>',
        'compare every contract of the configuration, or those named, with a git revision',
      )
      .option('-c, --config <file>', 'configuration file (default: found upward from here)')
      .option(
        '--for <list>',
        'stacks of callers and services, such as zeep,wcf, or all: what they do not survive ' +
          'counts as a break, and what others do is not told',
        readStackNames,
      )
      .option('--breaking-only', 'list only what breaks; everything counts')
      .option('--exit-zero', 'end with 0 also if something breaks')
      .option('--markdown', 'write Markdown, for the text of a pull request'),
  )
    .addHelpText('after', diffMeaning)
    .addHelpText(
      'after',
      examples([
        ['asmx-gen diff service-1.wsdl service-2.wsdl', 'may the new version go live?'],
        ['asmx-gen diff service.wsdl service.yaml', 'do WSDL and YAML say the same?'],
        [
          'asmx-gen diff --against origin/main --markdown',
          'what a branch changes, for its pull request',
        ],
        [
          "asmx-gen diff old.wsdl new.wsdl --reporter json | jq -r '.step'",
          'for a program (docs/reference/diff.md)',
        ],
      ]),
    )
    .action(async (old: string | undefined, others: readonly string[]) => {
      const options = command.optsWithGlobals<DiffCommandOptions>();
      const [now, ...more] = others;
      if (options.against !== undefined) {
        const { runDiffAgainst } = await import('./diff.ts');
        const contracts = [old ?? [], others].flat();
        finish(await runDiffAgainst(options.against, contracts, options));
      } else if (old === undefined || now === undefined) {
        const name = old === undefined ? 'old' : 'new';
        command.error(`error: missing required argument '${name}'`);
      } else if (more.length > 0) {
        const got = `Expected 2 arguments but got ${others.length + 1}`;
        command.error(`error: too many arguments for 'diff'. ${got}.`);
      } else {
        const { runDiff } = await import('./diff.ts');
        finish(await runDiff(old, now, options));
      }
    });
}

const verifyMeaning = `
Of folders: only the folders are needed: no configuration, no contract, no other file. CR LF
line ends, as git may write them on Windows, count as unchanged. The manifest detects
accidents, not malice: whoever edits a file can edit the manifest too. The runtime is
therefore written again and compared, if the folder is of this version.

With --sbom, prints the vendored runtimes of the folders as a bill of materials: CycloneDX
1.6 in JSON, with version, licence and the SHA-256 of each file. The same folders give the
same text.

With --recording, each call of a recording (serve --record, or createShadow) is sent to a
live server, and its answer compared by value. Calls that change something do it again. The
contract is named instead of a folder, or that of the configuration, or the server's ?WSDL.

Exit codes: 0 every folder is as it was written, every answer as recorded; 1 one is not;
2 a folder has no usable manifest, or no server answers.`;

/** Describes `asmx-gen verify`. */
export function describeVerifyCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description(
        'Compares a generated folder, also a copy, with its own manifest: lists files ' +
          'that were edited, are missing, or are not part of it, and shows its contract. ' +
          'Or compares a live server with a recording.',
      )
      .argument('[dir...]', 'folders with an asmx-gen.manifest.json; with --recording, contracts')
      .option('--sbom', 'print the vendored runtime as CycloneDX JSON instead of a verdict')
      .option('--recording <file>', 'recorded calls to send to a live server')
      .option('--url <url>', 'base address of that server, or the address of its only service')
      .option(...securityOption)
      .option('-c, --config <file>', 'configuration file (default: found upward from here)'),
  )
    .addHelpText('after', verifyMeaning)
    .addHelpText(
      'after',
      examples([
        ['asmx-gen verify src/vendor/school', 'is the vendored folder as it was generated?'],
        [
          'asmx-gen verify school.yaml --recording calls.jsonl --url http://localhost:8080',
          'does the new server answer like the recorded one?',
        ],
        [
          "asmx-gen verify src/vendor/school --reporter json | jq -r '.edited[].path'",
          'the edited files, for a program',
        ],
      ]),
    )
    .action(async (directories: readonly string[]) => {
      const options = command.optsWithGlobals<VerifyCommandOptions>();
      const { recording = options.url } = options;
      if (directories.length === 0 && recording === undefined) {
        command.error("error: missing required argument 'dir'");
      }
      const { runVerify } = await import('./verify.ts');
      finish(await runVerify(directories, options));
    });
}

const completionMeaning = `
The script asks asmx-gen itself what may come next: commands, options and their values,
contracts, operations of the contract named, and their parameters.`;

/** Describes `asmx-gen completion`. */
export function describeCompletionCommand(command: Command, finish: Finish): void {
  command
    .description('Prints a script that completes command lines of asmx-gen in a shell.')
    .addArgument(
      command
        .createArgument('<shell>', 'shell to complete in')
        .choices(shells)
        .argParser(readWord('<shell>', shells)),
    )
    .addHelpText('after', completionMeaning)
    .addHelpText(
      'after',
      examples([
        ["echo 'source <(asmx-gen completion bash)' >> ~/.bashrc", 'in every bash from now on'],
        ["echo 'source <(asmx-gen completion zsh)' >> ~/.zshrc", 'in zsh, after compinit'],
        [
          'asmx-gen completion fish > ~/.config/fish/completions/asmx-gen.fish',
          'in every fish from now on',
        ],
      ]),
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./completion.ts');
      const { writeData } = await import('./terminal/streams.ts');
      await writeData(completionScript(shell));
      finish(0);
    });
}

/**
 * Describes the command that the scripts call, with the words of a command line, of which the last
 * is to be completed.
 */
export function describeCompleteWordsCommand(
  command: Command,
  finish: Finish,
  createProgram: CreateProgram,
): void {
  command
    .description('Prints what the last word may be, one candidate a line.')
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      const { runCompleteWords } = await import('./completion.ts');
      finish(await runCompleteWords(words, createProgram));
    });
}

const callMeaning = `
A batch has one input a line, as --json takes it, or {"id", "operation", "input"}. Answers are
JSON lines with "line", from 1, and "result" or "fault", in the order in which they come. What
has no answer is printed, and called again by the next run (docs/how-to/many-calls.md).`;

/** Reads `--concurrency`. */
function readCalls(text: string): number {
  const calls = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (calls >= 1 && calls <= 10_000) return calls;
  throw wrongValue('--concurrency', text, 'Give a whole number from 1 to 10,000.');
}

/** Reads `--rate`. */
function readRate(text: string): number {
  if (/^\d{1,6}(?:\.\d{1,6})?$/.test(text) && Number(text) > 0) return Number(text);
  throw wrongValue('--rate', text, 'Give calls a second, above 0, such as 5 or 0.5.');
}

/** Describes `asmx-gen call`. */
export function describeCallCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description('Sends one call with the generated client and prints the result as JSON.')
      .argument('<contract>', 'WSDL or YAML file')
      .argument(
        '[operation]',
        'Operation or Service.Operation; the lines of a batch may name theirs instead',
      )
      .argument('[name=value...]', 'parameters; nested ones by path: order.items[0].sku=5')
      .option('-c, --config <file>', 'configuration file (default: found upward from here)')
      .option(
        '--url <url>',
        'base address (scheme, host, port, prefix), or the endpoint with its path',
      )
      .option('--binding <name>', 'soap11, soap12, httpGet or httpPost')
      .option('--json <file>', 'parameters as a JSON object, or null: a file, or - for stdin')
      .option(
        '--soap-header <name=value>',
        'SOAP header by part name, nested ones by path: Session.id=5 (repeatable)',
        collect,
      )
      .option(...securityOption)
      .option(
        '--soap-headers <file>',
        'SOAP headers as a JSON object: a file, or - for stdin; --soap-header takes precedence',
      )
      .option('--timeout <ms>', 'give up after so many milliseconds', readTimeout)
      .option('--charset <name>', 'charset of the answer, whatever its headers say', readCharset)
      .option('--raw', 'print the body of the answer unchanged')
      .option('--dry-run', 'print the bytes of the request, send nothing')
      .option('--curl', 'print a command line for curl, send nothing')
      .option('--batch <file>', 'send a call for each line of JSON: a file, or - for stdin')
      .option('--out <file>', 'add the answers of a batch to a file; answered lines are left out')
      .option('--concurrency <n>', 'calls of a batch that run at a time (default: 1)', readCalls)
      .option('--rate <n>', 'calls of a batch that begin in a second at most', readRate)
      .option('--progress', 'show how far a batch is'),
    '; read an answer that does not fit the contract, and say where',
  )
    .addHelpText('after', callMeaning)
    .addHelpText(
      'after',
      examples([
        ['asmx-gen call school.yaml AuthCode code=1234 phone=0599', 'one call'],
        [
          'asmx-gen call school.yaml AuthCode code=1 phone=2 --binding http-get --dry-run',
          'look at it',
        ],
        ['asmx-gen call shop.wsdl Shop.PlaceOrder order.items[0].sku=5', 'nested parameters'],
        ['asmx-gen call shop.wsdl PlaceOrder --json - < order.json', 'parameters as JSON'],
        [
          'asmx-gen call shop.wsdl PlaceOrder --batch orders.jsonl --out answers.jsonl',
          'many calls; the same command goes on where it stopped',
        ],
      ]),
    )
    .action(async (contract: string, operation: string | undefined, parameters) => {
      const { runCall } = await import('./call.ts');
      const options = command.optsWithGlobals<CallCommandOptions>();
      if (operation === undefined && options.batch === undefined) {
        command.error("error: missing required argument 'operation'");
      }
      finish(await runCall(contract, operation, parameters, options));
    });
}

const serveMeaning = `
Answers come from samples, which are valid and the same in every run; from --handlers,
with samples for missing operations; from the real service at --upstream; or from a
recording, with --replay. Recordings are JSON lines (docs/reference/recordings.md);
they never contain HTTP headers such as Authorization and Cookie.

On a loopback address, which is the default, requests for other names than those of this
machine are refused, so that no web page can read what is served: --accept-host allows one.
On any address, requests that pages of other sites cause (Sec-Fetch-Site) are refused, but
for --cors.

--fault takes reset (the connection), cut (in the middle of the answer), slow (10 s, or slow 300ms)
and garbage, besides statuses and faults. 'Pay=503 x2' answers the first two calls, 'Pay=503 5%'
five of a hundred, the same ones in every run with the same --seed.

--control shows the calls so far, and takes the next answers and faults, as JSON over HTTP
(docs/reference/control.md). On a port, requests need the token that is printed at the start,
or that of the variable ASMX_GEN_CONTROL_TOKEN; a socket is for this user alone.

Each request is logged as one line on stderr. Ctrl-C lets running requests end.`;

/** Reads `--seed`. */
function readSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw wrongValue('--seed', text, 'Give a whole number from 0 to 999999999.');
}

/** Describes `asmx-gen serve`. */
export function describeServeCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description(
        'Runs the generated server with sample answers, your handlers, or recorded answers; ' +
          'help pages and ?WSDL included.',
      )
      .argument('[contract...]', 'WSDL or YAML files (default: those of the configuration)')
      .option('--handlers <file>', 'module with handlers (.mjs, .js, .ts): `export default { … }`')
      .option('--port <number>', 'port to listen on; 0 for any that is free', readPort, 8080)
      .option('--host <address>', 'address to listen on', '127.0.0.1')
      .option(
        '--accept-host <name>',
        'answer to this name, too, on an address of this machine (repeatable)',
        readHostName,
      )
      .option('--cors', 'let pages of all origins call the operations, without credentials')
      .option('-c, --config <file>', 'configuration file (default: found upward from here)')
      .option(
        '--latency <ms>',
        'delay of each answer, or Operation=ms for one operation; also uniform(100,300), ' +
          'normal(200,50), lognormal(90,0.4) (repeatable)',
        collect,
      )
      .option(
        '--fault <operation=fault>',
        'answer with a fault: an HTTP status, a SOAP fault code, a declared fault, reset, cut, ' +
          'slow or garbage; after it x2 or 5% (repeatable)',
        collect,
      )
      .option('--seed <number>', 'decides what happens by chance', readSeed, 1)
      .option('--upstream <url>', 'forward calls to the real service')
      .option('--record <file>', 'add calls and answers of the real service to a file')
      .option(
        '--redact <name>',
        'keep a parameter or field out of the recording and of the control (repeatable)',
        collect,
      )
      .option('--replay <file>', 'answer from a recording')
      .option(
        '--control <port>',
        'let another process steer it: a port of this machine, or the path of a Unix socket',
      )
      .option('--watch', 'load contract and handlers again whenever a file of theirs changes'),
  )
    .addHelpText('after', serveMeaning)
    .addHelpText(
      'after',
      examples([
        ['asmx-gen serve service.wsdl', 'sample answers on http://127.0.0.1:8080'],
        ['asmx-gen serve service.wsdl school.yaml', 'both on one port'],
        ['asmx-gen serve service.wsdl --handlers handlers.ts --port 9000', 'your own answers'],
        [
          'asmx-gen serve service.wsdl --latency 200 --latency Search=3000 --fault Pay=503',
          'a bad day: slow, and one operation down',
        ],
        [
          "asmx-gen serve service.wsdl --fault 'Pay=503 x2' --fault 'Search=reset 5%'",
          'a worse one: twice no answer, and connections that break',
        ],
        ['asmx-gen serve service.wsdl --control 9001', 'a test in another process steers it'],
        [
          'asmx-gen serve school.yaml --upstream http://legacy --record calls.jsonl --redact phone',
          'record the real service, without telephone numbers',
        ],
        ['asmx-gen serve school.yaml --replay calls.jsonl', 'the same answers without the service'],
      ]),
    )
    .action(async (contracts: readonly string[]) => {
      const { runServe } = await import('./serve/run.ts');
      finish(await runServe(contracts, command.optsWithGlobals<ServeCommandOptions>()));
    });
}

const mcpMeaning = `
Speaks MCP on stdin and stdout, for the program that starts it. Each call is one line of
JSON on stderr: tool, input, milliseconds, and the error if it failed. The operations that
--only names are tools, and no others. Needs the package @modelcontextprotocol/server 2.x;
--write and --check do not.

Tools that are too large are cut, and one more, describe, tells what is left out. With
--dynamic, find, describe and call stand for all operations.

With --port, serves HTTP at /mcp. On a loopback address, which is the default, requests for
other names than those of this machine are refused, and on any those of web pages, but for
--accept-host and --allow-origin. There is no sign-in: whoever reaches it can call the tools.`;

/** Describes `asmx-gen mcp`. */
export function describeMcpCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description('Offers operations of a service to agents, as tools of an MCP server.')
      .argument('<contract>', 'WSDL or YAML file')
      .option(
        '--only <glob>',
        'operations that are tools: Operation or Service.Operation (repeatable)',
        collect,
      )
      .option('--read <glob>', 'those that only read (repeatable)', collect)
      .option('--dynamic', 'three tools for all operations: find, describe and call')
      .option('--port <number>', 'serve HTTP on this port, not stdin; 0 for any', readPort)
      .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
      .option(
        '--accept-host <name>',
        'answer to this name, too, on an address of this machine (repeatable)',
        readHostName,
      )
      .option('--allow-origin <origin>', 'let web pages of this origin in (repeatable)', collect)
      .option(
        '--url <url>',
        'base address (scheme, host, port, prefix), or the endpoint with its path',
      )
      .option('--replay <file>', 'answer from a recording, without the service')
      .option('--dry-run', 'answer with the request that would be sent, send nothing')
      .option('--write <file>', 'write names, texts and schemas of the tools, serve nothing')
      .option(
        '--check <file>',
        'compare them with such a file; print a diff, exit 1 if they differ',
      )
      .option('--redact <name>', 'keep a parameter or field out of the log (repeatable)', collect)
      .option('-c, --config <file>', 'configuration file (default: found upward from here)')
      .option(
        '--binding <name>',
        'soap11, soap12, httpGet or httpPost, for operations that have it',
      )
      .option(
        '--soap-header <name=value>',
        'SOAP header by part name, nested ones by path: Session.id=env:ID (repeatable)',
        collect,
      )
      .option(...securityOption)
      .option('--timeout <ms>', 'give up a call after so many milliseconds', readTimeout)
      .option(
        '--charset <name>',
        'charset of the answers, whatever their headers say',
        readCharset,
      ),
    '; read answers that do not fit the contract',
  )
    .addHelpText('after', mcpMeaning)
    .addHelpText(
      'after',
      examples([
        ["asmx-gen mcp school.yaml --only 'Auth*' --url http://localhost:8080", 'some operations'],
        ["asmx-gen mcp school.yaml --only 'Shop.*' --replay calls.jsonl", 'without the service'],
        ["asmx-gen mcp school.yaml --only '*' --write tools.json", 'what an agent sees'],
        ["asmx-gen mcp school.yaml --only '*' --check tools.json", 'in CI: does it still?'],
      ]),
    )
    .action(async (contract: string) => {
      const { runMcp } = await import('./mcp.ts');
      finish(await runMcp(contract, command.optsWithGlobals<McpCommandOptions>()));
    });
}

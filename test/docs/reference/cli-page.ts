import type { Command } from 'commander';
import { createProgram } from '../../../src/cli/main.ts';
import { exitCodes } from '../../../src/cli/terminal/exit.ts';
import { code, fence, pageHead, table } from './markdown-text.ts';

const ignore = (): void => {};

/** Examples with another exit code than 0, or that a test cannot run. */
const notes: readonly (readonly [RegExp, string])[] = [
  [/\bjq\b/, 'not run: needs jq'],
  [/--against/, 'not run: needs a git repository with an older version'],
  [/^asmx-gen init (.*https?:|--update)/, 'not run: needs a service on the network'],
  [/--recording/, 'not run: needs a service on the network'],
  [/^asmx-gen (serve|.*--watch)/, 'background'],
  [/^asmx-gen diff service-1/, 'exit: 1'],
];

/** What a test does before an example, hidden from readers. */
const preparations: readonly (readonly [RegExp, string])[] = [
  [/^asmx-gen init/, 'rm -rf specs asmx-gen.config.json'],
  [/^asmx-gen generate$/, 'cp project.json asmx-gen.config.json'],
  [/^asmx-gen generate .*--only/, 'rm -rf generated/users'],
  [/fish/, 'mkdir -p ~/.config/fish/completions'],
  [/^asmx-gen verify/, 'npx asmx-gen generate school.yaml -o src/vendor/school'],
];

/** The files of the examples, and the service they call. */
const beginning = `<!-- setup
cp -r "$ROOT"/test/docs/fixtures/cli/. .
sed -i "s/80[8]0/8080/" school.yaml
npx asmx-gen convert school.yaml --to wsdl --service Shop -o shop.wsdl
npx asmx-gen convert service.yaml --to wsdl -o service.wsdl
npx asmx-gen convert service-2.yaml --to wsdl -o service-2.wsdl
cp service.wsdl service-1.wsdl
mkdir -p ../legacy saved-pages
cp service.wsdl ../legacy
cp "$ROOT"/test/fixtures/help/* saved-pages
-->
<!-- setup, background
npx asmx-gen serve school.yaml --port 8080
-->
`;

/** `docs/reference/cli.md`, from the definitions that `--help` is printed from. */
export async function cliPage(): Promise<string> {
  const program = await createProgram([], ignore);
  const names = commandNames(program);
  const sections: string[] = [];
  for (const name of names) sections.push(await commandSection(name));
  return `${pageHead('Command line', 'the definitions in src/cli')}
${beginning}
\`npx asmx-gen <command> [options]\`. \`npx asmx-gen <command> --help\` prints the same. Data goes to stdout, messages to stderr. Progress is
only shown on a terminal.

${table(
  ['command', 'what it does'],
  names.map((name) => [`[${name}](#${name})`, summaryOf(program, name)]),
)}

## Options of every command

${optionTable(program)}

\`NO_COLOR\` in the environment turns colours off, too. From Node 22.8 on the program uses Node's compile cache, in
\`asmx-gen\` of your folder for caches (\`~/.cache\`, \`XDG_CACHE_HOME\`, \`LOCALAPPDATA\`): \`NODE_COMPILE_CACHE\` names
another one, and \`NODE_DISABLE_COMPILE_CACHE=1\` turns it off.

On a terminal, control characters and characters that turn the direction of text are shown as escapes (\`\\u009b\`),
whatever contract, service or argument they come from. Data in a pipe or a file is unchanged.

## Exit codes

${table(
  ['code', 'means'],
  [
    [String(exitCodes.fine), 'done, and the answer is yes'],
    [
      String(exitCodes.no),
      'done, and the answer is no: a contract with errors, generated code that is out of date, a change that breaks callers or servers, a call answered with a fault',
    ],
    [String(exitCodes.cannotRun), 'not done: wrong usage, configuration, files or network'],
    [String(exitCodes.interrupted), 'stopped by Ctrl-C; `serve` then ends with 0'],
  ],
)}

${sections.join('\n')}`;
}

/** Commands that `--help` shows, but `help` itself. */
export function commandNames(program: Command): readonly string[] {
  const visible = program.createHelp().visibleCommands(program);
  return visible.map((command) => command.name()).filter((name) => name !== 'help');
}

function summaryOf(program: Command, name: string): string {
  return program.commands.find((command) => command.name() === name)?.summary() ?? '';
}

async function commandSection(name: string): Promise<string> {
  const program = await createProgram([name], ignore);
  const command = program.commands.find((one) => one.name() === name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  const { text, examples } = afterHelp(command);
  const parts = [
    `## ${name}`,
    code(`asmx-gen ${name} ${command.usage()}`),
    command.description().replaceAll('\n', '\n\n'),
    argumentTable(command),
    optionTable(command),
    text === '' ? '' : fence('text', text, 'from source'),
    examples.map(exampleText).join('\n\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function argumentTable(command: Command): string {
  const { registeredArguments } = command;
  if (registeredArguments.length === 0) return '';
  return table(
    ['argument', ''],
    registeredArguments.map((one) => {
      const name = one.variadic ? `${one.name()}...` : one.name();
      return [code(one.required ? `<${name}>` : `[${name}]`), one.description];
    }),
  );
}

function optionTable(command: Command): string {
  const options = command.options.filter((option) => !option.hidden);
  if (options.length === 0) return '';
  return table(
    ['option', ''],
    options.map((option) => {
      const { flags, description, argChoices, defaultValue, mandatory, negate } = option;
      const choices = argChoices === undefined ? '' : `: ${argChoices.map(code).join(', ')}`;
      const silent = defaultValue === undefined || negate;
      const fallback = silent ? '' : `. Default: ${code(String(defaultValue))}`;
      return [code(flags), `${description}${choices}${fallback}${mandatory ? '. Required' : ''}`];
    }),
  );
}

interface Example {
  readonly command: string;
  readonly comment: string;
}

/** What follows the options in the help text: words, and examples. */
function afterHelp(command: Command): { text: string; examples: readonly Example[] } {
  const pieces: string[] = [];
  command.configureOutput({
    writeOut: (text) => {
      pieces.push(text);
    },
  });
  command.outputHelp();
  const [, after = ''] = pieces.join('').split(/^Global Options:\n(?: .*\n)+/m);
  const [text = '', list = ''] = after.split(/^Examples:\n/m);
  const rows = list.split('\n').filter((line) => line.trim() !== '');
  const examples = rows.flatMap((line, at) => {
    const next = rows[at + 1];
    const isComment = line.startsWith('  # ') && next !== undefined;
    return isComment ? [{ comment: line.slice(4), command: next.trim() }] : [];
  });
  return { text: text.trim(), examples };
}

function exampleText({ command, comment }: Example): string {
  const note = notes.find(([pattern]) => pattern.test(command))?.[1];
  const line = command.replaceAll(/\basmx-gen (?=[a-z])/g, 'npx asmx-gen ');
  const before = preparations.find(([pattern]) => pattern.test(command))?.[1];
  const setup = before === undefined ? '' : `<!-- setup\n${before}\n-->\n`;
  const words = comment.replace(/^./, (first) => first.toUpperCase());
  return `${words}${words.endsWith('?') ? '' : ':'}\n\n${setup}${fence('sh', line, note)}`;
}

import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import { allTargets, isAdded } from '../config/settings.ts';
import { stackChoices } from '../diagnostics/stacks.ts';
import { harmless } from '../diagnostics/words.ts';
import { type CreateProgram, collect, type Shell } from './terminal/arguments.ts';
import { type ExitCode, exitCodes } from './terminal/exit.ts';
import type { Candidate } from './terminal/files.ts';
import { writeData } from './terminal/streams.ts';

/**
 * Prints candidates for the last word, one on each line, with the description after a tab. The
 * shell waits for it while its user types, so errors result in no candidates and no message.
 */
export async function runCompleteWords(
  words: readonly string[],
  createProgram: CreateProgram,
): Promise<ExitCode> {
  try {
    const plain = words.map(unquoted);
    const current = plain.at(-1) ?? '';
    const program = await createProgram(plain.slice(0, -1), () => {});
    const found = await candidates(program, plain.slice(0, -1), current);
    // a name with a line break would be two, and one with ESC reaches the terminal
    const fitting = found.filter(
      ({ value }) => value.startsWith(current) && harmless(value) === value,
    );
    await writeData(fitting.map(line).join(''));
  } catch {
    return exitCodes.fine;
  }
  return exitCodes.fine;
}

function line({ value, text }: Candidate): string {
  // the shell shows it in its terminal
  const about = harmless(text?.replace(/\s+/g, ' ').slice(0, 120) ?? '');
  return about === '' ? `${value}\n` : `${value}\t${about}\n`;
}

/** A word without the quotes and backslashes that bash leaves in it. */
function unquoted(word: string): string {
  const quote = /^['"]/.exec(word)?.[0];
  if (quote !== undefined) return word.slice(1).replace(new RegExp(`${quote}$`), '');
  return word.replace(/\\(.)/g, '$1');
}

async function candidates(
  program: Command,
  before: readonly string[],
  current: string,
): Promise<readonly Candidate[]> {
  const globals = readWords(before, program.options);
  const [name] = globals.operands;
  if (globals.option !== undefined) return valuesOf(globals.option, current, globals);
  if (name === undefined || name === 'help') {
    const assigned = await assignedCandidates(program.options, current, globals);
    if (assigned !== undefined) return assigned;
    if (current.startsWith('-')) return optionCandidates(program.options, new Set());
    return globals.operands.length > 1 ? [] : commandCandidates(program);
  }
  const command = program.commands.find((one) => one.name() === name);
  if (command === undefined) return [];
  const options = optionsOf(command);
  const read = readWords(before, options);
  const words: ReadWords = { ...read, operands: read.operands.slice(1) };
  const assigned = await assignedCandidates(options, current, words);
  if (assigned !== undefined) return assigned;
  if (words.option !== undefined) return valuesOf(words.option, current, words);
  if (current.startsWith('-')) return optionCandidates(options, words.options);
  return argumentCandidates(command, words, current);
}

/** Values of `--option=…`, including that prefix; `undefined` for other words. */
async function assignedCandidates(
  options: readonly Option[],
  current: string,
  words: ReadWords,
): Promise<readonly Candidate[] | undefined> {
  const [head, name] = /^(--[\w-]+)=/.exec(current) ?? [];
  if (head === undefined) return undefined;
  const option = options.find(({ long }) => long === name);
  if (option === undefined) return [];
  const values = await valuesOf(option, current.slice(head.length), words);
  return values.map(({ value, text }) => ({ value: head + value, text }));
}

function commandCandidates(program: Command): readonly Candidate[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .map((one) => ({ value: one.name(), text: one.summary() || one.description() }));
}

function optionCandidates(
  options: readonly Option[],
  given: ReadonlySet<string>,
): readonly Candidate[] {
  const open = options.filter(
    ({ long, parseArg }) => parseArg === collect || !given.has(long ?? ''),
  );
  const own = open.map(({ long, short, description }) => ({
    value: long ?? short ?? '',
    text: description,
  }));
  return [...own, { value: '--help', text: 'print this help' }];
}

/** Values of options that are neither choices nor paths. */
const knownValues: Readonly<Record<string, readonly string[]>> = {
  '--binding': ['soap11', 'soap12', 'httpGet', 'httpPost'],
  '--runtime': ['vendor', 'package'],
  '--host': ['127.0.0.1', '0.0.0.0', '::1'],
};

/**
 * Files and folders that complete a word; folders end in `/`. Hidden ones are omitted unless the
 * word starts with a dot.
 */
function pathCandidates(word: string, accepts: (name: string) => boolean): readonly Candidate[] {
  const slash = word.lastIndexOf('/') + 1;
  const shown = word.slice(0, slash);
  const prefix = word.slice(slash);
  const folder = shown.replace(/^~(?=\/)/, homedir()) || '.';
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(prefix) && (prefix !== '' || !name.startsWith('.')))
      .sort()
      .flatMap((name): readonly Candidate[] => {
        const stats = statSync(join(folder, name), { throwIfNoEntry: false });
        if (stats?.isDirectory() === true) {
          return name === 'node_modules' ? [] : [{ value: `${shown}${name}/`, text: 'folder' }];
        }
        return accepts(name) ? [{ value: shown + name, text: 'file' }] : [];
      });
  } catch {
    return [];
  }
}

/** Whether a file may be a contract, by its name. */
function isContractName(name: string): boolean {
  return /\.(wsdl|ya?ml|xml|asmx)$/i.test(name) && !/^asmx-gen\.config\./.test(name);
}

async function valuesOf(
  option: Option,
  current: string,
  { operands }: ReadWords,
): Promise<readonly Candidate[]> {
  const name = option.long ?? '';
  const listed = option.argChoices ?? knownValues[name];
  if (listed !== undefined) return listed.map((value) => ({ value }));
  if (name === '--targets') {
    const added = isAdded(current) ? allTargets.map((one) => `+${one}`) : allTargets;
    return listCandidates(added, current);
  }
  if (name === '--for') return listCandidates(stackChoices, current);
  const [contract] = operands;
  if (contract !== undefined && ['--only', '--fault', '--latency', '--service'].includes(name)) {
    const { modelForCompletion, operationCandidates, serviceCandidates } = await import(
      './operation-candidates.ts'
    );
    const model = modelForCompletion(contract);
    if (model === undefined) return [];
    if (name === '--service') return serviceCandidates(model);
    const found = operationCandidates(model, current);
    if (name === '--only') return found;
    return found.map(({ value, text }) => ({ value: `${value}=`, text }));
  }
  if (/<dir>/.test(option.flags)) return pathCandidates(current, () => false);
  if (name === '--config') return pathCandidates(current, (one) => /^asmx-gen\.config\./.test(one));
  return /<file>/.test(option.flags) ? pathCandidates(current, () => true) : [];
}

/** Completions of the last item of a comma-separated list. */
function listCandidates(all: readonly string[], current: string): readonly Candidate[] {
  const head = current.slice(0, current.lastIndexOf(',') + 1);
  const given = head.split(',');
  return all.filter((one) => !given.includes(one)).map((one) => ({ value: head + one }));
}

async function argumentCandidates(
  command: Command,
  { operands, options }: ReadWords,
  current: string,
): Promise<readonly Candidate[]> {
  const declared = command.registeredArguments;
  const argument = declared[operands.length] ?? declared.at(-1);
  if (argument === undefined) return [];
  if (operands.length >= declared.length && !argument.variadic) return [];
  // `diff` compares two contracts, or any number with a revision
  if (argument.name() === 'new' && operands.length > 1 && !options.has('--against')) return [];
  if (argument.argChoices !== undefined) return argument.argChoices.map((value) => ({ value }));
  const [contract, operation, ...given] = operands;
  switch (argument.name()) {
    case 'dir':
      return pathCandidates(current, () => false);
    case 'source':
      return pathCandidates(current, (name) => isContractName(name) || /\.html?$/i.test(name));
    case 'operation':
    case 'name=value': {
      const contracts = await import('./operation-candidates.ts');
      const model = contracts.modelForCompletion(contract ?? '');
      if (model === undefined) return [];
      if (operation === undefined) return contracts.operationCandidates(model, current);
      return contracts.parameterCandidates(model, operation, given);
    }
    default:
      return pathCandidates(current, isContractName);
  }
}

/** The meaning of the words before the one to complete. */
interface ReadWords {
  /** The option whose value is to be completed. */
  readonly option: Option | undefined;
  /** Arguments of the command so far, without options and their values. */
  readonly operands: readonly string[];
  /** Options given so far, by their long names. */
  readonly options: ReadonlySet<string>;
}

/** All options of a command, including those of every command. */
function optionsOf(command: Command): readonly Option[] {
  const globals = command.parent?.options ?? [];
  return [...command.options, ...globals].filter(({ hidden }) => !hidden);
}

/** Reads the words of a command line from the shell. */
function readWords(words: readonly string[], options: readonly Option[]): ReadWords {
  const operands: string[] = [];
  const given = new Set<string>();
  let open: Option | undefined;
  let ended = false;
  for (const word of words) {
    if (open !== undefined) {
      open = undefined;
    } else if (word === '--' && !ended) {
      ended = true;
    } else if (word.startsWith('-') && word !== '-' && !ended) {
      const [name] = word.split('=', 1);
      const option = options.find(({ long, short }) => long === name || short === name);
      if (option?.long !== undefined && option.long !== null) given.add(option.long);
      if (option?.required === true && !word.includes('=')) open = option;
    } else {
      operands.push(word);
    }
  }
  return { option: open, operands, options: given };
}

/** The hidden command that the scripts call with the words of the command line. */
const ask = 'complete-words --';

// bash splits words at `=` and `:`; they are joined again, and the part before the last of these is
// removed from the candidates
const bash = `# Completion of asmx-gen for bash: source <(asmx-gen completion bash)
_asmx_gen() {
  local word value kind glue= cut
  local -a words=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ -z $word && "\${COMP_LINE:0:COMP_POINT}" == *[[:space:]] ]]; then glue=; fi
    if [[ \${#words[@]} -gt 0 && ( -n $glue || $word == [=:]* ) ]]; then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    if [[ $word == *[=:] ]]; then glue=1; else glue=; fi
  done
  word=\${words[\${#words[@]}-1]}
  cut=\${word%"\${word##*[=:]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r value kind; do
    COMPREPLY+=("\${value#"$cut"}")
    if [[ $kind == file || $kind == folder ]]; then compopt -o filenames 2>/dev/null; fi
    if [[ $value == *[/=] ]]; then compopt -o nospace 2>/dev/null; fi
  done < <("\${COMP_WORDS[0]}" ${ask} "\${words[@]}" 2>/dev/null)
}
complete -F _asmx_gen asmx-gen
`;

const zsh = `#compdef asmx-gen
# Completion of asmx-gen for zsh: source <(asmx-gen completion zsh)
_asmx_gen() {
  local value text
  local -a open closed texts
  while IFS=$'\\t' read -r value text; do
    if [[ $value == *[/=] ]]; then
      open+=("$value")
    else
      closed+=("$value")
      texts+=("$value\${text:+  -- $text}")
    fi
  done < <("\${(Q)words[1]}" ${ask} "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( $#open )) && compadd -S '' -a open
  (( $#closed )) && compadd -l -d texts -a closed
}
if [[ "\${funcstack[1]}" == _asmx_gen ]]; then
  _asmx_gen
else
  compdef _asmx_gen asmx-gen
fi
`;

const fish = `# Completion of asmx-gen for fish: asmx-gen completion fish | source
function __asmx_gen_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    $words[1] ${ask} $words[2..] "$current" 2>/dev/null
end
complete -c asmx-gen -f -a '(__asmx_gen_complete)'
`;

/** The text of a shell's completion script. */
export function completionScript(shell: Shell): string {
  return { bash, zsh, fish }[shell];
}

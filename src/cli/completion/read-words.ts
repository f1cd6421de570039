import type { Command, Option } from 'commander';

/** The meaning of the words before the one to complete. */
export interface ReadWords {
  /** The option whose value is to be completed. */
  readonly option: Option | undefined;
  /** Arguments of the command so far, without options and their values. */
  readonly operands: readonly string[];
  /** Options given so far, by their long names. */
  readonly options: ReadonlySet<string>;
}

/** All options of a command, including those of every command. */
export function optionsOf(command: Command): readonly Option[] {
  const globals = command.parent?.options ?? [];
  return [...command.options, ...globals].filter(({ hidden }) => !hidden);
}

/** Reads the words of a command line from the shell. */
export function readWords(words: readonly string[], options: readonly Option[]): ReadWords {
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

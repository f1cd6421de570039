import type { Command } from 'commander';
import { type CreateProgram, examples, type Finish } from '../program/command-parts.ts';
import { readWord } from '../program/option-values.ts';
import type { Shell } from './options.ts';
import { shells } from './options.ts';

const meaning = `
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
    .addHelpText('after', meaning)
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
      const { completionScript } = await import('./scripts.ts');
      const { writeData } = await import('../terminal/streams.ts');
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
      const { runCompleteWords } = await import('./run-complete-words.ts');
      finish(await runCompleteWords(words, createProgram));
    });
}

import type { Command } from 'commander';
import { examples, type Finish } from '../program/command-parts.ts';
import type { GlobalOptions } from '../terminal/console.ts';

const meaning = `
Only the folders are needed: no configuration, no contract, no other file. CR LF
line ends, as git may write them on Windows, count as unchanged. The manifest detects
accidents, not malice: whoever edits a file can edit the manifest too.

Exit codes: 0 every folder is as it was written, 1 one is not, 2 one has no usable manifest.`;

/** Describes `asmx-gen verify`. */
export function describeVerifyCommand(command: Command, finish: Finish): void {
  command
    .description(
      'Compares a generated folder, also a copy, with its own manifest: lists files ' +
        'that were edited, are missing, or are not part of it, and shows its contract.',
    )
    .argument('<dir...>', 'folders with an asmx-gen.manifest.json')
    .addHelpText('after', meaning)
    .addHelpText(
      'after',
      examples([
        ['asmx-gen verify src/vendor/school', 'is the vendored folder as it was generated?'],
        [
          "asmx-gen verify src/vendor/school --reporter json | jq -r '.edited[].path'",
          'the edited files, for a program',
        ],
      ]),
    )
    .action(async (directories: readonly string[]) => {
      const { runVerify } = await import('./run.ts');
      finish(await runVerify(directories, command.optsWithGlobals<GlobalOptions>()));
    });
}

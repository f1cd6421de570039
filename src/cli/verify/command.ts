import type { Command } from 'commander';
import { addContractOptions } from '../contract/contract-options.ts';
import { examples, type Finish } from '../program/command-parts.ts';
import type { VerifyCommandOptions } from './options.ts';

const meaning = `
Of folders: only the folders are needed: no configuration, no contract, no other file. CR LF
line ends, as git may write them on Windows, count as unchanged. The manifest detects
accidents, not malice: whoever edits a file can edit the manifest too.

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
      .option('--recording <file>', 'recorded calls to send to a live server')
      .option('--url <url>', 'base address of that server, or the address of its only service')
      .option('-c, --config <file>', 'configuration file (default: found upward from here)'),
  )
    .addHelpText('after', meaning)
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
      const { runVerify } = await import('./run.ts');
      finish(await runVerify(directories, options));
    });
}

import type { Command } from 'commander';
import { type ReaderName, readerNames } from '../../config/config.ts';
import { addContractOptions } from '../contract/contract-options.ts';
import { examples, type Finish } from '../program/command-parts.ts';
import { readWord } from '../program/option-values.ts';
import type { DiffCommandOptions } from './options.ts';

const meaning = `
Every change has one of these classes, or both of those that break:
  breaks callers  a caller generated from OLD fails with a server of NEW
  breaks servers  a server generated from OLD fails with a caller of NEW
  compatible      neither
  documentation   a text for people
Changes are judged by the messages, separately for requests and responses, and for each
binding. Receivers skip unknown elements, as ASMX does. Those that do not are told in a line
that begins with !: what they lose in silence needs a major version.

Exit codes: 0 nothing breaks, 1 something breaks, 2 the contracts cannot be compared.`;

/** Reads `--for`: names of stacks with commas between them. */
function readReaders(text: string): readonly ReaderName[] {
  return text.split(',').map(readWord('--for', readerNames));
}

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
        'stacks of callers and services, such as wcf: what they lose counts as a break, what ' +
          'others lose is not told',
        readReaders,
      )
      .option('--breaking-only', 'list only what breaks; everything counts')
      .option('--exit-zero', 'end with 0 also if something breaks')
      .option('--markdown', 'write Markdown, for the text of a pull request'),
  )
    .addHelpText('after', meaning)
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
        const { runDiffAgainst } = await import('./run-against.ts');
        const contracts = [old ?? [], others].flat();
        finish(await runDiffAgainst(options.against, contracts, options));
      } else if (old === undefined || now === undefined) {
        const name = old === undefined ? 'old' : 'new';
        command.error(`error: missing required argument '${name}'`);
      } else if (more.length > 0) {
        const got = `Expected 2 arguments but got ${others.length + 1}`;
        command.error(`error: too many arguments for 'diff'. ${got}.`);
      } else {
        const { runDiff } = await import('./run.ts');
        finish(await runDiff(old, now, options));
      }
    });
}

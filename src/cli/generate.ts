import type { Command } from 'commander';
import { examples, type Finish } from './command-parts.ts';
import { addContractOptions, type ContractCommandOptions } from './contract-options.ts';
import { collect } from './option-values.ts';

/** Options of `generate`. */
export interface GenerateCommandOptions extends ContractCommandOptions {
  readonly out?: string | undefined;
  readonly config?: string | undefined;
  readonly targets?: string | undefined;
  readonly check?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly templates?: string | undefined;
  readonly runtime?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly force?: boolean | undefined;
  readonly prune?: boolean | undefined;
  readonly watch?: boolean | undefined;
}

/** Describes `asmx-gen generate`. */
export function describeGenerateCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description(
        'Generates typed clients and servers. Without arguments, for every contract of the configuration.',
      )
      .argument('[contract...]', 'WSDL or YAML files')
      .option(
        '-o, --out <dir>',
        'output folder; the parent of one folder each for several contracts',
      )
      .option('-c, --config <file>', 'configuration file (default: found upward from here)')
      .option('--targets <list>', 'files to generate: types,client,server,wsdl,docs,handlers,soap')
      .option('--check', 'write nothing; print what would change as a diff, exit 1 if anything')
      .option('--dry-run', 'write nothing; list what would change')
      .option('--watch', 'generate again whenever a file that was read changes, until Ctrl-C')
      .option('--templates <dir>', 'folder whose templates replace the built-in ones by name')
      .option('--runtime <kind>', 'vendor: copy the runtime; package: import asmx-gen/runtime')
      .option(
        '--only <glob>',
        'choose operations: Operation or Service.Operation (repeatable)',
        collect,
      )
      .option('--force', 'overwrite files edited by hand, and the code of another contract')
      .option('--prune', 'remove generated folders that no contract of the configuration makes'),
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
    .action(async (contracts: readonly string[], _options: unknown, parsed: Command) => {
      const options = parsed.optsWithGlobals<GenerateCommandOptions>();
      if (options.watch === true) {
        const { watchGenerate } = await import('./generate/watch-generate.ts');
        finish(await watchGenerate(contracts, options));
      } else {
        const { runGenerate } = await import('./generate/run-generate.ts');
        finish(await runGenerate(contracts, options));
      }
    });
}

import type { Command } from 'commander';
import { addContractOptions } from '../contract/contract-options.ts';
import { examples, type Finish } from '../program/command-parts.ts';
import { collect } from '../program/option-values.ts';
import type { GenerateCommandOptions } from './options.ts';

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
      .option('--runtime <kind>', 'vendor: copy the runtime; package: import asmx-gen/runtime')
      .option('--emit <language>', 'ts: TypeScript; js: JavaScript with .d.ts files')
      .option('--import-extension <ending>', 'ending of relative imports: js, ts or none')
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
        const { watchGenerate } = await import('./watch-generate.ts');
        finish(await watchGenerate(contracts, options));
      } else {
        const { runGenerate } = await import('./run.ts');
        finish(await runGenerate(contracts, options));
      }
    });
}

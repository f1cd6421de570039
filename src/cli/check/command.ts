import type { Command } from 'commander';
import { addContractOptions } from '../contract/contract-options.ts';
import { examples, type Finish } from '../program/command-parts.ts';
import type { CheckCommandOptions } from './options.ts';

/** Describes `asmx-gen check`. */
export function describeCheckCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description(
        'Reads a contract with all it imports and reports every error and warning. ' +
          'Without arguments, every contract of the configuration.',
      )
      .argument('[contract...]', 'WSDL, XML Schema or YAML files')
      .option('-c, --config <file>', 'configuration file (default: found upward from here)'),
  )
    .addHelpText(
      'after',
      examples([
        ['asmx-gen check service.wsdl', 'errors and warnings with their places'],
        ['asmx-gen check --reporter json', 'all contracts of the configuration, for a program'],
      ]),
    )
    .action(async (contracts: readonly string[]) => {
      const { runCheck } = await import('./run.ts');
      finish(await runCheck(contracts, command.optsWithGlobals<CheckCommandOptions>()));
    });
}

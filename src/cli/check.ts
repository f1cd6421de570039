import type { Command } from 'commander';
import { examples, type Finish } from './command-parts.ts';
import { addContractOptions, type ContractCommandOptions } from './contract-options.ts';

/** Options of `check`. */
export interface CheckCommandOptions extends ContractCommandOptions {
  readonly config?: string | undefined;
}

/** Describes `asmx-gen check`. */
export function describeCheckCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description(
        'Reads a contract with all it imports and reports every error and warning. Without arguments, every contract of the configuration.',
      )
      .argument('[contract...]', 'WSDL or YAML files')
      .option('-c, --config <file>', 'configuration file (default: found upward from here)'),
  )
    .addHelpText(
      'after',
      examples([
        ['asmx-gen check service.wsdl', 'errors and warnings with their places'],
        ['asmx-gen check --reporter json', 'all contracts of the configuration, for a program'],
      ]),
    )
    .action(async (contracts: readonly string[], _options: unknown, parsed: Command) => {
      const { runCheck } = await import('./check/run-check.ts');
      finish(await runCheck(contracts, parsed.optsWithGlobals<CheckCommandOptions>()));
    });
}

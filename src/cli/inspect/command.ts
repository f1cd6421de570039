import type { Command } from 'commander';
import { addContractOptions } from '../contract/contract-options.ts';
import { examples, type Finish } from '../program/command-parts.ts';
import type { InspectCommandOptions } from './options.ts';

/** Describes `asmx-gen inspect`. */
export function describeInspectCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description('Prints the services, ports and operations of a contract with their signatures.')
      .argument('<contract>', 'WSDL, XML Schema or YAML file')
      .argument('[operation]', 'one operation: Operation or Service.Operation')
      .option('--types', 'print the types with their fields; with an operation, those it uses')
      .option('--json', 'print the linked model as JSON (docs/reference/model-json.md)'),
  )
    .addHelpText(
      'after',
      examples([
        ['asmx-gen inspect service.wsdl', 'all operations'],
        ['asmx-gen inspect service.wsdl GetUser', 'one, in full'],
        ['asmx-gen inspect service.wsdl GetUser --types', 'the types it takes and gives'],
        ["asmx-gen inspect service.wsdl --json | jq '.services[].name'", 'for a program'],
      ]),
    )
    .action(async (contract: string, operation: string | undefined) => {
      const { runInspect } = await import('./run.ts');
      finish(
        await runInspect(contract, operation, command.optsWithGlobals<InspectCommandOptions>()),
      );
    });
}

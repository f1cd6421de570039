import type { Command } from 'commander';
import { addImportOptions } from '../contract/contract-options.ts';
import { examples, type Finish } from '../program/command-parts.ts';
import { readWord } from '../program/option-values.ts';
import type { ConvertCommandOptions } from './options.ts';
import { notationNames } from './options.ts';

/** Describes `asmx-gen convert`. */
export function describeConvertCommand(command: Command, finish: Finish): void {
  addImportOptions(
    command
      .description(
        'Writes a contract in another notation. WSDL and YAML can be converted into each other. ' +
          'If the notation cannot express a construct, its place is listed and nothing is written.',
      )
      .argument('<contract>', 'WSDL or YAML file')
      .addOption(
        command
          .createOption('--to <notation>', 'notation to write')
          .choices(notationNames)
          .argParser(readWord('--to', notationNames))
          .makeOptionMandatory(),
      )
      .option('-o, --output <file>', 'file to write; an existing one is replaced (default: stdout)')
      .option('--service <name>', 'write only this service'),
  )
    .addHelpText(
      'after',
      examples([
        ['asmx-gen convert service.wsdl --to yaml -o specs/service.yaml', 'from WSDL to YAML'],
        ['asmx-gen convert school.yaml --to wsdl --service AuthCodeSending', 'one service as WSDL'],
        ['asmx-gen convert school.yaml --to openapi > openapi.json', 'OpenAPI 3.1, as JSON'],
      ]),
    )
    .action(async (contract: string) => {
      const { runConvert } = await import('./run.ts');
      finish(await runConvert(contract, command.optsWithGlobals<ConvertCommandOptions>()));
    });
}

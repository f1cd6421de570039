import { type Command, Option } from 'commander';
import { examples, type Finish } from './command-parts.ts';
import { addImportOptions, type ContractCommandOptions } from './contract-options.ts';
import { readWord } from './option-values.ts';

/** Notations `convert` writes. */
export const notationNames = ['wsdl', 'yaml', 'openapi'] as const;

/** One of `notationNames`. */
export type NotationName = (typeof notationNames)[number];

/** Options of `convert`. */
export interface ConvertCommandOptions extends ContractCommandOptions {
  readonly to: NotationName;
  readonly output?: string | undefined;
  readonly service?: string | undefined;
}

/** Describes `asmx-gen convert`. */
export function describeConvertCommand(command: Command, finish: Finish): void {
  addImportOptions(
    command
      .description(
        'Writes a contract in another notation. WSDL and YAML can be turned into each other and back; what a notation cannot say is listed with its place, and nothing is written then.',
      )
      .argument('<contract>', 'WSDL or YAML file')
      .addOption(
        new Option('--to <notation>', 'notation to write')
          .choices(notationNames)
          .argParser(readWord('--to', notationNames))
          .makeOptionMandatory(),
      )
      .option('-o, --output <file>', 'file to write, replaced if it is there (default: stdout)')
      .option('--service <name>', 'one service alone'),
  )
    .addHelpText(
      'after',
      examples([
        ['asmx-gen convert service.wsdl --to yaml -o specs/service.yaml', 'from WSDL to YAML'],
        ['asmx-gen convert school.yaml --to wsdl --service AuthCodeSending', 'one service as WSDL'],
        ['asmx-gen convert school.yaml --to openapi > openapi.json', 'OpenAPI 3.1, as JSON'],
      ]),
    )
    .action(async (contract: string, _options: unknown, parsed: Command) => {
      const { runConvert } = await import('./convert/run-convert.ts');
      finish(await runConvert(contract, parsed.optsWithGlobals<ConvertCommandOptions>()));
    });
}

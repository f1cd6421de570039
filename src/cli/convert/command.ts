import type { Command } from 'commander';
import { addImportOptions } from '../contract/contract-options.ts';
import { examples, type Finish } from '../program/command-parts.ts';
import { readWord } from '../program/option-values.ts';
import type { ConvertCommandOptions } from './options.ts';
import { notationNames, openApiVersions, wireNames } from './options.ts';

/** Describes `asmx-gen convert`. */
export function describeConvertCommand(command: Command, finish: Finish): void {
  addImportOptions(
    command
      .description(
        'Writes a contract in another notation: WSDL, YAML, OpenAPI, requests with sample values ' +
          'for .http files, Bruno and Postman, or pages in Markdown. ' +
          'If the notation cannot express a construct, its place is listed and nothing is written.',
      )
      .argument('<contract>', 'WSDL, XML Schema or YAML file')
      .addOption(
        command
          .createOption('--to <notation>', 'notation to write')
          .choices(notationNames)
          .argParser(readWord('--to', notationNames))
          .makeOptionMandatory(),
      )
      .option(
        '-o, --output <path>',
        'file to write, or folder for bruno and markdown; existing files are replaced ' +
          '(default: stdout)',
      )
      .option('--bundle', 'with --to wsdl: one file without imports, as without this option')
      .option('--service <name>', 'write only this service')
      .addOption(
        command
          .createOption('--openapi <version>', 'version of OpenAPI (default: 3.1)')
          .choices(openApiVersions)
          .argParser(readWord('--openapi', openApiVersions)),
      )
      .addOption(
        command
          .createOption(
            '--wire <form>',
            "what OpenAPI describes: 'json', the gateway with its routes in the configuration " +
              "(default), or 'xml', the bodies of the service",
          )
          .choices(wireNames)
          .argParser(readWord('--wire', wireNames)),
      )
      .option('-c, --config <file>', 'configuration file (default: found upward from here)'),
  )
    .addHelpText(
      'after',
      examples([
        ['asmx-gen convert service.wsdl --to yaml -o specs/service.yaml', 'from WSDL to YAML'],
        ['asmx-gen convert school.yaml --to wsdl --service AuthCodeSending', 'one service as WSDL'],
        ['asmx-gen convert school.yaml --to openapi > openapi.json', 'OpenAPI 3.1 of its gateway'],
        ['asmx-gen convert school.yaml --to openapi --openapi 3.0 --wire xml', 'of its own bodies'],
        ['asmx-gen convert service.wsdl --to http > requests.http', 'requests to edit and send'],
        ['asmx-gen convert service.wsdl --to bruno -o requests', 'the same as a folder for Bruno'],
      ]),
    )
    .action(async (contract: string) => {
      const { runConvert } = await import('./run.ts');
      finish(await runConvert(contract, command.optsWithGlobals<ConvertCommandOptions>()));
    });
}

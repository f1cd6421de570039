import type { Command } from 'commander';
import { addContractOptions } from '../contract/contract-options.ts';
import { examples, type Finish } from '../program/command-parts.ts';
import { readTimeout, readWord } from '../program/option-values.ts';
import type { InitCommandOptions } from './options.ts';

const typeMappings = ['json'];

const about = [
  'Sets up a project without overwriting anything.',
  'Without a source: a small contract under specs/ and a configuration.',
  'From a WSDL or XML Schema: copies it with all its imports to specs/.',
  'From its URL, or that of an .asmx page: downloads the WSDL with all its imports to ' +
    'specs/ and locks their hashes.',
  'From a discovery document (.disco, ?disco) or a web page that names one WSDL: from ' +
    'that WSDL.',
  'From a SoapUI project: its WSDLs, mock responses as a recording, requests as a .http ' + 'file.',
  'From help pages (?op=), saved or on a server that hides its WSDL: a contract in YAML.',
  'A project that has a configuration gets one entry more in it.',
  'With a source, in a terminal, it asks whether to generate the client or the server; ' +
    '--targets skips the question.',
];

/** Describes `asmx-gen init`. */
export function describeInitCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description(about.join('\n'))
      .argument(
        '[source...]',
        'WSDL, XML Schema, URL, .asmx URL, saved help pages or a folder of them',
      )
      .option('--name <name>', 'name of the contract and its files')
      .option(
        '--targets <list>',
        'files to generate, for the configuration: types,client to call it, +schemas for more',
      )
      .addOption(
        command
          .createOption(
            '--types <mapping>',
            'json, for the configuration: results are what JSON can hold',
          )
          .choices(typeMappings)
          .argParser(readWord('--types', typeMappings)),
      )
      .option('--no-config', 'write no configuration'),
    ', also in the configuration',
  )
    .option('--timeout <ms>', 'longest time for one download', readTimeout, 30_000)
    .option('--agents', 'add a line to AGENTS.md that leads agents to SKILL.md of this package')
    .option('--update', 'download again what the lock file names, and show what changed')
    .addHelpText(
      'after',
      examples([
        ['asmx-gen init', 'a contract to begin with'],
        ['asmx-gen init ../legacy/service.wsdl', 'from a WSDL with its schemas'],
        ['asmx-gen init http://server/School.asmx', 'from a running service'],
        ['asmx-gen init ../legacy/service.wsdl --targets types,client', 'to call it, no more'],
        ['asmx-gen init ../legacy/service.wsdl --types json', 'to pass results on as JSON'],
        ['asmx-gen init saved-pages/', 'from help pages saved in a browser'],
        ['asmx-gen init --update', 'did the service change?'],
      ]),
    )
    .action(async (sources: readonly string[]) => {
      const { runInit } = await import('./run.ts');
      finish(await runInit(sources, command.optsWithGlobals<InitCommandOptions>()));
    });
}

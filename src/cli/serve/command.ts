import type { Command } from 'commander';
import { addContractOptions } from '../contract/contract-options.ts';
import { examples, type Finish } from '../program/command-parts.ts';
import { collect, readHostName, readPort } from '../program/option-values.ts';
import type { ServeCommandOptions } from './options.ts';

const meaning = `
Answers come from samples, which are valid and the same in every run; from --handlers,
with samples for missing operations; from the real service at --upstream; or from a
recording, with --replay. Recordings are JSON lines (docs/reference/recordings.md);
they never contain HTTP headers such as Authorization and Cookie.

On a loopback address, which is the default, requests for other names than those of this
machine are refused, so that no web page can read what is served: --accept-host allows one.
On any address, requests that pages of other sites cause (Sec-Fetch-Site) are refused, but
for --cors.

Each request is logged as one line on stderr. Ctrl-C lets running requests end.`;

/** Describes `asmx-gen serve`. */
export function describeServeCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description(
        'Runs the generated server with sample answers, your handlers, or recorded answers; ' +
          'help pages and ?WSDL included.',
      )
      .argument('[contract...]', 'WSDL or YAML files (default: those of the configuration)')
      .option('--handlers <file>', 'module with handlers (.mjs, .js, .ts): `export default { … }`')
      .option('--port <number>', 'port to listen on; 0 for any that is free', readPort, 8080)
      .option('--host <address>', 'address to listen on', '127.0.0.1')
      .option(
        '--accept-host <name>',
        'answer to this name, too, on an address of this machine (repeatable)',
        readHostName,
      )
      .option('--cors', 'let pages of all origins call the operations, without credentials')
      .option('-c, --config <file>', 'configuration file (default: found upward from here)')
      .option(
        '--latency <ms>',
        'delay of each answer, or Operation=ms for one operation (repeatable)',
        collect,
      )
      .option(
        '--fault <operation=code>',
        'answer with a fault: a SOAP fault code, a declared fault or an HTTP status (repeatable)',
        collect,
      )
      .option('--upstream <url>', 'forward calls to the real service')
      .option('--record <file>', 'add calls and answers of the real service to a file')
      .option(
        '--redact <name>',
        'keep a parameter or field out of the recording (repeatable)',
        collect,
      )
      .option('--replay <file>', 'answer from a recording'),
  )
    .addHelpText('after', meaning)
    .addHelpText(
      'after',
      examples([
        ['asmx-gen serve service.wsdl', 'sample answers on http://127.0.0.1:8080'],
        ['asmx-gen serve service.wsdl school.yaml', 'both on one port'],
        ['asmx-gen serve service.wsdl --handlers handlers.ts --port 9000', 'your own answers'],
        [
          'asmx-gen serve service.wsdl --latency 200 --latency Search=3000 --fault Pay=503',
          'a bad day: slow, and one operation down',
        ],
        [
          'asmx-gen serve school.yaml --upstream http://legacy --record calls.jsonl --redact phone',
          'record the real service, without telephone numbers',
        ],
        ['asmx-gen serve school.yaml --replay calls.jsonl', 'the same answers without the service'],
      ]),
    )
    .action(async (contracts: readonly string[]) => {
      const { runServe } = await import('./run.ts');
      finish(await runServe(contracts, command.optsWithGlobals<ServeCommandOptions>()));
    });
}

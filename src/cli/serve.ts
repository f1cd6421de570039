import type { Command } from 'commander';
import { examples, type Finish } from './command-parts.ts';
import { addContractOptions, type ContractCommandOptions } from './contract-options.ts';
import { readPort } from './option-values.ts';

/** Options of `serve`. */
export interface ServeCommandOptions extends ContractCommandOptions {
  readonly handlers?: string | undefined;
  readonly port: number;
  readonly host: string;
}

/** Describes `asmx-gen serve`. */
export function describeServeCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description(
        'Runs the generated server with sample answers, or with your handlers; help pages and ?WSDL included.',
      )
      .argument('<contract>', 'WSDL or YAML file')
      .option('--handlers <file>', 'module with handlers (.mjs, .js, .ts): `export default { … }`')
      .option('--port <number>', 'port to listen on; 0 for any that is free', readPort, 8080)
      .option('--host <address>', 'address to listen on', '127.0.0.1'),
  )
    .addHelpText(
      'after',
      examples([
        ['asmx-gen serve service.wsdl', 'sample answers on http://127.0.0.1:8080'],
        ['asmx-gen serve service.wsdl --handlers handlers.ts --port 9000', 'your own answers'],
      ]),
    )
    .action(async (contract: string, _options: unknown, parsed: Command) => {
      const { runServe } = await import('./serve/run-serve.ts');
      finish(await runServe(contract, parsed.optsWithGlobals<ServeCommandOptions>()));
    });
}

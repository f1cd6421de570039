import type { Command } from 'commander';
import { addContractOptions } from '../contract/contract-options.ts';
import { examples, type Finish } from '../program/command-parts.ts';
import { collect, readCharset, readTimeout } from '../program/option-values.ts';
import type { CallCommandOptions } from './options.ts';

/** Describes `asmx-gen call`. */
export function describeCallCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description('Sends one call with the generated client and prints the result as JSON.')
      .argument('<contract>', 'WSDL or YAML file')
      .argument('<operation>', 'Operation or Service.Operation')
      .argument('[name=value...]', 'parameters; nested ones by path: order.items[0].sku=5')
      .option('-c, --config <file>', 'configuration file (default: found upward from here)')
      .option(
        '--url <url>',
        'base address (scheme, host, port, prefix), or the endpoint with its path',
      )
      .option('--binding <name>', 'soap11, soap12, httpGet or httpPost')
      .option('--json <file>', 'parameters as a JSON object, or null: a file, or - for stdin')
      .option(
        '--soap-header <name=value>',
        'SOAP header by part name, nested ones by path: Session.id=5 (repeatable)',
        collect,
      )
      .option(
        '--soap-headers <file>',
        'SOAP headers as a JSON object: a file, or - for stdin; --soap-header takes precedence',
      )
      .option('--timeout <ms>', 'give up after so many milliseconds', readTimeout)
      .option('--charset <name>', 'charset of the answer, whatever its headers say', readCharset)
      .option('--raw', 'print the body of the answer unchanged')
      .option('--dry-run', 'print the bytes of the request, send nothing')
      .option('--curl', 'print a command line for curl, send nothing'),
    '; read an answer that does not fit the contract, and say where',
  )
    .addHelpText(
      'after',
      examples([
        ['asmx-gen call school.yaml AuthCode code=1234 phone=0599', 'one call'],
        [
          'asmx-gen call school.yaml AuthCode code=1 phone=2 --binding http-get --dry-run',
          'look at it',
        ],
        ['asmx-gen call shop.wsdl Shop.PlaceOrder order.items[0].sku=5', 'nested parameters'],
        ['asmx-gen call shop.wsdl PlaceOrder --json - < order.json', 'parameters as JSON'],
      ]),
    )
    .action(async (contract: string, operation: string, parameters: readonly string[]) => {
      const { runCall } = await import('./run.ts');
      const options = command.optsWithGlobals<CallCommandOptions>();
      finish(await runCall(contract, operation, parameters, options));
    });
}

import type { Command } from 'commander';
import { addContractOptions } from '../contract/contract-options.ts';
import { examples, type Finish } from '../program/command-parts.ts';
import { collect, readCharset, readTimeout } from '../program/option-values.ts';
import type { McpCommandOptions } from './options.ts';

const meaning = `
Speaks MCP on stdin and stdout, for the program that starts it. Each call is one line of
JSON on stderr: tool, input, milliseconds, and the error if it failed. The operations that
--only names are tools, and no others. Needs the package @modelcontextprotocol/server 2.x;
--write and --check do not.`;

/** Describes `asmx-gen mcp`. */
export function describeMcpCommand(command: Command, finish: Finish): void {
  addContractOptions(
    command
      .description('Offers operations of a service to agents, as tools of an MCP server.')
      .argument('<contract>', 'WSDL or YAML file')
      .option(
        '--only <glob>',
        'operations that are tools: Operation or Service.Operation (repeatable)',
        collect,
      )
      .option('--read <glob>', 'those that only read (repeatable)', collect)
      .option(
        '--url <url>',
        'base address (scheme, host, port, prefix), or the endpoint with its path',
      )
      .option('--replay <file>', 'answer from a recording, without the service')
      .option('--dry-run', 'answer with the request that would be sent, send nothing')
      .option('--write <file>', 'write names, texts and schemas of the tools, serve nothing')
      .option(
        '--check <file>',
        'compare them with such a file; print a diff, exit 1 if they differ',
      )
      .option('--redact <name>', 'keep a parameter or field out of the log (repeatable)', collect)
      .option('-c, --config <file>', 'configuration file (default: found upward from here)')
      .option(
        '--binding <name>',
        'soap11, soap12, httpGet or httpPost, for operations that have it',
      )
      .option(
        '--soap-header <name=value>',
        'SOAP header by part name, nested ones by path: Session.id=env:ID (repeatable)',
        collect,
      )
      .option('--timeout <ms>', 'give up a call after so many milliseconds', readTimeout)
      .option(
        '--charset <name>',
        'charset of the answers, whatever their headers say',
        readCharset,
      ),
    '; read answers that do not fit the contract',
  )
    .addHelpText('after', meaning)
    .addHelpText(
      'after',
      examples([
        ["asmx-gen mcp school.yaml --only 'Auth*' --url http://localhost:8080", 'some operations'],
        ["asmx-gen mcp school.yaml --only 'Shop.*' --replay calls.jsonl", 'without the service'],
        ["asmx-gen mcp school.yaml --only '*' --write tools.json", 'what an agent sees'],
        ["asmx-gen mcp school.yaml --only '*' --check tools.json", 'in CI: does it still?'],
      ]),
    )
    .action(async (contract: string) => {
      const { runMcp } = await import('./run.ts');
      finish(await runMcp(contract, command.optsWithGlobals<McpCommandOptions>()));
    });
}

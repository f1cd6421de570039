import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultSettings } from '../../config/config.ts';
import { mergeDefinitions } from '../../convert/wsdl/merge-definitions.ts';
import { writeWsdl } from '../../convert/wsdl/write-wsdl.ts';
import { describeContract } from '../../convert/yaml/describe-contract.ts';
import { writeNotation } from '../../convert/yaml/write-notation.ts';
import { createDiagnosticBag, type DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { linkContract } from '../../model/link.ts';
import type { Contract } from '../../model/wsdl/definitions.ts';
import { readYamlContract } from '../../read/yaml/read-yaml-contract.ts';
import { readSettings } from '../contract/jobs.ts';
import { readModel } from '../contract/read-model.ts';
import { CliError } from '../terminal/cli-error.ts';
import { createConsole } from '../terminal/console.ts';
import { exitCodeOf } from '../terminal/diagnostics-exit-code.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { writeData } from '../terminal/streams.ts';
import { writeTextFile } from '../terminal/write-text-file.ts';
import { oneService } from './one-service.ts';
import type { ConvertCommandOptions, NotationName } from './options.ts';

/**
 * Runs `asmx-gen convert`: writes the contract in another notation, to stdout or a file. Writes
 * nothing if the contract has errors or the notation cannot express it.
 *
 * @throws {CliError} for an unknown service, or an output that is the contract itself
 */
export async function runConvert(path: string, options: ConvertCommandOptions): Promise<ExitCode> {
  const console = createConsole(options);
  const { output } = options;
  if (output !== undefined) checkOutput(path, output);
  console.progress.step(`reading ${path} …`);
  const bag = createDiagnosticBag();
  const settings = readSettings(defaultSettings, options);
  const { contract: whole, model } = await readModel(path, settings, bag);
  console.progress.clear();
  let text: string | undefined;
  if (whole !== undefined && model !== undefined && !bag.failed) {
    const { service } = options;
    const contract = service === undefined ? whole : oneService(whole, service);
    text = await convert(contract, options.to, bag);
  }
  if (text === undefined || bag.failed) {
    await reportDiagnostics(bag.diagnostics, console);
    return exitCodeOf(bag.diagnostics);
  }
  const shown = bag.diagnostics.filter((one) => one.severity !== 'hint');
  await reportDiagnostics(shown, output === undefined ? { ...console, reporter: 'text' } : console);
  if (output === undefined) {
    await writeData(text);
  } else {
    writeTextFile(output, text);
    console.say(`wrote ${output}`);
  }
  return exitCodes.fine;
}

function checkOutput(path: string, output: string): void {
  if (resolve(path) === resolve(output)) {
    throw new CliError(`${output} is the contract itself`, 'Name another file after -o.');
  }
  if (statSync(output, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new CliError(`${output} is a folder, not a file`, 'Name a file after -o.');
  }
}

/**
 * The notation, after a check with its reader. Errors of the reader are reported like everything
 * else that does not fit.
 */
function checkedNotation(text: string, sink: DiagnosticSink): string | undefined {
  const bag = createDiagnosticBag();
  readYamlContract({ path: 'the YAML', text }, bag);
  for (const { message } of bag.diagnostics.filter((one) => one.severity === 'error')) {
    sink.report({
      code: 'ASMX3007',
      severity: 'error',
      message: `The notation cannot hold the contract: ${message}`,
    });
  }
  return bag.failed ? undefined : text;
}

async function convert(
  contract: Contract,
  to: NotationName,
  sink: DiagnosticSink,
): Promise<string | undefined> {
  switch (to) {
    case 'yaml': {
      const notation = describeContract(contract, sink);
      return notation && checkedNotation(writeNotation(notation), sink);
    }
    case 'wsdl': {
      const definitions = mergeDefinitions(contract, sink);
      const { baseUrl } = contract;
      return definitions && `${writeWsdl(definitions, undefined, { extensions: true, baseUrl })}\n`;
    }
    case 'openapi': {
      const { writeOpenApi } = await import('../../convert/openapi/write-openapi.ts');
      const model = linkContract(contract, sink);
      return model && writeOpenApi(model);
    }
  }
}

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultSettings } from '../config/settings.ts';
import { mergeDefinitions, onlyService } from '../convert/wsdl/definitions.ts';
import { writeWsdl } from '../convert/wsdl/document.ts';
import { describeContract, reportLostPolicies } from '../convert/yaml/contract.ts';
import { writeNotation } from '../convert/yaml/text.ts';
import {
  createDiagnosticBag,
  type DiagnosticBag,
  type DiagnosticSink,
} from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/words.ts';
import { linkContract } from '../model/link.ts';
import type { Contract } from '../model/wsdl.ts';
import { readYamlContract } from '../read/yaml/contract.ts';
import { readContractSettings } from './contract/jobs.ts';
import { readModel, refuseWithoutOperations } from './contract/model.ts';
import type { ConvertCommandOptions, NotationName } from './contract/options.ts';
import { type Console, createConsole, exitCodeOf, reportDiagnostics } from './terminal/console.ts';
import { type ExitCode, exitCodes } from './terminal/exit.ts';
import { CliError } from './terminal/failure.ts';
import { writeTextFile, writeTextFiles } from './terminal/files.ts';
import { writeData } from './terminal/streams.ts';

/**
 * A contract with only one of its services.
 *
 * @throws {CliError} if there is no such service
 */
function oneService(contract: Contract, name: string): Contract {
  const names = contract.definitions.flatMap((one) => one.services.map((service) => service.name));
  const known =
    names.find((one) => one === name) ??
    names.find((one) => one.toLowerCase() === name.toLowerCase());
  if (known === undefined) {
    throw new CliError(
      `the contract has no service '${name}'`,
      didYouMean(name, names)?.replace(/^d/, 'D') ?? `It has ${names.join(', ')}.`,
    );
  }
  const definitions = contract.definitions
    .filter((one) => one.services.some((service) => service.name === known))
    .map((one) => onlyService(one, known));
  return { ...contract, definitions };
}

/**
 * Runs `asmx-gen convert`: writes the contract in another notation, to stdout, a file or a folder.
 * Writes nothing if the contract has errors or the notation cannot express it.
 *
 * @throws {CliError} for a plain XML Schema in a notation of operations, an unknown service, an
 *   output that is the contract itself, none for a notation of several files, or an option of
 *   another notation
 */
export async function runConvert(path: string, options: ConvertCommandOptions): Promise<ExitCode> {
  const console = createConsole(options);
  const { output } = options;
  checkOutput(path, options);
  checkNotation(options);
  console.progress.step(`reading ${path} …`);
  const bag = createDiagnosticBag();
  const settings = await readContractSettings(defaultSettings, options);
  const { contract: whole, model } = await readModel(path, settings, bag);
  console.progress.clear();
  let text: Converted | undefined;
  if (whole !== undefined && model !== undefined && !bag.failed) {
    if (model.isSchema && !ofTypes.has(options.to)) refuseWithoutOperations(path, model);
    const { service } = options;
    const contract = service === undefined ? whole : oneService(whole, service);
    text = await convert(contract, { path, options, bag, console });
  }
  if (text === undefined || bag.failed) {
    await reportDiagnostics(bag.diagnostics, console);
    return exitCodeOf(bag.diagnostics);
  }
  const shown = bag.diagnostics.filter((one) => one.severity !== 'hint');
  await reportDiagnostics(shown, output === undefined ? { ...console, reporter: 'text' } : console);
  if (typeof text !== 'string') {
    writeTextFiles(output ?? '.', text);
    console.say(`wrote ${text.size} files to ${output}`);
  } else if (output === undefined) {
    await writeData(text);
  } else {
    writeTextFile(output, text);
    console.say(`wrote ${output}`);
  }
  return exitCodes.fine;
}

/** A text, or texts by their paths in a folder. */
type Converted = string | ReadonlyMap<string, string>;

/** Notations of several files. */
const ofFiles: ReadonlySet<NotationName> = new Set(['bruno', 'markdown']);

/** Notations that say something of types without operations. */
const ofTypes: ReadonlySet<NotationName> = new Set(['wsdl', 'markdown']);

function checkOutput(path: string, { output, to, bundle }: ConvertCommandOptions): void {
  if (bundle === true && to !== 'wsdl') {
    throw new CliError(`--bundle is for WSDL, not for ${to}`, 'Leave it out, or write --to wsdl.');
  }
  const isFolder = ofFiles.has(to);
  if (output === undefined) {
    if (!isFolder) return;
    throw new CliError(`${to} has several files`, 'Name a folder for them after -o.');
  }
  if (resolve(path) === resolve(output)) {
    throw new CliError(`${output} is the contract itself`, 'Name another file after -o.');
  }
  const existing = statSync(output, { throwIfNoEntry: false });
  if (existing?.isDirectory() === true && !isFolder) {
    throw new CliError(`${output} is a folder, not a file`, 'Name a file after -o.');
  }
  if (existing?.isDirectory() === false && isFolder) {
    throw new CliError(`${output} is a file, not a folder`, 'Name a folder after -o.');
  }
}

function checkNotation({ to, openapi, wire }: ConvertCommandOptions): void {
  if (to === 'openapi' || (openapi === undefined && wire === undefined)) return;
  const option = openapi === undefined ? '--wire' : '--openapi';
  throw new CliError(`${option} is for OpenAPI`, 'Leave it out, or write --to openapi.');
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

/** What a conversion needs to know, and where it reports. */
interface ConvertScope {
  readonly path: string;
  readonly options: ConvertCommandOptions;
  readonly bag: DiagnosticBag;
  readonly console: Console;
}

async function convert(
  contract: Contract,
  { path, options, bag: sink, console }: ConvertScope,
): Promise<Converted | undefined> {
  const { to } = options;
  switch (to) {
    case 'yaml': {
      const notation = describeContract(contract, sink);
      if (notation !== undefined) reportLostPolicies(contract, sink);
      return notation && checkedNotation(writeNotation(notation), sink);
    }
    case 'wsdl': {
      const definitions = mergeDefinitions(contract, sink);
      const { baseUrl } = contract;
      if (definitions !== undefined) reportLostPolicies(contract, sink);
      return definitions && `${writeWsdl(definitions, undefined, { extensions: true, baseUrl })}\n`;
    }
    case 'openapi': {
      const { toOpenApi } = await import('./convert-http.ts');
      return toOpenApi(path, contract, options, { bag: sink, console });
    }
    case 'markdown': {
      const { writeMarkdown } = await import('../convert/markdown.ts');
      const model = linkContract(contract, sink);
      return model && writeMarkdown(model);
    }
    default: {
      const { writeRequests } = await import('./convert-http.ts');
      const model = linkContract(contract, sink);
      return model && (await writeRequests(model, to, { sink, console }));
    }
  }
}

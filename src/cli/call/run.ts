import type { ContractSettings } from '../../config/config.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { contractMessages } from '../../plan/messages/contract-messages.ts';
import { createCaller, type Operation } from '../../runtime/index.ts';
import { openConfigured } from '../contract/configured-contract.ts';
import { type FoundOperation, findOperation } from '../contract/operation-lookup.ts';
import { generateModule } from '../run/generate-in-memory.ts';
import { CliError } from '../terminal/cli-error.ts';
import { createTalk, type Talk } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { writeData } from '../terminal/streams.ts';
import { readBinding, readHeaders, readJsonInput, readTarget } from './call-options.ts';
import { convertInput } from './convert-input.ts';
import type { CallCommandOptions } from './options.ts';
import { readParameter } from './parameter-path.ts';
import { type InputTree, layParameters } from './parameter-tree.ts';
import { reportCallFailure } from './report-call-failure.ts';
import { curlCommand, requestText } from './request-text.ts';
import { writeAnswer } from './write-answer.ts';

/**
 * Runs `asmx-gen call`: generates the client of one operation in memory, sends the call with it,
 * and prints the result.
 *
 * @throws {CliError} for parameters and options that do not fit
 */
export async function runCall(
  path: string,
  name: string,
  parameters: readonly string[],
  options: CallCommandOptions,
): Promise<ExitCode> {
  const talk = createTalk(options);
  const opened = await openConfigured(path, options, talk);
  if (opened.model === undefined) return opened.exitCode;
  const { model, settings } = opened;
  const found = findOperation(model, name, settings.naming);
  const binding = readBinding(options.binding, found);
  const target = readTarget(options.url, found);
  const headers = readHeaders(options.header ?? []);
  const tree = readTree(options.json, parameters);
  const input = readInput(model, found, tree, settings, talk);
  if (input === undefined) return exitCodes.cannotRun;
  const local = options.dryRun === true || options.curl === true;
  if ((settings.baseUrl ?? model.baseUrl ?? options.url) === undefined) {
    throw new CliError(
      'the contract names no address',
      'Say where the service is with --url, or with `baseUrl` in the configuration.',
    );
  }
  const generated = await generateModule(model, talk, {
    targets: ['types', 'client'],
    only: [`${found.service.name}.${found.operation.messageName}`],
    settings,
  });
  if (generated === undefined) return exitCodes.no;
  const plan = generated.plan.operations.find((one) => one.operation === found.operation);
  if (plan === undefined) throw new Error(`operation ${name} was not generated`);
  const operations = await generated.module.load('operations.ts');
  const operation = operations[plan.descriptor] as Operation<never, unknown>;
  const { timeout, lenient } = options;
  const caller = createCaller(
    { ...target, headers, timeout, lenient },
    { baseUrl: generated.plan.baseUrl },
  );
  const callOptions = binding === undefined ? {} : { binding };
  try {
    if (local) {
      const request = await caller.prepare(operation, input as never, callOptions);
      const text = options.curl === true ? `${curlCommand(request)}\n` : requestText(request);
      await writeData(text);
      return exitCodes.fine;
    }
    talk.progress.step(`calling ${found.service.name}.${found.operation.publicName} …`);
    const answer = await caller.raw(operation, input as never, callOptions);
    talk.progress.clear();
    for (const { path, message } of answer.deviations) {
      const text = `let pass: ${path === '' ? message : `${path}: ${message}`}`;
      if (lenient === true) talk.warn(text);
      else talk.detail(text);
    }
    await writeAnswer(answer, found, options.raw === true, talk);
    return exitCodes.fine;
  } catch (error) {
    talk.progress.clear();
    return reportCallFailure(error, options.raw === true, talk);
  }
}

/** The input as it was given, its texts not converted yet. */
function readTree(json: string | undefined, parameters: readonly string[]): InputTree | null {
  const given = readJsonInput(json);
  if (given !== null) return layParameters(given, parameters.map(readParameter));
  if (parameters.length === 0) return null;
  throw new CliError('null has no parameters', 'Leave out --json, or the parameters.');
}

/** Reads the parameters; tells all that is wrong with them and gives `undefined` then. */
function readInput(
  model: ServiceModel,
  { service, operation }: FoundOperation,
  tree: InputTree | null,
  { types, arrays, naming }: ContractSettings,
  talk: Talk,
): InputTree | null | undefined {
  const only = [`${service.name}.${operation.messageName}`];
  const messages = contractMessages(model, { types, arrays, renames: naming, only });
  const { input, problems } = convertInput(messages.of(operation).input, tree, types);
  for (const { message, help } of problems) {
    talk.warn(`asmx-gen: ${message}`);
    if (help !== undefined) talk.warn(`  ${help}`);
  }
  return problems.length === 0 ? input : undefined;
}

import { contractMessages } from '../../plan/messages/contract-messages.ts';
import {
  type CallOptions,
  createCaller,
  type Operation,
  type RawResult,
} from '../../runtime/index.ts';
import { openConfigured } from '../contract/configured-contract.ts';
import { type FoundOperation, findOperation } from '../contract/operation-lookup.ts';
import { type ContractCode, importContractCode } from '../run/import-contract-code.ts';
import { plainSettings } from '../run/plain-settings.ts';
import { type Console, createConsole } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { writeData } from '../terminal/streams.ts';
import { readAccess } from '../web/access.ts';
import { checkAddress, readBinding, readTarget } from './call-options.ts';
import type { InputProblem } from './field-values.ts';
import { convertGiven, readGiven } from './given-input.ts';
import type { CallCommandOptions } from './options.ts';
import { reportCallFailure } from './report-call-failure.ts';
import { curlCommand, requestText } from './request-text.ts';
import { createSecretScope, signIn, withoutSecrets } from './secrets.ts';
import { writeAnswer } from './write-answer.ts';

/**
 * Runs `asmx-gen call`: generates the client of one operation in memory, sends the call with it,
 * and prints the result.
 *
 * @throws {CliError} for invalid parameters and options
 */
export async function runCall(
  path: string,
  name: string,
  parameters: readonly string[],
  options: CallCommandOptions,
): Promise<ExitCode> {
  const console = createConsole(options);
  const access = readAccess(options);
  const secrets = createSecretScope(options.url);
  const opened = await openConfigured(path, { ...options, trusts: secrets.trusts }, console);
  if (opened.model === undefined) return opened.exitCode;
  const { model } = opened;
  const settings = plainSettings(opened.settings);
  const found = findOperation(model, name, settings.naming);
  const binding = readBinding(options.binding, found);
  const target = readTarget(options.url);
  const given = readGiven(options, parameters, binding);
  const { types, arrays, naming } = settings;
  const only = [`${found.service.name}.${found.operation.messageName}`];
  const messages = contractMessages(model, { types, arrays, renames: naming, only });
  const { input, soapHeaders, problems } = convertGiven(messages.of(found.operation), given, types);
  if (problems.length > 0) {
    reportProblems(problems, console);
    return exitCodes.cannotRun;
  }
  checkAddress(settings.baseUrl ?? model.baseUrl ?? options.url);
  const generated = await importContractCode(model, console, {
    targets: ['client'],
    only,
    settings,
  });
  if (generated === undefined) return exitCodes.no;
  const operation = await loadOperation(generated, found);
  const { timeout, lenient, charset } = options;
  const caller = createCaller(
    { ...target, ...signIn(access), timeout, lenient, charset },
    { baseUrl: generated.plan.baseUrl },
  );
  const callOptions: CallOptions = { binding, soapHeaders: soapHeaders as never };
  try {
    const prepared = await caller.prepare(operation, input as never, callOptions);
    if (options.dryRun === true || options.curl === true) {
      const request = withoutSecrets(prepared, access);
      await writeData(options.curl === true ? `${curlCommand(request)}\n` : requestText(request));
      return exitCodes.fine;
    }
    secrets.check(prepared.url);
    console.progress.step(`calling ${found.service.name}.${found.operation.publicName} …`);
    const answer = await caller.raw(operation, input as never, callOptions);
    console.progress.clear();
    reportDeviations(answer.deviations, lenient === true ? console.warn : console.detail);
    await writeAnswer(answer, found, options.raw === true, console);
    return exitCodes.fine;
  } catch (error) {
    console.progress.clear();
    return reportCallFailure(error, options.raw === true, console, access);
  }
}

/** The descriptor of an operation. */
async function loadOperation(
  { plan, module }: ContractCode,
  { operation }: FoundOperation,
): Promise<Operation<never, unknown>> {
  const planned = plan.operations.find((one) => one.operation === operation);
  if (planned === undefined) throw new Error(`${operation.publicName} was not generated`);
  const operations = await module.load('operations.ts');
  return operations[planned.descriptor] as Operation<never, unknown>;
}

function reportProblems(problems: readonly InputProblem[], console: Console): void {
  for (const { message, help } of problems) {
    console.warn(`asmx-gen: ${message}`);
    if (help !== undefined) console.warn(`  ${help}`);
  }
}

/** Reports deviations from the contract that were accepted. */
function reportDeviations(
  deviations: RawResult<unknown>['deviations'],
  print: (line: string) => void,
): void {
  for (const { path, message } of deviations) {
    print(`let pass: ${path === '' ? message : `${path}: ${message}`}`);
  }
}

import { defaultSettings } from '../../config/config.ts';
import { createColours, wantsColours } from '../colours.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { InspectCommandOptions } from '../inspect.ts';
import { readSettings } from '../jobs.ts';
import { openContract } from '../open-contract.ts';
import { findOperation } from '../operation-lookup.ts';
import { writeData } from '../streams.ts';
import { createTalk } from '../talk.ts';
import { modelJson, operationJson } from './model-json.ts';
import { operationDetail } from './operation-detail.ts';
import { modelTree } from './tree.ts';

/**
 * Runs `asmx-gen inspect`: prints the contract, or one operation of it, as text or JSON.
 *
 * @throws {CliError} for an operation the contract does not have
 */
export async function runInspect(
  path: string,
  name: string | undefined,
  options: InspectCommandOptions,
): Promise<ExitCode> {
  const talk = createTalk(options);
  const opened = await openContract(path, readSettings(defaultSettings, options), talk);
  if (opened.model === undefined) return opened.exitCode;
  const { model } = opened;
  const found = name === undefined ? undefined : findOperation(model, name);
  if (options.json === true) {
    const json =
      found === undefined
        ? modelJson(model)
        : { service: found.service.name, ...operationJson(found.operation) };
    await writeData(`${JSON.stringify(json, null, 2)}\n`);
    return exitCodes.fine;
  }
  const terminal = process.stdout.isTTY === true;
  const environment = process.env;
  const colours = createColours(wantsColours({ wanted: options.color, environment, terminal }));
  await writeData(
    found === undefined ? modelTree(model, colours) : operationDetail(model, found, colours),
  );
  return exitCodes.fine;
}

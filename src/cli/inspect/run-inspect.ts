import { defaultSettings } from '../../config/config.ts';
import type { ServiceModel } from '../../model/service-model.ts';
import { type Colours, createColours, wantsColours } from '../colours.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { InspectCommandOptions } from '../inspect.ts';
import { readSettings } from '../jobs.ts';
import { openContract } from '../open-contract.ts';
import { type FoundOperation, findOperation } from '../operation-lookup.ts';
import { dataTerminal, writeData } from '../streams.ts';
import { createTalk } from '../talk.ts';
import { modelFormat, modelJson, operationJson } from './model-json.ts';
import { operationDetail } from './operation-detail.ts';
import { type Json, typeJson } from './schema-json.ts';
import { modelTree } from './tree.ts';
import { typeList, typesOf, typesReached } from './type-list.ts';

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
    const json = jsonOf(model, found, options.types === true);
    await writeData(`${JSON.stringify(json, null, 2)}\n`);
    return exitCodes.fine;
  }
  const terminal = dataTerminal() !== undefined;
  const environment = process.env;
  const colours = createColours(wantsColours({ wanted: options.color, environment, terminal }));
  await writeData(textOf(model, found, options.types === true, colours));
  return exitCodes.fine;
}

function textOf(
  model: ServiceModel,
  found: FoundOperation | undefined,
  types: boolean,
  colours: Colours,
): string {
  if (types) {
    return typeList(found === undefined ? typesOf(model) : typesReached(found.operation), colours);
  }
  return found === undefined ? modelTree(model, colours) : operationDetail(model, found, colours);
}

function jsonOf(model: ServiceModel, found: FoundOperation | undefined, types: boolean): Json {
  if (types) {
    const wanted = found === undefined ? model.types : typesReached(found.operation);
    return { format: modelFormat, types: wanted.map(typeJson) };
  }
  if (found === undefined) return modelJson(model);
  return { service: found.service.name, ...operationJson(found.operation) };
}

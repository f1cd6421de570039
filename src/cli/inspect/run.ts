import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { type ContractMessages, contractMessages } from '../../plan/messages/contract-messages.ts';
import { typesOf, typesReached } from '../../plan/messages/shown-types.ts';
import { openConfigured } from '../contract/configured-contract.ts';
import { type FoundOperation, findOperation } from '../contract/operation-lookup.ts';
import { type Colours, coloursFor } from '../terminal/colours.ts';
import { createConsole } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { dataTerminal, writeData } from '../terminal/streams.ts';
import { logText } from '../terminal/written-text.ts';
import { modelFormat, modelJson, operationJson } from './model-json.ts';
import { operationDetail } from './operation-detail.ts';
import type { InspectCommandOptions } from './options.ts';
import { type Json, typeJson } from './schema-json.ts';
import { modelTree } from './tree.ts';
import { typeList } from './type-list.ts';

/**
 * Runs `asmx-gen inspect`: prints the contract, or one operation of it, as text or JSON.
 *
 * @throws {CliError} for an unknown operation
 */
export async function runInspect(
  path: string,
  name: string | undefined,
  options: InspectCommandOptions,
): Promise<ExitCode> {
  const console = createConsole(options);
  const opened = await openConfigured(path, options, console);
  if (opened.model === undefined) return opened.exitCode;
  const { model, settings } = opened;
  const found = name === undefined ? undefined : findOperation(model, name, settings.naming);
  const { types, arrays, naming } = settings;
  const messages = contractMessages(model, { types, arrays, renames: naming, only: [] });
  const shown: Shown = { model, messages, found, types: options.types === true };
  if (options.json === true) {
    await writeData(`${JSON.stringify(jsonOf(shown), null, 2)}\n`);
    return exitCodes.fine;
  }
  const text = shownText(shown, coloursFor(dataTerminal(), options.color));
  await writeData(options.reporter === 'github' ? logText(text) : text);
  return exitCodes.fine;
}

/** The parts of a contract to show. */
interface Shown {
  readonly model: ServiceModel;
  readonly messages: ContractMessages;
  /** An operation; absent for the whole contract. */
  readonly found: FoundOperation | undefined;
  /** The types instead of the operations. */
  readonly types: boolean;
}

function shownText({ model, messages, found, types }: Shown, colours: Colours): string {
  if (types) {
    const { shaper } = messages;
    const shown =
      found === undefined
        ? typesOf(model, shaper)
        : typesReached(messages.of(found.operation), shaper);
    return typeList(shown, shaper, colours);
  }
  return found === undefined
    ? modelTree(model, messages, colours)
    : operationDetail(model, found, messages.of(found.operation), colours);
}

function jsonOf({ model, messages, found, types }: Shown): Json {
  if (types) {
    const chosen =
      found === undefined
        ? model.types
        : typesReached(messages.of(found.operation), messages.shaper);
    return { format: modelFormat, types: chosen.map(typeJson) };
  }
  if (found === undefined) return modelJson(model, messages);
  return {
    service: found.service.name,
    ...operationJson(found.operation, messages.of(found.operation)),
  };
}

import { relative } from 'node:path';
import type { ContractSettings } from '../config/config.ts';
import type { PlanOptions } from '../plan/plan.ts';
import { isRemote } from '../read/resolve-location.ts';

/**
 * What of the settings bears on the generated code, for a contract and its output folder.
 *
 * @param handlersFrom Path from the folder of the handlers to the output, with target `handlers`.
 */
export function planOptions(
  settings: ContractSettings,
  contract: string,
  output: string,
  handlersFrom?: string,
): PlanOptions {
  const { targets, runtime, importExtension, header, types, arrays, only, baseUrl } = settings;
  return {
    targets,
    runtime,
    contractPath: isRemote(contract) ? contract : relative(output, contract).replaceAll('\\', '/'),
    importExtension,
    header,
    types,
    arrays,
    renames: settings.naming,
    only,
    baseUrl,
    handlersFrom,
  };
}

import { isAbsolute, relative } from 'node:path';
import type { ContractSettings } from '../../config/config.ts';
import type { PlanOptions, RuntimeChoice } from '../../plan/result/plan.ts';
import { mapOwnTypes } from '../../plan/scope/map-own-types.ts';
import { isRemote } from '../../read/resolve-location.ts';

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
  const { targets, emit, importExtension, header, types, arrays, enums, brands, only, baseUrl } =
    settings;
  return {
    targets,
    runtime: runtimeFrom(output, settings.runtime),
    contractPath: isRemote(contract) ? contract : relative(output, contract).replaceAll('\\', '/'),
    emit: emit === 'js' ? emit : undefined,
    importExtension,
    header,
    types: mapOwnTypes(types, (module) =>
      isAbsolute(module) ? importPath(output, module) : module,
    ),
    arrays,
    enums,
    brands: brands ? true : undefined,
    renames: settings.naming,
    only,
    baseUrl,
    handlersFrom,
  };
}

/** A shared folder as the files of the output import it. */
function runtimeFrom(output: string, runtime: RuntimeChoice): RuntimeChoice {
  return typeof runtime === 'string' ? runtime : { shared: importPath(output, runtime.shared) };
}

/** Path from one folder to another as an import has it: with `/`, beginning with `.`. */
export function importPath(from: string, to: string): string {
  const path = relative(from, to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : path === '' ? '.' : `./${path}`;
}

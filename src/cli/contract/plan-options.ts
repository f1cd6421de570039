import { isAbsolute, relative } from 'node:path';
import type { ContractSettings } from '../../config/config.ts';
import type { PlanOptions, RuntimeChoice } from '../../plan/result/plan.ts';
import { mapOwnTypes } from '../../plan/scope/map-own-types.ts';
import { isRemote } from '../../read/resolve-location.ts';
import { needsModulePackage } from '../project/needs-module-package.ts';

/**
 * The settings that affect generated code, for a contract and its output folder.
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
    modulePackage: needsModulePackage(output, settings) || undefined,
    importExtension,
    header,
    types: mapOwnTypes(types, (module) =>
      isAbsolute(module) ? importPath(output, module) : module,
    ),
    arrays,
    enums,
    brands: brands ? true : undefined,
    dataSets: Object.keys(settings.dataSets).length > 0 ? settings.dataSets : undefined,
    streams: settings.streams.length > 0 ? settings.streams : undefined,
    renames: settings.naming,
    only,
    publish: settings.publish,
    routes: settings.routes,
    scriptServices: settings.scriptServices,
    scriptGets: settings.scriptGets.length > 0 ? settings.scriptGets : undefined,
    baseUrl,
    handlersFrom,
  };
}

/** A shared folder as imported by files of the output. */
function runtimeFrom(output: string, runtime: RuntimeChoice): RuntimeChoice {
  return typeof runtime === 'string' ? runtime : { shared: importPath(output, runtime.shared) };
}

/** Path from one folder to another in the form of an import: with `/`, beginning with `.`. */
export function importPath(from: string, to: string): string {
  const path = relative(from, to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : path === '' ? '.' : `./${path}`;
}

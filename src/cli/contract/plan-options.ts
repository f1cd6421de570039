import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import type { ContractSettings } from '../../config/config.ts';
import type { PlanOptions, RuntimeChoice } from '../../plan/result/plan.ts';
import { mapOwnTypes } from '../../plan/scope/map-own-types.ts';
import { isRemote } from '../../read/resolve-location.ts';
import { needsModulePackage } from '../project/needs-module-package.ts';
import { importExtensionFor } from '../project/project-advice.ts';

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
  const { targets, emit, header, types, arrays, enums, brands, only, baseUrl } = settings;
  const importExtension = importExtensionOf(settings, output);
  return {
    targets,
    runtime: runtimeFrom(output, settings.runtime),
    contractPath: isRemote(contract) ? contract : relative(output, contract).replaceAll('\\', '/'),
    emit: emit === 'js' ? emit : undefined,
    modulePackage: needsModulePackage(output, { emit, importExtension }) || undefined,
    importExtension,
    header,
    types: mapOwnTypes(types, (module) =>
      isAbsolute(module) ? ownModule(output, module, importExtension) : module,
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

/**
 * The extension of relative imports: the chosen one, or what the project around the output, or
 * around the runtime that it shares, asks for.
 *
 * @param keeps See {@link importExtensionFor}.
 */
function importExtensionOf(
  { importExtension, emit, runtime }: ContractSettings,
  output: string,
  keeps = false,
): PlanOptions['importExtension'] {
  if (importExtension !== undefined) return importExtension;
  return importExtensionFor(typeof runtime === 'string' ? output : runtime.shared, { emit, keeps });
}

/** Settings of a contract with the extension that files in an output folder get. */
export type SettledSettings = ContractSettings & Pick<PlanOptions, 'importExtension'>;

/** Settings with the extension of {@link importExtensionOf}. */
export function settledIn(
  output: string,
  settings: ContractSettings,
  keeps: boolean,
): SettledSettings {
  return { ...settings, importExtension: importExtensionOf(settings, output, keeps) };
}

/** A module of the user's as imported by files of the output, by the name that is found there. */
function ownModule(
  output: string,
  module: string,
  extension: PlanOptions['importExtension'],
): string {
  const path = importPath(output, module);
  const [ending, kind = ''] = /\.([cm]?)[jt]s$/.exec(path) ?? [];
  if (ending === undefined) return path;
  const stem = module.slice(0, -ending.length);
  if (!existsSync(`${stem}.${kind}ts`) || existsSync(`${stem}.${kind}js`)) return path;
  const written =
    extension === 'none' && kind === '' ? '' : `.${kind}${extension === 'ts' ? 'ts' : 'js'}`;
  return path.slice(0, -ending.length) + written;
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

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ContractSettings, defaultSettings } from '../../config/config.ts';
import { expandInputs } from '../../config/expand-inputs.ts';
import { findConfig } from '../../config/find-config.ts';
import { type LoadedConfig, loadConfig } from '../../config/load-config.ts';
import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { mapOwnTypes } from '../../plan/scope/map-own-types.ts';
import type { TypeMapping } from '../../plan/scope/shape-options.ts';
import { CliError } from '../terminal/cli-error.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { readAccess } from '../web/access.ts';
import type { ContractCommandOptions } from './contract-options.ts';
import { importsIn, readMap } from './import-sources.ts';
import { ownTypeModuleErrors } from './own-type-modules.ts';
import type { ReadSettings } from './read-model.ts';

/** One contract to work on. */
export interface ContractJob {
  /**
   * Path of the contract in messages, relative to the working directory if it is below it; or its
   * URL.
   */
  readonly path: string;
  readonly settings: ContractSettings;
  /** Folder to which paths in the settings are relative. */
  readonly directory: string;
  /** Absolute path of the configuration that includes the contract, if any. */
  readonly config?: string | undefined;
  /**
   * Its entry in the configuration: the index in `contracts`, and the number of contracts of that
   * entry.
   */
  readonly entry?: { readonly index: number; readonly size: number } | undefined;
  /** Whether the settings' output is the parent of one folder for each contract. */
  readonly several: boolean;
}

/**
 * Finds the contracts of a run: those of the command line, with the settings of the configuration
 * if it includes them; without any, all of the configuration. An invalid configuration is reported,
 * and results in no jobs.
 *
 * @throws {CliError} if there is neither contract nor configuration
 */
export async function findJobs(
  contracts: readonly string[],
  configPath: string | undefined,
  sink: DiagnosticSink,
): Promise<readonly ContractJob[]> {
  const config = await openConfig(configPath, sink);
  if (config === 'failed') return [];
  if (config !== undefined) for (const one of ownTypeModuleErrors(config)) sink.report(one);
  const configured = config === undefined ? [] : configuredJobs(config, sink);
  if (contracts.length === 0) {
    if (config !== undefined) return configured;
    throw new CliError(
      'no contract is named and there is no configuration',
      'Name a WSDL or YAML file, or write asmx-gen.config.json: ' +
        '{"contracts": [{"input": "service.wsdl"}]}',
    );
  }
  const directory = process.cwd();
  const paths = expandInputs(contracts, directory, sink);
  return paths.map((absolute) => {
    const path = shownPath(absolute);
    const known = configured.find((job) => job.path === path);
    return known ?? { path, settings: defaultSettings, directory, several: paths.length > 1 };
  });
}

/** The configuration named, or found upward from here. */
export async function openConfig(
  path: string | undefined,
  sink: DiagnosticSink,
): Promise<LoadedConfig | 'failed' | undefined> {
  if (path !== undefined && !existsSync(path)) {
    throw new CliError(
      `the configuration ${path} does not exist`,
      'Check the path after --config.',
    );
  }
  const found = path ?? findConfig(process.cwd());
  if (found === undefined) return undefined;
  return (await loadConfig(found, sink)) ?? 'failed';
}

function configuredJobs(config: LoadedConfig, sink: DiagnosticSink): readonly ContractJob[] {
  const { directory, path: file } = config;
  return config.contracts.flatMap((settings, index) => {
    const paths = expandInputs(settings.input, directory, sink);
    const { confine, runtime } = settings;
    const folder = confine === undefined ? undefined : shownPath(resolve(directory, confine));
    const shared =
      typeof runtime === 'string' ? runtime : { shared: resolve(directory, runtime.shared) };
    return paths.map((path) => ({
      path: shownPath(path),
      settings: {
        ...settings,
        confine: folder,
        imports: settings.imports.map((one) => importsIn(directory, one)),
        runtime: shared,
        types: ownTypesIn(directory, settings.types),
        dataSets: dataSetsIn(directory, settings.dataSets),
      },
      directory,
      config: file,
      entry: { index, size: paths.length },
      several: settings.folderEach,
    }));
  });
}

/** The same DataSets, with paths of schemas for the working directory. */
function dataSetsIn(
  directory: string,
  dataSets: ContractSettings['dataSets'],
): ContractSettings['dataSets'] {
  const entries = Object.entries(dataSets).map(([key, { schemas = [], ...setting }]) => {
    const paths = schemas.map((path) => shownPath(resolve(directory, path)));
    return [key, { ...setting, schemas: paths }] as const;
  });
  return Object.fromEntries(entries);
}

/** The same types, with module paths from the root instead of those from a folder. */
function ownTypesIn(directory: string, types: TypeMapping): TypeMapping {
  return mapOwnTypes(types, (module) =>
    module.startsWith('.') ? resolve(directory, module) : module,
  );
}

/**
 * Options for reading a contract: those of the settings, extended by the command line.
 *
 * @throws {CliError} for invalid option values
 */
export function readSettings(
  settings: ContractSettings,
  options: ContractCommandOptions,
): ReadSettings {
  return { ...readingFlags(settings, options), access: readAccess(options) };
}

/** The same options without those for servers, which belong to no contract. */
export function readingFlags(
  settings: ContractSettings,
  { allowHost = [], confine, lenient = false, map = [] }: ContractCommandOptions,
): Omit<ReadSettings, 'access'> {
  return {
    imports: [...map.map(readMap), ...settings.imports],
    confine: confine ?? settings.confine,
    allowHosts: [...settings.allowHosts, ...allowHost],
    lenient: settings.lenient || lenient,
    patterns: settings.patterns,
    lint: settings.lint,
  };
}

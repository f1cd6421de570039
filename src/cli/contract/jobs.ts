import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { findConfig, type LoadedConfig, loadConfig, locateSetting } from '../../config/load.ts';
import { isGlob, pathGlob } from '../../config/reader.ts';
import {
  type ContractSettings,
  defaultSettings,
  type ImportSource,
} from '../../config/settings.ts';
import type { Diagnostic, DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/words.ts';
import { mapOwnTypes, type OwnType, type TypeMapping } from '../../plan/settings.ts';
import { isRemote } from '../../read/host.ts';
import { CliError } from '../terminal/failure.ts';
import { shownPath } from '../terminal/files.ts';
import type { ReadSettings } from './model.ts';
import type { ContractCommandOptions } from './options.ts';
import { readMap } from './source.ts';
import { readAccess } from './web-access.ts';

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

/** A part of an import map with paths from here, instead of from a folder. */
function importsIn(folder: string, source: ImportSource): ImportSource {
  const here = (path: string): string => {
    if (isRemote(path) || isAbsolute(path)) return path;
    const shown = shownPath(resolve(folder, path));
    return path.endsWith('/') ? `${shown}/` : shown;
  };
  if ('catalog' in source) return { catalog: here(source.catalog) };
  return { from: source.from, to: here(source.to) };
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
export async function readContractSettings(
  settings: ContractSettings,
  options: ContractCommandOptions,
): Promise<ReadSettings> {
  return { ...readingFlags(settings, options), access: await readAccess(options) };
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

/**
 * Errors for modules of users' own types that do not exist at the configured path, or do not
 * mention the configured names. Packages are left to the compiler.
 */
function ownTypeModuleErrors(config: LoadedConfig): readonly Diagnostic[] {
  return config.contracts.flatMap(({ types }, index) => {
    const at = { config: config.path, index };
    const own = Object.entries(types.own ?? {}).flatMap(([name, one]) =>
      one.import.startsWith('.') ? moduleErrors(name, one, { ...at, keys: ['types', name] }) : [],
    );
    const { temporal = '' } = types;
    const isMissing = temporal.startsWith('.') && fileOf(resolve(at.config, '..', temporal)) === '';
    if (!isMissing) return own;
    const setting: Setting = { ...at, keys: ['temporal'] };
    return [...own, missingModule(setting, temporal, "'temporal'")];
  });
}

function missingModule(at: Setting, module: string, owner: string): Diagnostic {
  const expected = shownPath(resolve(at.config, '..', module).replace(/\.([cm]?)js$/, '.$1ts'));
  return atSetting(at, {
    code: 'ASMX5002',
    severity: 'error',
    message: `the module '${module}' of ${owner} does not exist`,
    help: `write ${expected}, or correct the path: it is relative to the configuration`,
  });
}

function moduleErrors(name: string, own: OwnType, { config, index, keys }: Setting): Diagnostic[] {
  const error = (key: keyof OwnType, message: string, help: string): Diagnostic =>
    atSetting(
      { config, index, keys: [...keys, key] },
      { code: 'ASMX5002', severity: 'error', message, help },
    );
  const file = fileOf(resolve(config, '..', own.import));
  if (file === '') {
    const at: Setting = { config, index, keys: [...keys, 'import'] };
    return [missingModule(at, own.import, `'${name}' in 'types'`)];
  }
  const text = readFileSync(file, 'utf8');
  if (/\bexport\s*\*/.test(text)) return [];
  // a type of JavaScript may be declared elsewhere
  const named = /\.[cm]?jsx?$/.test(file) ? functions : [...functions, 'type' as const];
  const known = [...text.matchAll(exported)].map(([, word = '']) => word);
  return named
    .filter((key) => !text.includes(own[key]))
    .map((key) =>
      error(
        key,
        `'${own.import}' does not export '${own[key]}', '${key}' of '${name}' in 'types'`,
        didYouMean(own[key], known) ?? `export it from ${shownPath(file)}`,
      ),
    );
}

const functions = ['parse', 'format'] as const;
const exported =
  /\bexport (?:async )?(?:const|let|function|class|abstract class|interface|type|enum) ([\w$]+)/g;

/** Extensions of files that an import may refer to, by its extension; sources first. */
const endings: Readonly<Record<string, readonly string[]>> = {
  js: ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
  mjs: ['.mts', '.d.mts', '.mjs'],
  cjs: ['.cts', '.d.cts', '.cjs'],
};

/** The file of a module; empty if there is none. */
function fileOf(path: string): string {
  const extension = /\.([cm]?js)$/.exec(path)?.[1];
  const stem = extension === undefined ? path : path.slice(0, -extension.length - 1);
  const files = (endings[extension ?? 'js'] ?? []).map((ending) => stem + ending);
  const others = [path, ...(endings.js ?? []).map((ending) => `${path}/index${ending}`)];
  const all = extension === undefined ? [...files, ...others] : files;
  return all.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true) ?? '';
}

/** A setting of an entry of `contracts`. */
export interface Setting {
  /** Path of the configuration. */
  readonly config: string;
  /** Index of the entry. */
  readonly index: number;
  /** Keys that lead to it. A text at the end is also searched for among the values of a list. */
  readonly keys: readonly [string, ...string[]];
}

/** A diagnostic about a setting, with its position, or in modules with its name. */
export function atSetting(
  { config, index, keys }: Setting,
  diagnostic: Omit<Diagnostic, 'span'>,
): Diagnostic {
  const shown = shownPath(config);
  const span = locateSetting(config, shown, ['contracts', index, ...keys]);
  const where = span === undefined ? `${shown}: contracts[${index}].${keys[0]}: ` : '';
  return { ...diagnostic, message: where + diagnostic.message, span };
}

/** Maximum number of files for one glob. */
const maximumFiles = 100_000;

/**
 * Finds the files of `input`. URLs and plain paths stay unchanged, whether or not they exist. Globs
 * are matched against the files below the folder (except `node_modules` and hidden folders), in
 * code unit order; a leading `!` excludes. Reports a glob that matches nothing.
 *
 * @returns absolute paths and URLs, without duplicates
 */
export function expandInputs(
  patterns: readonly string[],
  directory: string,
  sink: DiagnosticSink,
): readonly string[] {
  const found = new Set<string>();
  for (const pattern of patterns) {
    if (/^https?:\/\//i.test(pattern)) found.add(pattern);
    else if (pattern.startsWith('!')) {
      const left = pathGlob(normalize(pattern.slice(1)));
      for (const path of found) {
        if (left.test(relativeTo(path, directory))) found.delete(path);
      }
    } else if (!isGlob(pattern)) found.add(resolve(directory, pattern));
    else {
      const matches = match(normalize(pattern), directory);
      if (matches.length === 0) {
        const message = `'${pattern}' matches no file in ${directory}`;
        sink.report({ code: 'ASMX5002', severity: 'error', message, help: 'check the path' });
      }
      for (const path of matches) found.add(path);
    }
  }
  return [...found];
}

function match(pattern: string, directory: string): readonly string[] {
  const segments = pattern.split('/');
  const plain = segments.findIndex(isGlob);
  const prefix = segments.slice(0, plain).join('/');
  const expression = pathGlob(segments.slice(plain).join('/'));
  const root = resolve(directory, prefix === '' && pattern.startsWith('/') ? '/' : prefix);
  return filesBelow(root)
    .filter((path) => expression.test(path))
    .sort()
    .map((path) => join(root, path));
}

/** Files below a folder, as paths relative to it with `/`. */
function filesBelow(root: string): readonly string[] {
  const files: string[] = [];
  const waiting = [''];
  for (
    let at = waiting.pop();
    at !== undefined && files.length < maximumFiles;
    at = waiting.pop()
  ) {
    if (statSync(join(root, at), { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    for (const entry of readdirSync(join(root, at), { withFileTypes: true })) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (
        entry.isDirectory() &&
        entry.name !== 'node_modules' &&
        !entry.name.startsWith('.')
      ) {
        waiting.push(path);
      }
    }
  }
  return files;
}

function normalize(pattern: string): string {
  return pattern.replaceAll('\\', '/').replace(/^\.\//, '');
}

function relativeTo(path: string, directory: string): string {
  const base = resolve(directory);
  const within = path.startsWith(base) ? path.slice(base.length + 1) : path;
  return within.replaceAll('\\', '/');
}

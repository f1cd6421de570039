import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { ContractSettings } from '../../config/settings.ts';
import type { PlanOptions, RuntimeChoice } from '../../plan/result.ts';
import { mapOwnTypes } from '../../plan/settings.ts';
import { isRemote } from '../../read/host.ts';
import { readManifest } from '../../write/files.ts';
import {
  installedRuntime,
  installOfRuntime,
  packageVersion,
  runtimePackage,
} from '../../write/folder.ts';
import { shownPath } from '../terminal/files.ts';

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
    toolTexts: Object.keys(settings.mcp.texts).length > 0 ? settings.mcp.texts : undefined,
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

/**
 * Whether scripts in a folder need a `package.json` of their own for Node to treat them as modules:
 * if the nearest one does not say so. Not for bundlers, which then require the extensions of
 * imports, and not for scripts that TypeScript compiles.
 *
 * @param directory Generated folder, which may have one that a run wrote before.
 */
export function needsModulePackage(
  directory: string,
  { emit, importExtension }: Pick<WrittenSettings, 'emit' | 'importExtension'>,
): boolean {
  if (emit !== 'js' || importExtension === 'none') return false;
  const isOwn = readManifest(directory)?.files['package.json'] !== undefined;
  // one that somebody else put there counts, and cannot be replaced
  if (!isOwn && existsSync(join(directory, 'package.json'))) return false;
  const project = readProjectSettings(dirname(directory));
  if (project === undefined || project.compiler?.values.allowJs === true) return false;
  return project.manifest?.values.type !== 'module';
}

/** A JSON file of a project; empty if it is not an object. */
interface ProjectFile {
  /** Absolute path. */
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The settings of the project around a folder. */
export interface ProjectSettings {
  /** The nearest `package.json`. */
  readonly manifest: ProjectFile | undefined;
  /** `compilerOptions` of the nearest `tsconfig.json`, including those it extends. */
  readonly compiler: ProjectFile | undefined;
}

/**
 * Reads the settings of the project around a folder.
 *
 * @returns `undefined` if one of the files cannot be read
 */
export function readProjectSettings(folder: string): ProjectSettings | undefined {
  try {
    const manifest = nearest(folder, 'package.json');
    const tsconfig = nearest(folder, 'tsconfig.json');
    return {
      manifest: fileOf(manifest, readJson),
      compiler: fileOf(tsconfig, compilerOptions),
    };
  } catch {
    // the compiler reports what is wrong with them
    return undefined;
  }
}

function fileOf(
  path: string | undefined,
  read: (path: string) => ProjectFile['values'],
): ProjectFile | undefined {
  return path === undefined ? undefined : { path, values: read(path) };
}

function nearest(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearest(parent, name);
}

function compilerOptions(path: string, open: readonly string[] = []): ProjectFile['values'] {
  if (open.includes(path)) return {};
  const { extends: bases = [], compilerOptions: own } = readJson(path);
  const inherited = [bases].flat().map((base) => {
    return compilerOptions(extendedPath(path, String(base)), [...open, path]);
  });
  return Object.assign({}, ...inherited, own);
}

/** The file that `extends` refers to: a path, a package, or a file of a package. */
function extendedPath(path: string, name: string): string {
  const { resolve } = createRequire(path);
  const found = [name, `${name}.json`, `${name}/tsconfig.json`].find((one) => {
    try {
      return resolve(one).endsWith('.json');
    } catch {
      return false;
    }
  });
  return resolve(found ?? name);
}

/** Reads JSON with comments and trailing commas. */
function readJson(path: string): ProjectFile['values'] {
  const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  const bare = text.replace(/("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g, '$1');
  const value: unknown = JSON.parse(bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g, '$1'));
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Settings that must match the project's. */
export interface WrittenSettings extends Pick<ContractSettings, 'emit' | 'runtime'> {
  readonly importExtension: Extension;
  /** Whether the configuration or the command line chooses the extension. */
  readonly isChosen: boolean;
}

type Extension = PlanOptions['importExtension'];

/** A mismatch, and the advice for it. */
type Case = readonly [applies: boolean, advice: string];

/** Advice on the first setting that does not match the project; `undefined` if all match. */
export function adviceFor(written: WrittenSettings, project: ProjectSettings): string | undefined {
  const [, advice] = casesOf(written, project).find(([applies]) => applies) ?? [];
  return advice;
}

/**
 * Says what to install so that generated code finds the runtime it is for, if the project has not
 * got it.
 *
 * @param beside Packages that the runtime needs for it.
 */
export function runtimeAdvice(folder: string, beside: readonly string[]): string | undefined {
  const version = packageVersion();
  const installed = installedRuntime(folder);
  if (installed === version) return undefined;
  const install = [installOfRuntime(version), ...beside].join(' ');
  if (installed !== undefined) {
    const needed = `${runtimePackage} ${version}`;
    return `the generated code is for ${needed}, and ${installed} is installed: ${install}`;
  }
  const project = readProjectSettings(folder);
  // going to be installed, or in an archive of Yarn
  if (project?.manifest === undefined || usesPackage(project, runtimePackage)) return undefined;
  return `for what the generated code imports: ${install}`;
}

/**
 * The extension of relative imports with which the project around a folder compiles and runs files
 * in it. `.ts` only if this Node runs such files, or the compiler rewrites the imports.
 *
 * @param keeps Whether an extension that is in the folder stays if another Node would write it, so
 *   that `--check` finds the same on each.
 */
function importExtensionFor(
  folder: string,
  { emit, keeps }: { readonly emit: ContractSettings['emit']; readonly keeps: boolean },
): Extension {
  const project = emit === 'js' ? undefined : readProjectSettings(folder);
  if (project === undefined) return 'js';
  const here = extensionOn(isStripping(), project);
  const there = keeps ? extensionIn(folder) : undefined;
  return there === extensionOn(true, project) || there === extensionOn(false, project)
    ? there
    : here;
}

function extensionOn(runsTypeScript: boolean, project: ProjectSettings): Extension {
  const { compiler, manifest } = project;
  if (usesPackage(project, 'next')) return 'none';
  if (compiler === undefined) return runsTypeScript && manifest !== undefined ? 'ts' : 'js';
  if (!ofNode.test(resolution(project))) return 'js';
  const { allowed, rewritten, isChecked } = tsImports(project);
  const runs = runsTypeScript || (rewritten && !isChecked);
  return (allowed || rewritten) && runs ? 'ts' : 'js';
}

/** The extension of relative imports in a generated folder. */
function extensionIn(folder: string): Extension | undefined {
  const path = ['index.ts', 'runtime/index.ts'].map((one) => join(folder, one)).find(existsSync);
  const text = path === undefined ? '' : readFileSync(path, 'utf8');
  const [, found] = / from '\.[^']*?(?:\.([jt]s))?'/.exec(text) ?? [];
  return found === 'js' || found === 'ts' ? found : undefined;
}

/** Whether Node runs TypeScript as it is, as it does from 22.18 on. */
function isStripping(): boolean {
  return Boolean(Reflect.get(process.features, 'typescript'));
}

function casesOf(written: WrittenSettings, project: ProjectSettings): readonly Case[] {
  const { compiler, manifest } = project;
  if (manifest === undefined && compiler === undefined) return [];
  if (compiler === undefined) return casesOfNode(written, project);
  return written.emit === 'js'
    ? casesOfJavaScript(written, project)
    : casesOfCompiler(written, project);
}

/** Without a `tsconfig.json`, Node runs the files directly. */
function casesOfNode(written: WrittenSettings, project: ProjectSettings): Case[] {
  const { emit, importExtension, isChosen } = written;
  if (importExtension === 'none') return [];
  const direct = 'for Node to run these files as they are,';
  return [
    ofNext(written, project),
    [
      emit !== 'js' && !isStripping(),
      `there is no tsconfig.json, and Node ${process.versions.node} runs no TypeScript: ` +
        'write a tsconfig.json, generate with --emit js, or use Node 22.18 or later',
    ],
    [
      emit !== 'js' && importExtension === 'js' && isChosen,
      `there is no tsconfig.json: ${direct} generate with --import-extension ts or --emit js`,
    ],
    [!isModule(project), `for Node to run these files, ${asModule(project)}`],
    ofJest(written, project),
  ];
}

function casesOfJavaScript(written: WrittenSettings, project: ProjectSettings): Case[] {
  const { values } = options(project);
  const compiles = values.allowJs === true;
  return [
    oldResolution(written.runtime, project),
    withoutEnding(written, project),
    [
      ofNode.test(resolution(project)) && !compiles && !isModule(project),
      `for Node to run these files, ${asModule(project)}`,
    ],
  ];
}

function casesOfCompiler(written: WrittenSettings, project: ProjectSettings): Case[] {
  const { shown, values } = options(project);
  const { importExtension, isChosen, runtime } = written;
  const isNode = ofNode.test(resolution(project));
  const { allowed, rewritten, isChecked } = tsImports(project);
  const isStripped = values.noEmit === true && values.erasableSyntaxOnly === true;
  const ending = isChecked ? 'allowImportingTsExtensions' : 'rewriteRelativeImportExtensions';
  const direct = 'for Node to run these files as they are,';
  const isUnfit = importExtension === 'js' && isNode && isStripping();
  return [
    ofNext(written, project),
    [
      /^es(?:3|5|6|201\d)$/.test(word(values.target)),
      `for these files to compile, set "target": "es2020" or later in ${shown}`,
    ],
    oldResolution(runtime, project),
    [
      importExtension === 'ts' && !allowed && !rewritten,
      `for imports that end in .ts, set "${ending}": true in ${shown}; ` +
        'or leave out importExtension, which this file then decides',
    ],
    [
      isNode && values.verbatimModuleSyntax === true && !isModule(project),
      `for "verbatimModuleSyntax" of ${shown}, ${asModule(project)}`,
    ],
    withoutEnding(written, project),
    [
      isUnfit && isChosen && (allowed || rewritten || isStripped),
      `${direct} generate with --import-extension ts`,
    ],
    [
      isUnfit && !isChosen && isStripped && !allowed && !rewritten,
      `${direct} set "allowImportingTsExtensions": true in ${shown}, and generate again`,
    ],
    ofJest(written, project),
  ];
}

/** What a compiler does with imports that end in `.ts`. */
function tsImports(project: ProjectSettings): {
  readonly allowed: boolean;
  readonly rewritten: boolean;
  /** Whether it writes no JavaScript. */
  readonly isChecked: boolean;
} {
  const { values } = options(project);
  return {
    allowed: values.allowImportingTsExtensions === true,
    rewritten: values.rewriteRelativeImportExtensions === true,
    isChecked: values.noEmit === true || values.emitDeclarationOnly === true,
  };
}

/** Next.js does not look for a `.ts` file when an import names `.js`. */
function ofNext({ emit, importExtension }: WrittenSettings, project: ProjectSettings): Case {
  return [
    usesPackage(project, 'next') && emit !== 'js' && importExtension === 'js',
    'for Next.js to find these files, generate with --import-extension none',
  ];
}

/** Jest does not look for a `.ts` file either, unless its configuration maps the names. */
function ofJest({ emit, importExtension }: WrittenSettings, project: ProjectSettings): Case {
  const { manifest } = project;
  if (manifest === undefined || emit === 'js' || importExtension !== 'js') return [false, ''];
  const used =
    'jest' in manifest.values || usesPackage(project, 'jest') || usesPackage(project, 'ts-jest');
  if (!used) return [false, ''];
  const folder = dirname(manifest.path);
  const [file = ''] = jestFiles.filter((name) => existsSync(join(folder, name)));
  const own = 'jest' in manifest.values ? JSON.stringify(manifest.values.jest) : '';
  const text = file === '' ? own : readFileSync(join(folder, file), 'utf8');
  const isOwn = file === '' && own !== '';
  const shown = shownPath(isOwn ? manifest.path : join(folder, file || 'jest.config.js'));
  const where = isOwn ? `"jest" of ${shown}` : shown;
  // what it takes from other files is not looked for
  if (/\bfrom\s*['"]\.|require\(\s*['"]\./.test(text)) return [false, ''];
  const map = String.raw`"moduleNameMapper": { "^(\.{1,2}/.*)\.js$": "$1" }`;
  return [
    !/moduleNameMapper[\s\S]*(?:\\\.js|js\)?\$)|resolver['"]?\s*:/.test(text),
    `for Jest to find these files, add to ${where}: ${map}`,
  ];
}

const jestFiles = ['js', 'ts', 'mjs', 'cjs', 'mts', 'cts', 'json'].map(
  (one) => `jest.config.${one}`,
);

/** Whether a project depends on a package, or develops with it. */
function usesPackage({ manifest }: ProjectSettings, name: string): boolean {
  const { dependencies, devDependencies } = manifest?.values ?? {};
  return [dependencies, devDependencies].some(
    (one) => typeof one === 'object' && one !== null && name in one,
  );
}

/** Module resolutions without support for `exports` of packages. */
function oldResolution(runtime: WrittenSettings['runtime'], project: ProjectSettings): Case {
  const { shown } = options(project);
  return [
    runtime === 'package' && /^(?:node|node10|classic)$/.test(resolution(project)),
    `for the entries of asmx-gen-runtime to be found, set "moduleResolution": "bundler" or ` +
      `"nodenext" in ${shown}`,
  ];
}

function withoutEnding({ importExtension }: WrittenSettings, project: ProjectSettings): Case {
  const isNode = ofNode.test(resolution(project));
  return [
    importExtension === 'none' && isNode && isModule(project),
    `for imports without an ending, set "moduleResolution": "bundler" in ` +
      `${options(project).shown}, or generate with --import-extension js`,
  ];
}

/** Values of `module` and `moduleResolution` that resolve like Node. */
const ofNode = /^node(?:16|18|20|next)$/;

/** `moduleResolution`, or the default for `module`; `''` if the version decides. */
function resolution(project: ProjectSettings): string {
  const { values } = options(project);
  const chosen = word(values.moduleResolution);
  const module = word(values.module);
  return chosen === '' && ofNode.test(module) ? module : chosen;
}

function options({ compiler }: ProjectSettings): {
  readonly shown: string;
  readonly values: Readonly<Record<string, unknown>>;
} {
  return { shown: shownPath(compiler?.path ?? ''), values: compiler?.values ?? {} };
}

function isModule({ manifest }: ProjectSettings): boolean {
  return manifest?.values.type === 'module';
}

function asModule({ manifest }: ProjectSettings): string {
  const where = manifest === undefined ? 'a package.json' : shownPath(manifest.path);
  return `set "type": "module" in ${where}`;
}

function word(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

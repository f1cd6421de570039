import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { ContractSettings } from '../../config/settings.ts';
import {
  createDiagnosticBag,
  type Diagnostic,
  withLintLevel,
} from '../../diagnostics/diagnostic.ts';
import { type FormatCache, mergeHandlers } from '../../format/prettier.ts';
import type { GenerateResult } from '../../generate.ts';
import type {
  ContractPlan,
  ExpectedHandlers,
  HandlerMember,
  HandlersPlan,
  PlanOptions,
} from '../../plan/result.ts';
import { kebabName } from '../../plan/settings.ts';
import type { Host } from '../../read/host.ts';
import { hashInput, type InputHash } from '../../read/import-rules.ts';
import {
  blockedPath,
  compareFiles,
  type FileChange,
  type FolderComparison,
  inputName,
  isCurrent,
  otherContract,
  outputStamp,
  readManifest,
  sharedHere,
} from '../../write/files.ts';
import { packageVersion, type RuntimeText } from '../../write/folder.ts';
import type { ContractJob } from '../contract/jobs.ts';
import { importPath, planOptions, type SettledSettings, settledIn } from '../contract/project.ts';
import { contractSource } from '../contract/source.ts';
import { nodeHost, shownPath } from '../terminal/files.ts';
import {
  asShown,
  type JobMode,
  type JobOutcome,
  type KnownFolder,
  sharedUse,
  type WarmRun,
} from './comparison.ts';

/** Generates one contract in memory and compares it with its output folder. Only reads. */
export async function generateJob(
  job: ContractJob,
  settings: ContractSettings,
  mode: JobMode,
): Promise<JobOutcome> {
  const templates = templatesOf(job, settings, mode);
  const tool = packageVersion();
  const { warm } = mode;
  const host = warm === undefined ? nodeHost : notingHost(warm);
  // they decide the extension of imports
  for (const name of ['tsconfig.json', 'package.json']) {
    warm?.noteFile(resolve(job.directory, name));
  }
  if (templates !== undefined && warm !== undefined) {
    warm.noteTemplates(resolve(templates));
    for (const file of templateFiles(templates)) warm.noteFile(resolve(templates, file));
  }
  const cache = warm?.cache ?? formatCacheOf(job.directory);
  const question = { job, settings, mode, templates, tool, host, cache };
  return (await findCurrent(question)) ?? (await generateAnew(question));
}

/** The output folder of a contract, which may depend on its name, and the options of its plan. */
interface Target {
  readonly directory: string;
  /** Folder of the handlers, with target `handlers`. */
  readonly handlers: string | undefined;
  readonly settings: SettledSettings;
  readonly options: PlanOptions;
}

function targetOf(question: CurrentQuestion, input: string, name: string): Target {
  const { job, mode } = question;
  const directory = outputFolder(job, mode.out, mode.alone, name) ?? job.directory;
  const settings = settledIn(directory, question.settings, mode.check);
  const handled = settings.targets.includes('handlers');
  const handlers = handled ? handlersFolder(job, settings, directory, name) : undefined;
  const from = handlers === undefined ? undefined : importPath(handlers, directory);
  return { directory, handlers, settings, options: planOptions(settings, input, directory, from) };
}

async function generateAnew(question: CurrentQuestion): Promise<JobOutcome> {
  const { job, settings, mode, templates, host, cache } = question;
  let target: Target | undefined;
  // loaded on demand, because an unchanged folder needs none of the pipeline
  const { generate } = await import('../../generate.ts');
  const bag = createDiagnosticBag();
  const { access } = question.mode;
  const source = await contractSource(job.path, { ...settings, access }, bag, host);
  const result = await generate(
    {
      input: source.input,
      options: (name) => {
        target = targetOf(question, source.input, name);
        return target.options;
      },
      read: source.read,
      lenient: settings.lenient,
      patterns: settings.patterns,
      namespace: settings.namespace,
      templates,
      format: settings.format === 'project' ? 'project' : 'own',
      directory: outputFolder(job, mode.out, mode.alone, undefined) ?? job.directory,
      formatCache: cache,
    },
    source.host,
  );
  const diagnostics = [...bag.diagnostics, ...result.diagnostics].flatMap(
    (one) => withLintLevel(one, settings.lint) ?? [],
  );
  const { plan, timings } = result;
  if (plan === undefined || target === undefined || hasErrors(diagnostics)) {
    const nothing = { plan: undefined, comparison: undefined, handlers: undefined };
    return { job, ...nothing, diagnostics, timings, outlook: result.outlook };
  }
  const compared = await compareResult(question, { ...result, plan }, target);
  return {
    job,
    plan,
    ...compared,
    diagnostics: [...diagnostics, ...compared.diagnostics],
    timings,
    written: writtenSettings(target.settings, settings),
    fetched: { lockFolder: source.lockFolder, documents: result.fetched },
    inputs: [...result.inputs, ...templateInputs(templates)],
  };
}

/** Compares the generated files with existing ones. */
async function compareResult(
  { job, mode, templates, tool, cache }: CurrentQuestion,
  result: GenerateResult & { readonly plan: ContractPlan },
  { directory, handlers, settings, options }: Target,
): Promise<Pick<JobOutcome, 'comparison' | 'handlers' | 'runtime' | 'diagnostics'>> {
  const { plan, inputs, files } = result;
  const needs = plan.runtimeNames.list();
  const { runtime } = options;
  const copies = files.some(({ path }) => path.startsWith('runtime/'));
  const stamp = outputStamp(directory, {
    tool,
    options: optionsHash(options, settings, templates),
    contract: plan.model.name,
    inputs,
    handlers:
      handlers === undefined ? undefined : result.handlers.map((one) => expectedHandlers(one.plan)),
    runtime: typeof runtime === 'string' ? undefined : { folder: runtime.shared, needs },
    exports: copies ? needs : undefined,
    runtimeText: copies ? runtimeTextOf(options, settings) : undefined,
  });
  const comparison = compareFiles(directory, files, {
    stamp,
    force: mode.force,
    gitattributes: settings.gitattributes,
  });
  const own =
    handlers === undefined ? undefined : await compareHandlers(handlers, result.handlers, cache);
  return {
    comparison,
    handlers: own,
    runtime: sharedUse(settings, needs),
    diagnostics: [
      ...comparison.diagnostics.map((one) => asShown(one, directory)),
      ...(mode.replace ? [] : refuseOther(job, directory, plan.model.name)),
      ...(own?.diagnostics ?? []),
    ],
  };
}

/** How the runtime in an output folder is written. */
function runtimeTextOf(
  { contractPath, importExtension }: PlanOptions,
  { emit, format, header = '' }: SettledSettings,
): RuntimeText {
  const lines = [
    `Contract: ${contractPath.replace(/[\r\n]+/g, ' ')}`,
    ...(header === '' ? [] : [header]),
  ];
  return { emit, importExtension, format, header: lines.join('\n') };
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((one) => one.severity === 'error');
}

/**
 * Refuses to overwrite the code of another contract: one with another name that was read from other
 * files.
 */
function refuseOther(job: ContractJob, directory: string, contract: string): readonly Diagnostic[] {
  const manifest = readManifest(directory);
  if (manifest?.sharedBy !== undefined) return [sharedHere(shownPath(directory), manifest)];
  const other = manifest?.contract;
  if (manifest === undefined || other === undefined || other === contract) return [];
  if (manifest.inputs[inputName(directory, job.path)] !== undefined) return [];
  return [otherContract(shownPath(directory), manifest, contract)];
}

/** A cache in `node_modules`; none without that folder. */
function formatCacheOf(directory: string): FormatCache | undefined {
  const modules = join(directory, 'node_modules');
  return existsSync(modules) ? createFolderCache(join(modules, '.cache', 'asmx-gen')) : undefined;
}

function templatesOf(
  job: ContractJob,
  settings: ContractSettings,
  mode: JobMode,
): string | undefined {
  if (mode.templates !== undefined) return shownPath(resolve(mode.templates));
  const { templates } = settings;
  return templates === undefined ? undefined : shownPath(resolve(job.directory, templates));
}

function notingHost({ noteFile }: WarmRun): Host {
  return {
    ...nodeHost,
    readFile: (path, limit) => {
      noteFile(resolve(path));
      return nodeHost.readFile(path, limit);
    },
  };
}

/** A job with everything that affects its output. */
interface CurrentQuestion {
  readonly job: ContractJob;
  readonly settings: ContractSettings;
  readonly mode: JobMode;
  /** Folder of the user's templates. */
  readonly templates: string | undefined;
  /** Version of the tool. */
  readonly tool: string;
  readonly host: Host;
  /** Remembers handlers files that a parser found complete. */
  readonly cache: FormatCache | undefined;
}

/**
 * Finds the folder that a contract was generated into. Checks by hashes whether it equals the
 * output of a run, and by their text whether the user's handlers are complete.
 *
 * @returns `undefined` if only generating can show it
 */
async function findCurrent(question: CurrentQuestion): Promise<JobOutcome | undefined> {
  const { job, settings, mode } = question;
  // no hash covers the project's prettier configuration
  if (settings.format !== 'default') return undefined;
  // the targets of imports are unknown without following them
  if (settings.confine !== undefined) return undefined;
  // a warning that is an error here must be found
  if (Object.values(settings.lint).includes('error')) return undefined;
  // no hash covers catalogs
  if (settings.imports.some((one) => 'catalog' in one)) return undefined;
  const early = outputFolder(job, mode.out, mode.alone, undefined);
  // a folder named after the contract: any that was generated from it may be that folder
  const parent = dirname(outputFolder(job, mode.out, mode.alone, 'contract') ?? '');
  const folders = early === undefined ? mode.folders.below(parent) : mode.folders.at(early);
  for (const folder of folders) {
    const outcome = await judge(folder, question);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

async function judge(
  { directory, manifest }: KnownFolder,
  { job, settings: given, mode, templates, tool, host, cache }: CurrentQuestion,
): Promise<JobOutcome | undefined> {
  const name = manifest.contract;
  if (name === undefined || manifest.inputs[inputName(directory, job.path)] === undefined) {
    return undefined;
  }
  const output = outputFolder(job, mode.out, mode.alone, name);
  if (output === undefined || resolve(output) !== resolve(directory)) return undefined;
  const settings = settledIn(directory, given, mode.check);
  const handled = settings.targets.includes('handlers');
  const handlers = handled ? handlersFolder(job, settings, directory, name) : undefined;
  const from = handlers === undefined ? undefined : importPath(handlers, directory);
  const plan = planOptions(settings, job.path, directory, from);
  const options = optionsHash(plan, settings, templates);
  const hashOf = (path: string): string | undefined => {
    const bytes = host.readFile(path);
    return bytes === undefined ? undefined : hashInput(bytes);
  };
  const { gitattributes } = settings;
  if (!isCurrent(directory, { tool, options, gitattributes }, hashOf)) return undefined;
  const own =
    handlers === undefined ? undefined : await completeHandlers(handlers, manifest.handlers, cache);
  if (handled && own === undefined) return undefined;
  const needs = manifest.runtime?.needs;
  if (typeof settings.runtime !== 'string' && needs === undefined) return undefined;
  const unchanged = Object.keys(manifest.files);
  return {
    job,
    plan: undefined,
    comparison: { directory, changes: [], unchanged, diagnostics: [] },
    handlers: own,
    diagnostics: own?.diagnostics ?? [],
    timings: {},
    written: writtenSettings(settings, given),
    runtime: sharedUse(settings, needs ?? []),
    inputs: [
      ...Object.entries(manifest.inputs).map(([path, sha256]) => ({
        path: shownPath(resolve(directory, path)),
        sha256,
      })),
      ...templateInputs(templates),
    ],
  };
}

/** What must match the project, of settings in a folder and as they were given. */
function writtenSettings(
  { emit, runtime, importExtension }: SettledSettings,
  given: ContractSettings,
): JobOutcome['written'] {
  return { emit, runtime, importExtension, isChosen: given.importExtension !== undefined };
}

/** The user's handlers, if all are complete. What to add is only known from the contract. */
async function completeHandlers(
  directory: string,
  recorded: unknown,
  cache: FormatCache | undefined,
): Promise<JobOutcome['handlers']> {
  const expected = readExpectedHandlers(recorded);
  if (expected === undefined) return undefined;
  const files = expected.map((plan) => ({ text: '', plan }));
  const comparison = await compareHandlers(directory, files, cache);
  return comparison.changes.length === 0 ? comparison : undefined;
}

/**
 * The part of a plan that the manifest keeps, so that handlers of an unchanged contract can be
 * checked without planning it again.
 */
function expectedHandlers({ view: _, ...expected }: HandlersPlan): ExpectedHandlers {
  return expected;
}

/**
 * Reads {@link expectedHandlers} back from a manifest, which anyone may have edited. `undefined` if
 * the value is anything else.
 */
function readExpectedHandlers(value: unknown): readonly ExpectedHandlers[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.every(isExpectedHandlers) ? value : undefined;
}

const texts = ['path', 'service', 'module'] as const;
/** A valid name in generated code. */
const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

function isExpectedHandlers(value: unknown): value is ExpectedHandlers {
  if (typeof value !== 'object' || value === null || !('members' in value)) return false;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  if (!texts.every((name) => typeof fields[name] === 'string')) return false;
  // a file name, which cannot lead out of the folder
  if (/[\\/]/.test(String(fields.path))) return false;
  const names = [fields.interface, fields.factory];
  if (!names.every((name) => typeof name === 'string' && identifier.test(name))) return false;
  return areMembers(value.members);
}

function areMembers(value: unknown): value is readonly HandlerMember[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one: unknown) =>
        typeof one === 'object' &&
        one !== null &&
        'name' in one &&
        typeof one.name === 'string' &&
        (!('members' in one) || areMembers(one.members)),
    )
  );
}

/**
 * Compares the user's handlers files with their required content. Only reads. A missing file is
 * created, one that lacks a stub is completed. Links are followed, because the files are the
 * user's. An existing file in the other language (`.ts` or `.js`) counts, whatever `emit` says.
 *
 * @throws the file system's error for files that cannot be read
 */
async function compareHandlers(
  directory: string,
  files: readonly { readonly text: string; readonly plan: ExpectedHandlers }[],
  cache: FormatCache | undefined,
): Promise<FolderComparison> {
  const bag = createDiagnosticBag();
  const changes: FileChange[] = [];
  const unchanged: string[] = [];
  for (const { text, plan } of files) {
    const file = [plan.path, otherLanguage(plan.path)].find((one) =>
      existsSync(join(directory, one)),
    );
    const target = join(directory, file ?? plan.path);
    if (file === undefined) {
      changes.push({ path: plan.path, kind: 'create', after: text });
      continue;
    }
    if (!statSync(target).isFile()) {
      bag.report(blockedPath(directory, { what: 'no file', by: file }));
      continue;
    }
    const path = relative(realpathSync(directory), realpathSync(target)).replaceAll('\\', '/');
    const before = decode(readFileSync(target));
    if (before === undefined) {
      bag.report({
        code: 'ASMX7005',
        severity: 'error',
        message: `'${shownPath(target)}' is not UTF-8`,
        help: 'convert it; it is left as it is until then',
      });
      continue;
    }
    const after = await mergeHandlers({ path: shownPath(target), text: before }, plan, bag, cache);
    if (after === before) unchanged.push(path);
    else changes.push({ path, kind: 'update', before, after });
  }
  const real = existsSync(directory) ? realpathSync(directory) : directory;
  return { directory: real, changes, unchanged, diagnostics: bag.diagnostics, userOwned: true };
}

function otherLanguage(path: string): string {
  return path.endsWith('.js') ? path.replace(/js$/, 'ts') : path.replace(/ts$/, 'js');
}

/** The text of a file, including its byte order mark. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Hash of all settings that affect the output, including the texts of the user's templates. */
function optionsHash(
  options: PlanOptions,
  { format, namespace, allowHosts, imports, lenient, patterns }: ContractSettings,
  templates: string | undefined,
): string {
  const hash = createHash('sha256');
  const how: unknown[] = [options, format, namespace ?? null];
  // included only if they differ from the defaults
  if (lenient || allowHosts.length > 0) how.push(lenient, allowHosts);
  if (imports.length > 0) how.push(imports);
  if (patterns !== 'xsd') how.push(patterns);
  hash.update(JSON.stringify(how));
  for (const file of templates === undefined ? [] : templateFiles(templates)) {
    hash.update(`\0${file}\0`).update(readFileSync(join(templates ?? '', file)));
  }
  return hash.digest('hex');
}

/** Paths of the templates in a folder, sorted; none if the folder does not exist. */
function templateFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.hbs'))
      .sort();
  } catch {
    // a missing folder is reported when templates are loaded
    return [];
  }
}

/** The user's templates as inputs of a run. */
function templateInputs(templates: string | undefined): readonly InputHash[] {
  if (templates === undefined) return [];
  return templateFiles(templates).map((file) => {
    const path = join(templates, file);
    return { path, sha256: hashInput(readFileSync(path)) };
  });
}

/**
 * Name of a contract's folder: lower-case words with hyphens, with only letters, digits, `_` and
 * `-`.
 */
function folderName(contract: string): string {
  const name = kebabName(contract);
  return name === '' ? 'contract' : name;
}

/**
 * Absolute output folder of a contract: `--out` or the configured one (a folder below it if several
 * contracts share it), otherwise `generated/<name>`. `undefined` if that depends on the contract's
 * name and none is given.
 */
function outputFolder(
  job: ContractJob,
  out: string | undefined,
  alone: boolean,
  name: string | undefined,
): string | undefined {
  const below = (parent: string): string | undefined =>
    name === undefined ? undefined : join(parent, folderName(name));
  if (out !== undefined) return alone ? resolve(out) : below(resolve(out));
  const { output } = job.settings;
  if (output === undefined) return below(resolve(job.directory, 'generated'));
  const folder = resolve(job.directory, output);
  return job.several ? below(folder) : folder;
}

/**
 * Absolute folder of a contract's handlers: the configured one (a folder below it if several
 * contracts share it), otherwise `handlers` beside the output folder, or beside its parent if that
 * is named `generated`, because these files are the user's.
 */
function handlersFolder(
  job: ContractJob,
  { handlers }: Pick<ContractSettings, 'handlers'>,
  output: string,
  name: string,
): string {
  if (handlers !== undefined) {
    const folder = resolve(job.directory, handlers);
    return job.several ? join(folder, folderName(name)) : folder;
  }
  const parent = dirname(output);
  return join(basename(parent) === 'generated' ? dirname(parent) : parent, 'handlers');
}

/** Keys are hashes; other texts are not keys. */
const hash = /^[0-9a-f]{16,128}$/;

/**
 * A persistent cache of formatted texts: one file each in a folder that may be deleted at any time.
 * Files that cannot be read or written count as absent.
 */
export function createFolderCache(folder: string): FormatCache {
  return {
    get: (key) => {
      if (!hash.test(key)) return undefined;
      try {
        return readFileSync(join(folder, key), 'utf8');
      } catch {
        return undefined;
      }
    },
    set: (key, text) => {
      if (!hash.test(key)) return;
      try {
        mkdirSync(folder, { recursive: true });
        const temporary = join(folder, `${key}.${process.pid}.tmp`);
        writeFileSync(temporary, text);
        renameSync(temporary, join(folder, key));
      } catch {
        // a full disk or a read-only folder costs time, not correctness
      }
    },
  };
}

import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { configNames, findConfig } from '../../config/load.ts';
import {
  type ContractSettings,
  contractKeys,
  defaultSettings,
  mergeSettings,
  runtimeWords,
  targetsOf,
} from '../../config/settings.ts';
import { clock } from '../../diagnostics/clock.ts';
import { createDiagnosticBag, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { createMemoryCache } from '../../format/prettier.ts';
import type { ContractPlan } from '../../plan/result.ts';
import { securityPlans } from '../../plan/security.ts';
import { hashInput, type InputHash, lockFileName } from '../../read/import-rules.ts';
import { unifiedDiff } from '../../write/diff.ts';
import { type FileChange, type FolderComparison, writeChanges } from '../../write/files.ts';
import { manifestName, manifestText, parseManifest } from '../../write/folder.ts';
import { changedSince, createFileWatcher } from '../contract/file-watcher.ts';
import { type ContractJob, findJobs, readingFlags } from '../contract/jobs.ts';
import type { ContractCommandOptions } from '../contract/options.ts';
import {
  adviceFor,
  type ProjectSettings,
  readProjectSettings,
  runtimeAdvice,
  settledIn,
} from '../contract/project.ts';
import { readAccess } from '../contract/web-access.ts';
import { readTargets, readWord } from '../terminal/arguments.ts';
import {
  type Console,
  createConsole,
  exitCodeOf,
  lenientAdvice,
  reportDiagnostics,
} from '../terminal/console.ts';
import {
  type ExitCode,
  exitCodes,
  hearInterrupt,
  onParentEnd,
  takeInterrupt,
} from '../terminal/exit.ts';
import { CliError, reportFailure } from '../terminal/failure.ts';
import { pathFromHere, shownPath } from '../terminal/files.ts';
import { writeData } from '../terminal/streams.ts';
import {
  type ContentCounts,
  contentText,
  counted,
  schemaCounts,
  secondsSince,
} from '../terminal/text.ts';
import {
  compareRun,
  createFolderIndex,
  type JobOutcome,
  type RunComparison,
  type WarmRun,
} from './comparison.ts';
import { generateJob } from './job.ts';

/**
 * Extensions of files that a glob of the configuration, an import or a template folder may include.
 */
const endings = ['.wsdl', '.xsd', '.yaml', '.yml', '.hbs'];

/**
 * Runs `asmx-gen generate --watch` until SIGINT or SIGTERM: generates, and again whenever a file
 * changes that was read or searched for: contracts, imports, templates, the configuration. After
 * errors it waits for the next change.
 *
 * @throws {CliError} for wrong usage
 */
export async function watchGenerate(
  contracts: readonly string[],
  options: GenerateCommandOptions,
): Promise<ExitCode> {
  if (options.check === true || options.dryRun === true) {
    const other = options.check === true ? '--check' : '--dry-run';
    throw new CliError(`--watch and ${other} exclude each other`, `Leave one of them out.`);
  }
  withFlags(defaultSettings, options);
  const console = createConsole(options);
  const cache = createMemoryCache();
  const { wake, sleep, stopped } = createAlarm();
  const watcher = createFileWatcher(endings, wake);
  let first = true;
  try {
    while (stopped() === undefined) {
      const start = Date.now();
      const files = new Set(configFiles(options.config));
      const warm: WarmRun = {
        cache,
        noteFile: (path) => files.add(path),
        noteTemplates: (folder) => {
          files.add(join(folder, '*'));
          files.add(join(folder, 'partials', '*'));
        },
      };
      const code = await runGenerate(contracts, options, warm).catch((error: unknown) => {
        // without anything to generate, no change of a file could help
        if (first && contracts.length === 0 && findConfig(process.cwd()) === undefined) throw error;
        return reportFailure(error, console.verbose);
      });
      for (const contract of contracts) files.add(resolve(contract));
      watcher.follow(files);
      if (code !== exitCodes.fine) console.say('nothing written; waiting for a change');
      if (first) console.say(`watching ${counted(countThere(files), 'file')}; Ctrl-C ends`);
      first = false;
      if (changedSince(files, start)) continue;
      await sleep();
    }
  } finally {
    watcher.close();
  }
  return stopped() ?? exitCodes.fine;
}

/** The configuration in use, and those that would take precedence if they existed. */
function configFiles(given: string | undefined): readonly string[] {
  if (given !== undefined) return [resolve(given)];
  const found = findConfig(process.cwd());
  return found === undefined ? configNames.map((name) => resolve(name)) : [found];
}

function countThere(files: Iterable<string>): number {
  return [...files].filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile()).length;
}

/**
 * Waits until something changes or a signal ends the watch: Ctrl-C with 130, SIGTERM with 0. A
 * second Ctrl-C ends the process at once.
 */
function createAlarm(): {
  readonly wake: () => void;
  readonly sleep: () => Promise<void>;
  /** The exit code after a signal. */
  readonly stopped: () => ExitCode | undefined;
} {
  let ringing = false;
  let stop: ExitCode | undefined;
  let ring: (() => void) | undefined;
  const wake = (): void => {
    ringing = true;
    ring?.();
  };
  const end = (code: ExitCode): void => {
    stop = code;
    takeInterrupt(() => process.exit(exitCodes.interrupted));
    wake();
  };
  takeInterrupt(() => end(exitCodes.interrupted));
  process.once('SIGTERM', () => end(exitCodes.fine));
  onParentEnd(() => end(exitCodes.fine));
  return {
    wake,
    sleep: async () => {
      if (!ringing) {
        await new Promise<void>((done) => {
          ring = done;
        });
      }
      ringing = false;
      ring = undefined;
    },
    stopped: () => stop,
  };
}

/**
 * Runs `asmx-gen generate`. All contracts are generated and compared before the first file is
 * written, and nothing is written if any of them has an error.
 *
 * @param warm Data that `--watch` keeps between runs.
 * @throws {CliError} for wrong usage
 */
export async function runGenerate(
  contracts: readonly string[],
  options: GenerateCommandOptions,
  warm?: WarmRun,
): Promise<ExitCode> {
  const console = createConsole(options);
  const start = clock();
  const check = options.check === true;
  const bag = createDiagnosticBag();
  const whole = contracts.length === 0 && options.out === undefined;
  if (options.prune === true && !whole) {
    throw new CliError(
      '--prune looks at the whole configuration',
      'Leave out the contracts and --out.',
    );
  }
  const jobs = await findJobs(contracts, options.config, bag);
  const mode = {
    out: options.out,
    access: await readAccess(options),
    templates: options.templates,
    alone: jobs.length === 1 && (contracts.length > 0 || jobs[0]?.several === false),
    force: check || options.force === true,
    check,
    replace: options.force === true,
    folders: createFolderIndex(),
    warm,
  };
  const outcomes: JobOutcome[] = [];
  for (const job of jobs) {
    console.progress.step(`generating ${job.path} …`);
    outcomes.push(await generateJob(job, withFlags(job.settings, options), mode));
    await hearInterrupt();
  }
  console.progress.clear();
  const scope = { whole, prune: options.prune, only: options.only };
  const { run, contracts: stale } = considered(await compareRun(outcomes, mode, scope), check);
  const pending = check || options.dryRun === true;
  const advice = pending ? undefined : adviceOn(outcomes, options);
  const failure = await reportRun(
    [...bag.diagnostics, ...run.diagnostics],
    run,
    { start, check, advice },
    console,
  );
  sayTimings(outcomes, console);
  if (failure !== exitCodes.fine) return failure;
  if (!pending) {
    for (const comparison of run.comparisons) writeChanges(comparison);
    for (const { directory } of run.locks) {
      console.say(`recorded in ${shownPath(`${directory}/${lockFileName}`)} what was fetched`);
    }
  } else if (console.reporter === 'text') {
    await writeData(check ? diffText(run.comparisons) : changeList(run.comparisons));
  }
  for (const path of stale) console.say(`${path} changed, its code did not`);
  if (jobs.length > 0) console.say(summaryOf(run, { start, pending }));
  if (advice !== undefined) console.say(advice);
  return check && hasDrifted(run) ? exitCodes.no : exitCodes.fine;
}

function hasDrifted({ comparisons }: RunComparison): boolean {
  return comparisons.some(({ changes }) => changes.length > 0);
}

/** What of a run counts: with `--check`, code alone. */
function considered(run: RunComparison, check: boolean): ReturnType<typeof withoutStaleManifests> {
  return check ? withoutStaleManifests(run) : { run, contracts: [] };
}

/** Lines on what to change in the configuration or the project, if anything. */
function adviceOn(
  outcomes: readonly JobOutcome[],
  options: GenerateCommandOptions,
): string | undefined {
  const lines = [
    settingsAdvice(outcomes),
    packageAdvice(outcomes),
    documentsAdvice(outcomes),
    flagAdvice(outcomes, options),
  ];
  return lines.filter((one) => one !== undefined).join('\n') || undefined;
}

interface ReportedRun {
  readonly start: number;
  readonly check: boolean;
  /** Settings of the project or the configuration that should be changed, if any. */
  readonly advice: string | undefined;
}

/** Reports the problems of a run, and to programs also its changes. */
async function reportRun(
  diagnostics: readonly Diagnostic[],
  { comparisons, outcomes, shared }: RunComparison,
  { start, check, advice }: ReportedRun,
  console: Console,
): Promise<ExitCode> {
  const failure = exitCodeOf(diagnostics);
  const shown = diagnostics.filter((one) => one.severity !== 'hint');
  const lenient = lenientAdvice(outcomes.map(({ outlook }) => outlook));
  if (failure === exitCodes.fine && console.reporter === 'text') {
    await reportDiagnostics(shown, console);
    return failure;
  }
  const sound = failure === exitCodes.fine;
  const drift = console.reporter === 'github' ? driftNotes(comparisons) : driftOf(comparisons);
  await reportDiagnostics([...shown, ...(sound && check ? drift : [])], console, {
    files: sound ? fileStatuses(comparisons) : [],
    contracts: sound ? declaredContracts(outcomes) : [],
    ...(sound && shared.length > 0 ? { runtimes: declaredRuntimes(shared) } : {}),
    advice: sound ? advice : lenient,
    durationMs: Math.round(clock() - start),
  });
  if (!sound && lenient !== undefined) console.say(lenient);
  return failure;
}

function sayTimings(outcomes: readonly JobOutcome[], console: Console): void {
  for (const { job, timings, plan, comparison } of outcomes) {
    const stages = Object.entries(timings).map(([stage, time]) => `${stage} ${time.toFixed(0)} ms`);
    const current = plan === undefined && comparison !== undefined ? 'current by its hashes' : '';
    console.detail(`${job.path}: ${stages.join(', ') || current}`);
  }
}

/** A file, and what happened to it. */
interface FileStatus {
  readonly path: string;
  readonly status: 'created' | 'updated' | 'removed' | 'unchanged';
}

const statusWords = { create: 'created', update: 'updated', remove: 'removed' } as const;

/** Status of every file of a run, for `--reporter json`. */
function fileStatuses(comparisons: readonly FolderComparison[]): readonly FileStatus[] {
  return comparisons.flatMap(({ directory, changes, unchanged }) => [
    ...changes.map(({ path, kind }): FileStatus => {
      return { path: shownPath(`${directory}/${path}`), status: statusWords[kind] };
    }),
    ...unchanged.map((path): FileStatus => {
      return { path: shownPath(`${directory}/${path}`), status: 'unchanged' };
    }),
  ]);
}

/** Inputs and outputs of a contract, for build engines that cache and distribute. */
interface DeclaredContract {
  readonly contract: string;
  /** Folder of the output. */
  readonly output: string;
  /**
   * Every input file: the contract, its imports, the user's templates, the configuration. CR LF
   * counts as LF.
   */
  readonly inputs: readonly { readonly path: string; readonly sha256: string }[];
  /** Every output file, including the manifest. */
  readonly outputs: readonly string[];
}

/** Inputs and outputs of every valid contract. */
function declaredContracts(outcomes: readonly JobOutcome[]): readonly DeclaredContract[] {
  return outcomes.flatMap(({ job, comparison, inputs }) => {
    if (comparison === undefined || inputs === undefined) return [];
    return {
      contract: job.path,
      output: shownPath(comparison.directory),
      inputs: [...inputs, ...configInput(job)],
      outputs: outputsOf(comparison),
    };
  });
}

/** A shared runtime, which is not an output of a single contract. */
interface DeclaredRuntime {
  readonly output: string;
  readonly outputs: readonly string[];
}

/** Outputs of shared runtimes. */
function declaredRuntimes(shared: readonly FolderComparison[]): readonly DeclaredRuntime[] {
  return shared.map((one) => ({ output: shownPath(one.directory), outputs: outputsOf(one) }));
}

/** Every file of a folder after writing, sorted. */
function outputsOf({ directory, changes, unchanged }: FolderComparison): readonly string[] {
  const kept = changes.filter(({ kind }) => kind !== 'remove').map(({ path }) => path);
  const outputs = new Set([...kept, ...unchanged, manifestName]);
  return [...outputs].sort().map((path) => shownPath(`${directory}/${path}`));
}

/** The configuration as an input, without modules that it imports. */
function configInput({ config }: ContractJob): readonly InputHash[] {
  if (config === undefined) return [];
  return [{ path: shownPath(config), sha256: hashInput(readFileSync(config)) }];
}

/**
 * The line at the end: `14 services, 18 operations, 27 files: 2 updated, 25 unchanged (0.4 s)`.
 * Folders found current by their hashes only count as files:
 * `1 service, 2 operations (1 of 2 contracts), 27 files: …`.
 */
function summaryOf(
  { outcomes, comparisons, locks }: Pick<RunComparison, 'outcomes' | 'comparisons' | 'locks'>,
  { start, pending }: { readonly start: number; readonly pending: boolean },
): string {
  const plans = outcomes.flatMap((one) => one.plan ?? []);
  const counting = comparisons.filter((one) => !locks.includes(one));
  const statuses = fileStatuses(counting).filter(({ path }) => !path.endsWith(manifestName));
  const parts: string[] = [];
  if (plans.length > 0) {
    const content = contentText(plans.map(countsOf));
    const some = plans.length < outcomes.length;
    parts.push(some ? `${content} (${plans.length} of ${outcomes.length} contracts)` : content);
  }
  const there = statuses.filter(({ status }) => status !== 'removed');
  parts.push(counted(there.length, 'file'));
  const counts = (['created', 'updated', 'removed', 'unchanged'] as const).flatMap((status) => {
    const count = statuses.filter((one) => one.status === status).length;
    if (count === 0) return [];
    return `${count} ${pending && status !== 'unchanged' ? `to be ${status}` : status}`;
  });
  return `${parts.join(', ')}: ${counts.join(', ')} (${secondsSince(start)})`;
}

function countsOf({ model, services, operations }: ContractPlan): ContentCounts {
  const { leftOut = 0 } = model;
  const own = { services: services.length, operations: operations.length, leftOut };
  return schemaCounts(model) ?? own;
}

/**
 * Whether only hashes of the contract changed in a folder: a comment or a blank in it, from which
 * the same code follows.
 */
function hasSameCode({ changes }: FolderComparison): boolean {
  const [only, ...more] = changes;
  if (only?.path !== manifestName || more.length > 0) return false;
  const [before, after] = [only.before, only.after].map((text) => parseManifest(text ?? ''));
  if (before === undefined || after === undefined) return false;
  return manifestText({ ...before, inputs: {} }) === manifestText({ ...after, inputs: {} });
}

/** A run without folders whose code is that of the changed contract, and these contracts. */
function withoutStaleManifests(run: RunComparison): {
  readonly run: RunComparison;
  readonly contracts: readonly string[];
} {
  const stale = run.outcomes.filter(
    ({ comparison }) => comparison !== undefined && hasSameCode(comparison),
  );
  const folders = new Set(stale.map(({ comparison }) => comparison));
  const comparisons = run.comparisons.map((one) =>
    folders.has(one) ? { ...one, changes: [], unchanged: [...one.unchanged, manifestName] } : one,
  );
  return { run: { ...run, comparisons }, contracts: stale.map(({ job }) => job.path) };
}

/**
 * Advises in one line which setting to change so that the generated files compile and run.
 *
 * @returns `undefined` if all settings match, or there is no project
 */
function settingsAdvice(outcomes: readonly JobOutcome[]): string | undefined {
  for (const { comparison, handlers, written } of outcomes) {
    for (const folder of [comparison, handlers]) {
      const project = folder && projectOf(folder);
      const advice = written && project && adviceFor(written, project);
      if (advice !== undefined) return advice;
    }
  }
  return undefined;
}

/** Says which package the files import, if it is not there in their version. */
function packageAdvice(outcomes: readonly JobOutcome[]): string | undefined {
  for (const { written, plan, comparison } of outcomes) {
    if (written === undefined || comparison === undefined) continue;
    // of a folder that is current, there is no plan
    const imports = plan?.runtimeNames.list() ?? comparison.unchanged.filter(isDescriptions);
    const runs = written.runtime === 'package' && imports.length > 0;
    // its file imports the package, whatever the runtime of the others
    const signs = plan !== undefined && composesSignatures(plan);
    if (!runs && !signs) continue;
    const advice = runtimeAdvice(comparison.directory, signs ? ['xml-crypto'] : []);
    if (advice !== undefined) return advice;
  }
  return undefined;
}

/** Whether a client composes something of the runtime's entry for WS-Security. */
function composesSignatures({ options, services }: ContractPlan): boolean {
  if (!options.targets.includes('client')) return false;
  const plans = services.flatMap(({ service }) => securityPlans(service));
  return plans.some(({ steps }) => steps.some(({ from }) => from === 'wss'));
}

/** Whether a file is one of those that always import the runtime. */
function isDescriptions(path: string): boolean {
  return path.startsWith('descriptions');
}

/** Says that a server which was written serves no documents, which people look for first. */
function documentsAdvice(outcomes: readonly JobOutcome[]): string | undefined {
  const lacks = outcomes.some(({ plan, comparison }) => {
    const { options, services = [] } = plan ?? {};
    const targets = options?.targets ?? [];
    const isWritten = comparison !== undefined && comparison.changes.length > 0;
    return (
      isWritten && services.length > 0 && targets.includes('server') && !targets.includes('docs')
    );
  });
  if (!lacks) return undefined;
  return (
    'without the target docs, the server answers ?WSDL, ?op= and its help page with 404: ' +
    'add docs to the targets'
  );
}

/** The project around a folder, with the `package.json` that is going to be written into it. */
function projectOf({ directory, changes }: FolderComparison): ProjectSettings | undefined {
  const project = readProjectSettings(directory);
  const text = changes.find(({ path }) => path === 'package.json')?.after;
  if (project === undefined || text === undefined) return project;
  return {
    ...project,
    manifest: { path: join(directory, 'package.json'), values: JSON.parse(text) },
  };
}

/** Flags that change the output, and their settings. */
const flags = [
  ['--targets', 'targets'],
  ['--runtime', 'runtime'],
  ['--emit', 'emit'],
  ['--import-extension', 'importExtension'],
  ['--no-gitattributes', 'gitattributes'],
  ['--only', 'only'],
  ['--lenient', 'lenient'],
  ['--templates', 'templates'],
] as const satisfies readonly (readonly [string, keyof ContractSettings])[];

/**
 * Says which flags differ from the configuration, because `generate --check` reads only that.
 *
 * @returns `undefined` if none does, or the output is not that of the configuration
 */
function flagAdvice(
  outcomes: readonly JobOutcome[],
  options: GenerateCommandOptions,
): string | undefined {
  if (options.out !== undefined) return undefined;
  for (const { job, comparison } of outcomes) {
    if (job.config === undefined || comparison === undefined) continue;
    const { templates = job.settings.templates } = options;
    const given = { ...withFlags(job.settings, options), templates };
    const without = settledIn(comparison.directory, job.settings, false);
    const differing = flags.filter(([, key]) => {
      return JSON.stringify(given[key] ?? without[key]) !== JSON.stringify(without[key]);
    });
    if (differing.length === 0) continue;
    const names = differing.map(([flag]) => flag).join(', ');
    const settings = differing.map(([, key]) => `"${key}": ${JSON.stringify(given[key])}`);
    const differ = differing.length > 1 ? 'differ' : 'differs';
    return (
      `generate --check will fail, because ${names} ${differ} ` +
      `from ${shownPath(job.config)}: set ${settings.join(', ')} there`
    );
  }
  return undefined;
}

/** The results of `--check` as diagnostics, for programs: one for each file. */
function driftOf(comparisons: readonly FolderComparison[]): readonly Diagnostic[] {
  return comparisons.flatMap((one) => one.changes.map((change) => driftAt(one, change)));
}

/** The results of `--check` as annotations: one for each folder, at its first file. */
function driftNotes(comparisons: readonly FolderComparison[]): readonly Diagnostic[] {
  return comparisons.flatMap((one) => {
    const [first, ...more] = one.changes;
    if (first === undefined) return [];
    const drift = driftAt(one, first);
    if (more.length === 0) return drift;
    const rest = `${counted(more.length, 'more file')} of '${pathFromHere(one.directory)}'`;
    return { ...drift, message: `${drift.message}, as are ${rest}` };
  });
}

const driftWords = { create: 'is missing', update: 'is not up to date', remove: 'is left over' };

function driftAt({ directory }: FolderComparison, { path, kind, before }: FileChange): Diagnostic {
  const file = { path: pathFromHere(`${directory}/${path}`), text: before ?? '' };
  return {
    code: 'ASMX7003',
    severity: 'error',
    message: `'${file.path}' ${driftWords[kind]}`,
    span: { file, start: 0, end: 0 },
    help: 'run asmx-gen generate and commit what it writes',
  };
}

/**
 * The changes of a run as a unified diff. Of a file to be created or removed it has only the name:
 * one member of a type may bring a dozen files of the runtime.
 */
function diffText(comparisons: readonly FolderComparison[]): string {
  return eachChange(comparisons, (path, { kind, before, after }) => {
    if (kind === 'create') return `--- /dev/null\n+++ b/${path}\n`;
    if (kind === 'remove') return `--- a/${path}\n+++ /dev/null\n`;
    return unifiedDiff(path, before, after);
  });
}

/** The changes of a run, one file on each line. */
function changeList(comparisons: readonly FolderComparison[]): string {
  return eachChange(comparisons, (path, { kind }) => `${kind} ${path}\n`);
}

function eachChange(
  comparisons: readonly FolderComparison[],
  write: (path: string, change: FileChange) => string,
): string {
  return comparisons
    .flatMap(({ directory, changes }) =>
      changes.map((change) => write(pathFromHere(`${directory}/${change.path}`), change)),
    )
    .join('');
}

/**
 * Settings of the configuration, overridden by the command line.
 *
 * @throws {CliError} for invalid option values
 */
function withFlags(settings: ContractSettings, options: GenerateCommandOptions): ContractSettings {
  const { emit, importExtension } = options;
  const merged = mergeSettings(settings, {
    targets:
      options.targets === undefined
        ? undefined
        : targetsOf(readTargets(options.targets), settings.targets),
    runtime: options.runtime === undefined ? undefined : readRuntime(options.runtime),
    only: options.only,
    emit: emit === undefined ? undefined : readEmit(emit),
    importExtension: importExtension === undefined ? undefined : readEnding(importExtension),
    // without the flag it is true, which says nothing
    gitattributes: options.gitattributes === false ? false : undefined,
    ...readingFlags(settings, options),
  });
  if (merged.emit === 'js' && merged.importExtension === 'ts') {
    // what the configuration chose for TypeScript says nothing of JavaScript
    if (importExtension === undefined) return { ...merged, importExtension: undefined };
    throw new CliError(
      'JavaScript cannot import files that end in .ts',
      'Give --import-extension js, or none for a bundler.',
    );
  }
  return merged;
}

const readEmit = readWord('--emit', contractKeys.emit.words);
const readEnding = readWord('--import-extension', contractKeys.importExtension.words);
const readRuntime = readWord('--runtime', runtimeWords);

/** Options of `generate`. */
export interface GenerateCommandOptions extends ContractCommandOptions {
  readonly out?: string | undefined;
  readonly config?: string | undefined;
  readonly targets?: string | undefined;
  readonly check?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly templates?: string | undefined;
  readonly runtime?: string | undefined;
  readonly emit?: string | undefined;
  readonly importExtension?: string | undefined;
  readonly gitattributes?: boolean | undefined;
  readonly only?: readonly string[] | undefined;
  readonly force?: boolean | undefined;
  readonly prune?: boolean | undefined;
  readonly watch?: boolean | undefined;
}

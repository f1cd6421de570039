import { execFileSync } from 'node:child_process';
import { relative, resolve } from 'node:path';
import type {
  Acceptance,
  Change,
  ChangeClass,
  Comparison,
  Hazard,
  IgnoredChange,
} from '../compare/change.ts';
import { compareModels } from '../compare/contract.ts';
import { locateSetting } from '../config/load.ts';
import { type AcceptedChange, type DiffSettings, defaultSettings } from '../config/settings.ts';
import { clock } from '../diagnostics/clock.ts';
import {
  createDiagnosticBag,
  type Diagnostic,
  type DiagnosticBag,
  type DiagnosticSink,
  positionAt,
  type Span,
} from '../diagnostics/diagnostic.ts';
import {
  codeFrame,
  type JsonPlace,
  reportGithub,
  reportJson,
  reportPlace,
} from '../diagnostics/report.ts';
import type { StackChoice } from '../diagnostics/stacks.ts';
import { harmless } from '../diagnostics/words.ts';
import { type Host, isRemote } from '../read/host.ts';
import { type ContractJob, findJobs, openConfig, readContractSettings } from './contract/jobs.ts';
import { type ReadModel, readModel } from './contract/model.ts';
import type { ContractCommandOptions } from './contract/options.ts';
import { readStacks } from './stacks.ts';
import {
  type Console,
  createConsole,
  lenientAdvice,
  reportDiagnostics,
} from './terminal/console.ts';
import { type ExitCode, exitCodes } from './terminal/exit.ts';
import { CliError } from './terminal/failure.ts';
import { nodeHost, shownPath } from './terminal/files.ts';
import { dataTerminal, writeData } from './terminal/streams.ts';
import { type Colours, coloursFor, counted } from './terminal/text.ts';

/** What is known of a run. */
interface Against {
  readonly revision: string;
  readonly compared: readonly Compared[];
  /** Contracts that the revision does not have. */
  readonly added: readonly string[];
}

/**
 * Runs `asmx-gen diff --against`: compares the contracts of the configuration with those of a git
 * revision, and writes the changes to stdout. Contracts from the Web are not in git, and left out.
 *
 * @returns 1 if something breaks, 2 if a contract cannot be read or has errors
 * @throws {CliError} if there is no such revision, and for options that exclude each other
 */
export async function runDiffAgainst(
  revision: string,
  contracts: readonly string[],
  options: DiffCommandOptions,
): Promise<ExitCode> {
  refuseTwoForms(options);
  const console = createConsole(options);
  const bag = createDiagnosticBag();
  const settings = await ChangeSettings.read(options, bag);
  const jobs = bag.failed ? [] : await findJobs(contracts, options.config, bag);
  const before = gitRevision(revision);
  const compared: Compared[] = [];
  const added: string[] = [];
  const outlooks: ReadModel['outlook'][] = [];
  for (const job of jobs) {
    console.progress.step(`comparing ${job.path} …`);
    if (isRemote(job.path)) console.say(`${job.path} is not in git: it is not compared`);
    else if (before.readFile(job.path) === undefined) added.push(job.path);
    else {
      const models = await readJob(job, { before, bag, options });
      outlooks.push(...models.map(({ outlook }) => outlook));
      const [old, now] = models.map(({ model }) => model);
      if (old === undefined || now === undefined) continue;
      const comparison = compareModels(old, now, settings);
      const name = `${revision}:${job.path}`;
      compared.push(comparedAs(options, { old: name, new: job.path, comparison }));
    }
  }
  console.progress.clear();
  if (bag.failed) return refuse(bag, outlooks, console);
  await reportBeside(bag, settings.withoutEffect(contracts.length === 0), console);
  await writeData(renderAgainst({ revision, compared, added }, options, bag));
  return exitCodeOfChanges(
    compared.map(({ comparison }) => comparison),
    options,
  );
}

/** A contract as the revision has it, and as it is now. */
async function readJob(
  { path, settings }: ContractJob,
  {
    before,
    bag,
    options,
  }: {
    readonly before: Host;
    readonly bag: DiagnosticBag;
    readonly options: DiffCommandOptions;
  },
): Promise<readonly ReadModel[]> {
  const read = {
    ...(await readContractSettings(settings, options)),
    namespace: settings.namespace,
  };
  return [await readModel(path, read, bag, before), await readModel(path, read, bag)];
}

function renderAgainst(
  { revision, compared, added }: Against,
  options: DiffCommandOptions,
  { diagnostics }: DiagnosticBag,
): string {
  if (options.reporter === 'json') {
    const data = compared.map(changesData);
    return reportJson(diagnostics, { against: revision, contracts: data, added });
  }
  if (options.reporter === 'github') return compared.map(changesGithub).join('');
  if (options.markdown === true) {
    const news = added.map((path) => `## New contract: ${harmless(path)}\n`);
    return [...compared.map(changesMarkdown), ...news].join('\n');
  }
  const colours = coloursFor(dataTerminal(), options.color);
  const texts = compared.map((one) => {
    return `${colours.bold(harmless(one.new))}\n${changesText(one, colours)}`;
  });
  const news = added.map((path) => `${colours.bold(harmless(path))}\nnew: ${revision} has none\n`);
  return [...texts, ...news].join('\n');
}

/**
 * Runs `asmx-gen diff`: compares two contracts and writes the changes to stdout.
 *
 * @returns 1 if something breaks, 2 if one of the contracts cannot be read or has errors
 * @throws {CliError} for options that exclude each other
 */
export async function runDiff(
  old: string,
  now: string,
  options: DiffCommandOptions,
): Promise<ExitCode> {
  refuseTwoForms(options);
  const console = createConsole(options);
  const bag = createDiagnosticBag();
  const settings = await ChangeSettings.read(options, bag);
  const before = await open(old, options, bag, console);
  const after = await open(now, options, bag, console);
  console.progress.clear();
  if (before.model === undefined || after.model === undefined || bag.failed) {
    return refuse(bag, [before.outlook, after.outlook], console);
  }
  const start = clock();
  const comparison = compareModels(before.model, after.model, settings);
  console.detail(`compared in ${(clock() - start).toFixed(0)} ms`);
  await reportBeside(bag, settings.withoutEffect(true), console);
  await writeData(render(comparedAs(options, { old, new: now, comparison }), options, bag));
  return exitCodeOfChanges([comparison], options);
}

/** Reports what keeps contracts from being compared, and what `--lenient` would do with them. */
async function refuse(
  { diagnostics }: DiagnosticBag,
  outlooks: readonly ReadModel['outlook'][],
  console: Console,
): Promise<ExitCode> {
  await reportDiagnostics(diagnostics, console);
  const advice = lenientAdvice(outlooks);
  if (advice !== undefined) console.say(advice);
  return exitCodes.cannotRun;
}

/**
 * Reports warnings about the contracts as text, since other forms are for changes; about the
 * configuration in each form, as that of JSON has all of them.
 */
async function reportBeside(
  bag: DiagnosticBag,
  ofConfig: readonly Diagnostic[],
  console: Console,
): Promise<void> {
  for (const one of ofConfig) bag.report(one);
  if (console.reporter === 'json') return;
  // only `check` shows hints
  const ofContracts = bag.diagnostics.filter((one) => one.severity !== 'hint');
  await reportDiagnostics(console.reporter === 'text' ? ofContracts : ofConfig, console);
}

/** @throws {CliError} for two forms of the output */
function refuseTwoForms({ markdown, reporter }: DiffCommandOptions): void {
  if (markdown !== true || reporter === 'text') return;
  throw new CliError(
    `--markdown and --reporter ${reporter} exclude each other`,
    'Leave one of them out.',
  );
}

/** 1 if one of the changes breaks something, unless `--exit-zero`. */
function exitCodeOfChanges(
  comparisons: readonly Comparison[],
  { exitZero }: DiffCommandOptions,
): ExitCode {
  const breaks = comparisons.some((one) => one.breaks.callers || one.breaks.servers);
  return breaks && exitZero !== true ? exitCodes.no : exitCodes.fine;
}

async function open(
  path: string,
  options: DiffCommandOptions,
  bag: DiagnosticBag,
  console: Console,
): Promise<ReadModel> {
  console.progress.step(`reading ${path} …`);
  return readModel(path, await readContractSettings(defaultSettings, options), bag);
}

function render(compared: Compared, options: DiffCommandOptions, bag: DiagnosticBag): string {
  if (options.markdown === true) return changesMarkdown(compared);
  if (options.reporter === 'json') return changesJson(compared, bag.diagnostics);
  if (options.reporter === 'github') return changesGithub(compared);
  return changesText(compared, coloursFor(dataTerminal(), options.color));
}

/** What a configuration says of changes, in a run of `diff`. */
class ChangeSettings {
  /** The stacks of callers and services, if they are named. */
  readonly readers: readonly StackChoice[] | undefined;
  readonly stacks = readStacks;
  readonly #path: string;
  readonly #rules: readonly Rule[];
  readonly #today: string = new Date().toISOString().slice(0, 10);

  constructor(path: string, { ignore, readers }: DiffSettings) {
    this.readers = readers;
    this.#path = path;
    this.#rules = ignore.map((entry) => ({ entry, subject: pattern(entry.path), used: false }));
  }

  /** Reads them. A configuration with errors is reported, and says nothing. */
  static async read(
    { config, for: stacks }: DiffCommandOptions,
    sink: DiagnosticSink,
  ): Promise<ChangeSettings> {
    const loaded = await openConfig(config, sink);
    const known = loaded === undefined || loaded === 'failed' ? undefined : loaded;
    const { ignore, readers } = known?.contracts[0]?.diff ?? defaultSettings.diff;
    return new ChangeSettings(known?.path ?? '', { ignore, readers: stacks ?? readers });
  }

  /** Says why a change is accepted, if it is. */
  readonly accepts = ({ kind, subject }: Change): Acceptance | undefined => {
    const matching = this.#rules.filter((rule) => {
      return rule.entry.code === kind && rule.subject.test(subject) && !this.#isOver(rule);
    });
    for (const rule of matching) rule.used = true;
    return matching[0]?.entry;
  };

  /**
   * The entries that have no effect any more.
   *
   * @param complete whether all contracts were compared, so that each entry should have matched
   */
  withoutEffect(complete: boolean): readonly Diagnostic[] {
    return this.#rules.flatMap((rule, index) => {
      const over = this.#isOver(rule);
      if (!over && (rule.used || !complete)) return [];
      const why = over
        ? `ended on ${rule.entry.until}: its changes count again`
        : 'matches no change';
      const keys = ['diff', 'ignore', index];
      return {
        code: 'ASMX8003',
        severity: 'warning',
        message: `this entry of 'diff.ignore' ${why}`,
        help: over ? 'remove it, or agree on a later day' : 'remove it',
        span: locateSetting(this.#path, shownPath(this.#path), keys),
      };
    });
  }

  #isOver({ entry: { until } }: Rule): boolean {
    return until !== undefined && until < this.#today;
  }
}

interface Rule {
  readonly entry: AcceptedChange;
  readonly subject: RegExp;
  used: boolean;
}

/** `*` stands for any text. */
function pattern(path = '*'): RegExp {
  const parts = path.split(/\*+/).map((part) => part.replace(/[\\^$.+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'su');
}

/**
 * The files of a git revision, by their paths in the working tree. What is outside the repository
 * is read from disk.
 *
 * @throws {CliError} if this is no repository, or it has no such revision
 */
function gitRevision(revision: string): Host {
  const top = git(['rev-parse', '--show-toplevel'])?.toString().trim();
  if (top === undefined) {
    throw new CliError(
      'this folder is in no git repository, or git is not installed',
      'Name two files instead: asmx-gen diff OLD NEW',
    );
  }
  const name = `${revision}^{commit}`;
  const found = git(['rev-parse', '--verify', '--quiet', '--end-of-options', name]);
  const commit = found?.toString().trim();
  if (commit === undefined || commit === '') {
    throw new CliError(
      `git has no revision '${revision}'`,
      'Fetch it first: in a workflow, actions/checkout needs fetch-depth: 0.',
    );
  }
  const { realPath = resolve } = nodeHost;
  const root = realPath(top);
  const inside = (path: string): string | undefined => {
    const way = relative(root, realPath(path)).replaceAll('\\', '/');
    return way.startsWith('..') || resolve(root, way) !== realPath(path) ? undefined : way;
  };
  return {
    realPath,
    readFile(path, limit) {
      const way = inside(path);
      if (way === undefined) return nodeHost.readFile(path, limit);
      return git(['cat-file', 'blob', `${commit}:${way}`]);
    },
    listFolder(path) {
      const way = inside(path === '' ? '.' : path);
      if (way === undefined) return nodeHost.listFolder?.(path);
      const names = git(['ls-tree', '--name-only', '-z', `${commit}:${way}`]);
      return names?.toString().split('\0').slice(0, -1);
    },
  };
}

/** Largest file read from git, in bytes. */
const largest = 64 * 1024 * 1024;

/** The output of a git command; `undefined` if it fails. */
function git(args: readonly string[]): Buffer | undefined {
  try {
    return execFileSync('git', args, { maxBuffer: largest, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

/** Writes the changes as text, in groups; breaking ones with their lines in both files. */
function changesText(compared: Compared, colours: Colours): string {
  const { comparison } = compared;
  const groups = groupsOf(compared).map((group) => groupText(group, comparison.isBound, colours));
  if (comparison.ignored.length > 0) groups.push(ignoredText(comparison, colours));
  const advice = comparison.step === 'none' ? '' : `\nversion step: ${adviceOf(comparison)}`;
  const others = unnamedText(comparison);
  const last = others === '' ? '' : `\n${colours.yellow('!')} ${others}`;
  return `${[...groups, `${summaryOf(comparison)}${advice}${last}`].join('\n\n')}\n`;
}

function groupText(
  { heading, classes, changes }: ChangeGroup,
  isBound: boolean,
  colours: Colours,
): string {
  const breaks = classes.some((one) => one.startsWith('breaks'));
  const colour = breaks ? colours.red : classes[0] === 'compatible' ? colours.green : colours.cyan;
  const title = `${colours.bold(colour(heading))} (${changes.length})`;
  const texts = changes.map((change) => changeText(change, { framed: breaks, isBound }, colours));
  return breaks ? [title, ...texts].join('\n\n') : [title, ...texts].join('\n');
}

function ignoredText({ ignored, isBound }: Comparison, colours: Colours): string {
  const texts = ignored.map((change) => {
    const reason = `    ${colours.cyan('reason')}: ${harmless(reasonOf(change))}`;
    return `${changeText(change, { framed: false, isBound }, colours)}\n${reason}`;
  });
  return [`${colours.bold(colours.dim('ignored'))} (${ignored.length})`, ...texts].join('\n');
}

/** How changes are shown. */
interface ChangeStyle {
  /** With their lines in both files. */
  readonly framed: boolean;
  /** With their bindings. */
  readonly isBound: boolean;
}

function changeText(change: Change, { framed, isBound }: ChangeStyle, colours: Colours): string {
  const words = bindingWords(change).join(' ');
  const bindings = colours.dim(`[${words === '' ? 'no binding' : words}]`);
  const lines = [`  ${harmless(change.message)}${isBound ? `  ${bindings}` : ''}`];
  const operations = operationWords(change);
  if (operations !== '') lines.push(`    ${colours.dim('in')} ${operations}`);
  if (framed) {
    lines.push(
      ...placeLines('old', change.old, colours),
      ...placeLines('new', change.new, colours),
    );
  } else {
    const places = [change.old, change.new].map(placeWord).filter((place) => place !== '');
    lines.push(`    ${colours.dim(places.join(' → '))}`);
  }
  if (change.help !== undefined) {
    lines.push(`    ${colours.cyan('help')}: ${harmless(change.help)}`);
  }
  for (const hazard of change.hazards ?? []) {
    lines.push(`    ${colours.yellow('!')} ${harmless(hazardText(hazard))}`);
  }
  return lines.join('\n');
}

function placeLines(name: string, span: Span | undefined, colours: Colours): readonly string[] {
  if (span === undefined) return [];
  const place = `    ${name} ${placeWord(span)}`;
  if (span.file.text === '') return [place];
  const frame = codeFrame(span, { before: 0, highlight: colours.red, dim: colours.dim });
  return [place, frame.replace(/^/gm, '    ')];
}

/**
 * Writes the changes as Markdown (GitHub and GitLab flavour): a table for each group, breaking ones
 * first.
 */
function changesMarkdown(compared: Compared): string {
  const { comparison } = compared;
  const title = `## Contract changes: ${plainText(compared.old)} → ${plainText(compared.new)}`;
  const step = comparison.step === 'none' ? '' : ` Version step: **${adviceOf(comparison)}**.`;
  const others = unnamedText(comparison);
  const rest = others === '' ? '' : ` ${sentence(others)}.`;
  const summary = `${sentence(summaryOf(comparison))}.${step}${rest}`;
  const sections = groupsOf(compared).map(section);
  if (comparison.ignored.length > 0) sections.push(ignoredSection(comparison.ignored));
  return `${[title, summary, ...sections].join('\n\n')}\n`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function section({ heading, changes }: ChangeGroup): string {
  const rows = changes.map((change) => `| ${cells(change).join(' | ')} |`);
  const head = ['| change | bindings | operations | old | new |', '|---|---|---|---|---|'];
  return [`### ${heading} (${changes.length})`, '', ...head, ...rows].join('\n');
}

function ignoredSection(ignored: readonly IgnoredChange[]): string {
  const rows = ignored.map((change) => {
    return `| ${[...cells(change), plainText(reasonOf(change))].join(' | ')} |`;
  });
  const head = [
    '| change | bindings | operations | old | new | reason |',
    '|---|---|---|---|---|---|',
  ];
  return [`### ignored (${ignored.length})`, '', ...head, ...rows].join('\n');
}

function cells(change: Change): readonly string[] {
  const notes = [change.help ?? [], (change.hazards ?? []).map((one) => `! ${hazardText(one)}`)];
  const help = notes
    .flat()
    .map((note) => `<br>${plainText(note)}`)
    .join('');
  return [
    `${plainText(change.message)}${help}`,
    bindingWords(change).join(', '),
    plainText(operationWords(change)),
    plainText(placeWord(change.old)),
    plainText(placeWord(change.new)),
  ];
}

/** Escapes a text of the contract: nothing in it is markup, a mention or the end of a cell. */
function plainText(text: string): string {
  return harmless(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '&#64;')
    .replace(/[\\`*_{}[\]|#~]/g, '\\$&');
}

/** A change in the document of `--reporter json`. */
interface JsonChange {
  readonly classes: Change['classes'];
  readonly kind: Change['kind'];
  /** `["all"]`, or names; empty if no binding has it. */
  readonly bindings: readonly string[];
  readonly subject: string;
  readonly message: string;
  readonly help?: string;
  readonly operations: readonly string[];
  readonly operationsByClass?: Change['operationsByClass'];
  readonly subjects?: readonly string[];
  readonly hazards?: Change['hazards'];
  readonly old: JsonPlace | null;
  readonly new: JsonPlace | null;
}

/** Writes the changes as one JSON document (docs/reference/diff.md). */
function changesJson(compared: Compared, diagnostics: readonly Diagnostic[]): string {
  return reportJson(diagnostics, changesData(compared));
}

/** The changes of one contract as plain data. */
function changesData(compared: Compared): Readonly<Record<string, unknown>> {
  const { comparison, listed } = compared;
  const { breaks, step, callersStep, serversStep, ignored, unnamed } = comparison;
  return {
    old: compared.old,
    new: compared.new,
    breaks,
    step,
    callersStep,
    serversStep,
    counts: countsOf(comparison),
    ...(unnamed === undefined ? {} : { unnamed }),
    changes: listed.map(jsonChange),
    ignored: ignored.map((change) => {
      const { reason, until } = change;
      return { ...jsonChange(change), reason, ...(until === undefined ? {} : { until }) };
    }),
  };
}

function jsonChange(change: Change): JsonChange {
  const { classes, kind, subject, message, help, operations } = change;
  const { operationsByClass, subjects, hazards } = change;
  return {
    classes,
    kind,
    bindings: bindingWords(change),
    subject,
    message,
    ...(help === undefined ? {} : { help }),
    operations,
    ...(operationsByClass === undefined ? {} : { operationsByClass }),
    ...(subjects === undefined ? {} : { subjects }),
    ...(hazards === undefined ? {} : { hazards }),
    old: change.old === undefined ? null : reportPlace(change.old),
    new: change.new === undefined ? null : reportPlace(change.new),
  };
}

/**
 * Writes the breaking changes and hazards as workflow commands, which appear beside the lines of
 * the new contract; those that the configuration accepts as notices with their reasons.
 */
function changesGithub({ comparison }: Compared): string {
  const { changes, ignored, hazardsBreak } = comparison;
  const shown = changes.filter((change) => breaksSomething(change) || change.hazards !== undefined);
  const accepted = ignored.filter(breaksSomething).map((change): Diagnostic => {
    const { message, ...rest } = diagnosticOf(change, true);
    return { ...rest, severity: 'hint', message: `ignored, ${message}`, help: reasonOf(change) };
  });
  return reportGithub([...shown.map((one) => diagnosticOf(one, hazardsBreak)), ...accepted]);
}

function diagnosticOf(change: Change, hazardsBreak: boolean): Diagnostic {
  const { classes, message, help, hazards = [] } = change;
  const place = { span: change.new ?? change.old };
  const notes = [help ?? [], hazards.map(hazardText)].flat();
  const text = notes.length > 0 ? notes.join('\n') : undefined;
  if (!breaksSomething(change)) {
    const severity = hazardsBreak ? 'error' : 'warning';
    return { code: 'ASMX8004', severity, message, help: text, ...place };
  }
  return {
    code: classes.includes('breaks callers') ? 'ASMX8001' : 'ASMX8002',
    severity: 'error',
    message: `${classes.join(', ')} [${bindingWords(change).join(' ')}]: ${message}`,
    help: text,
    ...place,
  };
}

/** Two contracts by their given paths, and their differences. */
interface Compared {
  readonly old: string;
  readonly new: string;
  readonly comparison: Comparison;
  /** The changes to list. */
  readonly listed: readonly Change[];
}

/** Two contracts and their differences, as the options want them listed. */
function comparedAs(
  { breakingOnly }: DiffCommandOptions,
  compared: Omit<Compared, 'listed'>,
): Compared {
  const { changes } = compared.comparison;
  const isListed = (change: Change): boolean =>
    breaksSomething(change) || change.hazards !== undefined;
  return { ...compared, listed: breakingOnly === true ? changes.filter(isListed) : changes };
}

/** Whether a change breaks callers or servers. */
function breaksSomething({ classes }: Change): boolean {
  return classes.some((one) => one.startsWith('breaks'));
}

/** Why a change is accepted, and how long. */
function reasonOf({ reason, until }: IgnoredChange): string {
  return until === undefined ? reason : `${reason} (until ${until})`;
}

/** Changes of the same classes under their heading. */
interface ChangeGroup {
  readonly heading: string;
  readonly classes: readonly ChangeClass[];
  readonly changes: readonly Change[];
}

/** The changes in groups, the most severe first, without empty groups. */
function groupsOf({ listed }: Compared): readonly ChangeGroup[] {
  const groups = new Map<string, Change[]>();
  for (const change of listed) {
    const heading = change.classes.join(', ');
    const group = groups.get(heading);
    if (group === undefined) groups.set(heading, [change]);
    else group.push(change);
  }
  return [...groups].map(([heading, list]) => ({
    heading,
    classes: list[0]?.classes ?? [],
    changes: list,
  }));
}

/** Number of changes of each class. One that breaks both sides counts twice. */
function countsOf({ changes }: Comparison): Readonly<Record<ChangeClass, number>> {
  const count = (changeClass: ChangeClass): number =>
    changes.filter(({ classes }) => classes.includes(changeClass)).length;
  return {
    'breaks callers': count('breaks callers'),
    'breaks servers': count('breaks servers'),
    compatible: count('compatible'),
    documentation: count('documentation'),
  };
}

/** The result in one line: `2 changes break callers, 1 compatible change`. */
function summaryOf(comparison: Comparison): string {
  const { changes, ignored } = comparison;
  if (changes.length + ignored.length === 0) return 'no changes';
  const counts = countsOf(comparison);
  const inDanger = changes.filter(({ hazards }) => hazards !== undefined).length;
  const breaking = (what: 'callers' | 'servers'): string => {
    const count = counts[`breaks ${what}`];
    return `${counted(count, 'change')} ${count === 1 ? 'breaks' : 'break'} ${what}`;
  };
  const parts = [
    counts['breaks callers'] > 0 ? breaking('callers') : '',
    counts['breaks servers'] > 0 ? breaking('servers') : '',
    counts.compatible > 0 ? counted(counts.compatible, 'compatible change') : '',
    counts.documentation > 0 ? counted(counts.documentation, 'documentation change') : '',
    inDanger > 0 ? `${inDanger} with hazards` : '',
    ignored.length > 0 ? `${ignored.length} ignored` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** A hazard in one line. */
function hazardText({ stack, readers, text, help }: Hazard): string {
  return `${stack}: ${readers} ${text}${help === undefined ? '' : `; ${help}`}`;
}

/** Whom compatible changes hurt that no one named, in one line; empty for no one. */
function unnamedText({ unnamed }: Comparison): string {
  if (unnamed === undefined) return '';
  const { stacks, traits } = unnamed;
  const things = traits.map((trait) => {
    const [, thing = trait] = /^(.+?)(?: before others| in .+)?$/.exec(trait) ?? [];
    return `${thing.replace(/part$/, 'element')}s`;
  });
  const what = [...new Set(things)].join(', ');
  return `not all take ${what}: ${stacks.join(', ')}; --for ${stacks[0]} shows where`;
}

/** Version advice: `major`, with the steps of callers and servers if they differ. */
function adviceOf({ step, callersStep, serversStep }: Comparison): string {
  if (callersStep === serversStep) return step;
  return `${step} (for callers alone: ${callersStep}, for servers alone: ${serversStep})`;
}

/** Bindings of a change in words: `all`, `none`, or their names. */
function bindingWords({ bindings }: Change): readonly string[] {
  return bindings === 'all' ? ['all'] : bindings;
}

/**
 * Operations of a change, unless its subject names the only one; with what it breaks for each, if
 * that differs. Long lists are cut.
 */
function operationWords({ operations, operationsByClass, subject }: Change): string {
  const [first] = operations;
  if (first === undefined || (operations.length === 1 && subject.startsWith(first))) return '';
  if (operationsByClass === undefined) return cutList(operations);
  const lists = Object.entries(operationsByClass).filter(([, list]) => list.length > 0);
  return lists.map(([name, list]) => `${cutList(list)} (${name})`).join('; ');
}

function cutList(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

/** `path:line:column`; empty if there is no position. */
function placeWord(span: Span | undefined): string {
  if (span === undefined) return '';
  const { line, column } = positionAt(span.file, span.start);
  return `${harmless(span.file.path)}:${line}:${column}`;
}

/** Options of `diff`. */
export interface DiffCommandOptions extends ContractCommandOptions {
  readonly markdown?: boolean | undefined;
  /** Git revision to compare the contracts of the configuration with. */
  readonly against?: string | undefined;
  /** Lists only the changes that break something. */
  readonly breakingOnly?: boolean | undefined;
  /** The stacks of callers and services. */
  readonly for?: readonly StackChoice[] | undefined;
  /** Ends with 0 also if something breaks. */
  readonly exitZero?: boolean | undefined;
  /** Configuration: what it accepts, and the contracts for `--against`. */
  readonly config?: string | undefined;
}

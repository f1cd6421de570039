import { createStageClock, type Stage, type StageClock } from './diagnostics/clock.ts';
import {
  createDiagnosticBag,
  type Diagnostic,
  type DiagnosticSink,
} from './diagnostics/diagnostic.ts';
import { planFiles } from './files/folder.ts';
import { planSharedRuntime, type RuntimeTextOptions } from './files/runtime.ts';
import { type FormattedFile, formatFiles, type TextFile } from './format/files.ts';
import type { FormatCache } from './format/prettier.ts';
import { lenientOutlook, linkContract } from './model/link.ts';
import type { ServiceModel } from './model/services.ts';
import { type Contract, replaceNamespace } from './model/wsdl.ts';
import { planContract } from './plan/contract.ts';
import type { ContractPlan, HandlersPlan, PlanOptions } from './plan/result.ts';
import { dataSetOperations } from './plan/used-types.ts';
import { loadContract } from './read/contract.ts';
import type { Host, ReadOptions } from './read/host.ts';
import { hashInput, hashOf, type InputHash } from './read/import-rules.ts';
import { readDataSetFiles } from './read/xsd/schema-set.ts';
import {
  loadTemplates,
  readTemplateFolder,
  renderFiles,
  renderHandlers,
  type TemplateSource,
} from './render/templates.ts';

/** Source and format of the text of generated files. */
export interface TextOptions {
  /** Folder of templates that replace built-in ones of the same name. */
  readonly templates?: string | undefined;
  /** `own` (default) or `project`: the prettier configuration that `directory` belongs to. */
  readonly format?: 'own' | 'project' | undefined;
  /** Output folder, for `project`. */
  readonly directory?: string | undefined;
  readonly formatCache?: FormatCache | undefined;
}

/** What to generate. */
export interface GenerateRequest extends TextOptions {
  /** Path or URL of the contract for the host. */
  readonly input: string;
  /** Settings of the plan, or a function if they depend on the contract's name. */
  readonly options: PlanOptions | ((contractName: string) => PlanOptions);
  readonly read?: ReadOptions | undefined;
  /** Target namespace instead of the contract's. */
  readonly namespace?: string | undefined;
  /** Leaves defective operations out, with a warning, instead of failing. */
  readonly lenient?: boolean | undefined;
  /**
   * `dotnet` reads `^` and `$` at the beginning and the end of patterns as anchors. Default: `xsd`,
   * by the letter.
   */
  readonly patterns?: 'xsd' | 'dotnet' | undefined;
}

/** A file that belongs to the user: written once, then only completed according to `plan`. */
export interface HandlersFile {
  readonly text: string;
  readonly plan: HandlersPlan;
}

/** The outcome of a run. */
export interface GenerateResult {
  /** Absent if the contract has errors. */
  readonly plan: ContractPlan | undefined;
  /** In planning order; empty if `diagnostics` contains an error. */
  readonly files: readonly FormattedFile[];
  /** Initial handlers files; empty without target `handlers`. */
  readonly handlers: readonly HandlersFile[];
  /** Every file read, for the manifest. */
  readonly inputs: readonly InputHash[];
  /** SHA-256 of the remote documents by URL, for a lock file. */
  readonly fetched: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds by stage; stages not reached are absent. */
  readonly timings: Readonly<Partial<Record<Stage, number>>>;
  /** What `lenient` would leave out and keep, in operations, if it would pass the errors. */
  readonly outlook?: { readonly leftOut: number; readonly left: number } | undefined;
}

/**
 * Generates the files of a contract in memory: read, link, plan, render, format. Reads only through
 * the host and writes nothing. The same input gives the same bytes on every machine. All errors of
 * the contract are reported together, as diagnostics.
 *
 * @throws errors of the host
 */
export async function generate(request: GenerateRequest, host: Host): Promise<GenerateResult> {
  const bag = createDiagnosticBag();
  const clock = createStageClock();
  const inputs = new Map<string, string>();
  const remote = new Map<string, string>();
  const recording: Host = {
    ...host,
    readFile: (path, limit) => {
      const bytes = host.readFile(path, limit);
      if (bytes !== undefined) inputs.set(path, hashInput(bytes));
      return bytes;
    },
  };
  const forget = (contract: Contract | undefined): void => {
    // An import may name any file. Of files that are not documents, not even a hash is kept, so the
    // next run reads them again.
    const documents = new Set(contract?.files.map((file) => file.path));
    for (const path of inputs.keys()) if (!documents.has(path)) inputs.set(path, '');
  };
  const finish = (generated?: GeneratedFiles): GenerateResult => ({
    plan: generated?.plan,
    files: bag.failed ? [] : (generated?.files ?? []),
    handlers: bag.failed ? [] : (generated?.handlers ?? []),
    inputs: [...inputs].map(([path, sha256]) => ({ path, sha256 })),
    fetched: remote,
    diagnostics: bag.diagnostics,
    timings: clock.timings,
  });

  const { contract, fetched } = await clock.measureAsync('read', () =>
    loadContract(request.input, recording, bag, request.read),
  );
  for (const [url, bytes] of fetched) {
    inputs.set(url, hashInput(bytes));
    remote.set(url, hashOf(bytes));
  }
  forget(contract);
  if (contract === undefined) return finish();
  const { lenient, namespace, patterns } = request;
  const renamed = namespace === undefined ? contract : replaceNamespace(contract, namespace);
  const read = !bag.failed;
  const model = clock.measure('link', () => linkContract(renamed, bag, { lenient, patterns }));
  if (model === undefined && read && lenient !== true) {
    return { ...finish(), outlook: lenientOutlook(renamed) };
  }
  if (model === undefined || bag.failed) return finish();
  const { options } = request;
  const given = typeof options === 'function' ? options(model.name) : options;
  const planOptions = withDataSetSchemas(model, given, recording, bag);
  if (bag.failed) return finish();
  return finish(await generateFiles(model, planOptions, request, { sink: bag, clock }));
}

/** The same options, with what schema files say of DataSets. */
function withDataSetSchemas(
  model: ServiceModel,
  options: PlanOptions,
  host: Host,
  sink: DiagnosticSink,
): PlanOptions {
  if (options.dataSets === undefined) return options;
  const operations = dataSetOperations(model);
  const dataSets = Object.entries(options.dataSets).map(([key, setting]) => {
    const description = readDataSetFiles(setting.schemas ?? [], host, sink);
    const { hasDataSet = true, wildcards = [] } = operations.get(key) ?? {};
    if (description !== undefined && !hasDataSet && !wildcards.includes(description.namespace)) {
      sink.report({
        code: 'ASMX5002',
        severity: 'error',
        message:
          `the schema '${setting.schemas?.join("', '")}' of 'dataSets' has the target namespace ` +
          `'${description.namespace}', which no wildcard of '${key}' allows`,
        help: `the contract has a wildcard for '${wildcards.join("', '")}'`,
      });
    }
    return [key, { ...setting, description }] as const;
  });
  return { ...options, dataSets: Object.fromEntries(dataSets) };
}

/** Generated files of a model, with their plan. */
export interface GeneratedFiles {
  readonly plan: ContractPlan;
  readonly files: readonly FormattedFile[];
  /** Initial handlers files. */
  readonly handlers: readonly HandlersFile[];
}

/**
 * The second half of {@link generate}, for a linked model: plan, render, format.
 *
 * @returns `undefined` after an error, which is reported to the sink
 */
export async function generateModel(
  model: ServiceModel,
  options: PlanOptions,
  text: TextOptions,
  sink: DiagnosticSink,
): Promise<GeneratedFiles | undefined> {
  const bag = createDiagnosticBag();
  const run = { sink: bag, clock: createStageClock() };
  const files = await generateFiles(model, options, text, run);
  for (const diagnostic of bag.diagnostics) sink.report(diagnostic);
  return bag.failed ? undefined : files;
}

/** Reports of a run: diagnostics and timings. */
interface Run {
  readonly sink: DiagnosticSink;
  readonly clock: StageClock;
}

async function generateFiles(
  model: ServiceModel,
  options: PlanOptions,
  text: TextOptions,
  { sink, clock }: Run,
): Promise<GeneratedFiles | undefined> {
  const own = readOwnTemplates(text.templates, sink);
  const plan = clock.measure('plan', () => planContract(model, options, sink));
  if (plan === undefined || own === undefined) return undefined;
  const files = clock.measure('plan', () => planFiles(plan));
  const templates = clock.measure('render', () => loadTemplates(own, sink));
  const planned = { ...files, files: clock.measureEach('plan', files.files) };
  const rendered = clock.measureEach('render', renderFiles(planned, templates, sink));
  const handlers = clock.measure('render', () => renderHandlers(files, templates, sink));
  const { format = 'own', directory, formatCache: cache } = text;
  const { emit } = options;
  const settings = { format, directory, customised: templates.customised, cache, emit };
  const formatted = await clock.measureAsync('format', () => formatFiles(rendered, settings, sink));
  const owned = await clock.measureAsync('format', () => formatFiles(handlers, settings, sink));
  return {
    plan,
    files: options.modulePackage ? [...formatted, modulePackage] : formatted,
    handlers: pairHandlers(files.handlers, owned),
  };
}

/**
 * The files of a runtime folder that several contracts share.
 *
 * @param needs What the contracts import: lists of `runtimeNames` of their plans.
 * @param text How they are formatted.
 * @returns files with paths inside the folder
 */
export async function generateSharedRuntime(
  needs: readonly string[],
  options: RuntimeTextOptions & Pick<PlanOptions, 'emit' | 'modulePackage'>,
  { format = 'own', directory, formatCache: cache }: TextOptions,
): Promise<readonly FormattedFile[]> {
  const files = planSharedRuntime(needs, options).map((one) => ({ ...one, copied: true }));
  // Copied files are our own, so nothing is reported.
  const sink: DiagnosticSink = { report: () => undefined };
  const { emit } = options;
  const settings = { format, directory, customised: false, cache, emit };
  const formatted = await formatFiles(files, settings, sink);
  return options.modulePackage ? [...formatted, modulePackage] : formatted;
}

function pairHandlers(
  plans: readonly HandlersPlan[],
  files: readonly FormattedFile[],
): readonly HandlersFile[] {
  const byPath = new Map(plans.map((plan) => [plan.path, plan]));
  return files.flatMap(({ path, text }) => {
    const plan = byPath.get(path);
    return plan === undefined ? [] : [{ text, plan }];
  });
}

function readOwnTemplates(
  folder: string | undefined,
  sink: DiagnosticSink,
): readonly TemplateSource[] | undefined {
  if (folder === undefined) return [];
  try {
    return readTemplateFolder(folder);
  } catch (error) {
    const absent = (error as { readonly code?: unknown }).code === 'ENOENT';
    const reason = error instanceof Error ? error.message : String(error);
    sink.report({
      code: 'ASMX5002',
      severity: 'error',
      message: absent
        ? `the template folder '${folder}' does not exist`
        : `the template folder '${folder}' cannot be read: ${reason}`,
      help: 'check the path after --templates, or `templates` in the configuration',
    });
    return undefined;
  }
}

/** A `package.json` with which Node treats the scripts of a folder as modules. */
const modulePackage: TextFile = {
  path: 'package.json',
  text: '{\n  "type": "module"\n}\n',
};

import { type ContractSettings, defaultSettings } from '../../config/settings.ts';
import { clock } from '../../diagnostics/clock.ts';
import { createDiagnosticBag, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/words.ts';
import type { ServiceModel } from '../../model/services.ts';
import { qnameKey } from '../../model/xml.ts';
import { builtinNames } from '../../model/xsd/builtins.ts';
import { type SimpleType, simpleTypesIn } from '../../model/xsd/schema.ts';
import { hasSchemas, type Target } from '../../plan/result.ts';
import { choosesAny, globHelp, keysOf, type TypeMapping } from '../../plan/settings.ts';
import { dataSetOperations, streamNames } from '../../plan/used-types.ts';
import { type Console, exitCodeOf, reportDefects, reportDiagnostics } from '../terminal/console.ts';
import type { ExitCode } from '../terminal/exit.ts';
import { CliError } from '../terminal/failure.ts';
import {
  atSetting,
  type ContractJob,
  findJobs,
  readContractSettings,
  type Setting,
} from './jobs.ts';
import { type ReadSettings, readModel } from './model.ts';
import type { ContractCommandOptions } from './options.ts';
import type { ImportSettings } from './source.ts';

/** An opened contract with its settings. */
type ConfiguredContract = OpenedContract & { readonly settings: ContractSettings };

/** Options of a command that opens one contract. */
export interface ConfiguredOptions extends ContractCommandOptions {
  readonly config?: string | undefined;
  /** Whether a server may see how the user signs in, by the settings of the contract. */
  readonly trusts?: ((settings: ContractSettings) => ImportSettings['trusts']) | undefined;
}

/**
 * Opens one contract like {@link openContract}, with the settings of the configuration if that
 * includes it, so that `call` and `serve` use the same names, types, namespace and address as the
 * generated code.
 *
 * @param options Without `config`, the configuration is searched for upward from the working
 *   directory.
 * @throws {CliError} if a glob matches several contracts, or the configuration does not exist
 */
export async function openConfigured(
  path: string,
  options: ConfiguredOptions,
  console: Console,
): Promise<ConfiguredContract> {
  const bag = createDiagnosticBag();
  const jobs = await findJobs([path], options.config, bag);
  const [job, more] = jobs;
  if (job === undefined || bag.failed) {
    await reportDiagnostics(bag.diagnostics, console);
    return {
      model: undefined,
      exitCode: exitCodeOf(bag.diagnostics),
      settings: defaultSettings,
    };
  }
  if (more !== undefined) {
    throw new CliError(`'${path}' means ${jobs.length} contracts`, 'Name one of them.');
  }
  const { settings } = job;
  const read = {
    ...(await readContractSettings(settings, options)),
    namespace: settings.namespace,
    trusts: options.trusts?.(settings),
  };
  const opened = await openContract(job.path, read, console);
  const { model } = opened;
  const refused = model === undefined ? [] : refusedTypes(job, model);
  if (model !== undefined && job.entry?.size === 1) refused.push(...refusedTexts(job, [model]));
  if (refused.length === 0) return { ...opened, settings };
  await reportDiagnostics(refused, console);
  return { model: undefined, exitCode: exitCodeOf(refused), settings };
}

/** A linked contract, or the exit code of the run if there is none. */
type OpenedContract =
  | { readonly model: ServiceModel }
  | { readonly model: undefined; readonly exitCode: ExitCode };

/**
 * Reads and links the contract of a command, and reports its problems. Warnings go to stderr, so
 * that stdout has only the command's own data.
 */
async function openContract(
  path: string,
  settings: ReadSettings,
  console: Console,
): Promise<OpenedContract> {
  console.progress.step(`reading ${path} …`);
  const bag = createDiagnosticBag();
  const start = clock();
  const { model, outlook } = await readModel(path, settings, bag);
  console.progress.clear();
  console.detail(`read ${path} in ${(clock() - start).toFixed(0)} ms`);
  if (model === undefined || bag.failed) {
    return { model: undefined, exitCode: await reportDefects(bag.diagnostics, outlook, console) };
  }
  // only `check` shows hints
  const shown = bag.diagnostics.filter((one) => one.severity !== 'hint');
  if (shown.length > 0) await reportDiagnostics(shown, { ...console, reporter: 'text' });
  return { model };
}

/** A contract of a run. */
export interface ReadContract {
  readonly job: ContractJob;
  /** Absent if the contract has errors or was not read. */
  readonly model: ServiceModel | undefined;
}

/**
 * What none of an entry's contracts has, but the configuration names: keys of `naming`, globs of
 * `only`, documents for `publish`. An entry is checked only if all of its contracts were read.
 * Types that cannot be users' own are errors.
 *
 * @param only Globs of the command line, which replace the configured ones.
 */
export function unmatchedSettings(
  contracts: readonly ReadContract[],
  only: readonly string[] | undefined,
): readonly Diagnostic[] {
  const entries = new Map<number, (ReadContract & { readonly model: ServiceModel })[]>();
  for (const { job, model } of contracts) {
    if (job.entry === undefined || model === undefined) continue;
    const list = entries.get(job.entry.index) ?? [];
    list.push({ job, model });
    entries.set(job.entry.index, list);
  }
  const found = [...entries.values()].flatMap((list) => unmatchedInEntry(list, only === undefined));
  const refused = contracts.flatMap(({ job, model }) => (model ? refusedTypes(job, model) : []));
  return [...refused, ...found, ...unmatchedFlags(contracts, only ?? [])];
}

/**
 * Keys that `naming` can have for a contract: `Service.Operation`, `{namespace}type` and `type`.
 */
function namingKeys(model: ServiceModel): ReadonlySet<string> {
  const keys = new Set(operationKeys(model));
  for (const { name } of model.types) {
    if (name !== undefined) keys.add(qnameKey(name)).add(name.localName);
  }
  return keys;
}

/** Operations of a contract, as `Service.Operation`. */
function operationKeys(model: ServiceModel): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const service of model.services) {
    for (const { name, messageName } of service.interfaces.flatMap((one) => one.operations)) {
      keys.add(`${service.name}.${name}`).add(`${service.name}.${messageName}`);
    }
  }
  return keys;
}

/** Keys that users' own types can have: built-in types and simple types of a contract. */
function ownTypeKeys(model: ServiceModel): ReadonlySet<string> {
  const simple = model.types.filter((type) => type.kind === 'simple');
  return new Set([...builtinNames, ...simple.flatMap(keysOf)]);
}

function unmatchedInEntry(
  contracts: readonly (ReadContract & { readonly model: ServiceModel })[],
  withOnly: boolean,
): readonly Diagnostic[] {
  const [first] = contracts;
  if (first === undefined || contracts.length !== first.job.entry?.size) return [];
  const { job } = first;
  const { naming, only, publish, routes, scriptServices, scriptGets, types, dataSets } =
    job.settings;
  const keys = new Set(contracts.flatMap(({ model }) => [...namingKeys(model)]));
  const unknown = Object.keys(naming).filter((key) => !keys.has(key));
  const unmatched = only.filter((glob) => !contracts.some(({ model }) => choosesAny(model, glob)));
  return [
    ...refusedDataSets(
      job,
      dataSets,
      contracts.map(({ model }) => model),
    ),
    ...refusedStreams(
      job,
      contracts.map(({ model }) => model),
    ),
    ...refusedTexts(
      job,
      contracts.map(({ model }) => model),
    ),
    ...unknown.map((key) =>
      warn(job, ['naming', key], {
        message: `no contract has what 'naming' calls '${key}'`,
        help:
          didYouMean(key, keys) ??
          'write Service.Operation, {namespace}Type or Type, as asmx-gen inspect shows them',
      }),
    ),
    ...unknownOperations(job, 'routes', Object.keys(routes), contracts),
    ...unknownServices(job, scriptServices, contracts),
    ...unknownOperations(job, 'scriptGets', scriptGets, contracts),
    ...uselessGets(job, contracts),
    ...unmatchedTypes(types.own ?? {}, contracts).map(({ key, known }) =>
      warn(job, ['types', key], {
        message: `no contract has the simple type that 'types' calls '${key}'`,
        help:
          didYouMean(key, known) ??
          'write {namespace}Type or Type, as asmx-gen inspect --types shows them, or a type of XSD',
      }),
    ),
    ...(withOnly ? unmatched : []).map((glob) =>
      warn(job, ['only', glob], {
        message: `'${glob}' in 'only' matches no operation`,
        help: globHelp(
          [glob],
          contracts.map(({ model }) => model),
        ),
      }),
    ),
    ...(publish === 'original' && !contracts.some(({ model }) => hasOriginals(model))
      ? [warn(job, ['publish'], originalsText)]
      : []),
  ];
}

function unknownOperations(
  job: ContractJob,
  setting: 'routes' | 'scriptGets',
  names: readonly string[],
  contracts: readonly { readonly model: ServiceModel }[],
): readonly Diagnostic[] {
  const keys = new Set(contracts.flatMap(({ model }) => [...operationKeys(model)]));
  return names
    .filter((key) => !keys.has(key))
    .map((key) =>
      warn(job, [setting, key], {
        message: `no contract has the operation that '${setting}' calls '${key}'`,
        help: didYouMean(key, keys) ?? 'write Service.Operation, as asmx-gen inspect shows them',
      }),
    );
}

/** Operations by GET in services that are not for scripts, where they say nothing. */
function uselessGets(
  job: ContractJob,
  contracts: readonly { readonly model: ServiceModel }[],
): readonly Diagnostic[] {
  const { scriptServices, scriptGets } = job.settings;
  const services = contracts.flatMap(({ model }) => model.services);
  const others = services.filter(
    ({ name, script }) =>
      script !== true && scriptServices !== true && !scriptServices.includes(name),
  );
  return scriptGets.flatMap((key) => {
    const service = others.find(({ name }) => key.startsWith(`${name}.`));
    if (service === undefined) return [];
    return warn(job, ['scriptGets', key], {
      message: `'${key}' in 'scriptGets' is of a service that is not for scripts`,
      help: `add '${service.name}' to 'scriptServices'`,
    });
  });
}

function unknownServices(
  job: ContractJob,
  names: true | readonly string[],
  contracts: readonly { readonly model: ServiceModel }[],
): readonly Diagnostic[] {
  if (names === true) return [];
  const known = new Set(
    contracts.flatMap(({ model }) => model.services.map((service) => service.name)),
  );
  return names
    .filter((name) => !known.has(name))
    .map((name) =>
      warn(job, ['scriptServices', name], {
        message: `no contract has the service that 'scriptServices' calls '${name}'`,
        help: didYouMean(name, known) ?? 'write the names that asmx-gen inspect shows',
      }),
    );
}

function hasOriginals({ services }: ServiceModel): boolean {
  return services.some(({ definitions }) => definitions.originals !== undefined);
}

const originalsText = {
  message: "no contract has documents that 'publish' could take as they are",
  help:
    "a WSDL has them, with its own 'namespace'; " +
    "YAML has none: remove 'publish', or write 'rebuilt'",
};

function unmatchedTypes(
  own: NonNullable<TypeMapping['own']>,
  contracts: readonly { readonly model: ServiceModel }[],
): readonly { readonly key: string; readonly known: Iterable<string> }[] {
  const known = new Set(contracts.flatMap(({ model }) => [...ownTypeKeys(model)]));
  return Object.keys(own).flatMap((key) => (known.has(key) ? [] : { key, known }));
}

function unmatchedFlags(
  contracts: readonly ReadContract[],
  only: readonly string[],
): readonly Diagnostic[] {
  const models = contracts.flatMap(({ model }) => model ?? []);
  if (models.length < contracts.length) return [];
  return only
    .filter((glob) => !models.some((model) => choosesAny(model, glob)))
    .map((glob) => ({
      code: 'ASMX5003',
      severity: 'warning',
      message: `--only '${glob}' matches no operation`,
      help: globHelp([glob], models),
    }));
}

/** Creates a diagnostic about a setting of an entry. */
function warn(
  { config = '', entry }: ContractJob,
  keys: Setting['keys'],
  text: Pick<Diagnostic, 'message' | 'help'>,
): Diagnostic {
  const at = { config, index: entry?.index ?? 0, keys };
  return atSetting(at, { code: 'ASMX5003', severity: 'warning', ...text });
}

/** Contexts that the texts of types depend on, and users' functions do not know. */
const dependence: Readonly<Record<string, string>> = {
  QName: 'the namespaces that the message declares',
  NOTATION: 'the namespaces that the message declares',
  ID: 'the other IDs of the message',
  IDREF: 'the other IDs of the message',
  ENTITY: 'the entities that the document declares',
};

/** Errors for types of a contract that the settings map to users' own, but cannot be. */
function refusedTypes({ settings, config, entry }: ContractJob, model: ServiceModel): Diagnostic[] {
  const { own = {} } = settings.types;
  if (config === undefined || entry === undefined) return [];
  return model.types.flatMap((type): readonly Diagnostic[] => {
    if (type.kind !== 'simple') return [];
    const key = keysOf(type).find((one) => Object.hasOwn(own, one));
    const builtin = builtinIn(type);
    if (key === undefined || builtin === undefined) return [];
    const at = { config, index: entry.index, keys: ['types', key] } as const;
    const message = `'${key}' in 'types' cannot be a type of your own: it holds xs:${builtin}`;
    const help = `what its text means depends on ${dependence[builtin]}; leave it out`;
    return [atSetting(at, { code: 'ASMX5002', severity: 'error', message, help })];
  });
}

function builtinIn(type: SimpleType): string | undefined {
  for (const { builtin = '' } of simpleTypesIn(type)) {
    if (Object.hasOwn(dependence, builtin)) return builtin;
  }
  return undefined;
}

/** Whether the code of a target needs bytes at once, as schemas do. */
function needsWhole(target: Target): boolean {
  return target === 'soap' || hasSchemas({ targets: [target] });
}

/** Errors for texts of `mcp` for operations that no contract has, which no agent would see. */
function refusedTexts(
  { config = '', entry, settings }: ContractJob,
  models: readonly ServiceModel[],
): readonly Diagnostic[] {
  const full = models.flatMap((model) => [...operationKeys(model)]);
  const services = models.flatMap((model) => model.services.map(({ name }) => `${name}.`));
  const known = new Set([
    ...services.flatMap((start) =>
      full.flatMap((key) => (key.startsWith(start) ? key.slice(start.length) : [])),
    ),
    ...full,
  ]);
  return Object.keys(settings.mcp.texts)
    .filter((key) => !known.has(key))
    .map((key) => {
      const at = { config, index: entry?.index ?? 0, keys: ['mcp', 'texts', key] } as const;
      const message = `no contract has the operation that 'texts' of 'mcp' calls '${key}'`;
      const help =
        didYouMean(key, known) ??
        'write Operation or Service.Operation, as asmx-gen inspect shows them';
      return atSetting(at, { code: 'ASMX5002', severity: 'error', message, help });
    });
}

/** Errors for names of `streams` that are no member which could be a stream. */
function refusedStreams(
  { config = '', entry, settings }: ContractJob,
  models: readonly ServiceModel[],
): readonly Diagnostic[] {
  const { streams, targets } = settings;
  const known = models.map(streamNames);
  const members = new Set(known.flatMap((one) => [...one.members]));
  const operations = new Set(known.flatMap((one) => [...one.operations]));
  const errorAt = (key: string, message: string, help: string): Diagnostic => {
    const at = { config, index: entry?.index ?? 0, keys: ['streams', key] } as const;
    return atSetting(at, { code: 'ASMX5002', severity: 'error', message, help });
  };
  return streams.flatMap((key): readonly Diagnostic[] => {
    if (!members.has(key)) {
      return [errorAt(key, ...whyNone(key, members, operations))];
    }
    const target = targets.find(needsWhole);
    return target === undefined
      ? []
      : [
          errorAt(
            key,
            `'${key}' cannot be a stream with target '${target}'`,
            'its code has bytes as a whole; generate it in another entry, without streams',
          ),
        ];
  });
}

function whyNone(
  key: string,
  members: ReadonlySet<string>,
  operations: ReadonlySet<string>,
): readonly [message: string, help: string] {
  const operation = key.split('.').slice(0, 2).join('.');
  const known = operations.has(operation);
  const own = [...members].filter((one) => one.startsWith(`${operation}.`));
  const listed = (own.length > 0 ? own : [...members]).slice(0, 5).join(', ');
  const message = known
    ? `operation '${operation}' has no member for a stream that 'streams' calls '${key}'`
    : `no contract has the operation of '${key}' in 'streams'`;
  const help =
    didYouMean(key, members) ??
    (members.size === 0
      ? 'a stream is a base64Binary that is a parameter, part or result over SOAP, and no list'
      : `members that can be streams are ${listed}`);
  return [message, help];
}

/** Errors for keys of `dataSets` that are no operation, or one without a DataSet. */
function refusedDataSets(
  { config = '', entry }: ContractJob,
  settings: ContractJob['settings']['dataSets'],
  models: readonly ServiceModel[],
): readonly Diagnostic[] {
  const keys = Object.keys(settings);
  if (keys.length === 0) return [];
  const known = new Map(models.flatMap((model) => [...dataSetOperations(model)]));
  const usable = [...known].flatMap(([name, { hasDataSet }]) => (hasDataSet ? [name] : []));
  return keys.flatMap((key): readonly Diagnostic[] => {
    const { hasDataSet = false, wildcards = [] } = known.get(key) ?? {};
    const { schemas = [] } = settings[key] ?? {};
    // the schema that the contract lacks; `generate` compares the namespaces
    if (hasDataSet || (wildcards.length > 0 && schemas.length > 0)) return [];
    const at = { config, index: entry?.index ?? 0, keys: ['dataSets', key] } as const;
    const [wildcard] = wildcards;
    const message = known.has(key)
      ? `operation '${key}' in 'dataSets' has no DataSet`
      : `no contract has the operation that 'dataSets' calls '${key}'`;
    const help =
      (wildcard && `give the file of the schema for namespace '${wildcard}', if that is one`) ??
      didYouMean(key, usable) ??
      (usable.length === 0
        ? 'the contract has no operation with a DataSet'
        : `operations with a DataSet are ${usable.slice(0, 5).join(', ')}`);
    return [atSetting(at, { code: 'ASMX5002', severity: 'error', message, help })];
  });
}

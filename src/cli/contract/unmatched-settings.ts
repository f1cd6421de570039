import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/suggest.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import {
  choosesAny,
  globHelp,
  namingKeys,
  operationKeys,
  ownTypeKeys,
} from '../../plan/scope/setting-names.ts';
import type { TypeMapping } from '../../plan/scope/shape-options.ts';
import { atSetting, type Setting } from './at-setting.ts';
import type { ContractJob } from './jobs.ts';
import { refusedDataSets } from './refused-data-sets.ts';
import { refusedStreams } from './refused-streams.ts';
import { refusedTypes } from './refused-types.ts';

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

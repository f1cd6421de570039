import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { simpleTypesIn } from '../../model/xsd/simple-types-in.ts';
import { keysOf } from '../../plan/scope/own-type.ts';
import { atSetting } from './at-setting.ts';
import type { ContractJob } from './jobs.ts';

/** Contexts that the texts of types depend on, and users' functions do not know. */
const dependence: Readonly<Record<string, string>> = {
  QName: 'the namespaces that the message declares',
  NOTATION: 'the namespaces that the message declares',
  ID: 'the other IDs of the message',
  IDREF: 'the other IDs of the message',
  ENTITY: 'the entities that the document declares',
};

/** Errors for types of a contract that the settings map to users' own, but cannot be. */
export function refusedTypes(
  { settings, config, entry }: ContractJob,
  model: ServiceModel,
): readonly Diagnostic[] {
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

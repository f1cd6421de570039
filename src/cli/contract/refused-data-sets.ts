import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/suggest.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { dataSetOperations } from '../../plan/scope/data-set-rows.ts';
import { atSetting } from './at-setting.ts';
import type { ContractJob } from './jobs.ts';

/** Errors for keys of `dataSets` that are no operation, or one without a DataSet. */
export function refusedDataSets(
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

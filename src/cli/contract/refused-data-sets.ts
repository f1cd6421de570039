import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/suggest.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { dataSetOperations } from '../../plan/scope/data-set-rows.ts';
import { atSetting } from './at-setting.ts';
import type { ContractJob } from './jobs.ts';

/** Errors for keys of `dataSets` that are no operation, or one without a DataSet. */
export function refusedDataSets(
  { config = '', entry }: ContractJob,
  keys: readonly string[],
  models: readonly ServiceModel[],
): readonly Diagnostic[] {
  if (keys.length === 0) return [];
  const known = new Map(models.flatMap((model) => [...dataSetOperations(model)]));
  const usable = [...known].flatMap(([name, hasDataSet]) => (hasDataSet ? [name] : []));
  return keys.flatMap((key): readonly Diagnostic[] => {
    if (known.get(key) === true) return [];
    const at = { config, index: entry?.index ?? 0, keys: ['dataSets', key] } as const;
    const message = known.has(key)
      ? `operation '${key}' in 'dataSets' has no DataSet`
      : `no contract has the operation that 'dataSets' calls '${key}'`;
    const help =
      didYouMean(key, usable) ??
      (usable.length === 0
        ? 'the contract has no operation with a DataSet'
        : `operations with a DataSet are ${usable.slice(0, 5).join(', ')}`);
    return [atSetting(at, { code: 'ASMX5002', severity: 'error', message, help })];
  });
}

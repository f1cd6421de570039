import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { type PlannedNames, planNames } from '../plan-names.ts';
import { configuredRowTypes } from '../scope/data-set-rows.ts';
import { typedDataSets } from '../scope/data-sets.ts';
import { type ChosenOperation, checkMethods, chooseOperations } from '../scope/operations.ts';
import type { ShapeOptions } from '../scope/shape-options.ts';
import { findStreams } from '../scope/streams.ts';
import { findUsedTypes } from '../scope/used-types.ts';
import { ContractShaper } from './shape-maker.ts';
import type { Shaper } from './shaper.ts';

/** Names and shapes of a contract, from which messages, declarations and codecs are planned. */
export interface PlannedShapes extends PlannedNames {
  readonly chosen: readonly ChosenOperation[];
  readonly shaper: Shaper;
}

/**
 * Names the chosen operations of a contract and all that they use. In a contract without
 * operations, names its types.
 */
export function planShapes(
  model: ServiceModel,
  options: ShapeOptions,
  sink: DiagnosticSink,
): PlannedShapes {
  const chosen = chooseOperations(model, options);
  checkMethods(chosen, sink);
  const typesAlone = chosen.length === 0 && options.only.length === 0;
  const used = findUsedTypes(
    chosen.map((one) => one.operation),
    typesAlone
      ? [
          ...model.types.map((type) => ({ type })),
          ...model.elements.map((element) => ({ element })),
        ]
      : configuredRowTypes(model, options).map((type) => ({ type })),
  );
  const planned = planNames({ model, operations: chosen, used, options }, sink);
  const shaper = new ContractShaper(options, used, planned.names, {
    dataSets: typedDataSets(model, options.dataSets),
    streams: findStreams(model, chosen, options.streams ?? []),
  });
  return { ...planned, chosen, shaper };
}

import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { ServiceModel, ServiceOperation } from '../../model/wsdl/service-model.ts';
import type { ShapeOptions } from '../scope/shape-options.ts';
import { planShapes } from '../shapes/plan-shapes.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { type OperationMessages, operationMessages } from './operation-messages.ts';

/** The input and output of a contract's operations. */
export interface ContractMessages {
  readonly shaper: Shaper;
  /** Computed on demand. */
  of(operation: ServiceOperation): OperationMessages;
}

/** A contract without configuration. */
const unconfigured: ShapeOptions = { types: {}, arrays: 'unwrap', renames: {}, only: [] };

const silent: DiagnosticSink = { report() {} };

/**
 * Plans the messages of a contract as in generated code. Problems with names are reported by
 * `generate` and `check` only.
 */
export function contractMessages(
  model: ServiceModel,
  options: ShapeOptions = unconfigured,
): ContractMessages {
  const { shaper } = planShapes(model, options, silent);
  const known = new Map<ServiceOperation, OperationMessages>();
  return {
    shaper,
    of(operation) {
      const messages = known.get(operation) ?? operationMessages(operation, shaper);
      known.set(operation, messages);
      return messages;
    },
  };
}

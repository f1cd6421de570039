import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { type FoundOperation, findOperation } from '../contract/operation-lookup.ts';
import { wrongValue } from '../program/option-values.ts';

/** Name of an operation in options: `Service.Operation`. */
export function operationKey({ service, name }: { service: string; name: string }): string {
  return `${service}.${name}`;
}

/** The parts of `Operation=value`. */
export interface OperationChoice {
  readonly found: FoundOperation;
  readonly key: string;
  readonly value: string;
}

/**
 * Reads `Operation=value` or `Service.Operation=value`.
 *
 * @param option The option it was given with, for messages.
 * @throws {CliError} without `=`, and for an unknown operation
 */
export function readOperationChoice(
  text: string,
  option: string,
  model: ServiceModel,
): OperationChoice {
  const at = text.indexOf('=');
  if (at < 1) {
    const value = at === 0 ? text.slice(1) : text;
    throw wrongValue(option, text, `Name the operation: ${option} Operation=${value}.`);
  }
  const found = findOperation(model, text.slice(0, at));
  const name = found.operation.publicName;
  return {
    found,
    key: operationKey({ service: found.service.name, name }),
    value: text.slice(at + 1),
  };
}

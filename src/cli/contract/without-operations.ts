import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { CliError } from '../terminal/cli-error.ts';
import { allOperations } from './operation-lookup.ts';

/**
 * Refuses a contract that has nothing to call or to serve.
 *
 * @param path the contract, for the message
 * @throws {CliError} it has no operation
 */
export function refuseWithoutOperations(path: string, model: ServiceModel): void {
  if (allOperations(model).length > 0) return;
  if (!model.isSchema) throw new CliError(`${path} has no operation`, 'Name another contract.');
  throw new CliError(
    `${path} is a plain XML Schema, which has no operations`,
    'Name a WSDL, or use generate, check, diff, inspect, convert --to wsdl or --to markdown.',
  );
}

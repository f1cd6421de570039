import { onlyService } from '../../convert/wsdl/service-parts.ts';
import { didYouMean } from '../../diagnostics/suggest.ts';
import type { Contract } from '../../model/wsdl/definitions.ts';
import { CliError } from '../terminal/cli-error.ts';

/**
 * A contract with only one of its services.
 *
 * @throws {CliError} if there is no such service
 */
export function oneService(contract: Contract, name: string): Contract {
  const names = contract.definitions.flatMap((one) => one.services.map((service) => service.name));
  const known =
    names.find((one) => one === name) ??
    names.find((one) => one.toLowerCase() === name.toLowerCase());
  if (known === undefined) {
    throw new CliError(
      `the contract has no service '${name}'`,
      didYouMean(name, names)?.replace(/^d/, 'D') ?? `It has ${names.join(', ')}.`,
    );
  }
  const definitions = contract.definitions
    .filter((one) => one.services.some((service) => service.name === known))
    .map((one) => onlyService(one, known));
  return { ...contract, definitions };
}

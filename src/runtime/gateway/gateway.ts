import type { Gateway, GatewayContract, GatewayOptions } from './contract.ts';
import { createDoors } from './doors.ts';
import { openApiOf } from './open-api.ts';

/**
 * Creates a gateway: the operations of a contract as HTTP with JSON.
 *
 * @param target A client, a test double of one, or a server of the same folder.
 * @throws TypeError the target lacks an operation, or an option is wrong
 */
export function createGateway(
  target: unknown,
  contract: GatewayContract,
  options: GatewayOptions,
): Gateway {
  const openapi = openApiOf(contract, options.tags);
  return { ...createDoors(target, contract.operations, options, openapi), openapi };
}

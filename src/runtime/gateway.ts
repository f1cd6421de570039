/** Imported by the generated `gateway.ts`, and re-exported in part by the index. */
export type {
  Gateway,
  GatewayContract,
  GatewayHook,
  GatewayOperation,
  GatewayOptions,
} from './gateway/contract.ts';
export { inService } from './gateway/contract.ts';
export { createGateway } from './gateway/gateway.ts';

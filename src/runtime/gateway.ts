/** Imported by the generated `gateway.ts`, and re-exported in part by the index. */

export { createGateway } from './gateway/open-api.ts';
export {
  type Gateway,
  type GatewayContract,
  type GatewayHook,
  type GatewayOperation,
  type GatewayOptions,
  inService,
} from './gateway/routes.ts';

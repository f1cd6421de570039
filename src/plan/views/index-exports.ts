import type { ModuleClause } from '../print/module-clauses.ts';
import { type ContractPlan, hasSchemas } from '../result/plan.ts';
import { type ContractNames, type FacetNames, mockNames } from './contract-names.ts';
import { namedClauses, runtimeClauses } from './module-imports.ts';

/** Schemas, and exports for tests. */
export function schemaExports(
  contract: ContractPlan,
  names: ContractNames,
): readonly ModuleClause[] {
  const { options, schemas } = contract;
  if (!hasSchemas(options)) return [];
  const isKit = options.targets.includes('schemas');
  const server = options.targets.includes('server');
  const mocks = server ? [...mockNames(contract, names).values()] : [];
  return [
    ...namedClauses(contract, 'schemas', { values: schemas.map((one) => one.name) }),
    ...(isKit ? namedClauses(contract, 'testing', { values: ['sample', ...mocks] }) : []),
    ...runtimeClauses(contract, 'schema', { values: ['fromJson', 'toJson'] }),
    ...(server && isKit
      ? runtimeClauses(contract, 'testing', {
          types: ['MockCall', 'MockServer'],
          values: ['mswResolver'],
        })
      : []),
  ];
}

/** Gateways, their hooks, and what users need of the runtime. */
export function gatewayExports(
  contract: ContractPlan,
  names: ContractNames,
): readonly ModuleClause[] {
  const { options } = contract;
  if (!options.targets.includes('gateway')) return [];
  const facets = publicFacets(names);
  return [
    ...namedClauses(contract, 'gateway', {
      types: facets.map((one) => one.gatewayHooks),
      values: facets.map((one) => one.createGateway),
    }),
    ...runtimeClauses(contract, 'gateway', { types: ['Gateway', 'GatewayHook', 'GatewayOptions'] }),
    ...(options.targets.includes('server')
      ? []
      : runtimeClauses(contract, 'runtime', {
          types: ['FetchRequest', 'NodeRequest'],
          values: ['HttpError'],
        })),
  ];
}

/** MCP servers, and what users need of the runtime. */
export function mcpExports(contract: ContractPlan, names: ContractNames): readonly ModuleClause[] {
  if (!contract.options.targets.includes('mcp')) return [];
  return [
    ...namedClauses(contract, 'mcp', { values: publicFacets(names).map((one) => one.createMcp) }),
    ...runtimeClauses(contract, 'mcp', { types: ['Mcp', 'McpCall', 'McpOptions'] }),
  ];
}

/** Clients and servers with factories: services, and the contract if it has several. */
export function publicFacets(names: ContractNames): readonly FacetNames[] {
  const services = [...names.services.values()];
  return names.contract === undefined ? services : [...services, names.contract];
}

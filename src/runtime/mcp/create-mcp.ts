import type { GatewayOperation } from '../gateway/contract.ts';
import { createDoors } from '../gateway/doors.ts';
import { callTool } from './call-tool.ts';
import type { Mcp, McpContract, McpOptions } from './contract.ts';
import type { McpSdk } from './sdk.ts';
import { serveTools } from './serve-tools.ts';
import { toolsOf } from './tools.ts';

/**
 * Creates an MCP server: operations of a contract as tools.
 *
 * @param target A client, a test double of one, or a server of the same folder.
 * @throws TypeError the target lacks an operation, or `only` is missing or matches none
 */
export function createMcp(
  sdk: McpSdk,
  target: unknown,
  contract: McpContract,
  options: McpOptions,
): Mcp {
  const tools = toolsOf(contract, options);
  const operations = tools.map(({ operation }) => operation);
  const { timeout, forward, faults } = options;
  // routes of a gateway are none of a tool
  const plain = operations.map((one): GatewayOperation => ({ ...one, route: undefined }));
  const doors = createDoors(target, plain, { timeout, forward, faults });
  return serveTools(
    sdk,
    { name: contract.name, tools, call: (one) => callTool(doors, one) },
    options,
  );
}

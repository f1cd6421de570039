/** Imported by the generated `mcp.ts`, and re-exported in part by the index. */
export type { Mcp, McpCall, McpConnection, McpContract, McpOptions } from './mcp/contract.ts';
export { createMcp } from './mcp/create-mcp.ts';

/** Imported by the generated `mcp.ts`, and re-exported in part by the index. */

export { createMcp } from './mcp/server.ts';
export type { Mcp, McpCall, McpConnection, McpContract, McpOptions } from './mcp/tools.ts';

import type { FacetNames } from '../../plan/views/contract-names.ts';
import type { GatewayOperation } from '../../runtime/gateway/contract.ts';
import { createDoors } from '../../runtime/gateway/doors.ts';
import {
  type CallOptions,
  type ClientOptions,
  createCaller,
  type Server,
  type ServerOptions,
} from '../../runtime/index.ts';
import {
  argumentsFailure,
  callTool,
  type Outcome,
  type ToolCall,
  textResult,
} from '../../runtime/mcp/call-tool.ts';
import type { Hide } from '../../runtime/mcp/failure.ts';
import type { Tool } from '../../runtime/mcp/tools.ts';
import { messageOf } from '../../runtime/operation/errors.ts';
import { readJson } from '../../runtime/schema/json.ts';
import { requestText } from '../call/request-text.ts';
import { withoutSecrets } from '../call/secrets.ts';
import type { ContractCode } from '../run/import-contract-code.ts';
import type { HandlerTree } from '../serve/load-handlers.ts';
import { readRecording } from '../serve/recording-file.ts';
import { replayInterceptor } from '../serve/replay.ts';
import { sampleHandlers } from '../serve/sample-handlers.ts';
import type { WebAccess } from '../web/access.ts';

/** Makes a call of a tool. */
export type CallTool = (call: ToolCall) => Promise<Outcome>;

/** Generated code with the tools of its operations. */
export interface ToolCode extends ContractCode {
  /** Names of the contract, or of its only service. */
  readonly names: FacetNames;
  readonly tools: readonly Tool[];
}

type ServerFactory = (handlers: HandlerTree, options: ServerOptions) => Server;

/** Calls of the service. */
export function serviceCalls({ plan, tools }: ToolCode, options: ClientOptions): CallTool {
  const caller = createCaller(options, { baseUrl: plan.baseUrl });
  const methods = tools.map(({ operation: { operation } }) => {
    const method = (input: unknown, settings: CallOptions): Promise<unknown> =>
      caller.call(operation as never, input as never, settings);
    const raw = (input: unknown, settings: CallOptions): Promise<unknown> =>
      caller.raw(operation as never, input as never, settings);
    return Object.assign(method, { raw });
  });
  return callsOf(tools, methods, (_, index) => [`${index}`]);
}

/** Calls that are answered from a recording, over whatever binding they were recorded. */
export async function recordedCalls(code: ToolCode, file: string): Promise<CallTool> {
  const interceptor = replayInterceptor(readRecording(file), file, true);
  const { [code.names.createServer]: create } = await code.module.load('server.ts');
  const server = (create as ServerFactory)(await sampleHandlers(code), {
    interceptors: [interceptor],
  });
  return callsOf(code.tools, server, ({ path }) => path);
}

/** Calls that send nothing: their result is the request, without what is secret. */
export function dryCalls(
  { plan }: ToolCode,
  options: ClientOptions,
  { access, hide }: { readonly access: WebAccess; readonly hide: Hide },
): CallTool {
  const caller = createCaller(options, { baseUrl: plan.baseUrl });
  return async ({ tool, input }) => {
    const { operation, input: schema } = tool.operation;
    const read = readJson(schema, input);
    if (read.issues !== undefined) return { failure: argumentsFailure(read.issues) };
    try {
      const request = await caller.prepare(operation as never, read.value as never);
      const text = requestText(withoutSecrets(request, access));
      return { result: textResult(hide(text)) };
    } catch (error) {
      return { failure: { text: messageOf(error) } };
    }
  };
}

/** Calls of a client or server, which has the operations at these paths. */
function callsOf(
  tools: readonly Tool[],
  target: object,
  pathOf: (operation: GatewayOperation, index: number) => readonly string[],
): CallTool {
  const doors = createDoors(
    target,
    tools.map(({ operation }, index) => ({
      ...operation,
      path: pathOf(operation, index),
      route: undefined,
    })),
    {},
  );
  return (call) => callTool(doors, call);
}

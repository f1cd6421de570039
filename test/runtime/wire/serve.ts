import type { FormReader } from '../../../src/runtime/forms/reader.ts';
import { httpGetServer, httpPostServer } from '../../../src/runtime/http/server.ts';
import type { BindingName } from '../../../src/runtime/operation/descriptor.ts';
import { recordSender } from '../../../src/runtime/records/server.ts';
import { createDocuments } from '../../../src/runtime/server/documents.ts';
import { createServer as createRuntimeServer } from '../../../src/runtime/server/node.ts';
import type { Server, ServerOptions } from '../../../src/runtime/server/options.ts';
import type { Route, ServerCodec, ServerProtocol } from '../../../src/runtime/server/protocol.ts';
import { writeReferences } from '../../../src/runtime/soap/encoding.ts';
import { soap11Server, soap12Server } from '../../../src/runtime/soap/server.ts';
import type { XmlReader } from '../../../src/runtime/xml/reader.ts';

const protocols: Readonly<Record<BindingName, ServerProtocol>> = {
  soap11: soap11Server,
  soap12: soap12Server,
  httpGet: httpGetServer,
  httpPost: httpPostServer,
};

/** An operation and what answers it, over all its bindings. */
export type Served = Omit<Route, 'server' | 'codec'>;

/** What a server reads and writes, beside its counterpart in a descriptor. */
export interface ServerHalf<Input, Output> {
  readonly soap?:
    | {
        readonly readRequest: (reader: XmlReader) => Input;
        readonly writeResponse: (output: Output) => string;
      }
    | undefined;
  readonly http?:
    | {
        readonly readForm?: (form: FormReader) => Input;
        readonly writeResult?: (output: Output) => string;
      }
    | undefined;
  readonly stream?: { readonly write?: ServerCodec['writeRecord'] } | undefined;
}

/** The route that a generated server would have. */
export function routeOf({ operation, handler }: Served): Route {
  const { soap, http, stream } = operation as ServerHalf<unknown, never>;
  const server = operation.bindings.map((name) => protocols[name]);
  const records = { records: stream && recordSender, writeRecord: stream?.write };
  const encode = operation.soap?.writeEnvelope !== undefined ? writeReferences : undefined;
  return { operation, server, codec: { ...soap, ...http, ...records, encode }, handler };
}

/** A server of operations over all their bindings. */
export function createServer<State = unknown>(
  served: readonly Served[],
  options?: ServerOptions<State>,
  documentation?: Parameters<typeof createDocuments>[0],
): Server {
  const documents = documentation && createDocuments(documentation);
  return createRuntimeServer(served.map(routeOf), options, documents);
}

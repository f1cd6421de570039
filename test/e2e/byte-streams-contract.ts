import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientOptions } from '../../src/runtime/index.ts';
import type { Server, ServerOptions } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

const contract = `asmx: 1
name: Files
namespace: urn:files
bindings: [soap11, soap12]
services:
  Files:
    operations:
      Store: { parameters: { name: string, data: base64Binary, note: base64Binary? }, returns: int }
      Pair: { parameters: { left: base64Binary, right: base64Binary }, returns: string }
      Fetch: { parameters: { name: string }, returns: base64Binary? }
      Count: { parameters: { data: base64Binary }, returns: int }
`;

export type Bytes = ReadableStream<Uint8Array>;

/** What the tests call of the generated client. */
export interface FilesClient {
  store(input: object, options?: object): Promise<number>;
  pair(input: object, options?: object): Promise<string>;
  count(input: object, options?: object): Promise<number>;
  fetch: ((input: object, options?: object) => Promise<Bytes | undefined>) & {
    raw(input: object): Promise<{
      readonly result: Bytes | undefined;
      readonly headers: Readonly<Record<string, string>>;
      readonly attachments: readonly object[];
    }>;
  };
}

export interface Files {
  readonly folder: GeneratedFolder;
  readonly createClient: (options: ClientOptions) => FilesClient;
  readonly createServer: (handlers: object, options?: ServerOptions) => Server;
}

export async function generateFiles(): Promise<Files> {
  const streams = ['Files.Store.data', 'Files.Pair.left', 'Files.Pair.right'];
  const folder = await generateText('files.yaml', contract, ['types', 'client', 'server'], {
    streams: [...streams, 'Files.Fetch.FetchResult'],
  });
  const module = await folder.load();
  return {
    folder,
    createClient: module.createFilesClient as Files['createClient'],
    createServer: module.createFilesServer as Files['createServer'],
  };
}

/** A stream of so many bytes, which notes what became of it. */
export class Source {
  given = 0;
  cancelled: unknown;
  private resolve: (reason: unknown) => void = () => undefined;
  /** Resolves when nobody reads the rest. */
  readonly whenCancelled: Promise<unknown> = new Promise((resolve) => {
    this.resolve = resolve;
  });
  readonly stream: Bytes;

  constructor(length: number, piece = 10_000, failAt: number = Number.POSITIVE_INFINITY) {
    this.stream = new ReadableStream(
      {
        pull: (controller) => {
          const size = Math.min(piece, length - this.given);
          if (this.given >= failAt) controller.error(new Error('the disk failed'));
          else if (size === 0) controller.close();
          else controller.enqueue(pattern(this.given, size));
          this.given += size;
        },
        cancel: (reason) => {
          this.cancelled = reason ?? 'cancelled';
          this.resolve(this.cancelled);
        },
      },
      { highWaterMark: 0 },
    );
  }
}

const period = 97 * 256;
const text = '\r\n--=_asmx_\n-';
const table = Uint8Array.from({ length: 2 * period }, (_, at) =>
  at % 97 < text.length ? text.charCodeAt(at % 97) : (at * 7) & 255,
);

/** Bytes that differ by their place, with line breaks and dashes among them. */
export function pattern(from: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += period) {
    const start = (from + at) % period;
    bytes.set(table.subarray(start, start + Math.min(period, length - at)), at);
  }
  return bytes;
}

/** All bytes of a stream. */
export async function bytesOf(stream: Bytes | undefined): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const reader = (stream as Bytes).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(Buffer.concat(pieces));
    pieces.push(value);
  }
}

/** A server of node:http, which counts its connections. */
export interface Listening {
  readonly url: string;
  readonly http: HttpServer;
  close(): Promise<void>;
}

export async function listen(server: Server): Promise<Listening> {
  const http = createServer(server.listener as never);
  await new Promise<void>((resolve) => {
    http.listen(0, resolve);
  });
  return {
    url: `http://localhost:${(http.address() as AddressInfo).port}`,
    http,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

import { type ByteSource, brokenOff, headerValue, notDecoded } from '../client/transport.ts';
import { AsmxError } from '../operation/errors.ts';
import {
  contentCodings,
  createInflate,
  type NodeAnswer,
  type NodeClientRequest,
  type NodeInflate,
} from '../platform/node.ts';
import { PausedBytes } from '../platform/paused-bytes.ts';

/** The body of a node:http answer while it is received. */
export function openBody(answer: NodeAnswer, sent: NodeClientRequest): ByteSource {
  const bytes = new PausedBytes(answer);
  const plain: ByteSource = {
    async read() {
      const piece = await bytes.read();
      if (piece !== undefined) return piece;
      if (bytes.cause !== undefined || !answer.complete) throw brokenOff(undefined, bytes.cause);
      return undefined;
    },
    cancel: () => {
      bytes.drop();
      if (!answer.complete) sent.destroy();
      // the connection can be reused after the last byte
      else answer.resume();
    },
  };
  return contentCodings(headerValue(answer.headers, 'content-encoding')).reduce(inflate, plain);
}

/** Decodes a content coding. */
function inflate(source: ByteSource, coding: string): ByteSource {
  let inflater: NodeInflate | undefined;
  let output: AsyncIterator<Uint8Array> | undefined;
  const start = async (): Promise<AsyncIterator<Uint8Array> | undefined> => {
    const first = await source.read();
    if (first === undefined) return undefined;
    const created = createInflate(coding, first[0] ?? 0);
    inflater = created;
    // The iterator reports errors. Without a listener, one that comes between two reads would end
    // the process.
    created.on('error', () => undefined);
    const chunks = created[Symbol.asyncIterator]();
    pump(first, source, created).catch((error: Error) => created.destroy(error));
    return chunks;
  };
  return {
    async read() {
      try {
        output ??= await start();
        const next = await output?.next();
        return next === undefined || next.done === true ? undefined : next.value;
      } catch (error) {
        if (error instanceof AsmxError) throw error;
        throw notDecoded([coding], error);
      }
    },
    cancel() {
      inflater?.destroy();
      source.cancel();
    },
  };
}

/** Feeds a decompressor at the pace it accepts. */
async function pump(first: Uint8Array, source: ByteSource, inflater: NodeInflate): Promise<void> {
  for (
    let bytes: Uint8Array | undefined = first;
    bytes !== undefined;
    bytes = await source.read()
  ) {
    const piece = bytes;
    await new Promise<void>((resolve) => {
      inflater.write(piece, resolve);
    });
  }
  inflater.end();
}

import type { BodyRest } from '../../operation/message.ts';
import { platform } from '../../platform/globals.ts';

/** Receives text and bytes for a client. */
export interface PieceSink {
  /** @returns whether there is room for more */
  write(piece: string | Uint8Array): boolean;
  /** Waits until there is room, or the client is gone. */
  drained(): Promise<void>;
}

/** UTF-16 code units buffered before they are written. */
const pieceLength = 16_384;

/**
 * Writes a stream in chunks as fast as the client reads. Flushes early if the next text is not
 * ready. Rejects if the stream breaks off; text not written by then is dropped.
 */
export async function pumpPieces(stream: BodyRest, sink: PieceSink): Promise<void> {
  let text = '';
  let timer: unknown;
  let full = false;
  const flush = (): void => {
    if (timer !== undefined) platform.clearTimeout(timer);
    timer = undefined;
    if (text === '') return;
    const piece = text;
    text = '';
    full = !sink.write(piece);
  };
  try {
    for (;;) {
      const next = await stream.next();
      if (next === undefined) break;
      if (typeof next === 'string') text += next;
      else {
        flush();
        full = !sink.write(next);
      }
      if (text.length >= pieceLength) flush();
      else if (text !== '') timer ??= platform.setTimeout(flush, 0);
      if (full) {
        await sink.drained();
        full = false;
      }
    }
    flush();
  } finally {
    if (timer !== undefined) platform.clearTimeout(timer);
  }
}

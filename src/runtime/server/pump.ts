import { platform } from '../platform/globals.ts';
import type { OutgoingStream } from './incoming.ts';

/** Takes text on its way to a client. */
export interface TextSink {
  /** @returns Whether there is room for more. */
  write(text: string): boolean;
  /** Waits until there is room, or no client is left to read. */
  drained(): Promise<void>;
}

/** UTF-16 code units that are buffered before they are written. */
const pieceLength = 16_384;

/**
 * Writes a stream in chunks as fast as the client reads. Flushes early if the next text is not
 * ready. Rejects when the stream breaks off; what was not handed on by then is dropped.
 */
export async function pumpTexts(stream: OutgoingStream, sink: TextSink): Promise<void> {
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
      text += next;
      if (text.length >= pieceLength) flush();
      else timer ??= platform.setTimeout(flush, 0);
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

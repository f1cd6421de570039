import { messageOf, withCause } from '../operation/errors.ts';
import type { BodyRest, BodySink, SentRest } from '../operation/message.ts';
import { encodeUtf8 } from '../text/encoding.ts';
import { streamOf } from './byte-stream.ts';

const sentBefore = 'The streams of the request were sent before, and cannot be sent again.';

/** The rest of a request with streams. It can be sent once. */
export function sentRest(rest: BodyRest): SentRest {
  let isSent = false;
  const open = (): BodyRest => {
    if (isSent) throw new Error(sentBefore);
    isSent = true;
    return rest;
  };
  return {
    toNode(sent, body) {
      sendToNode(sent, body, open).catch((error: unknown) => {
        rest.cancel(error);
        sent.destroy(new Error(`the request broke off: ${messageOf(error)}`, ...withCause(error)));
      });
    },
    forFetch(body) {
      const { next, cancel } = open();
      let head: string | Uint8Array | undefined = body;
      const pull = async (): Promise<Uint8Array | undefined> => {
        const piece = head ?? (await next());
        head = undefined;
        return typeof piece === 'string' ? encodeUtf8(piece) : piece;
      };
      return { body: streamOf(pull, cancel), duplex: 'half' };
    },
  };
}

/** Sends a body as fast as the server reads. */
async function sendToNode(
  sent: BodySink,
  body: string | Uint8Array,
  open: () => BodyRest,
): Promise<void> {
  const rest = open();
  let isOver = false;
  let go: (() => void) | undefined;
  const resume = (): void => {
    go?.();
    go = undefined;
  };
  const stop = (): void => {
    if (!isOver) rest.cancel(new Error('The service did not read the whole request.'));
    isOver = true;
    resume();
  };
  sent.on('drain', resume);
  sent.on('close', stop);
  // a server that has answered reads no more
  sent.on('response', (answer) =>
    answer.on('end', () => {
      if (!isOver) sent.destroy();
    }),
  );
  for (let piece: string | Uint8Array | undefined = body; piece !== undefined; ) {
    const bytes = typeof piece === 'string' ? encodeUtf8(piece) : piece;
    const hasRoom = sent.write(bytes) !== false;
    if (!hasRoom && !isOver) {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
    }
    if (isOver) return;
    piece = await rest.next();
    if (isOver) return;
  }
  isOver = true;
  sent.end();
}

import { nextTick, setImmediate } from './node.ts';

/** The part of a client's request, or of a server's response, that takes a text. */
export interface TextMessage {
  readonly writableEnded?: boolean;
  readonly destroyed?: boolean;
  write(text: string, encoding: 'utf8' | 'latin1'): unknown;
  end(): unknown;
  destroy(): unknown;
}

interface Waiting {
  readonly message: TextMessage;
  readonly text: string;
  readonly encoding: 'utf8' | 'latin1';
}

/** Whole milliseconds that a text may wait for others. */
const patience = 1;

let waiting: Waiting[] = [];
/** Time when the first waiting text arrived, in milliseconds. */
let since = 0;
/** Whether a text has been sent in this turn of the event loop. */
let isTurn = false;

/**
 * Sends the rest of a message, text in one piece with the head already set, and ends it. In each
 * turn of the event loop, the first message is sent at once and those of other connections together
 * after it. Sending wakes the receiver, which costs more than sending itself; of receivers of
 * messages sent together, most are already awake. Messages that have waited for two milliseconds
 * are sent with the next one, so that they wait for at most one slow piece of work. `undefined`
 * without `setImmediate` or `process.nextTick`.
 *
 * @param text The rest of the message; may be empty.
 * @param encoding Encoding of text and head.
 */
export const sendTogether:
  | ((message: TextMessage, text: string, encoding: 'utf8' | 'latin1') => void)
  | undefined =
  nextTick === undefined || setImmediate === undefined
    ? undefined
    : (message, text, encoding) => {
        if (!isTurn) {
          isTurn = true;
          setImmediate?.(endTurn);
          send({ message, text, encoding });
          return;
        }
        const now = Date.now();
        if (waiting.length === 0) since = now;
        waiting.push({ message, text, encoding });
        if (now - since > patience) sendWaiting();
      };

function endTurn(): void {
  isTurn = false;
  sendWaiting();
}

function sendWaiting(): void {
  const messages = waiting;
  waiting = [];
  for (const one of messages) send(one);
}

/** Messages that have ended meanwhile are skipped. If sending fails, the connection is closed. */
function send({ message, text, encoding }: Waiting): void {
  if (message.writableEnded === true || message.destroyed === true) return;
  try {
    if (text !== '') message.write(text, encoding);
    // Later, because ending now would add an empty piece, for which both would be copied.
    nextTick?.(end, message);
  } catch {
    message.destroy();
  }
}

function end(message: TextMessage): void {
  message.end();
}

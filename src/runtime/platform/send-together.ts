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

/** Whole milliseconds of the clock that a text may wait for others. */
const patience = 1;

let waiting: Waiting[] = [];
/** When the first of them came, in milliseconds. */
let since = 0;
/** Whether one has been sent since the events at hand began. */
let isTurn = false;

/**
 * Sends the rest of a message, text in one piece with the head that has been set, and ends it.
 * While the events at hand are dealt with the first message goes out at once, and those of other
 * connections together after it: a text that is sent wakes whoever waits for it, which costs more
 * than sending, and of texts that go out one after the other most find it awake. Those that have
 * waited for two milliseconds go out with the next, so that they wait for one piece of slow work at
 * most. `undefined` where `setImmediate` or `process.nextTick` is missing.
 *
 * @param text What is left of the message; empty for nothing.
 * @param encoding Of text and head.
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

/** What was ended or given up meanwhile is left alone; what cannot be sent ends its connection. */
function send({ message, text, encoding }: Waiting): void {
  if (message.writableEnded === true || message.destroyed === true) return;
  try {
    if (text !== '') message.write(text, encoding);
    // Not at once: the end would be an empty piece beside the text, for which both are copied.
    nextTick?.(end, message);
  } catch {
    message.destroy();
  }
}

function end(message: TextMessage): void {
  message.end();
}

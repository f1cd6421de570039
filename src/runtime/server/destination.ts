import type { Answer, Incoming, Outgoing } from './incoming.ts';
import type { ArrivingBody, PartsReceiver } from './protocol.ts';
import type { Reports } from './report.ts';

/** The destination of a request with a known path. */
export interface Destination {
  /** Whether the body is needed. */
  readonly takesBody: boolean;
  /** The answer; `body` is empty unless it is needed. Never throws or rejects. */
  answer(incoming: Incoming, body: Uint8Array): Answer;
  /** What reads the body, if it may be read while the request is answered. */
  receiver?(incoming: Incoming): PartsReceiver | undefined;
  /** The answer to such a request. Never throws or rejects. */
  answerArriving?(incoming: Incoming, body: ArrivingBody): Answer;
  /**
   * The answer to a body that exceeds the limit, of which nothing is kept. Those who may not call
   * are refused as ever. Never throws or rejects.
   */
  tooLarge(incoming: Incoming): Answer;
}

/** A destination that answers with a page. */
export function pageDestination(page: Outgoing, { refused }: Reports): Destination {
  return { takesBody: false, answer: () => refused(page), tooLarge: () => page };
}

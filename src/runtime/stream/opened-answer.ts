import {
  type AnswerHeaders,
  brokenOff,
  type OpenAnswer,
  type Receiver,
} from '../client/transport.ts';
import { AsmxError } from '../operation/errors.ts';
import { type FetchResponse, streamReader } from '../platform/globals.ts';
import { openBody } from './node-body.ts';

/** Receives the head of an answer, and leaves the body to be read in pieces. */
export const openedAnswer: Receiver<OpenAnswer> = {
  fromNode: (answer, sent, done) =>
    done({
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      body: openBody(answer, sent),
    }),
  fromFetch: openResponse,
};

/** The answer of `fetch`, with its body to be read in pieces. */
function openResponse(
  response: FetchResponse,
  headers: AnswerHeaders,
  abort: () => void,
): OpenAnswer {
  const reader = streamReader(response.body);
  let left = reader === undefined;
  return {
    status: response.status,
    headers,
    body: {
      async read() {
        try {
          if (reader === undefined) {
            if (!left) return undefined;
            left = false;
            return new Uint8Array(await response.arrayBuffer());
          }
          for (;;) {
            const { done, value } = await reader.read();
            if (done) return undefined;
            if (value !== undefined && value.length > 0) return value;
          }
        } catch (error) {
          throw error instanceof AsmxError ? error : brokenOff(undefined, error);
        }
      },
      cancel() {
        reader?.cancel().catch((): undefined => undefined);
        abort();
      },
    },
  };
}

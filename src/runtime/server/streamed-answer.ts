import { composeAnswer } from './answer.ts';
import type { ResponseState } from './context.ts';
import type { RecordFrame } from './frame.ts';
import type { Outgoing, OutgoingStream } from './incoming.ts';
import type { RecordStream } from './records.ts';

/** A result that is sent record by record. */
export interface StreamedResult {
  readonly records: RecordStream;
  readonly frame: RecordFrame;
  /** Called with the error that ends the records early. */
  readonly report: (error: unknown) => void;
}

/**
 * The answer with a result that comes record by record. It is that of {@link composeAnswer} with
 * the document up to the first record; the rest follows as a stream.
 *
 * @param type Content type of the document.
 * @param documentType Whether it wins over one the method set.
 */
export function composeStream(
  response: ResponseState,
  { records, frame, report }: StreamedResult,
  type: string,
  documentType: boolean,
): Outgoing {
  const { first } = records;
  if (first.done === true) return composeAnswer(response, frame.empty, type, documentType);
  const start = frame.head + frame.write(first.value);
  const outgoing = composeAnswer(response, start, type, documentType);
  return response.ended ? outgoing : { ...outgoing, stream: streamTexts(records, frame, report) };
}

/** The text of the records after the first, and of what follows them. */
function streamTexts(
  records: RecordStream,
  { write, tail }: RecordFrame,
  report: (error: unknown) => void,
): OutgoingStream {
  let ended = false;
  return {
    async next() {
      if (ended) return undefined;
      try {
        const result = await records.next();
        if (result.done !== true) return write(result.value);
        ended = true;
        return tail;
      } catch (error) {
        ended = true;
        records.cancel();
        if (!records.gone()) report(error);
        throw error;
      }
    },
    cancel: records.cancel,
  };
}

import { ByteCollector } from './byte-collector.ts';
import { AsmxError } from './errors.ts';
import { decompress, type NodeAnswer } from './node.ts';
import {
  answerTooLarge,
  brokenOff,
  headerValue,
  rawAnswer,
  type TransportAnswer,
} from './transport.ts';

/** Gathers the body, undoing its content coding, within the limit. */
export function collect(
  answer: NodeAnswer,
  limit: number,
  fail: (error: AsmxError) => void,
  done: (answer: TransportAnswer) => void,
): void {
  const collected = new ByteCollector();
  const partial = (): TransportAnswer => ({
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: collected.join(),
  });
  answer.on('data', (chunk) => {
    if (collected.length + chunk.length <= limit) collected.add(chunk);
    else fail(answerTooLarge(limit, partial()));
  });
  const broken = (cause?: unknown): void => fail(brokenOff(rawAnswer(partial()), cause));
  answer.on('error', broken);
  answer.on('aborted', () => broken());
  answer.on('end', () => {
    if (!answer.complete) return broken();
    const whole = partial();
    const coding = headerValue(answer.headers, 'content-encoding').trim().toLowerCase();
    if (coding === '' || coding === 'identity') return done(whole);
    try {
      const body = decompress(whole.body, coding, limit);
      if (body !== undefined) return done({ ...whole, body });
      fail(
        new AsmxError('protocol', `The answer has the unknown content coding ${coding}.`, {
          raw: rawAnswer(whole),
        }),
      );
    } catch (error) {
      fail(
        isTooLarge(error)
          ? answerTooLarge(limit, whole)
          : new AsmxError('decode', `The answer is not valid ${coding}.`, {
              raw: rawAnswer(whole),
              cause: error,
            }),
      );
    }
  });
}

function isTooLarge(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return code === 'ERR_BUFFER_TOO_LARGE';
}

import { AsmxError } from '../operation/errors.ts';
import { ByteCollector } from '../platform/byte-collector.ts';
import { type FetchResponse, streamReader } from '../platform/globals.ts';
import { decompress, type NodeAnswer } from '../platform/node.ts';
import {
  type AnswerHeaders,
  answerTooLarge,
  brokenOff,
  headerValue,
  type Receiver,
  rawAnswer,
  type TransportAnswer,
} from './transport.ts';

/**
 * Receives answers whole.
 *
 * @param limit Largest body in bytes.
 */
export function wholeAnswer(limit: number): Receiver<TransportAnswer> {
  return {
    fromNode: (answer, _, done, fail) => collect(answer, limit, fail, done),
    fromFetch: (response, headers) => readAnswer(response, headers, limit),
  };
}

/** Collects the body, undoing its content coding, within the limit. */
function collect(
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

async function readAnswer(
  response: FetchResponse,
  headers: AnswerHeaders,
  limit: number,
): Promise<TransportAnswer> {
  const { status } = response;
  const reader = streamReader(response.body);
  if (reader === undefined) {
    const body = new Uint8Array(await response.arrayBuffer());
    if (body.length > limit)
      throw answerTooLarge(limit, { status, headers, body: body.slice(0, limit) });
    return { status, headers, body };
  }
  const collected = new ByteCollector();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { status, headers, body: collected.join() };
    if (value === undefined) continue;
    if (collected.length + value.length > limit) {
      await reader.cancel().catch(() => undefined);
      throw answerTooLarge(limit, { status, headers, body: collected.join() });
    }
    collected.add(value);
  }
}

import { type AsmxError, propertyOf } from '../operation/errors.ts';
import { ByteCollector } from '../platform/byte-collector.ts';
import { type FetchResponse, streamReader } from '../platform/globals.ts';
import { contentCodings, decompress, type NodeAnswer } from '../platform/node.ts';
import {
  type AnswerHeaders,
  answerTooLarge,
  brokenOff,
  headerValue,
  notDecoded,
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

/** Collects the body within the limit, and decodes its content coding. */
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
    const codings = contentCodings(headerValue(answer.headers, 'content-encoding'));
    try {
      const body = codings.reduce((bytes, coding) => decompress(bytes, coding, limit), whole.body);
      done({ ...whole, body });
    } catch (error) {
      if (propertyOf(error, 'code') === 'ERR_BUFFER_TOO_LARGE') fail(answerTooLarge(limit, whole));
      else fail(notDecoded(codings, error, rawAnswer(whole)));
    }
  });
}

async function readAnswer(
  response: FetchResponse,
  headers: AnswerHeaders,
  limit: number,
): Promise<TransportAnswer> {
  const { status } = response;
  const answerOf = (body: Uint8Array): TransportAnswer => ({ status, headers, body });
  const reader = streamReader(response.body);
  if (reader === undefined) {
    const body = new Uint8Array(await response.arrayBuffer());
    if (body.length > limit) throw answerTooLarge(limit, answerOf(body.slice(0, limit)));
    return answerOf(body);
  }
  const collected = new ByteCollector();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return answerOf(collected.join());
    if (value === undefined) continue;
    if (collected.length + value.length > limit) {
      await reader.cancel().catch((): undefined => undefined);
      throw answerTooLarge(limit, answerOf(collected.join()));
    }
    collected.add(value);
  }
}

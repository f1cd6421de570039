import { AsmxError, type AsmxErrorCode, propertyOf } from '../operation/errors.ts';
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
    const coding = headerValue(answer.headers, 'content-encoding').trim().toLowerCase();
    if (coding === '' || coding === 'identity') return done(whole);
    const refuse = (code: AsmxErrorCode, message: string, cause?: unknown): void =>
      fail(new AsmxError(code, message, { raw: rawAnswer(whole), cause }));
    try {
      const body = decompress(whole.body, coding, limit);
      if (body !== undefined) return done({ ...whole, body });
      refuse('protocol', `The answer has the unknown content coding ${coding}.`);
    } catch (error) {
      if (propertyOf(error, 'code') === 'ERR_BUFFER_TOO_LARGE') fail(answerTooLarge(limit, whole));
      else refuse('decode', `The answer is not valid ${coding}.`, error);
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
      await reader.cancel().catch(() => undefined);
      throw answerTooLarge(limit, answerOf(collected.join()));
    }
    collected.add(value);
  }
}

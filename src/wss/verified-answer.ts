import { bytesSource } from '../runtime/client/byte-source.ts';
import type { SoapSecurity } from '../runtime/client/options.ts';
import {
  type AnswerCheck,
  answerTooLarge,
  headerValue,
  isSuccess,
  type OpenAnswer,
  rawAnswer,
  type SentCall,
  type TransportAnswer,
} from '../runtime/client/transport.ts';
import { AsmxError } from '../runtime/operation/errors.ts';
import { ByteCollector } from '../runtime/platform/byte-collector.ts';
import { isSecurityRefusal, SecurityRefusal } from '../runtime/server/front/security-refusal.ts';
import { isFaultNext } from '../runtime/soap/client/read-fault.ts';
import { decodeText, xmlEncoding } from '../runtime/text/encoding.ts';
import { charsetOf } from '../runtime/text/header.ts';
import { isMultipart, readMessage } from './message.ts';
import type { VerifyingRules } from './rules.ts';
import { elementsOf, isNamed } from './tree.ts';
import { verifyMessage } from './verify.ts';

/**
 * Checks the answers of a client. A stream is received whole first, because a signature is of the
 * whole message.
 */
export function receiveVerified(rules: VerifyingRules): NonNullable<SoapSecurity['receive']> {
  return (call) => {
    const { binding } = call;
    if (binding !== 'soap11' && binding !== 'soap12') {
      const message = `An answer over ${binding} has no signature: choose a SOAP binding.`;
      throw new AsmxError('encode', message);
    }
    const check: AnswerCheck = async (answer) => {
      const whole = await wholeOf(answer, call);
      await checkAnswer(whole, call, rules);
      return answer.body instanceof Uint8Array
        ? answer
        : { ...whole, body: bytesSource(whole.body) };
    };
    return check;
  };
}

/** @throws AsmxError protocol: the answer is not signed as asked */
async function checkAnswer(
  answer: TransportAnswer,
  call: SentCall,
  rules: VerifyingRules,
): Promise<void> {
  const { status, headers, body } = answer;
  const type = headerValue(headers, 'content-type');
  const text = decodeText(body, xmlEncoding(body, call.charset ?? charsetOf(type)));
  const isPlainError = !isSuccess(status) && !text.includes('Envelope');
  // Of these nothing is read.
  if (isPlainError || (call.oneWay && text.trim() === '')) return;
  try {
    if (isMultipart(type)) throw new SecurityRefusal('Attachments are not signed.');
    // Otherwise the reader would look for the envelope after other text.
    if (!text.startsWith('<')) throw new SecurityRefusal('It does not begin with an envelope.');
    if (rules.unsignedFaults && isFault(text)) return;
    await verifyMessage(text, rules, { watch: (watch) => call.watch?.(answer, watch) === true });
  } catch (cause) {
    if (!isSecurityRefusal(cause)) throw cause;
    const message = `The answer is not signed as asked. ${cause.message}`;
    throw new AsmxError('protocol', message, { raw: rawAnswer(answer), cause });
  }
}

/** Whether a message is a fault and nothing else, for the reader of answers, too. */
function isFault(text: string): boolean {
  try {
    const { body, version } = readMessage(text);
    const [fault, ...others] = elementsOf(body);
    if (fault === undefined || others.length > 0) return false;
    const isFirst = isFaultNext({ source: text, position: body.content });
    return isFirst && isNamed(fault, version.namespace, 'Fault');
  } catch {
    return false;
  }
}

async function wholeOf(
  answer: TransportAnswer | OpenAnswer,
  { maxResponseBytes: limit }: SentCall,
): Promise<TransportAnswer> {
  const { status, headers, body } = answer;
  if (body instanceof Uint8Array) return { status, headers, body };
  const collected = new ByteCollector();
  for (let bytes = await body.read(); bytes !== undefined; bytes = await body.read()) {
    collected.add(bytes);
    if (collected.length > limit) {
      body.cancel();
      throw answerTooLarge(limit, { status, headers, body: new Uint8Array(0) });
    }
  }
  return { status, headers, body: collected.join() };
}

import type { IncomingAnswer } from '../operation/any-operation.ts';
import { charsetOf, decodeXml } from '../text/decoder.ts';

/** An answer whose body is text. */
export interface TextAnswer extends IncomingAnswer {
  readonly text: string;
}

/** The answer with its body as text. */
export function withText(answer: IncomingAnswer): TextAnswer {
  return { ...answer, text: decodeXml(answer.body, charsetOf(answer.contentType)) };
}

import type { IncomingAnswer } from '../operation/any-operation.ts';
import { parseContentType } from '../text/content-type.ts';
import { decodeXml, knownCharset } from '../text/decoder.ts';

/** An answer whose body is text. */
export interface TextAnswer extends IncomingAnswer {
  readonly text: string;
}

/** The charset of a content type, where it is one that can be read. */
export function charsetOf(contentType: string): string | undefined {
  const { charset } = parseContentType(contentType);
  return charset !== undefined && knownCharset(charset) ? charset : undefined;
}

/** The answer with its body as text. */
export function withText(answer: IncomingAnswer): TextAnswer {
  return { ...answer, text: decodeXml(answer.body, charsetOf(answer.contentType)) };
}

import { compactText } from '../../model/common/markup.ts';
import type { SampleContext } from '../../model/sample/sample-element.ts';
import { sampleBody, samplePayload } from '../../plan/messages/message-sample.ts';
import type { MessageShape } from '../../plan/messages/operation-messages.ts';
import type { AttachedParts } from '../../runtime/operation/message.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import type { ReadFunction } from './message-functions.ts';

/** Reads an element of XML. */
export function readWith(read: ReadFunction, xml: string, attached?: AttachedParts): unknown {
  const reader = new XmlReader(xml);
  reader.nextTag();
  return read(reader, attached);
}

/**
 * The value of a sample: a valid message created from the schema and read by generated code.
 *
 * @param read reads it
 * @throws XmlValueError the contract has no valid sample, such as of a pattern that nothing matches
 */
export function sampleMessage(
  { body, attachments }: MessageShape,
  read: ReadFunction,
  context: SampleContext,
): unknown {
  // an attachment without a declared element is a word
  const attached: AttachedParts = new Map(
    attachments.map(({ part, place }) => {
      const text = place === undefined ? 'sample' : compactText(samplePayload(place, context));
      return [part, { id: '', type: '', content: new TextEncoder().encode(text) }];
    }),
  );
  const xml = `<Body>${compactText(sampleBody(body, context))}</Body>`;
  return readWith(read, xml, attached);
}

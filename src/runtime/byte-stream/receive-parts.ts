import { framingOf } from '../mime/read-parts.ts';
import type {
  ArrivingMessage,
  Attachment,
  ByteSource,
  Surroundings,
} from '../operation/message.ts';
import { ByteCollector } from '../platform/byte-collector.ts';
import { PartReader } from './part-reader.ts';
import { ArrivingParts } from './pending-parts.ts';

/**
 * Reads a message in several parts up to the end of its envelope (RFC 2387).
 *
 * @throws AttachmentError it is malformed or cut off
 * @throws Error of `around.tooLong`: the envelope, with the parts before it, is too long
 */
export async function receiveArriving(
  source: ByteSource,
  contentType: string,
  around: Surroundings,
): Promise<ArrivingMessage> {
  const reader = new PartReader(source, contentType);
  const { base, isRoot } = framingOf(contentType);
  const before: Attachment[] = [];
  let length = 0;
  const read = async (): Promise<Attachment | undefined> => {
    const head = await reader.next();
    if (head === undefined) return undefined;
    const content = new ByteCollector();
    for (;;) {
      const bytes = await reader.read();
      if (bytes === undefined) return { ...head, content: content.join() };
      length += bytes.length;
      if (length > around.held) throw around.tooLong();
      content.add(bytes);
    }
  };
  let root: Attachment | undefined;
  for (;;) {
    const part = await read();
    if (part === undefined) break;
    if (isRoot(part)) {
      root = part;
      break;
    }
    before.push(part);
  }
  // without one that says so, the first part is the envelope
  root ??= before.shift();
  const parts = new ArrivingParts(reader, around);
  for (const part of before) parts.add(part);
  return {
    contentType: root?.type || base,
    body: root?.content ?? new Uint8Array(0),
    parts: parts.received,
  };
}

import { bodyValues } from '../../messages/message-shape.ts';
import { call } from '../../print/node.ts';
import { returns } from '../../print/statement.ts';
import type { CodecPlan } from '../../result/plan.ts';
import { codec, codecFunction, reader, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { type MessageCodec, readUnchecked } from './message-codecs.ts';

/** The function that reads the content of a Body and its end tag, and checks the IDs in it. */
export function readMessage(context: CodecContext, message: MessageCodec, name: string): CodecPlan {
  if (!hasIds(context, message)) return readUnchecked(context, message, name, true);
  const inner = `${name}$Content`;
  const read = codec(context.ensure(inner, () => readUnchecked(context, message, inner, false)));
  return codecFunction({
    name,
    exported: true,
    parameters: [reader],
    returns: message.type === undefined ? 'void' : message.type,
    body: [returns(call(runtime('checkIds'), 'reader', read))],
    namespace: message.namespace,
  });
}

/**
 * Whether the IDs of a message must be checked. Not with SOAP encoding, where an element that
 * several others refer to is read several times.
 */
function hasIds(context: CodecContext, { body, encoded }: MessageCodec): boolean {
  return !encoded && bodyValues(body).some((value) => context.holdsIds(value));
}

import type { CodecPlan } from '../plan.ts';
import {
  createCode,
  finishFunction,
  readerParameter,
  runtime,
  runtimeType,
  typed,
  uses,
} from './code.ts';
import type { CodecContext } from './context.ts';
import { type MessageCodec, readingDoc, readUnchecked } from './message-codecs.ts';
import { statement } from './statement.ts';

/** The function that reads the content of a Body, up to and over its end tag, and checks the IDs in it. */
export function readMessage(context: CodecContext, message: MessageCodec, name: string): CodecPlan {
  if (!hasIds(context, message)) return readUnchecked(context, message, name, true);
  const code = createCode();
  runtimeType(code, 'XmlReader');
  const inner = `${name}$Content`;
  const read = uses(
    code,
    context.ensure(inner, () => readUnchecked(context, message, inner, false)),
  );
  statement(code, 'return', `${runtime(code, 'checkIds')}(reader, ${read})`);
  return finishFunction(code, {
    name,
    exported: true,
    doc: readingDoc(message),
    parameters: [readerParameter],
    returns: message.type === undefined ? 'void' : typed(code, message.type),
    namespace: message.namespace,
  });
}

/**
 * Whether the IDs of a message have to be checked. Of one with SOAP encoding they are not: what several elements refer to is read with
 * each of them.
 */
function hasIds(context: CodecContext, { body, encoded }: MessageCodec): boolean {
  if (encoded) return false;
  switch (body.kind) {
    case 'empty':
    case 'void':
      return false;
    case 'object':
    case 'content':
      return context.holdsIds(body.object);
    case 'unwrapped':
    case 'single':
      return context.holdsIds(body.field.place.value);
    case 'parts':
      return body.fields.some(({ place }) => context.holdsIds(place.value));
  }
}

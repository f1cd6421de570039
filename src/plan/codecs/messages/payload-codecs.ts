import { returns } from '../../print/statement.ts';
import type { CodecPlan } from '../../result/plan.ts';
import { codecFunction, reader, readOrThrow } from '../codec.ts';
import { readsAfterTag } from '../comments.ts';
import type { CodecContext } from '../context.ts';
import { readExpression } from '../read/read-place.ts';
import type { PayloadCodec } from './write-payload.ts';

/** Reads a fault's detail element or a header entry whose START has been read. */
export function readPayload(
  context: CodecContext,
  { place, type, what }: PayloadCodec,
  name: string,
): CodecPlan {
  const read = readExpression(context, place);
  return codecFunction({
    name,
    exported: true,
    doc: readsAfterTag(what),
    parameters: [reader],
    returns: type,
    body: [readOrThrow([returns(read)])],
    namespace: place.element.name.namespace,
  });
}

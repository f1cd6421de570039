import { stringLiteral } from '../../print/encode.ts';
import { call } from '../../print/node.ts';
import { returns } from '../../print/statement.ts';
import type { CodecPlan } from '../../result/plan.ts';
import { codecFunction, reader, readOrThrow, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { readExpression } from '../read/read-place.ts';
import type { PayloadCodec } from './write-payload.ts';

/** Reads a fault's detail element or a header entry whose START has been read. */
export function readPayload(
  context: CodecContext,
  { place, type, header }: PayloadCodec,
  name: string,
): CodecPlan {
  const read = readExpression(context, place);
  const { namespace, localName } = place.element.name;
  return codecFunction({
    name,
    exported: true,
    parameters: [reader],
    returns: type,
    body: [
      readOrThrow([returns(read)], (error) =>
        header === undefined
          ? error
          : call(runtime('inHeader'), error, stringLiteral(header), stringLiteral(localName)),
      ),
    ],
    namespace,
  });
}

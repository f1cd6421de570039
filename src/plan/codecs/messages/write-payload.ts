import { stringLiteral } from '../../print/encode.ts';
import { call, type TypeNode } from '../../print/node.ts';
import type { CodecPlan } from '../../result/plan.ts';
import type { PlaceShape } from '../../shapes/shape.ts';
import { codecFunction, local, runtime, writeOrThrow } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { standaloneValue } from '../value-source.ts';
import { writePlace } from '../write/write-place.ts';
import { returnedMessage } from '../write/xml-template.ts';

/** An element by itself: a fault's detail, a header entry, a record of a result. */
export interface PayloadCodec {
  readonly place: PlaceShape;
  readonly type: TypeNode;
  /** Of a header: the name of its part, which its errors say. */
  readonly header?: string | undefined;
  /** Default namespace around it; none where it is absent. */
  readonly scope?: string | undefined;
}

/** The function that writes such an element. */
export function writePayload(
  context: CodecContext,
  { place, type, header, scope = '' }: PayloadCodec,
  name: string,
): CodecPlan {
  const value = local('value');
  const pieces = writePlace(context, place, standaloneValue(value), { scope });
  return codecFunction({
    name,
    exported: true,
    parameters: [{ name: 'value', type }],
    returns: 'string',
    body: [
      writeOrThrow(returnedMessage(pieces), value, (error) =>
        header === undefined ? error : call(runtime('inHeader'), error, stringLiteral(header)),
      ),
    ],
    namespace: place.element.name.namespace,
  });
}

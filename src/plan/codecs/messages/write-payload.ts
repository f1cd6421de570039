import { stringLiteral } from '../../print/encode.ts';
import { call, type TypeNode } from '../../print/node.ts';
import { returns, type Statement } from '../../print/statement.ts';
import type { CodecPlan } from '../../result/plan.ts';
import type { PlaceShape } from '../../shapes/shape.ts';
import { codecFunction, local, runtime, writeOrThrow } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { standaloneValue } from '../value-source.ts';
import { isRowPlace, placeRow } from '../write/child-rows.ts';
import { writePlace } from '../write/write-place.ts';
import { returnedMessage } from '../write/xml-template.ts';
import { encodedType } from '../write/xsi-type.ts';

/** A separate element: a fault's detail, a header entry, a record of a result. */
export interface PayloadCodec {
  readonly place: PlaceShape;
  readonly type: TypeNode;
  /** For a header: the name of its part, for error messages. */
  readonly header?: string | undefined;
  /** Whether it has an `xsi:type`, as in SOAP encoding. */
  readonly encoded?: boolean;
  /** Default namespace around it; none if absent. */
  readonly scope?: string | undefined;
}

/** The function that writes such an element. */
export function writePayload(
  context: CodecContext,
  payload: PayloadCodec,
  name: string,
): CodecPlan {
  const { place, type } = payload;
  return codecFunction({
    name,
    exported: true,
    parameters: [{ name: 'value', type }],
    returns: 'string',
    body: [payloadStatement(context, payload)],
    namespace: place.element.name.namespace,
  });
}

function payloadStatement(
  context: CodecContext,
  { place, header, encoded = false, scope = '' }: PayloadCodec,
): Statement {
  const value = local('value');
  if (header === undefined && isRowPlace(place) && !context.hasFewMessages) {
    return returns(call(runtime('writeRootElement'), placeRow(context, place, { scope }), value));
  }
  const attributes = encoded ? encodedType(place) : undefined;
  const pieces = writePlace(context, place, standaloneValue(value), { scope, attributes });
  return writeOrThrow(returnedMessage(pieces), value, (error) =>
    header === undefined ? error : call(runtime('inHeader'), error, stringLiteral(header)),
  );
}

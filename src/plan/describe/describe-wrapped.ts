import type { BodyShape } from '../messages/message-shape.ts';
import { stringLiteral } from '../print/encode.ts';
import type { Expression } from '../print/node.ts';
import { typesAt } from '../shapes/shape-family.ts';
import type { DescribedMessage } from './context/described-message.ts';
import type { Describer } from './context/describer.ts';
import { pure } from './context/pure.ts';
import { objectParts } from './describe-object.ts';

type ObjectBody = Extract<BodyShape, { readonly kind: 'object' }>;

/** Whether a request alone has the type of its element, which has no name. */
export function isWrapped(
  { context }: Describer,
  { body, direction, encoded, type }: DescribedMessage,
): boolean {
  if (body.kind !== 'object' || direction !== 'request' || encoded) return false;
  const { place, object } = body;
  return (
    object.source.name === undefined &&
    object.family === undefined &&
    object.name === type?.flat &&
    !context.shaper.used.contained.has(object.source) &&
    !place.nillable &&
    typesAt(place) === undefined &&
    context.shaper.namespaceOf(object.source) === place.element.name.namespace
  );
}

/** A message whose value is its element, described with its type. */
export function describeWrapped(describer: Describer, { place, object }: ObjectBody): Expression {
  const { namespace, localName } = place.element.name;
  return pure(
    'wrapped',
    stringLiteral(localName),
    describer.context.namespace(namespace),
    ...objectParts(describer, object),
  );
}

import type { BodyShape } from '../messages/message-shape.ts';
import { stringLiteral } from '../print/encode.ts';
import { array, arrow, type Expression, entry } from '../print/node.ts';
import { isOrdered } from '../shapes/ordered-content.ts';
import type { ContentField, Field, ObjectShape } from '../shapes/shape.ts';
import type { DescribedMessage } from './context/described-message.ts';
import type { Describer } from './context/describer.ts';
import { pure } from './context/pure.ts';
import { contentNode, detailOf } from './describe-field.ts';

/**
 * Whether the element of a message has children with simple values and nothing else, so that small
 * functions of their own read and write it.
 */
export function isFlat(
  describer: Describer,
  { body, encoded, direction }: DescribedMessage,
): boolean {
  if (encoded) return false;
  switch (body.kind) {
    case 'void':
      return true;
    case 'object':
      return !body.place.nillable && isFlatObject(describer, body.object);
    case 'unwrapped':
      return isFlatField(body.field);
    case 'parts':
      // the element of an rpc response may have any name
      return (
        direction === 'request' && body.wrapper !== undefined && body.fields.every(isFlatField)
      );
    default:
      return false;
  }
}

function isFlatObject({ context }: Describer, shape: ObjectShape): boolean {
  const { content, family, fields, source } = shape;
  return (
    family === undefined &&
    !source.abstract &&
    fields.length > 0 &&
    fields.every(isFlatField) &&
    content.nodes.every(({ kind }) => kind === 'field') &&
    !isOrdered(content) &&
    !context.shaper.used.encodedTypes.has(source)
  );
}

function isFlatField(field: Field | ContentField): boolean {
  if (field.kind !== 'element' || field.repeated) return false;
  const { nillable, value } = field.place;
  return !nillable && value.kind === 'simple' && !value.qnames;
}

/** A message whose value is its flat element. */
export function describeFlat(
  describer: Describer,
  { place, object: shape }: Extract<BodyShape, { readonly kind: 'object' }>,
): Expression {
  const { context } = describer;
  const { namespace, localName } = place.element.name;
  const { scope, source } = shape;
  const typeName = source.name?.localName;
  const own = context.namespace(context.shaper.namespaceOf(source));
  const members = shape.content.nodes.map((node) =>
    contentNode(describer, node, { scope, encoded: false }),
  );
  const details = [
    ...(scope === namespace ? [] : [entry('scope', context.namespace(scope))]),
    ...(typeName === undefined ? [] : [entry('typed', array([stringLiteral(typeName), own]))]),
  ];
  return pure(
    'flat',
    stringLiteral(localName),
    context.namespace(namespace),
    arrow('()', array(members)),
    ...detailOf(details),
  );
}

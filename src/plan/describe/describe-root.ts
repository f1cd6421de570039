import { stringLiteral } from '../print/encode.ts';
import { array, arrow, type Expression, entry } from '../print/node.ts';
import type { PlaceShape } from '../shapes/shape.ts';
import { typesAt } from '../shapes/shape-family.ts';
import type { Describer } from './context/describer.ts';
import { pure } from './context/pure.ts';
import { detailOf, encodedEntries, placeType } from './describe-field.ts';
import { nilEntries } from './empty-element.ts';

/** An element of its own. */
export interface DescribedRoot {
  readonly place: PlaceShape;
  /** Whether it has an `xsi:type`, as in SOAP encoding. */
  readonly encoded?: boolean;
  /** Default namespace around a record; absent for others. */
  readonly scope?: string;
}

/** An element of its own. One with a default namespace around it is a record. */
export function describeRoot(
  describer: Describer,
  { place, encoded = false, scope }: DescribedRoot,
): Expression {
  const { context } = describer;
  const { namespace, localName } = place.element.name;
  const details = [
    ...nilEntries(place),
    ...(encoded ? encodedEntries(describer, place) : []),
    ...(scope === undefined || scope === namespace
      ? []
      : [entry('outer', context.namespace(scope))]),
  ];
  const root = pure(
    scope === undefined ? 'root' : 'record',
    stringLiteral(localName),
    context.namespace(namespace),
    arrow('()', placeType(describer, place)),
    ...detailOf(details),
  );
  const types = typesAt(place);
  if (types === undefined) return root;
  const allowed = array(types.map((one) => describer.value(one)));
  return pure('allowingRoot', root, arrow('()', allowed));
}

import { itemType } from '../../declarations/type-text.ts';
import { array, arrow, call, type Expression, entry, joined, object } from '../../print/node.ts';
import { runtimeType } from '../../print/type-node.ts';
import type { ContentField, ObjectShape } from '../../shapes/shape.ts';
import { codec, codecConstant, codecFunction, local, runtime } from '../codec.ts';
import { objectContent } from '../content-model.ts';
import type { CodecContext } from '../context.ts';
import { isRowPlace, placeRow } from './child-rows.ts';
import { type ContentPlace, writeOnce } from './write-field.ts';
import { scopeSuffix } from './write-place.ts';
import { expression, type Piece, returned } from './xml-template.ts';
import { memberType } from './xsi-type.ts';

/** Writes the child elements of `value` in the order of its content model. */
export function writeOrdered(
  context: CodecContext,
  shape: ObjectShape,
  place: ContentPlace,
): Piece {
  const { model, cases } = objectContent(context, shape);
  const suffix = scopeSuffix(shape.scope, place.scope);
  const own = shape.family?.fieldsName ?? shape.name;
  const name = context.typeFunction('writers', own) + suffix;
  const namespace = context.shaper.namespaceOf(shape.source);
  context.ensure(name, () => {
    const rows = cases.map((field, index) =>
      caseRow(context, field, place, { name: `${own}$${index}${suffix}`, namespace }),
    );
    return codecConstant(name, runtimeType('LeafWriters'), array(rows), namespace);
  });
  const given = [local('value'), joined(codec(model), '()'), codec(name)];
  return expression(call(runtime('writeArranged'), ...given));
}

/** A function of its own, for a case that needs one. */
interface CaseFunction {
  readonly name: string;
  readonly namespace: string;
}

/** How one item of a field is written. */
function caseRow(
  context: CodecContext,
  field: ContentField,
  place: ContentPlace,
  own: CaseFunction,
): Expression {
  const { scope, encoded } = place;
  if (field.kind === 'element' && isRowPlace(field.place)) {
    return placeRow(context, field.place, { scope, attributes: memberType(field.place, encoded) });
  }
  const source = { value: local('value'), owner: local('owner'), name: local('name') };
  const pieces = writeOnce(context, field, source, place);
  const [only, ...others] = pieces;
  const write =
    only !== undefined && 'value' in only && others.length === 0
      ? arrow('(value, owner, name)', only.value)
      : codec(caseWriter(context, field, pieces, own));
  return object([entry('element', write)]);
}

/** Name of the function that writes one item of a field with its tags. */
function caseWriter(
  context: CodecContext,
  field: ContentField,
  pieces: readonly Piece[],
  { name: own, namespace }: CaseFunction,
): string {
  const name = context.typeFunction('write', own);
  return context.ensure(name, () =>
    codecFunction({
      name,
      parameters: [
        { name: 'value', type: itemType(field) },
        { name: 'owner', type: 'object | undefined' },
        { name: 'name', type: 'string' },
      ],
      returns: 'string',
      body: returned(pieces),
      namespace,
    }),
  );
}

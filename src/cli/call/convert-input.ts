import {
  fieldsOfObject,
  type MessageField,
  placeField,
} from '../../plan/messages/message-field.ts';
import type { MessageShape, PayloadShape } from '../../plan/messages/operation-messages.ts';
import type { TypeMapping } from '../../plan/scope/shape-options.ts';
import type { ObjectShape } from '../../plan/shapes/shape.ts';
import {
  convertFields,
  convertMembers,
  convertNil,
  type InputProblem,
  isNil,
  report,
} from './convert-fields.ts';
import type { InputTree } from './parameter-tree.ts';
/** The input of a call, and everything wrong with it. */
export interface ConvertedInput {
  readonly input: InputTree | null;
  readonly problems: readonly InputProblem[];
}

/**
 * Turns texts into the values generated code takes, by the planned message: names are checked,
 * texts become numbers, bigints, booleans and bytes, single values become arrays where the property
 * is a list. All problems are reported at once.
 *
 * @param types TypeScript types of the configuration
 */
export function convertInput(
  { body, fields }: MessageShape,
  tree: InputTree | null,
  types: TypeMapping = {},
): ConvertedInput {
  const problems: InputProblem[] = [];
  const place = { noun: 'parameter', path: '', types, problems };
  const nillable = body.kind === 'object' && body.place.nillable;
  if (tree === null) {
    if (!nillable) {
      report(place, 'the input of the operation may not be null', 'Give its parameters.');
    }
    return { input: null, problems };
  }
  if (body.kind !== 'object' && body.kind !== 'content') {
    return { input: convertFields(fields, tree, place), problems };
  }
  const { object } = body;
  const beside = fields.slice(fieldsOfObject(object).length);
  const fieldsIn = (one: ObjectShape): readonly MessageField[] => [
    ...fieldsOfObject(one),
    ...beside,
  ];
  const input =
    nillable && isNil(object, tree)
      ? convertNil(object, tree, place)
      : convertMembers(object, fieldsIn, tree, place);
  return { input, problems };
}

/**
 * Converts SOAP headers, which are given by part name, as {@link convertInput} converts parameters.
 * None has to be there: the service says which it needs.
 */
export function convertSoapHeaders(
  headers: readonly PayloadShape[],
  tree: InputTree,
  types: TypeMapping = {},
): { readonly values: InputTree; readonly problems: readonly InputProblem[] } {
  const problems: InputProblem[] = [];
  const place = { noun: 'SOAP header', path: '', types, problems };
  const fields = headers.map((header) => placeField(header.name, header.place, true, false));
  return { values: convertFields(fields, tree, place), problems };
}

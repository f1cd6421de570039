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
/** The input of a call, with its problems. */
export interface ConvertedInput {
  readonly input: InputTree | null;
  readonly problems: readonly InputProblem[];
}

/**
 * Converts texts to the values of generated code, according to the planned message: checks names,
 * converts to numbers, bigints, booleans and bytes, and turns single values into arrays if the
 * property is a list. Reports all problems together.
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
 * Converts SOAP headers, given by part name, like {@link convertInput} converts parameters. None is
 * required, because only the service knows which it needs.
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

import {
  fieldsOfObject,
  type MessageField,
  placeField,
} from '../../plan/messages/message-field.ts';
import type { MessageShape, PayloadShape } from '../../plan/messages/operation-messages.ts';
import type { TypeMapping } from '../../plan/scope/shape-options.ts';
import type { ObjectShape } from '../../plan/shapes/shape.ts';
import { fieldValues, type InputProblem, isNil, membersValue, nilValue } from './field-values.ts';
import type { InputTree } from './parameter-tree.ts';

/** Values for generated code, and what is wrong with what was given. */
export interface InputValues<Values> {
  readonly values: Values;
  /** If there are any, the values are not whole. */
  readonly problems: readonly InputProblem[];
}

/**
 * The values of parameters, given as texts or as JSON, according to the planned message. Reports
 * all problems together.
 *
 * @param types TypeScript types of the configuration
 */
export function inputValues(
  { body, fields }: MessageShape,
  tree: InputTree | null,
  types: TypeMapping = {},
): InputValues<unknown> {
  const problems: InputProblem[] = [];
  const place = { noun: 'parameter', path: '', types, problems };
  const nillable = body.kind === 'object' && body.place.nillable;
  if (tree === null) {
    const message = 'the input of the operation may not be null';
    if (!nillable) problems.push({ message, help: 'Give its parameters.' });
    return { values: null, problems };
  }
  if (body.kind !== 'object' && body.kind !== 'content') {
    return { values: fieldValues(fields, tree, place), problems };
  }
  const { object } = body;
  const beside = fields.slice(fieldsOfObject(object).length);
  const fieldsIn = (one: ObjectShape): readonly MessageField[] => [
    ...fieldsOfObject(one),
    ...beside,
  ];
  const values =
    nillable && isNil(object, tree)
      ? nilValue(object, tree, place)
      : membersValue(object, fieldsIn, tree, place);
  return { values, problems };
}

/**
 * The values of SOAP headers, given by part name. None is required, because only the service knows
 * which it needs.
 */
export function headerValues(
  headers: readonly PayloadShape[],
  tree: InputTree,
  types: TypeMapping = {},
): InputValues<InputTree> {
  const problems: InputProblem[] = [];
  const place = { noun: 'SOAP header', path: '', types, problems };
  const fields = headers.map((header) => placeField(header.name, header.place, true, false));
  return { values: fieldValues(fields, tree, place), problems };
}

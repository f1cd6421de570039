import { variableName } from '../../names/names.ts';
import { type Expression, type Given, node } from '../print/node.ts';
import type { ContentField } from '../shapes/shape.ts';
import { runtime } from './codec.ts';

/** Where a value comes from, as expressions: the value, the object with it, its property's name. */
export interface ValueSource {
  readonly value: Given;
  readonly owner: Given;
  readonly name: Given;
}

/** A value that is not part of an object. */
export function standaloneValue(value: Given, name: Given = "''"): ValueSource {
  return { value, owner: runtime('standalone'), name };
}

/** Returns the value of a field. */
export type Access = (field: ContentField) => Expression;

/** The variable that a reader has for a field. */
export const variableOf: Access = ({ property }) => node(variableName(property));

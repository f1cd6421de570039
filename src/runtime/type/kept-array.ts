import { ownArray } from '../codec/type.ts';
import type { TypeCheck } from './description.ts';

/** The check of an ASMX array that is an object in TypeScript: .NET does not look at its type. */
export const keptArray: TypeCheck = (reader, { name, namespace }) =>
  ownArray(reader, name, namespace);

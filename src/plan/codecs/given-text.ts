import type { ElementDeclaration, SchemaType } from '../../model/xsd/schema.ts';
import { shortHash } from '../../names/names.ts';

/** Values the contract gives an element or attribute. */
export type GivenValues = Pick<ElementDeclaration, 'default' | 'fixed'>;

/** Where the contract gives none. */
export const nothingGiven: GivenValues = {};

/**
 * What an element says of the text of its type, a complex one with simple content: each text that
 * is given has functions of its own to read and write the type.
 */
export function givenText(type: SchemaType, element: GivenValues): GivenValues {
  const hasText = type.kind === 'complex' && type.simpleContent !== undefined;
  return hasText && (element.fixed ?? element.default) !== undefined ? element : nothingGiven;
}

/** What the names of such functions end with. */
export function givenSuffix({ fixed, default: initial }: GivenValues): string {
  if (fixed !== undefined) return `$Fixed${shortHash(fixed)}`;
  return initial === undefined ? '' : `$Default${shortHash(initial)}`;
}

import { isEmptiable } from '../../model/check/check-values.ts';
import type { ElementDeclaration, SchemaType } from '../../model/xsd/schema.ts';

/** Default and fixed values of an element or attribute. */
export type GivenValues = Pick<ElementDeclaration, 'default' | 'fixed'>;

/** No default or fixed value. */
const nothingGiven: GivenValues = {};

/**
 * The default or fixed text of an element whose complex type has simple content, or mixed content
 * that may be text alone. For each such text, the type has separate functions to read and write it.
 */
export function givenText(type: SchemaType, element: GivenValues): GivenValues {
  if (type.kind === 'simple') return nothingGiven;
  const hasText = type.simpleContent !== undefined || (type.mixed && isEmptiable(type.particle));
  return hasText && (element.fixed ?? element.default) !== undefined ? element : nothingGiven;
}

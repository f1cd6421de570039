import type { AnyField } from '../../shapes/shape.ts';

/**
 * Whether strict readers check the elements that a wildcard accepts. Not in a DataSet, whose
 * wildcards have special names, and whose messages include their own schema.
 */
export function isChecked({ wildcard, property }: AnyField): boolean {
  return wildcard.processContents !== 'skip' && property.startsWith('$any');
}

import type { ShapeOptions } from './shape-options.ts';

/**
 * The name the user wants for a key of `naming`. Keys are names of the contract, so that one may be
 * called like what objects inherit.
 */
export function renamed({ renames }: ShapeOptions, key: string): string | undefined {
  return Object.hasOwn(renames, key) ? renames[key] : undefined;
}

import type { ShapeOptions } from './shape-options.ts';

/**
 * The user's name for a key of `naming`. Keys are names of the contract, which may equal those of
 * inherited properties.
 */
export function renamed({ renames }: ShapeOptions, key: string): string | undefined {
  return Object.hasOwn(renames, key) ? renames[key] : undefined;
}

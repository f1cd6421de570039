/** Values of properties by their use, `#Project#host`: those of the nearest owner come first. */
export type PropertyScope = readonly ReadonlyMap<string, string>[];

/** Characters that properties of one text may stand for: their values may use each other. */
const mostCharacters = 1_000_000;

/** A use of a property: `${#Project#host}`. */
export const propertyUse: RegExp = /\$\{([^{}]*)\}/g;

/** The value of a property, in which other properties have their values, too. */
export function propertyValue(use: string, scope: PropertyScope): string | undefined {
  const value = scope.find((one) => one.has(use.trim()))?.get(use.trim());
  return value && withProperties(value, scope);
}

/**
 * A text with the values of its properties. Those without one stay as they are: scripts set them.
 *
 * @param isLeft tells of properties that are left, too
 */
export function withProperties(
  text: string,
  scope: PropertyScope,
  isLeft: (use: string) => boolean = () => false,
): string {
  let left = mostCharacters;
  const expand = (part: string, depth: number): string =>
    part.replace(propertyUse, (whole, use: string) => {
      const name = use.trim();
      const value = scope.find((one) => one.has(name))?.get(name);
      if (value === undefined || isLeft(name) || depth === 0) return whole;
      left -= value.length;
      return left < 0 ? whole : expand(value, depth - 1);
    });
  return expand(text, 5);
}

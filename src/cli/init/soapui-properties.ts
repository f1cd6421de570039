/** Values of properties by their use, `#Project#host`: those of the nearest owner come first. */
export type PropertyScope = readonly ReadonlyMap<string, string>[];

/**
 * Characters that the properties of a project may still stand for. Values may use each other, and
 * a long one may be used often.
 */
export interface PropertyBudget {
  left: number;
}

/** What a project of so many characters gets: more than a person writes, and in proportion. */
export function propertyBudget(characters: number): PropertyBudget {
  return { left: 100_000 + 10 * characters };
}

/** A use of a property: `${#Project#host}`. */
export const propertyUse: RegExp = /\$\{([^{}]*)\}/g;

/** The value of a property as it is written, in which others may be used. */
export function rawValue(use: string, scope: PropertyScope): string | undefined {
  return scope.find((one) => one.has(use.trim()))?.get(use.trim());
}

/**
 * A text with the values of its properties, in which others have their values, too. Those without
 * one stay as they are: scripts set them.
 *
 * @param isLeft tells of properties that are left, too
 */
export function withProperties(
  text: string,
  scope: PropertyScope,
  budget: PropertyBudget,
  isLeft: (use: string) => boolean = () => false,
): string {
  const expand = (part: string, depth: number): string =>
    part.replace(propertyUse, (whole, use: string) => {
      const value = rawValue(use, scope);
      if (value === undefined || isLeft(use.trim()) || depth === 0) return whole;
      budget.left -= value.length;
      return budget.left < 0 ? whole : expand(value, depth - 1);
    });
  return expand(text, 5);
}

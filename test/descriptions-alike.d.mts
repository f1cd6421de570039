export function differences(
  one: unknown,
  other: unknown,
  path: string,
  seen: Map<unknown, unknown>,
): string[];

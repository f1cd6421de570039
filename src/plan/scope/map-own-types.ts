import type { TypeMapping } from './shape-options.ts';

/** The same types, with modules of the user's own under other specifiers. */
export function mapOwnTypes(
  types: TypeMapping,
  specifier: (module: string) => string,
): TypeMapping {
  if (types.own === undefined) return types;
  const own = Object.entries(types.own).map(([name, type]) => [
    name,
    { ...type, import: specifier(type.import) },
  ]);
  return { ...types, own: Object.fromEntries(own) };
}

/** The same types without those of the user's own: values are what they are by default. */
export function withoutOwnTypes({ own: _, ...types }: TypeMapping): TypeMapping {
  return types;
}

import type { TypeMapping } from './shape-options.ts';

/** The same types, with other specifiers for the modules of users' own types. */
export function mapOwnTypes(
  { own, temporal, ...types }: TypeMapping,
  specifier: (module: string) => string,
): TypeMapping {
  const mapped = Object.entries(own ?? {}).map(([name, type]) => [
    name,
    { ...type, import: specifier(type.import) },
  ]);
  return {
    ...types,
    ...(temporal === undefined ? {} : { temporal: specifier(temporal) }),
    ...(own === undefined ? {} : { own: Object.fromEntries(mapped) }),
  };
}

/** The same types without users' own types and without Temporal. */
export function withoutOwnTypes({ own: _, ...types }: TypeMapping): TypeMapping {
  return Object.fromEntries(Object.entries(types).filter(([, word]) => word !== 'Temporal'));
}

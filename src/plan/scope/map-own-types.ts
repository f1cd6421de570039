import type { TypeMapping } from './shape-options.ts';

/** The same types, with modules of the user's own under other specifiers. */
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

/**
 * The same types without those of the user's own and without Temporal: values are what they are by
 * default.
 */
export function withoutOwnTypes({ own: _, ...types }: TypeMapping): TypeMapping {
  return Object.fromEntries(Object.entries(types).filter(([, word]) => word !== 'Temporal'));
}

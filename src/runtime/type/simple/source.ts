import type { Simple, SimpleSource } from '../simple-type.ts';

/** What a type restricts or consists of, with all its facets, down to a built-in type as base. */
export function sourceOf(type: Simple): SimpleSource {
  const { from } = type;
  if (from === undefined) return { base: type };
  if (from.base === undefined || from.own) return from;
  const inner = sourceOf(from.base);
  const { values = inner.values, label = inner.label } = from;
  return {
    ...inner,
    facets: { ...inner.facets, ...from.facets },
    ...(values && { values }),
    ...(label !== undefined && { label }),
  };
}

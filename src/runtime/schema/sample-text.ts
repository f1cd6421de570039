import { sampleBuiltin, sampleList } from '../builtin-sample/sample-builtin.ts';
import type { SampleSeed } from '../builtin-sample/sample-number.ts';
import type { Facets } from '../type/facets.ts';
import type { Simple } from '../type/simple-type.ts';
import { builtinType } from './builtin-types.ts';

/** A text of a simple type that satisfies its facets, if 10,000 characters are enough. */
export function sampleText(type: Simple, seed: SampleSeed, facets: Facets = {}): string {
  const { from = {} } = type;
  const { base, values, item, members } = from;
  // a list has as many items as its restriction says
  const all = { ...from.facets, ...facets };
  const given = values ?? all.enumeration;
  if (given !== undefined && given.length > 0) return String(given[seed.ordinal % given.length]);
  const { samples } = all;
  if (samples !== undefined) return samples[seed.ordinal % samples.length] ?? '';
  if (item !== undefined) return sampleList(seed, all, (one) => sampleText(item, one));
  const [member] = members ?? [];
  if (member !== undefined) return sampleText(member, seed);
  if (base !== undefined) return sampleText(base, seed, all);
  return sampleBuiltin(builtinType(type), seed, all);
}

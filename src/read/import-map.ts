import type { ImportRule, ReadOptions } from './host.ts';
import type { Location } from './resolve-location.ts';

/**
 * Where the import map says a location is. A rule for the whole location goes before the longest
 * prefix, and that before the longest suffix; of equal ones, the first counts.
 */
function mapLocation({ imports = [] }: ReadOptions, location: string): string | undefined {
  let best: ImportRule | undefined;
  for (const rule of imports) {
    if (fits(rule, location) && (best === undefined || isCloser(rule, best))) best = rule;
  }
  if (best === undefined) return undefined;
  const isPrefix = (best.match ?? 'prefix') === 'prefix';
  return isPrefix ? best.to + location.slice(best.from.length) : best.to;
}

/** Where the import map says a location is, as it is written or as the URL that it means. */
export function mappedTo(
  options: ReadOptions,
  location: string,
  direct: Location,
): string | undefined {
  const mapped = mapLocation(options, location);
  return mapped ?? (direct.kind === 'remote' ? mapLocation(options, direct.url) : undefined);
}

/** Whether a rule names exactly this text. */
export function isMapped({ imports = [] }: ReadOptions, text: string): boolean {
  return imports.some(({ from, match }) => from === text && match !== 'suffix');
}

function fits({ from, match = 'prefix' }: ImportRule, location: string): boolean {
  if (match === 'exact') return location === from;
  return match === 'prefix' ? location.startsWith(from) : location.endsWith(from);
}

const ranks = { exact: 2, prefix: 1, suffix: 0 } as const;

function isCloser(rule: ImportRule, best: ImportRule): boolean {
  const [rank, other] = [rule, best].map(({ match = 'prefix' }) => ranks[match]);
  if (rank !== other) return (rank ?? 0) > (other ?? 0);
  return rule.from.length > best.from.length;
}

/** What to add to the configuration for a location that cannot be followed. */
export function importLine(location: string): string {
  const from = prefixOf(location);
  const to = from === location ? `FOLDER/${location.replace(/^.*[\\/]/, '')}` : 'FOLDER/';
  return `"imports": { ${JSON.stringify(from)}: ${JSON.stringify(to)} }`;
}

/** The part that locations of the same origin share: a scheme, or all but the file's name. */
function prefixOf(location: string): string {
  const scheme = /^[a-z][a-z0-9+.-]+:(?!\/)/i.exec(location)?.[0];
  if (scheme !== undefined) return scheme;
  return /^(?:[a-z][a-z0-9+.-]+:\/\/)?[^?#]*[\\/]/i.exec(location)?.[0] ?? location;
}

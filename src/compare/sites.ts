import type { Span } from '../diagnostics/source-file.ts';
import { createSite, type Site } from './site.ts';
import { verdicts } from './verdict.ts';

/** The sites of a comparison. Pairs are compared one after the other, each once, so that circles end. */
export interface Sites {
  /** In the order in which they were met. */
  readonly all: readonly Site[];
  /** A site of its own, for an operation's message. */
  add(site: Site): Site;
  /**
   * The site of two objects in one role; made, and compared later, the first time it is asked for.
   *
   * @param role tells the ways apart in which one pair may be compared
   */
  pair(old: object, now: object, role: string, make: () => PairSite): Site;
  /** Notes that a name of a site is in another namespace, which is told once for each pair of namespaces. */
  moved(site: Site, names: MovedName): void;
  /** Compares until nothing is left. */
  finish(): void;
}

/** How to make the site of a pair and to compare it. */
export interface PairSite {
  readonly site: Site;
  readonly compare: (site: Site) => void;
}

/** A name that has another namespace than before. */
export interface MovedName {
  readonly local: string;
  readonly from: string;
  readonly to: string;
  readonly old?: Span | undefined;
  readonly new?: Span | undefined;
}

/** Creates an empty set of sites. */
export function createSites(): Sites {
  const all: Site[] = [];
  const pairs = new Map<object, Map<object, Map<string, Site>>>();
  const namespaces = new Map<string, Site>();
  const queue: (() => void)[] = [];
  const add = (site: Site): Site => {
    all.push(site);
    return site;
  };
  return {
    all,
    add,
    pair: (old, now, role, make) => {
      const byNew = entry(pairs, old, () => new Map<object, Map<string, Site>>());
      const byRole = entry(byNew, now, () => new Map<string, Site>());
      return entry(byRole, role, () => {
        const { site, compare } = make();
        queue.push(() => compare(site));
        return add(site);
      });
    },
    moved: (site, name) => {
      const key = `${name.from}\n${name.to}`;
      site.parts.add(entry(namespaces, key, () => add(namespaceSite(name))));
    },
    finish: () => {
      for (let next = 0; next < queue.length; next++) queue[next]?.();
    },
  };
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function namespaceSite({ local, from, to, old, new: now }: MovedName): Site {
  const text = (namespace: string): string =>
    namespace === '' ? 'no namespace' : `namespace '${namespace}'`;
  const site = createSite({ label: text(from), subject: from, old, new: now });
  site.findings.push({
    kind: 'namespace-changed',
    verdict: verdicts.different,
    subject: from,
    message: `names such as '${local}' moved from ${text(from)} to ${text(to)}`,
    old,
    new: now,
  });
  return site;
}

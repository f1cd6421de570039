import type { Span } from '../../diagnostics/source-file.ts';
import { createPair, type MatchedPair } from './matched-pair.ts';
import { verdicts } from './verdict.ts';

/** The pairs of a comparison. They are compared one after the other, each once: circles end. */
export interface MatchedPairs {
  /** In the order in which they were met. */
  readonly all: readonly MatchedPair[];
  /** A pair of its own, for an operation's message. */
  add(matched: MatchedPair): MatchedPair;
  /**
   * The pair of two objects in one role. It is created, and queued for comparison, on first demand.
   *
   * @param role tells apart the ways in which one pair may be compared
   */
  match(old: object, now: object, role: string, make: () => PairToCompare): MatchedPair;
  /** Notes that a name is in another namespace. Each two namespaces are reported once. */
  moved(matched: MatchedPair, names: MovedName): void;
  /** Compares until nothing is left. */
  finish(): void;
}

/** A pair, and how to compare it. */
export interface PairToCompare {
  readonly matched: MatchedPair;
  readonly compare: (matched: MatchedPair) => void;
}

/** A name that has another namespace than before. */
export interface MovedName {
  readonly local: string;
  readonly from: string;
  readonly to: string;
  readonly old?: Span | undefined;
  readonly new?: Span | undefined;
}

/** Creates a comparison without pairs. */
export function createMatchedPairs(): MatchedPairs {
  const all: MatchedPair[] = [];
  const pairs = new Map<object, Map<object, Map<string, MatchedPair>>>();
  const namespaces = new Map<string, MatchedPair>();
  const queue: (() => void)[] = [];
  const add = (matched: MatchedPair): MatchedPair => {
    all.push(matched);
    return matched;
  };
  return {
    all,
    add,
    match: (old, now, role, make) => {
      const byNew = entry(pairs, old, () => new Map<object, Map<string, MatchedPair>>());
      const byRole = entry(byNew, now, () => new Map<string, MatchedPair>());
      return entry(byRole, role, () => {
        const { matched, compare } = make();
        queue.push(() => compare(matched));
        return add(matched);
      });
    },
    moved: (matched, name) => {
      const key = `${name.from}\n${name.to}`;
      matched.parts.add(entry(namespaces, key, () => add(namespacePair(name))));
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

function namespacePair({ local, from, to, old, new: now }: MovedName): MatchedPair {
  const text = (namespace: string): string =>
    namespace === '' ? 'no namespace' : `namespace '${namespace}'`;
  const matched = createPair({ label: text(from), subject: from, old, new: now });
  matched.findings.push({
    kind: 'namespace-changed',
    verdict: verdicts.different,
    subject: from,
    message: `names such as '${local}' moved from ${text(from)} to ${text(to)}`,
    old,
    new: now,
  });
  return matched;
}

import {
  MatchedPair,
  type MatchedPairs,
  type Named,
  type Objects,
  type PairText,
  type PairToCompare,
} from './matched-pair.ts';
import { verdicts } from './verdict.ts';

/** The pairs of one comparison, in order of discovery. */
export class PairQueue implements MatchedPairs {
  readonly list: MatchedPair[] = [];
  readonly #byObject = new Map<object, Map<object, Map<string, MatchedPair>>>();
  readonly #byNamespaces = new Map<string, MatchedPair>();
  readonly #waiting: (() => void)[] = [];

  add(text: PairText, uses?: number): MatchedPair {
    const matched = new MatchedPair(this, text, uses);
    this.list.push(matched);
    return matched;
  }

  match({ old, new: now }: Objects, role: string, create: () => PairToCompare): MatchedPair {
    const byNew = entry(this.#byObject, old, () => new Map<object, Map<string, MatchedPair>>());
    const byRole = entry(byNew, now, () => new Map<string, MatchedPair>());
    return entry(byRole, role, () => {
      const { text, compare } = create();
      const matched = this.add(text);
      this.#waiting.push(() => compare(matched));
      return matched;
    });
  }

  moved(matched: MatchedPair, old: Named, now: Named): void {
    const [from, to] = [old.name.namespace, now.name.namespace];
    if (from === to) return;
    const known = entry(this.#byNamespaces, `${from}\n${to}`, () => {
      const places = { old: old.span, new: now.span };
      const [before, after] = [namespaceText(from), namespaceText(to)];
      const pair = this.add({ label: before, subject: from, ...places });
      const message = `names such as '${now.name.localName}' moved from ${before} to ${after}`;
      pair.report('namespace-changed', verdicts.different, message);
      return pair;
    });
    matched.parts.add(known);
  }

  /** Compares until nothing is left. */
  finish(): void {
    for (let next = 0; next < this.#waiting.length; next++) this.#waiting[next]?.();
  }
}

function entry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

function namespaceText(namespace: string): string {
  return namespace === '' ? 'no namespace' : `namespace '${namespace}'`;
}

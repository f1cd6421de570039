import {
  MatchedPair,
  type MatchedPairs,
  type Named,
  type Pair,
  PairMap,
  type PairText,
  type PairToCompare,
} from './matched-pair.ts';
import { type Verdict, verdicts } from './verdict.ts';

/** The pairs of one comparison, in order of discovery. */
export class PairQueue implements MatchedPairs {
  readonly list: MatchedPair[] = [];
  readonly #byObject = new PairMap<Known[]>();
  readonly #byNamespaces = new Map<string, MatchedPair>();
  readonly #waiting: (() => void)[] = [];

  add(text: PairText, uses?: number): MatchedPair {
    const matched = new MatchedPair(this, text, uses);
    this.list.push(matched);
    return matched;
  }

  match(objects: Pair<object>, role: string, create: () => PairToCompare): MatchedPair {
    const known = this.#byObject.get(objects);
    const found = known?.find((one) => one.role === role);
    if (found !== undefined) return found.matched;
    const { text, compare } = create();
    const matched = this.add(text);
    if (known === undefined) this.#byObject.set(objects, [{ role, matched }]);
    else known.push({ role, matched });
    this.#waiting.push(() => compare(matched));
    return matched;
  }

  knows(objects: Pair<object>): boolean {
    return this.#byObject.get(objects) !== undefined;
  }

  moved(
    matched: MatchedPair,
    { old, new: now }: Pair<Named>,
    verdict: Verdict = verdicts.different,
  ): void {
    const [from, to] = [old.name.namespace, now.name.namespace];
    if (from === to) return;
    const known = entry(this.#byNamespaces, `${from}\n${to}\n${verdict}`, () => {
      const places = { old: old.span, new: now.span };
      const [before, after] = [namespaceText(from), namespaceText(to)];
      const pair = this.add({ label: before, subject: from, ...places });
      const message = `names such as '${now.name.localName}' moved from ${before} to ${after}`;
      pair.report('namespace-changed', verdict, message);
      return pair;
    });
    matched.parts.add(known);
  }

  /** Compares until nothing is left. */
  finish(): void {
    for (let next = 0; next < this.#waiting.length; next++) this.#waiting[next]?.();
  }
}

/** A pair in one of its roles. */
interface Known {
  readonly role: string;
  readonly matched: MatchedPair;
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

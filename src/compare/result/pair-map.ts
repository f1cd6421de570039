import type { Pair } from './matched-pair.ts';

/** The first counterpart of an object, and the others, which few have. */
interface Entry<V> {
  readonly now: object;
  value: V;
  others?: Map<object, V>;
}

/** Values by pairs of objects of the old and the new contract, most of which occur in one pair. */
export class PairMap<V> {
  readonly #entries = new WeakMap<object, Entry<V>>();

  get({ old, new: now }: Pair<object>): V | undefined {
    const entry = this.#entries.get(old);
    return entry?.now === now ? entry.value : entry?.others?.get(now);
  }

  set({ old, new: now }: Pair<object>, value: V): void {
    const entry = this.#entries.get(old);
    if (entry === undefined) this.#entries.set(old, { now, value });
    else if (entry.now === now) entry.value = value;
    else {
      entry.others ??= new Map();
      entry.others.set(now, value);
    }
  }
}

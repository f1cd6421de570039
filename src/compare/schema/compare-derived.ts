import type { ComplexType } from '../../model/xsd/schema.ts';
import type { MatchedPair } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { typeWord } from '../result/words.ts';
import { complexPair } from './compare-complex.ts';

/**
 * Compares the types that may replace a type by `xsi:type`. Each is reported at the nearest base
 * that both contracts have.
 */
export function compareDerived(matched: MatchedPair, old: ComplexType, now: ComplexType): void {
  const before = descendants(old);
  const after = descendants(now);
  for (const [name, type] of after) {
    const known = before.get(name);
    if (known !== undefined) {
      matched.parts.add(complexPair(matched.all, { old: known, new: type }));
    } else if (!type.abstract && isNearest(type, now, before)) report(matched, type, true);
  }
  for (const [name, type] of before) {
    if (after.has(name) || type.abstract || !isNearest(type, old, after)) continue;
    report(matched, type, false);
  }
}

function report(matched: MatchedPair, type: ComplexType, added: boolean): void {
  if (added) {
    const message = `type ${typeWord(type)} may stand in for ${matched.label}`;
    matched.report('derived-type-added', verdicts.wider, message, { new: type.span });
  } else {
    const message = `type ${typeWord(type)} may no longer stand in for ${matched.label}`;
    matched.report('derived-type-removed', verdicts.narrower, message, { old: type.span });
  }
}

/** All named types derived from a type, by name, nearest first. */
function descendants(type: ComplexType): ReadonlyMap<string, ComplexType> {
  const known = cache.get(type);
  if (known !== undefined) return known;
  const found = new Map<string, ComplexType>();
  const queue = [...type.derived];
  for (let next = 0; next < queue.length; next++) {
    const one = queue[next];
    if (one?.name === undefined || found.has(one.name.localName)) continue;
    found.set(one.name.localName, one);
    queue.push(...one.derived);
  }
  cache.set(type, found);
  return found;
}

const cache = new WeakMap<ComplexType, ReadonlyMap<string, ComplexType>>();

/**
 * Whether the other contract has no type between this one and the base. Such a type would report
 * it.
 */
function isNearest(
  type: ComplexType,
  top: ComplexType,
  others: ReadonlyMap<string, ComplexType>,
): boolean {
  for (let base = type.base; base !== undefined && base !== top; base = base.base) {
    if (base.name !== undefined && others.has(base.name.localName)) return false;
  }
  return true;
}

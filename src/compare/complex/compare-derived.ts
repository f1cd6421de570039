import { replacements } from '../../model/link/derivation.ts';
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
  const before = standingFor(old);
  const after = standingFor(now);
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

/** Types that may replace a type, by name, nearest first. */
function standingFor(type: ComplexType): ReadonlyMap<string, ComplexType> {
  const known = cache.get(type);
  if (known !== undefined) return known;
  const found = new Map<string, ComplexType>();
  for (const one of replacements(type)) {
    const name = one.name?.localName ?? '';
    if (!found.has(name)) found.set(name, one);
  }
  cache.set(type, found);
  return found;
}

const cache = new WeakMap<ComplexType, ReadonlyMap<string, ComplexType>>();

/**
 * Whether no type between this one and the base, which the other contract also has, reports the
 * same.
 */
function isNearest(
  type: ComplexType,
  top: ComplexType,
  others: ReadonlyMap<string, ComplexType>,
): boolean {
  const name = type.name?.localName ?? '';
  for (let base = type.base; base !== undefined && base !== top; base = base.base) {
    const other = others.get(base.name?.localName ?? '');
    if (other === undefined || !standingFor(base).has(name)) continue;
    if (!standingFor(other).has(name)) return false;
  }
  return true;
}

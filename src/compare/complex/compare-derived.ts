import { qnameKey } from '../../model/common/qname.ts';
import { replacements } from '../../model/link/derivation.ts';
import type { ComplexType } from '../../model/xsd/schema.ts';
import type { MatchedPair, Pair } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { typeWord } from '../result/words.ts';
import { complexPair } from './compare-complex.ts';
import { matchByName } from './match-items.ts';

/**
 * Compares the types that may replace a type by `xsi:type`, in which messages name them. Each is
 * reported at the nearest base that both contracts have.
 */
export function compareDerived(matched: MatchedPair, old: ComplexType, now: ComplexType): void {
  const [before, after] = [standingFor(old), standingFor(now)];
  const { pairs, removed, added } = matchByName(before.types, after.types);
  for (const pair of pairs) {
    matched.parts.add(complexPair(matched.all, pair));
    if (!pair.new.abstract) compareNamespaces(matched, pair);
  }
  for (const type of added) {
    if (!type.abstract && isNearest(type, now, before)) report(matched, type, true);
  }
  for (const type of removed) {
    if (!type.abstract && isNearest(type, old, after)) report(matched, type, false);
  }
}

function compareNamespaces(matched: MatchedPair, { old, new: now }: Pair<ComplexType>): void {
  if (old.name === undefined || now.name === undefined) return;
  const named = { old: { ...old, name: old.name }, new: { ...now, name: now.name } };
  matched.all.moved(matched, named);
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

/** Types that may replace a type, nearest first. */
interface Family {
  readonly types: readonly ComplexType[];
  readonly byName: ReadonlyMap<string, ComplexType>;
}

function standingFor(type: ComplexType): Family {
  const known = cache.get(type);
  if (known !== undefined) return known;
  const types = replacements(type);
  const byName = new Map<string, ComplexType>();
  for (const one of types) {
    const { name } = one;
    if (name === undefined) continue;
    byName.set(qnameKey(name), one);
    // a namespace may have changed
    if (!byName.has(name.localName)) byName.set(name.localName, one);
  }
  const found = { types, byName };
  cache.set(type, found);
  return found;
}

const cache = new WeakMap<ComplexType, Family>();

function counterpart({ byName }: Family, { name }: ComplexType): ComplexType | undefined {
  return name && (byName.get(qnameKey(name)) ?? byName.get(name.localName));
}

/**
 * Whether no type between this one and the base, which the other contract also has, reports the
 * same.
 */
function isNearest(type: ComplexType, top: ComplexType, others: Family): boolean {
  for (let base = type.base; base !== undefined && base !== top; base = base.base) {
    const other = counterpart(others, base);
    if (other === undefined || counterpart(standingFor(base), type) === undefined) continue;
    if (counterpart(standingFor(other), type) === undefined) return false;
  }
  return true;
}

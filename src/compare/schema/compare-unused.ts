import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { ComplexType, SchemaType, SimpleType } from '../../model/xsd/schema.ts';
import { createPair } from '../result/matched-pair.ts';
import type { MatchedPairs } from '../result/matched-pairs.ts';
import { verdicts } from '../result/verdict.ts';
import { nameKey, typeWord } from '../result/words.ts';
import { contentPair } from './compare-complex.ts';
import { compareTypeUse } from './compare-type-use.ts';
import { match } from './match-items.ts';
import { reachedTypes } from './reached-types.ts';

/**
 * Compares the types that no operation of either contract can carry: nothing of them is seen on any
 * wire.
 */
export function compareUnused(matches: MatchedPairs, old: ServiceModel, now: ServiceModel): void {
  const key = (type: SimpleType | ComplexType): string =>
    type.name === undefined ? '' : `${type.kind} ${nameKey(type.name)}`;
  const { pairs, removed, added } = match(old.types, now.types, key);
  const matched = matches.add(createPair({ label: now.name, subject: now.name }));
  const mixed = pairs.some((pair) => pair.old.kind !== pair.new.kind);
  const needed = mixed || removed.length + added.length > 0;
  const oldReached = needed ? reachedTypes(old) : new Set();
  const newReached = needed ? reachedTypes(now) : new Set();
  for (const { old: before, new: after } of pairs) {
    // what operations carry was compared already, and a pair is not compared twice
    if (before.kind === 'complex' && after.kind === 'complex') {
      matched.parts.add(contentPair(matches, undefined, before, after));
    } else if (before.kind === after.kind || !oldReached.has(before) || !newReached.has(after)) {
      const label = typeWord(after);
      const use = { matched, subject: label, what: label, old: before.span, new: after.span };
      compareTypeUse(matches, use, before, after);
    }
  }
  const report = (type: SchemaType, isNew: boolean): void => {
    const label = typeWord(type);
    matched.findings.push({
      kind: isNew ? 'type-added' : 'type-removed',
      verdict: verdicts.compatible,
      subject: label,
      message: `type ${label}, which no operation uses, ${isNew ? 'added' : 'removed'}`,
      old: isNew ? undefined : type.span,
      new: isNew ? type.span : undefined,
    });
  };
  for (const type of removed) if (!oldReached.has(type)) report(type, false);
  for (const type of added) if (!newReached.has(type)) report(type, true);
}

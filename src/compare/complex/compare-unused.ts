import { qnameKey } from '../../model/common/qname.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { ComplexType, SimpleType } from '../../model/xsd/schema.ts';
import { type MatchedPairs, placesOf } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { typeWord } from '../result/words.ts';
import { contentPair } from './compare-complex.ts';
import { compareTypeUse } from './compare-type-use.ts';
import { match } from './match-items.ts';
import { typesInMessages } from './types-in-messages.ts';

/**
 * Compares the types that no message or document of either contract can contain, so that changes
 * are not visible on the wire.
 */
export function compareUnused(all: MatchedPairs, old: ServiceModel, now: ServiceModel): void {
  const key = (type: SimpleType | ComplexType): string =>
    type.name === undefined ? '' : `${type.kind} ${qnameKey(type.name)}`;
  const { pairs, removed, added } = match(old.types, now.types, key);
  const user = now.isSchema ? 'element' : 'operation';
  const matched = all.add({ label: now.name });
  const mixed = pairs.some((pair) => pair.old.kind !== pair.new.kind);
  const needed = mixed || removed.length + added.length > 0;
  const oldReached = needed ? typesInMessages(old) : new Set();
  const newReached = needed ? typesInMessages(now) : new Set();
  for (const { old: before, new: after } of pairs) {
    // types in messages are already compared, and no pair is compared twice
    if (before.kind === 'complex' && after.kind === 'complex') {
      matched.parts.add(contentPair(all, { old: before, new: after }));
    } else if (before.kind === after.kind || !oldReached.has(before) || !newReached.has(after)) {
      const label = typeWord(after);
      const use = { matched, subject: label, what: label, ...placesOf(before, after) };
      compareTypeUse(use, before, after);
    }
  }
  for (const type of removed) {
    if (oldReached.has(type)) continue;
    const subject = typeWord(type);
    const message = `type ${subject}, which no ${user} uses, removed`;
    matched.report('type-removed', verdicts.compatible, message, { subject, old: type.span });
  }
  for (const type of added) {
    if (newReached.has(type)) continue;
    const subject = typeWord(type);
    const message = `type ${subject}, which no ${user} uses, added`;
    matched.report('type-added', verdicts.compatible, message, { subject, new: type.span });
  }
}

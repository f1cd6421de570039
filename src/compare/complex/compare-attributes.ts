import type { AttributeUse } from '../../model/xsd/schema.ts';
import { preferredName } from '../../plan/shapes/property-table.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { type MatchedPair, placesOf, reportOn } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { isBuiltin, typeWord } from '../result/words.ts';
import { compareDefaults } from './compare-defaults.ts';
import { compareProperty } from './compare-property.ts';
import { compareTypeUse } from './compare-type-use.ts';
import { type Named, renameHelp } from './rename-help.ts';

/** Compares the attributes of two types. */
export function compareAttributes(
  matched: MatchedPair,
  old: readonly AttributeUse[],
  now: readonly AttributeUse[],
): void {
  const added = new Set(now);
  const removed: AttributeUse[] = [];
  for (const before of old) {
    const after = counterpart(before, added);
    if (after === undefined) {
      removed.push(before);
      continue;
    }
    added.delete(after);
    compareAttribute(matched, before, after);
  }
  const help = renameHelp(removed.map(nameAndType), [...added].map(nameAndType));
  for (const { name, required, span } of removed) {
    const { localName } = name;
    matched.report(
      'attribute-removed',
      required ? verdicts.removedRequired : verdicts.removedOptional,
      `attribute '${localName}' removed from ${matched.label}`,
      { subject: `${matched.subject}@${localName}`, help: help.get(localName), old: span },
    );
  }
  for (const { name, required, span } of added) {
    const what = `${required ? 'required' : 'optional'} attribute '${name.localName}'`;
    matched.report(
      'attribute-added',
      required ? verdicts.addedRequired : verdicts.addedOptional,
      `${what} added to ${matched.label}`,
      { subject: `${matched.subject}@${name.localName}`, new: span },
    );
  }
}

function nameAndType({ name, type }: AttributeUse): Named {
  return { name: name.localName, type: typeWord(type), isTelling: !isBuiltin(type) };
}

/** The attribute with the same name, in the same namespace or otherwise in another. */
function counterpart(
  { name }: AttributeUse,
  candidates: ReadonlySet<AttributeUse>,
): AttributeUse | undefined {
  let elsewhere: AttributeUse | undefined;
  for (const candidate of candidates) {
    if (candidate.name.localName !== name.localName) continue;
    if (candidate.name.namespace === name.namespace) return candidate;
    elsewhere ??= candidate;
  }
  return elsewhere;
}

function compareAttribute(matched: MatchedPair, old: AttributeUse, now: AttributeUse): void {
  const { localName } = now.name;
  const about = {
    matched,
    subject: `${matched.subject}@${localName}`,
    what: `attribute '${localName}' in ${matched.label}`,
    ...placesOf(old, now),
  };
  matched.all.moved(matched, { old, new: now });
  if (now.required && !old.required) {
    reportOn(about, 'attribute-required', verdicts.narrower, 'is required now');
  } else if (old.required && !now.required) {
    reportOn(about, 'attribute-optional', verdicts.wider, 'is optional now');
  }
  compareProperty(about, preferredName(old), preferredName(now));
  compareDefaults(about, old, now);
  compareTypeUse(about, old.type, now.type);
  compareDocumentation(about, old, now);
}

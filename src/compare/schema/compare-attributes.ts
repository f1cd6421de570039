import type { AttributeUse } from '../../model/xsd/schema.ts';
import { compareDocumentation } from '../result/documentation.ts';
import type { MatchedPair } from '../result/matched-pair.ts';
import type { MatchedPairs } from '../result/matched-pairs.ts';
import { verdicts } from '../result/verdict.ts';
import { typeWord } from '../result/words.ts';
import { compareDefaults } from './compare-defaults.ts';
import { compareTypeUse } from './compare-type-use.ts';
import { renameHelp } from './rename-help.ts';

/** Compares the attributes of two types. */
export function compareAttributes(
  matches: MatchedPairs,
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
    compareAttribute(matches, matched, before, after);
  }
  const help = renameHelp(removed.map(nameAndType), [...added].map(nameAndType));
  for (const attribute of removed) {
    const { localName } = attribute.name;
    matched.findings.push({
      kind: 'attribute-removed',
      verdict: attribute.required ? verdicts.removedRequired : verdicts.removedOptional,
      subject: `${matched.subject}@${localName}`,
      message: `attribute '${localName}' removed from ${matched.label}`,
      help: help.get(localName),
      old: attribute.span,
      new: matched.new,
    });
  }
  for (const attribute of added) {
    const { localName } = attribute.name;
    matched.findings.push({
      kind: 'attribute-added',
      verdict: attribute.required ? verdicts.addedRequired : verdicts.addedOptional,
      subject: `${matched.subject}@${localName}`,
      message: `${attribute.required ? 'required' : 'optional'} attribute '${localName}' added to ${matched.label}`,
      old: matched.old,
      new: attribute.span,
    });
  }
}

function nameAndType({ name, type }: AttributeUse): { name: string; type: string } {
  return { name: name.localName, type: typeWord(type) };
}

/** The attribute of the same name: in the same namespace, else in another. */
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

function compareAttribute(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: AttributeUse,
  now: AttributeUse,
): void {
  const { localName, namespace } = now.name;
  const subject = `${matched.subject}@${localName}`;
  const what = `attribute '${localName}' in ${matched.label}`;
  const places = { old: old.span, new: now.span };
  if (old.name.namespace !== namespace) {
    matches.moved(matched, {
      local: localName,
      from: old.name.namespace,
      to: namespace,
      ...places,
    });
  }
  if (old.required !== now.required) {
    matched.findings.push({
      kind: now.required ? 'attribute-required' : 'attribute-optional',
      verdict: now.required ? verdicts.narrower : verdicts.wider,
      subject,
      message: `${what} is ${now.required ? 'required now' : 'optional now'}`,
      ...places,
    });
  }
  const use = { matched, subject, what, ...places };
  compareDefaults(use, old, now);
  compareTypeUse(matches, use, old.type, now.type);
  compareDocumentation(matched, subject, what, old, now);
}

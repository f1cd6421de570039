import type { AttributeUse } from '../model/schema.ts';
import { compareDefaults } from './compare-defaults.ts';
import { compareTypeUse } from './compare-type-use.ts';
import { compareDocumentation } from './documentation.ts';
import { renameHelp } from './rename-help.ts';
import type { Site } from './site.ts';
import type { Sites } from './sites.ts';
import { verdicts } from './verdict.ts';
import { typeWord } from './words.ts';

/** Compares the attributes of two types. */
export function compareAttributes(
  sites: Sites,
  site: Site,
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
    compareAttribute(sites, site, before, after);
  }
  const help = renameHelp(removed.map(nameAndType), [...added].map(nameAndType));
  for (const attribute of removed) {
    const { localName } = attribute.name;
    site.findings.push({
      kind: 'attribute-removed',
      verdict: attribute.required ? verdicts.removedRequired : verdicts.removedOptional,
      subject: `${site.subject}@${localName}`,
      message: `attribute '${localName}' removed from ${site.label}`,
      help: help.get(localName),
      old: attribute.span,
      new: site.new,
    });
  }
  for (const attribute of added) {
    const { localName } = attribute.name;
    site.findings.push({
      kind: 'attribute-added',
      verdict: attribute.required ? verdicts.addedRequired : verdicts.addedOptional,
      subject: `${site.subject}@${localName}`,
      message: `${attribute.required ? 'required' : 'optional'} attribute '${localName}' added to ${site.label}`,
      old: site.old,
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

function compareAttribute(sites: Sites, site: Site, old: AttributeUse, now: AttributeUse): void {
  const { localName, namespace } = now.name;
  const subject = `${site.subject}@${localName}`;
  const what = `attribute '${localName}' in ${site.label}`;
  const places = { old: old.span, new: now.span };
  if (old.name.namespace !== namespace) {
    sites.moved(site, { local: localName, from: old.name.namespace, to: namespace, ...places });
  }
  if (old.required !== now.required) {
    site.findings.push({
      kind: now.required ? 'attribute-required' : 'attribute-optional',
      verdict: now.required ? verdicts.narrower : verdicts.wider,
      subject,
      message: `${what} is ${now.required ? 'required now' : 'optional now'}`,
      ...places,
    });
  }
  const use = { site, subject, what, ...places };
  compareDefaults(use, old, now);
  compareTypeUse(sites, use, old.type, now.type);
  compareDocumentation(site, subject, what, old, now);
}

import type { ElementDeclaration } from '../model/schema.ts';
import { compareDefaults } from './compare-defaults.ts';
import { compareTypeUse, type TypeUse } from './compare-type-use.ts';
import { compareDocumentation } from './documentation.ts';
import { createSite, type Site } from './site.ts';
import type { Sites } from './sites.ts';
import { verdicts } from './verdict.ts';
import { isBuiltin, nameKey, quoted } from './words.ts';

/** Compares two elements that stand at the same place of a content model; how often they may stand is another matter. */
export function compareElement(
  sites: Sites,
  site: Site,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  if (old === now) return;
  compareNamespaces(sites, site, old, now);
  const { localName } = now.name;
  if (!old.global || !now.global) {
    compareDeclarations(
      sites,
      useOfElement(site, old, now, `${site.noun} '${localName}'`),
      old,
      now,
    );
    return;
  }
  const label = `element '${localName}'`;
  const places = { old: old.span, new: now.span };
  const make = () => ({
    site: createSite({ label, subject: localName, ...places }),
    compare: (own: Site) => {
      const use = { site: own, subject: localName, what: label, ...places };
      compareDeclarations(sites, use, old, now);
    },
  });
  site.parts.add(sites.pair(old, now, 'element', make));
}

/** Compares the element that carries a whole message. */
export function compareMessageElement(
  sites: Sites,
  site: Site,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  const before = old.name.localName;
  const after = now.name.localName;
  const places = { old: old.span, new: now.span };
  if (before !== after) {
    site.findings.push({
      kind: 'message-element-changed',
      verdict: verdicts.different,
      subject: site.subject,
      message: `${site.label} is element '${after}' instead of '${before}'`,
      ...places,
    });
    // the result elements of GET and POST are named after their types
    if (isBuiltin(old.type) && isBuiltin(now.type)) return;
  } else compareNamespaces(sites, site, old, now);
  const { label, subject, noun } = site;
  const use = { site, subject, what: label, own: { label, subject, noun }, ...places };
  compareDeclarations(sites, use, old, now);
}

function compareNamespaces(
  sites: Sites,
  site: Site,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  const from = old.name.namespace;
  const to = now.name.namespace;
  if (from === to) return;
  const local = now.name.localName;
  sites.moved(site, { local, from, to, old: old.span, new: now.span });
}

function useOfElement(
  site: Site,
  old: ElementDeclaration,
  now: ElementDeclaration,
  what: string,
): TypeUse {
  return {
    site,
    subject: `${site.subject}.${now.name.localName}`,
    what: `${what} in ${site.label}`,
    old: old.span,
    new: now.span,
  };
}

function compareDeclarations(
  sites: Sites,
  use: TypeUse,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  const { site, subject, what } = use;
  const places = { old: use.old, new: use.new };
  if (old.nillable !== now.nillable) {
    site.findings.push({
      kind: now.nillable ? 'nillable-added' : 'nillable-removed',
      verdict: now.nillable ? verdicts.wider : verdicts.narrower,
      subject,
      message: `${what} may ${now.nillable ? 'be nil now' : 'no longer be nil'}`,
      ...places,
    });
  }
  if (old.abstract !== now.abstract) {
    site.findings.push({
      kind: 'abstract-changed',
      verdict: now.abstract ? verdicts.narrower : verdicts.wider,
      subject,
      message: `${what} is ${now.abstract ? 'abstract now' : 'abstract no longer'}`,
      ...places,
    });
  }
  compareDefaults(use, old, now);
  compareSubstitutes(sites, use, old, now);
  compareTypeUse(sites, use, old.type, now.type);
  compareDocumentation(site, subject, what, old, now);
}

/** Elements that may stand in for another: those of the same name are compared like any two elements. */
function compareSubstitutes(
  sites: Sites,
  use: TypeUse,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  if (old.substitutes.length === 0 && now.substitutes.length === 0) return;
  const known = new Map(old.substitutes.map((one) => [nameKey(one.name), one]));
  const report = (added: boolean, names: readonly ElementDeclaration[]): void => {
    if (names.length === 0) return;
    const list = quoted(names.map((one) => one.name.localName));
    use.site.findings.push({
      kind: added ? 'substitute-added' : 'substitute-removed',
      verdict: added ? verdicts.wider : verdicts.narrower,
      subject: use.subject,
      message: `${list} may ${added ? 'stand in' : 'no longer stand in'} for ${use.what}`,
      old: added ? use.old : names[0]?.span,
      new: added ? names[0]?.span : use.new,
    });
  };
  const added: ElementDeclaration[] = [];
  for (const substitute of now.substitutes) {
    const key = nameKey(substitute.name);
    const before = known.get(key) ?? old.substitutes.find((one) => sameLocalName(one, substitute));
    if (before === undefined) added.push(substitute);
    else {
      known.delete(nameKey(before.name));
      compareElement(sites, use.site, before, substitute);
    }
  }
  report(true, added);
  report(false, [...known.values()]);
}

function sameLocalName(a: ElementDeclaration, b: ElementDeclaration): boolean {
  return a.name.localName === b.name.localName;
}

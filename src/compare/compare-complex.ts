import type { ComplexType } from '../model/schema.ts';
import { rankOf } from '../model/soap-array.ts';
import { compareAttributes } from './compare-attributes.ts';
import { compareContent } from './compare-content.ts';
import { compareDerived } from './compare-derived.ts';
import { compareTypeUse, type TypeUse } from './compare-type-use.ts';
import { compareAttributeWildcards } from './compare-wildcards.ts';
import { compareDocumentation } from './documentation.ts';
import { createSite, type Site } from './site.ts';
import type { Sites } from './sites.ts';
import { verdicts } from './verdict.ts';
import { typeWord } from './words.ts';

/**
 * The site of two complex types where one is declared: their content, and with it the types that may stand in for them. What a
 * derived type inherits is content alone.
 */
export function complexSite(
  sites: Sites,
  use: TypeUse | undefined,
  old: ComplexType,
  now: ComplexType,
): Site {
  const content = contentSite(sites, use, old, now);
  const alone = old.derived.length + now.derived.length === 0 && !old.abstract && !now.abstract;
  if (alone) return content;
  return sites.pair(old, now, 'declared', () => ({
    site: createSite({ ...content, uses: 0 }),
    compare: (site) => {
      site.parts.add(content);
      if (old.abstract !== now.abstract) {
        site.findings.push({
          kind: 'abstract-changed',
          verdict: now.abstract ? verdicts.narrower : verdicts.wider,
          subject: site.subject,
          message: `${site.label} is ${now.abstract ? 'abstract now' : 'abstract no longer'}`,
          old: old.span,
          new: now.span,
        });
      }
      compareDerived(sites, site, old, now);
    },
  }));
}

/** The site of what two complex types hold. */
export function contentSite(
  sites: Sites,
  use: TypeUse | undefined,
  old: ComplexType,
  now: ComplexType,
): Site {
  return sites.pair(old, now, 'content', () => {
    const places = { old: old.span, new: now.span };
    const named = old.name !== undefined || now.name !== undefined || use === undefined;
    const before = typeWord(old);
    const after = typeWord(now);
    const label = before === after || old.name === undefined ? after : `${after} (was ${before})`;
    const own = use?.own ?? { label: use?.what ?? label, subject: use?.subject ?? after };
    const site = createSite(
      named ? { label, subject: after, ...places } : { ...own, ...places, uses: 0 },
    );
    return { site, compare: (one) => compareComplex(sites, one, old, now) };
  });
}

function compareComplex(sites: Sites, site: Site, old: ComplexType, now: ComplexType): void {
  const places = { old: old.span, new: now.span };
  compareNames(site, old, now);
  compareDocumentation(site, site.subject, site.label, old, now);
  if (old.mixed !== now.mixed) {
    site.findings.push({
      kind: 'content-changed',
      verdict: now.mixed ? verdicts.wider : verdicts.narrower,
      subject: site.subject,
      message: `${site.label} ${now.mixed ? 'may hold text between its elements' : 'may no longer hold text between its elements'}`,
      ...places,
    });
  }
  if (old.soapArray !== undefined && now.soapArray !== undefined) {
    const [before, after] = [rankOf(old.soapArray), rankOf(now.soapArray)];
    if (before !== after) {
      site.findings.push({
        kind: 'content-changed',
        verdict: verdicts.different,
        subject: site.subject,
        message: `${site.label} has ${after} dimensions in place of ${before}`,
        ...places,
      });
    }
    const use = { site, subject: `${site.subject}[]`, what: `items of ${site.label}`, ...places };
    compareTypeUse(sites, use, old.soapArray.item, now.soapArray.item);
    return;
  }
  const inherits = inheritsAlike(old, now);
  if (inherits !== undefined) {
    const [before, after] = inherits;
    if (before !== after) site.parts.add(contentSite(sites, undefined, before, after));
    compareAttributes(sites, site, old.ownAttributes, now.ownAttributes);
    compareBody(sites, site, old, now, true);
    return;
  }
  compareAttributes(sites, site, old.attributes, now.attributes);
  compareAttributeWildcards(site, old.anyAttribute, now.anyAttribute);
  compareBody(sites, site, old, now, false);
}

function compareNames(site: Site, old: ComplexType, now: ComplexType): void {
  const before = old.name?.localName;
  const after = now.name?.localName;
  if (before === undefined || after === undefined || before === after) return;
  site.findings.push({
    kind: 'type-renamed',
    verdict: verdicts.compatible,
    subject: after,
    message: `type ${after} stands where ${before} stood`,
    old: old.span,
    new: now.span,
  });
}

/** The bases of two extensions of types of the same name: what these hold is compared with them. */
function inheritsAlike(
  old: ComplexType,
  now: ComplexType,
): readonly [ComplexType, ComplexType] | undefined {
  const { base } = old;
  if (base?.name === undefined || now.base?.name?.localName !== base.name.localName) {
    return undefined;
  }
  return old.derivation === 'extension' && now.derivation === 'extension'
    ? [base, now.base]
    : undefined;
}

/** Text or elements. */
function compareBody(
  sites: Sites,
  site: Site,
  old: ComplexType,
  now: ComplexType,
  own: boolean,
): void {
  const places = { old: old.span, new: now.span };
  const text = old.simpleContent;
  if (text !== undefined && now.simpleContent !== undefined) {
    if (own) return;
    const use = { site, subject: site.subject, what: `the text of ${site.label}`, ...places };
    compareTypeUse(sites, use, text, now.simpleContent);
    return;
  }
  if ((text === undefined) !== (now.simpleContent === undefined)) {
    site.findings.push({
      kind: 'content-changed',
      verdict: verdicts.different,
      subject: site.subject,
      message: `${site.label} holds ${text === undefined ? 'text instead of elements' : 'elements instead of text'}`,
      ...places,
    });
    return;
  }
  if (own) compareContent(sites, site, old.ownParticle, now.ownParticle);
  else compareContent(sites, site, old.particle, now.particle);
}

import type { HeaderPart, MessagePart, SoapMessage } from '../model/service-model.ts';
import { compareMessageElement } from './compare-element.ts';
import { compareTypeUse } from './compare-type-use.ts';
import { compareDocumentation } from './documentation.ts';
import { match } from './match-items.ts';
import type { Site } from './site.ts';
import type { Sites } from './sites.ts';
import { type Verdict, verdicts } from './verdict.ts';

/** Compares one direction of a SOAP operation whose style did not change. */
export function compareSoapMessage(
  sites: Sites,
  site: Site,
  old: SoapMessage,
  now: SoapMessage,
): void {
  const places = { old: site.old, new: site.new };
  if (old.use !== now.use) {
    site.findings.push({
      kind: 'use-changed',
      verdict: verdicts.different,
      subject: site.subject,
      message: `${site.label} is ${now.use} instead of ${old.use}`,
      ...places,
    });
  }
  compareWrappers(sites, site, old, now);
  if (now.rpcWrapper === undefined) compareBodies(sites, site, old.parts, now.parts);
  else comparePartsByName(sites, site, old.parts, now.parts, true);
  compareHeaders(sites, site, old.headers, now.headers);
  compareAttachments(site, old, now);
}

function compareWrappers(sites: Sites, site: Site, old: SoapMessage, now: SoapMessage): void {
  const before = old.rpcWrapper;
  const after = now.rpcWrapper;
  if (before === undefined || after === undefined) return;
  const places = { old: site.old, new: site.new };
  if (before.localName !== after.localName) {
    site.findings.push({
      kind: 'wrapper-changed',
      verdict: verdicts.different,
      subject: site.subject,
      message: `wrapper of ${site.label} is '${after.localName}' instead of '${before.localName}'`,
      ...places,
    });
  }
  if (before.namespace !== after.namespace) {
    const names = { local: after.localName, from: before.namespace, to: after.namespace };
    sites.moved(site, { ...names, ...places });
  }
}

/** document/literal: the body is the parts; nearly always there is one. */
function compareBodies(
  sites: Sites,
  site: Site,
  old: readonly MessagePart[],
  now: readonly MessagePart[],
): void {
  const [before] = old;
  const [after] = now;
  if (old.length === 1 && now.length === 1 && before !== undefined && after !== undefined) {
    comparePart(sites, site, before, after, true);
    return;
  }
  const { pairs, removed, added } = match(
    old,
    now,
    (part) => part.element?.name.localName ?? part.name,
  );
  for (const pair of pairs) comparePart(sites, site, pair.old, pair.new, false);
  reportParts(site, removed, added);
}

/** Compares parts that are known by their names: those of rpc messages, and parameters of GET and POST. */
export function comparePartsByName(
  sites: Sites,
  site: Site,
  old: readonly MessagePart[],
  now: readonly MessagePart[],
  ordered: boolean,
): void {
  const { pairs, removed, added } = match(old, now, (part) => part.name);
  for (const pair of pairs) comparePart(sites, site, pair.old, pair.new, false);
  if (ordered) {
    const ranks = pairs.map((pair) => old.indexOf(pair.old));
    const moved = pairs.find((_, index) => (ranks[index] ?? 0) < (ranks[index - 1] ?? -1));
    if (moved !== undefined) {
      site.findings.push({
        kind: 'order-changed',
        verdict: verdicts.different,
        subject: site.subject,
        message: `parameters of ${site.label} stand in another order: '${moved.new.name}' moved`,
        old: moved.old.span,
        new: moved.new.span,
      });
    }
  }
  reportParts(site, removed, added);
}

function reportParts(
  site: Site,
  removed: readonly MessagePart[],
  added: readonly MessagePart[],
): void {
  for (const part of removed) {
    site.findings.push({
      kind: 'field-removed',
      verdict: part.optional === true ? verdicts.removedOptional : verdicts.removedRequired,
      subject: `${site.subject}.${part.name}`,
      message: `${site.noun} '${part.name}' removed from ${site.label}`,
      old: part.span,
      new: site.new,
    });
  }
  for (const part of added) {
    const optional = part.optional === true;
    site.findings.push({
      kind: 'field-added',
      verdict: optional ? verdicts.addedOptional : verdicts.addedRequired,
      subject: `${site.subject}.${part.name}`,
      message: `${optional ? 'optional' : 'required'} ${site.noun} '${part.name}' added to ${site.label}`,
      old: site.old,
      new: part.span,
    });
  }
}

/**
 * Compares two parts.
 *
 * @param whole whether the part is the message
 */
export function comparePart(
  sites: Sites,
  site: Site,
  old: MessagePart,
  now: MessagePart,
  whole: boolean,
): void {
  const places = { old: old.span, new: now.span };
  const what = whole ? site.label : `${site.noun} '${now.name}' in ${site.label}`;
  const subject = whole ? site.subject : `${site.subject}.${now.name}`;
  if (old.element !== undefined && now.element !== undefined) {
    compareMessageElement(sites, site, old.element, now.element);
  } else if (old.type !== undefined && now.type !== undefined) {
    compareTypeUse(sites, { site, subject, what, ...places }, old.type, now.type);
  } else {
    site.findings.push({
      kind: 'message-part-changed',
      verdict: verdicts.different,
      subject,
      message: `${what} is described by ${now.element === undefined ? 'type instead of element' : 'element instead of type'}`,
      ...places,
    });
  }
  const optional = now.optional === true;
  if (optional !== (old.optional === true)) {
    site.findings.push({
      kind: optional ? 'field-optional' : 'field-required',
      verdict: optional ? verdicts.wider : verdicts.narrower,
      subject,
      message: `${what} is ${optional ? 'optional' : 'required'} now`,
      ...places,
    });
  }
  compareDocumentation(site, subject, what, old, now);
}

/** The name a header is known by on the wire. */
function headerName({ part }: HeaderPart): string {
  return part.element?.name.localName ?? part.name;
}

function compareHeaders(
  sites: Sites,
  site: Site,
  old: readonly HeaderPart[],
  now: readonly HeaderPart[],
): void {
  if (old.length === 0 && now.length === 0) return;
  const { pairs, removed, added } = match(old, now, headerName);
  const report = (
    kind: 'header-added' | 'header-removed' | 'header-required' | 'header-optional',
    header: HeaderPart,
    verdict: Verdict,
    text: string,
    before = header,
  ): void => {
    const name = headerName(header);
    site.findings.push({
      kind,
      verdict,
      subject: `${site.subject}.${name}`,
      message: `header '${name}' ${text} ${site.label}`,
      old: kind === 'header-added' ? site.old : before.part.span,
      new: kind === 'header-removed' ? site.new : header.part.span,
    });
  };
  for (const header of removed) {
    const verdict = header.required ? verdicts.removedRequired : verdicts.removedOptional;
    report('header-removed', header, verdict, 'removed from');
  }
  for (const header of added) {
    const verdict = header.required ? verdicts.addedRequired : verdicts.addedOptional;
    report('header-added', header, verdict, 'added to');
  }
  for (const { old: before, new: after } of pairs) {
    if (before.required !== after.required) {
      const [kind, verdict] = after.required
        ? (['header-required', verdicts.narrower] as const)
        : (['header-optional', verdicts.wider] as const);
      report(kind, after, verdict, `is ${after.required ? 'required' : 'optional'} now in`, before);
    }
    const name = headerName(after);
    const own = { label: `header '${name}' of ${site.label}`, subject: `${site.subject}.${name}` };
    const inner = sites.add({
      ...site,
      ...own,
      noun: 'field',
      findings: [],
      parts: new Set(),
      operations: [],
    });
    site.parts.add(inner);
    comparePart(sites, inner, before.part, after.part, true);
  }
}

function compareAttachments(site: Site, old: SoapMessage, now: SoapMessage): void {
  if (old.attachments.length === 0 && now.attachments.length === 0) return;
  const { pairs, removed, added } = match(old.attachments, now.attachments, ({ part }) => part);
  const report = (
    kind: 'attachment-added' | 'attachment-removed' | 'attachment-changed',
    part: string,
    verdict: Verdict,
    text: string,
  ): void => {
    site.findings.push({
      kind,
      verdict,
      subject: `${site.subject}.${part}`,
      message: `attachment '${part}' ${text} ${site.label}`,
      old: site.old,
      new: site.new,
    });
  };
  for (const { part } of removed) {
    report('attachment-removed', part, verdicts.removedRequired, 'removed from');
  }
  for (const { part } of added) {
    report('attachment-added', part, verdicts.addedRequired, 'added to');
  }
  for (const { old: before, new: after } of pairs) {
    if (before.types.join() === after.types.join()) continue;
    const kept = before.types.every((type) => after.types.includes(type));
    const known = after.types.every((type) => before.types.includes(type));
    const verdict = kept ? verdicts.wider : known ? verdicts.narrower : verdicts.different;
    const text = `is ${after.types.join(' or ')} instead of ${before.types.join(' or ')} in`;
    report('attachment-changed', after.part, verdict, text);
  }
}

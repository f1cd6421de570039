import type { BindingKind } from '../model/definitions.ts';
import type { SoapFaultMessage, SoapOperation } from '../model/service-model.ts';
import { comparePart, compareSoapMessage } from './compare-message.ts';
import { compareDocumentation } from './documentation.ts';
import { match } from './match-items.ts';
import type { OperationPair } from './operation-pair.ts';
import { messageSite } from './operation-pair.ts';
import { createSite, type Site, useOf } from './site.ts';
import type { Sites } from './sites.ts';
import { verdicts } from './verdict.ts';

/** Compares how an operation travels over one version of SOAP. */
export function compareSoapOperation(
  sites: Sites,
  pair: OperationPair,
  binding: BindingKind,
  old: SoapOperation,
  now: SoapOperation,
): void {
  const { label } = pair;
  const places = { old: pair.old.span, new: pair.new.span };
  const request = messageSite(sites, pair, binding, 'request');
  compareActions(request, pair, old.action, now.action);
  if (old.style !== now.style) {
    const uses = request.uses | useOf('response', binding);
    const whole = sites.add(createSite({ label, subject: label, ...places, uses }));
    pair.roots.push(whole);
    whole.findings.push({
      kind: 'style-changed',
      verdict: verdicts.different,
      subject: label,
      message: `${label} is ${now.style} instead of ${old.style} style`,
      ...places,
    });
    return;
  }
  compareSoapMessage(sites, request, old.input, now.input);
  const response = messageSite(sites, pair, binding, 'response');
  if (old.output !== undefined && now.output !== undefined) {
    compareSoapMessage(sites, response, old.output, now.output);
  }
  compareFaults(sites, response, old.faults, now.faults);
}

/** Servers find the operation by its action, as ASMX does. */
function compareActions(site: Site, pair: OperationPair, old: string, now: string): void {
  if (old === now || pair.renamedNamespace(old) === now) return;
  const text = (action: string): string => (action === '' ? 'empty' : `'${action}'`);
  site.findings.push({
    kind: 'action-changed',
    verdict: verdicts.different,
    subject: pair.label,
    message: `SOAP action of ${pair.label} is ${text(now)} instead of ${text(old)}`,
    old: site.old,
    new: site.new,
  });
}

/** A fault callers do not know is still a fault to them; one that is gone is missed by those who looked for it. */
function compareFaults(
  sites: Sites,
  site: Site,
  old: readonly SoapFaultMessage[],
  now: readonly SoapFaultMessage[],
): void {
  const { pairs, removed, added } = match(old, now, ({ name }) => name);
  const detail = ({ part }: SoapFaultMessage): string => part.element?.name.localName ?? '';
  const renamed = match(removed, added, detail);
  for (const { old: before, new: after } of renamed.pairs) {
    site.findings.push({
      kind: 'fault-renamed',
      verdict: verdicts.compatible,
      subject: `${site.subject}.${after.name}`,
      message: `fault '${before.name}' of ${site.label} is called '${after.name}' now`,
      old: before.part.span,
      new: after.part.span,
    });
  }
  for (const { name, part } of renamed.removed) {
    site.findings.push({
      kind: 'fault-removed',
      verdict: verdicts.breaksCallers,
      subject: `${site.subject}.${name}`,
      message: `fault '${name}' removed from ${site.label}`,
      old: part.span,
      new: site.new,
    });
  }
  for (const { name, part } of renamed.added) {
    site.findings.push({
      kind: 'fault-added',
      verdict: verdicts.compatible,
      subject: `${site.subject}.${name}`,
      message: `fault '${name}' added to ${site.label}`,
      old: site.old,
      new: part.span,
    });
  }
  for (const { old: before, new: after } of [...pairs, ...renamed.pairs]) {
    const subject = `${site.subject}.${after.name}`;
    const label = `fault '${after.name}' of ${site.label}`;
    const inner = sites.add(createSite({ ...site, noun: 'field', label, subject }));
    site.parts.add(inner);
    comparePart(sites, inner, before.part, after.part, true);
    const place = (fault: SoapFaultMessage) => ({
      documentation: fault.documentation,
      span: fault.part.span,
    });
    compareDocumentation(inner, subject, label, place(before), place(after));
  }
}

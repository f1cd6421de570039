import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { SoapFaultMessage, SoapOperation } from '../../model/wsdl/service-model.ts';
import { comparePart, compareSoapMessage } from '../messages/compare-message.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { createPair, type MatchedPair, useOf } from '../result/matched-pair.ts';
import type { MatchedPairs } from '../result/matched-pairs.ts';
import { verdicts } from '../result/verdict.ts';
import { match } from '../schema/match-items.ts';
import type { OperationPair } from './operation-pair.ts';
import { messagePair } from './operation-pair.ts';

/** Compares how an operation travels over one version of SOAP. */
export function compareSoapOperation(
  matches: MatchedPairs,
  pair: OperationPair,
  binding: BindingKind,
  old: SoapOperation,
  now: SoapOperation,
): void {
  const { label } = pair;
  const places = { old: pair.old.span, new: pair.new.span };
  const request = messagePair(matches, pair, binding, 'request');
  compareActions(request, pair, old.action, now.action);
  if (old.style !== now.style) {
    const uses = request.uses | useOf('response', binding);
    const whole = matches.add(createPair({ label, subject: label, ...places, uses }));
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
  compareSoapMessage(matches, request, old.input, now.input);
  const response = messagePair(matches, pair, binding, 'response');
  if (old.output !== undefined && now.output !== undefined) {
    compareSoapMessage(matches, response, old.output, now.output);
  }
  compareFaults(matches, response, old.faults, now.faults);
}

/** Servers find the operation by its action, as ASMX does. */
function compareActions(matched: MatchedPair, pair: OperationPair, old: string, now: string): void {
  if (old === now || pair.renamedNamespace(old) === now) return;
  const text = (action: string): string => (action === '' ? 'empty' : `'${action}'`);
  matched.findings.push({
    kind: 'action-changed',
    verdict: verdicts.different,
    subject: pair.label,
    message: `SOAP action of ${pair.label} is ${text(now)} instead of ${text(old)}`,
    old: matched.old,
    new: matched.new,
  });
}

/**
 * A fault callers do not know is still a fault to them; one that is gone is missed by those who
 * looked for it.
 */
function compareFaults(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: readonly SoapFaultMessage[],
  now: readonly SoapFaultMessage[],
): void {
  const { pairs, removed, added } = match(old, now, ({ name }) => name);
  const detail = ({ part }: SoapFaultMessage): string => part.element?.name.localName ?? '';
  const renamed = match(removed, added, detail);
  for (const { old: before, new: after } of renamed.pairs) {
    matched.findings.push({
      kind: 'fault-renamed',
      verdict: verdicts.compatible,
      subject: `${matched.subject}.${after.name}`,
      message: `fault '${before.name}' of ${matched.label} is called '${after.name}' now`,
      old: before.part.span,
      new: after.part.span,
    });
  }
  for (const { name, part } of renamed.removed) {
    matched.findings.push({
      kind: 'fault-removed',
      verdict: verdicts.breaksCallers,
      subject: `${matched.subject}.${name}`,
      message: `fault '${name}' removed from ${matched.label}`,
      old: part.span,
      new: matched.new,
    });
  }
  for (const { name, part } of renamed.added) {
    matched.findings.push({
      kind: 'fault-added',
      verdict: verdicts.compatible,
      subject: `${matched.subject}.${name}`,
      message: `fault '${name}' added to ${matched.label}`,
      old: matched.old,
      new: part.span,
    });
  }
  for (const { old: before, new: after } of [...pairs, ...renamed.pairs]) {
    const subject = `${matched.subject}.${after.name}`;
    const label = `fault '${after.name}' of ${matched.label}`;
    const inner = matches.add(createPair({ ...matched, noun: 'field', label, subject }));
    matched.parts.add(inner);
    comparePart(matches, inner, before.part, after.part, true);
    const place = (fault: SoapFaultMessage) => ({
      documentation: fault.documentation,
      span: fault.part.span,
    });
    compareDocumentation(inner, subject, label, place(before), place(after));
  }
}

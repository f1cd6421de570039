import type { SoapFaultMessage } from '../../model/wsdl/service-model.ts';
import { match } from '../complex/match-items.ts';
import { compareSoapMessage } from '../messages/compare-message.ts';
import { comparePart } from '../messages/compare-part.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { bothWays, type MatchedPair } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { messagePair, type OperationPair, operationPart } from './operation-pair.ts';

/** Compares an operation over one version of SOAP, if both contracts have it. */
export function compareSoapOperation(pair: OperationPair, binding: 'soap11' | 'soap12'): void {
  const [old, now] = [pair.old[binding], pair.new[binding]];
  if (old === undefined || now === undefined) return;
  const request = messagePair(pair, binding, 'request');
  compareActions(request, pair, old.action, now.action);
  if (old.style !== now.style) {
    const message = `${pair.label} is ${now.style} instead of ${old.style} style`;
    const whole = operationPart(pair, bothWays([binding]));
    whole.report('style-changed', verdicts.different, message);
    return;
  }
  compareSoapMessage(request, old.input, now.input);
  const response = messagePair(pair, binding, 'response');
  if (old.output !== undefined && now.output !== undefined) {
    compareSoapMessage(response, old.output, now.output);
  }
  compareFaults(response, old.faults, now.faults);
}

/** Servers find the operation by its action, like ASMX. */
function compareActions(matched: MatchedPair, pair: OperationPair, old: string, now: string): void {
  if (old === now || pair.renamedNamespace(old) === now) return;
  const text = (action: string): string => (action === '' ? 'empty' : `'${action}'`);
  const message = `SOAP action of ${pair.label} is ${text(now)} instead of ${text(old)}`;
  matched.report('action-changed', verdicts.different, message, { subject: pair.label });
}

/**
 * An unknown fault is still a fault for callers. A removed one breaks callers that check for it.
 */
function compareFaults(
  matched: MatchedPair,
  old: readonly SoapFaultMessage[],
  now: readonly SoapFaultMessage[],
): void {
  const { pairs, removed, added } = match(old, now, ({ name }) => name);
  const detail = ({ part }: SoapFaultMessage): string => part.element?.name.localName ?? '';
  const renamed = match(removed, added, detail);
  const { label } = matched;
  const subjectOf = (fault: SoapFaultMessage): string => `${matched.subject}.${fault.name}`;
  for (const { old: before, new: after } of renamed.pairs) {
    const message = `fault '${before.name}' of ${label} is called '${after.name}' now`;
    const places = { old: before.part.span, new: after.part.span };
    const at = { subject: subjectOf(after), ...places };
    matched.report('fault-renamed', verdicts.compatible, message, at);
  }
  for (const fault of renamed.removed) {
    const message = `fault '${fault.name}' removed from ${label}`;
    const at = { subject: subjectOf(fault), old: fault.part.span };
    matched.report('fault-removed', verdicts.breaksCallers, message, at);
  }
  for (const fault of renamed.added) {
    const message = `fault '${fault.name}' added to ${label}`;
    const at = { subject: subjectOf(fault), new: fault.part.span };
    matched.report('fault-added', verdicts.compatible, message, at);
  }
  for (const { old: before, new: after } of [...pairs, ...renamed.pairs]) {
    const inner = matched.part({
      label: `fault '${after.name}' of ${label}`,
      subject: subjectOf(after),
      old: matched.old,
      new: matched.new,
    });
    comparePart(inner, before.part, after.part, true);
    const places = { old: before.part.span, new: after.part.span };
    compareDocumentation({ ...inner.whole, ...places }, before, after);
  }
}

import { qnameKey } from '../../model/common/qname.ts';
import type { SoapFaultMessage } from '../../model/wsdl/service-model.ts';
import { contentOf, namesOf } from '../complex/content.ts';
import { type Matched, match } from '../complex/match-items.ts';
import { type Named, renameHelp } from '../complex/rename-help.ts';
import { compareSoapMessage } from '../messages/compare-message.ts';
import { comparePart } from '../messages/compare-part.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { bothWays, type MatchedPair, type Pair } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { typeWord } from '../result/words.ts';
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
  const { pairs, renamed, removed, added } = faultMatches(old, now);
  const help = renameHelp(removed.map(detailOf), added.map(detailOf));
  const { label } = matched;
  const subjectOf = (fault: SoapFaultMessage): string => `${matched.subject}.${fault.name}`;
  for (const { old: before, new: after } of renamed) {
    const message = `fault '${before.name}' of ${label} is called '${after.name}' now`;
    const places = { old: before.part.span, new: after.part.span };
    const at = { subject: subjectOf(after), ...places };
    matched.report('fault-renamed', verdicts.compatible, message, at);
  }
  for (const fault of removed) {
    const message = `fault '${fault.name}' removed from ${label}`;
    const subject = subjectOf(fault);
    const at = { subject, old: fault.part.span, help: help.get(fault.name) };
    matched.report('fault-removed', verdicts.breaksCallers, message, at);
  }
  for (const fault of added) {
    const message = `fault '${fault.name}' added to ${label}`;
    const at = { subject: subjectOf(fault), new: fault.part.span };
    matched.report('fault-added', verdicts.compatible, message, at);
  }
  for (const { old: before, new: after } of [...pairs, ...renamed]) {
    const inner = matched.part({
      label: `fault '${after.name}' of ${label}`,
      subject: subjectOf(after),
      old: matched.old,
      new: matched.new,
    });
    // a fault with another detail is still a fault, as one of another name is
    const asAnother = verdicts.breaksCallers;
    comparePart(inner, before.part, after.part, { whole: true, asAnother });
    const places = { old: before.part.span, new: after.part.span };
    compareDocumentation({ ...inner.whole, ...places }, before, after);
  }
}

interface FaultMatches extends Matched<SoapFaultMessage> {
  readonly renamed: readonly Pair<SoapFaultMessage>[];
}

/** Pairs faults by the elements of their details, which are in messages, then by their names. */
function faultMatches(
  old: readonly SoapFaultMessage[],
  now: readonly SoapFaultMessage[],
): FaultMatches {
  const element = ({ name, part }: SoapFaultMessage): string =>
    part.element === undefined ? `fault ${name}` : qnameKey(part.element.name);
  const same = match(old, now, (fault) => `${fault.name} ${element(fault)}`);
  const byElement = match(same.removed, same.added, element);
  const byName = match(byElement.removed, byElement.added, ({ name }) => name);
  const rest = match(byName.removed, byName.added, ({ part, name }) =>
    part.element === undefined ? `fault ${name}` : part.element.name.localName,
  );
  return {
    ...rest,
    pairs: [...same.pairs, ...byName.pairs],
    renamed: [...byElement.pairs, ...rest.pairs],
  };
}

/** The name of a fault, with what its detail consists of. */
function detailOf({ name, part }: SoapFaultMessage): Named {
  const type = part.element?.type ?? part.type;
  if (type?.kind !== 'complex') return { name, type: type === undefined ? '' : typeWord(type) };
  const fields = contentOf(type.particle).items.flatMap(namesOf);
  return { name, type: fields.join(' '), isTelling: fields.length > 0 };
}

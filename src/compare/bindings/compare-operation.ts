import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { ServiceOperation } from '../../model/wsdl/service-model.ts';
import type { ContractMessages } from '../../plan/messages/contract-messages.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { bindingKinds, createPair, type MatchedPair, useOf } from '../result/matched-pair.ts';
import type { MatchedPairs } from '../result/matched-pairs.ts';
import { verdicts } from '../result/verdict.ts';
import type { Pair } from '../schema/match-items.ts';
import { compareHttpOperation } from './compare-http.ts';
import { compareSoapOperation } from './compare-soap.ts';
import type { OperationPair } from './operation-pair.ts';

/** What of the contracts bears on every operation. */
export interface OperationContext {
  /** Bindings that both services have: what an operation lacks of these is its own doing. */
  readonly common: ReadonlySet<BindingKind>;
  /** Whether both contracts can say what operations write to the response themselves. */
  readonly written: boolean;
  /** What operations of either contract take and give. */
  readonly messages: Pair<ContractMessages>;
}

/** Compares an operation over all its bindings. */
export function compareOperation(
  matches: MatchedPairs,
  pair: OperationPair,
  context: OperationContext,
): void {
  const { old, new: now, label } = pair;
  const places = { old: old.span, new: now.span };
  const whole = matches.add(
    createPair({ label, subject: label, ...places, uses: usesOf(old) | usesOf(now) }),
  );
  pair.roots.push(whole);
  compareDocumentation(whole, label, label, old, now);
  compareOneWay(whole, old, now);
  if (context.written && old.written !== now.written) {
    const word = (operation: ServiceOperation): string => operation.written ?? 'nothing';
    whole.findings.push({
      kind: 'written-changed',
      verdict: verdicts.different,
      subject: label,
      message: `${label} writes ${word(now)} instead of ${word(old)} to the HTTP response`,
      ...places,
    });
  }
  for (const binding of bindingKinds) {
    if (old[binding] === undefined || now[binding] === undefined) {
      bindingChanged(matches, pair, context, binding);
    }
  }
  for (const binding of ['soap11', 'soap12'] as const) {
    const [before, after] = [old[binding], now[binding]];
    if (before === undefined || after === undefined) continue;
    compareSoapOperation(matches, pair, binding, before, after);
  }
  for (const binding of ['httpGet', 'httpPost'] as const) {
    const [before, after] = [old[binding], now[binding]];
    if (before === undefined || after === undefined) continue;
    compareHttpOperation(matches, pair, binding, before, after);
  }
}

/** Both directions over every binding of an operation. */
export function usesOf(operation: ServiceOperation): number {
  return bindingKinds
    .filter((binding) => operation[binding] !== undefined)
    .reduce((uses, binding) => uses | useOf('request', binding) | useOf('response', binding), 0);
}

/** Callers wait for an answer that no longer comes, or expect one that servers never gave. */
function compareOneWay(matched: MatchedPair, old: ServiceOperation, now: ServiceOperation): void {
  if (old.oneWay === now.oneWay) return;
  matched.findings.push({
    kind: 'one-way-changed',
    verdict: now.oneWay ? verdicts.breaksCallers : verdicts.breaksServers,
    subject: matched.subject,
    message: `${matched.label} ${now.oneWay ? 'is one-way now' : 'gives an answer now'}`,
    old: old.span,
    new: now.span,
  });
}

function bindingChanged(
  matches: MatchedPairs,
  { old, new: now, label, roots }: OperationPair,
  { common }: OperationContext,
  binding: BindingKind,
): void {
  const added = old[binding] === undefined;
  if ((added && now[binding] === undefined) || !common.has(binding)) return;
  const places = { old: old.span, new: now.span };
  const matched = matches.add(
    createPair({ label, subject: label, ...places, uses: useOf('request', binding) }),
  );
  roots.push(matched);
  matched.findings.push({
    kind: added ? 'binding-added' : 'binding-removed',
    verdict: added ? verdicts.breaksServers : verdicts.breaksCallers,
    subject: label,
    message: `${label} can ${added ? 'be called' : 'no longer be called'} over ${binding}${added ? ' too' : ''}`,
    ...places,
  });
}

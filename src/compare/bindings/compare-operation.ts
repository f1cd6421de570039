import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { ServiceOperation } from '../../model/wsdl/service-model.ts';
import { bindingKinds } from '../../model/wsdl/service-operations.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { bothWays, useOf } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { compareHttpOperation } from './compare-http.ts';
import { compareSoapOperation } from './compare-soap.ts';
import { type OperationPair, operationPart } from './operation-pair.ts';

/** Compares an operation over all its bindings. */
export function compareOperation(pair: OperationPair): void {
  const { old, new: now, label } = pair;
  const whole = operationPart(pair, usesOf(old) | usesOf(now));
  compareDocumentation(whole.whole, old, now);
  if (old.oneWay !== now.oneWay) {
    // callers either wait for an answer that no longer comes, or expect one that servers never sent
    const verdict = now.oneWay ? verdicts.breaksCallers : verdicts.breaksServers;
    const text = now.oneWay ? 'is one-way now' : 'gives an answer now';
    whole.report('one-way-changed', verdict, `${label} ${text}`);
  }
  if (pair.written && old.written !== now.written) {
    const [before, after] = [old.written ?? 'nothing', now.written ?? 'nothing'];
    const message = `${label} writes ${after} instead of ${before} to the HTTP response`;
    whole.report('written-changed', verdicts.different, message);
  }
  for (const binding of bindingKinds) bindingChanged(pair, binding);
  compareSoapOperation(pair, 'soap11');
  compareSoapOperation(pair, 'soap12');
  compareHttpOperation(pair, 'httpGet');
  compareHttpOperation(pair, 'httpPost');
}

/** Both directions over every binding of an operation. */
export function usesOf(operation: ServiceOperation): number {
  return bothWays(bindingKinds.filter((binding) => operation[binding] !== undefined));
}

function bindingChanged(pair: OperationPair, binding: BindingKind): void {
  const added = pair.old[binding] === undefined;
  if (added === (pair.new[binding] === undefined) || !pair.common.has(binding)) return;
  const matched = operationPart(pair, useOf('request', binding));
  matched.report(
    added ? 'binding-added' : 'binding-removed',
    added ? verdicts.breaksServers : verdicts.breaksCallers,
    bindingText(pair.label, binding, added),
  );
}

/** Describes that something has become available over another binding, or no longer is. */
export function bindingText(label: string, binding: BindingKind, added: boolean): string {
  if (added) return `${label} can be called over ${binding} too`;
  return `${label} can no longer be called over ${binding}`;
}

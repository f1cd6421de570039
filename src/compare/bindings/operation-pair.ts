import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { ServiceOperation } from '../../model/wsdl/service-model.ts';
import type { ContractMessages } from '../../plan/messages/contract-messages.ts';
import { createPair, type Direction, type MatchedPair, useOf } from '../result/matched-pair.ts';
import type { MatchedPairs } from '../result/matched-pairs.ts';
import type { Pair } from '../schema/match-items.ts';

/** An operation both contracts have. */
export interface OperationPair {
  /** `Service.Operation`. */
  readonly label: string;
  readonly old: ServiceOperation;
  readonly new: ServiceOperation;
  /** What operations of either contract take and give. */
  readonly messages: Pair<ContractMessages>;
  /** Its messages, and what else of it was compared. */
  readonly roots: MatchedPair[];
  /** A SOAP action as it would follow the service into its new namespace. */
  renamedNamespace(action: string): string;
}

/** A pair for one message of an operation. */
export function messagePair(
  matches: MatchedPairs,
  pair: OperationPair,
  binding: BindingKind,
  direction: Direction,
): MatchedPair {
  const matched = createPair({
    label: `the ${direction} of ${pair.label}`,
    subject: `${pair.label} ${direction}`,
    noun: direction === 'request' ? 'parameter' : 'field',
    old: pair.old.span,
    new: pair.new.span,
    uses: useOf(direction, binding),
  });
  pair.roots.push(matched);
  return matches.add(matched);
}

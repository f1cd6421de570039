import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { ServiceOperation } from '../../model/wsdl/service-model.ts';
import type { ContractMessages } from '../../plan/messages/contract-messages.ts';
import {
  type Direction,
  type MatchedPair,
  type MatchedPairs,
  type PairText,
  placesOf,
  useOf,
} from '../result/matched-pair.ts';
import type { Pair } from '../schema/match-items.ts';

/** The two contracts to which operations belong. */
export interface ContractPair {
  readonly all: MatchedPairs;
  /** Whether both contracts can say what operations write to the response themselves. */
  readonly written: boolean;
  /** What operations of either contract take and give. */
  readonly messages: Pair<ContractMessages>;
}

/** An operation both contracts have. */
export interface OperationPair extends ContractPair, Pair<ServiceOperation> {
  /** `Service.Operation`. */
  readonly label: string;
  /** Bindings that both services have: what an operation lacks of these is its own doing. */
  readonly common: ReadonlySet<BindingKind>;
  /** Its messages, and what else of it was compared. */
  readonly roots: MatchedPair[];
  /** A SOAP action as it would follow the service into its new namespace. */
  renamedNamespace(action: string): string;
}

/** A pair that belongs to an operation; without text, the operation itself. */
export function operationPart(
  pair: OperationPair,
  uses: number,
  text?: Omit<PairText, keyof Pair<unknown>>,
): MatchedPair {
  const { label } = pair;
  const matched = pair.all.add({ label, ...text, ...placesOf(pair.old, pair.new) }, uses);
  pair.roots.push(matched);
  return matched;
}

/** A pair for one message of an operation. */
export function messagePair(
  pair: OperationPair,
  binding: BindingKind,
  direction: Direction,
): MatchedPair {
  return operationPart(pair, useOf(direction, binding), {
    label: `the ${direction} of ${pair.label}`,
    subject: `${pair.label} ${direction}`,
    noun: direction === 'request' ? 'parameter' : 'field',
  });
}

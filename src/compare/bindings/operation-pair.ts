import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { ServiceOperation } from '../../model/wsdl/service-model.ts';
import type { OperationMessagesOf } from '../messages/shape-word.ts';
import {
  type MatchedPair,
  type MatchedPairs,
  type Pair,
  type PairText,
  placesOf,
  useOf,
} from '../result/matched-pair.ts';
import type { Direction } from '../result/verdict.ts';

/** The contracts of two operations. */
export interface ContractPair {
  readonly all: MatchedPairs;
  /** Whether both contracts can express what operations write to the response themselves. */
  readonly written: boolean;
  /** Input and output of the operations of each contract. */
  readonly messages: Pair<OperationMessagesOf>;
}

/** An operation of both contracts. */
export interface OperationPair extends ContractPair, Pair<ServiceOperation> {
  /** `Service.Operation`. */
  readonly label: string;
  /** Bindings of both services. The operation itself is the reason if it lacks one of these. */
  readonly common: ReadonlySet<BindingKind>;
  /** Its messages, and other compared parts. */
  readonly roots: MatchedPair[];
  /** A SOAP action, moved to the new namespace of the service. */
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

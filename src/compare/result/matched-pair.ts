import type { Span } from '../../diagnostics/source-file.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { ChangeKind } from './change-kinds.ts';
import type { Verdict } from './verdict.ts';

/** A change before it is known in which messages it travels. */
export interface Finding {
  readonly kind: ChangeKind;
  readonly verdict: Verdict;
  readonly subject: string;
  readonly message: string;
  readonly help?: string | undefined;
  readonly old?: Span | undefined;
  readonly new?: Span | undefined;
}

/**
 * A pair of things that correspond: a message, a type, an element of both contracts.
 * Findings are stored with the pair. They are rated once all pairs are known, by the messages that
 * use the pair.
 */
export interface MatchedPair {
  /** As it reads in sentences: `the request of Orders.PlaceOrder`, `Order`. */
  readonly label: string;
  /** As it begins the subject of a change: `Orders.PlaceOrder request`, `Order`. */
  readonly subject: string;
  /** What people call the elements inside. */
  readonly noun: 'field' | 'parameter';
  readonly old?: Span | undefined;
  readonly new?: Span | undefined;
  readonly findings: Finding[];
  /** Pairs that are part of this one. */
  readonly parts: Set<MatchedPair>;
  /** Bits of `useOf`: the directions and bindings over which it travels. */
  uses: number;
  /** Operations that reach it; filled in for pairs with findings. */
  readonly operations: ReachingOperation[];
}

/** An operation as `Service.Operation`, with the directions and bindings over which it travels. */
export interface ReachingOperation {
  readonly label: string;
  readonly uses: number;
}

/** The bindings in the order in which they are named. */
export const bindingKinds: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** Direction of a message; faults and the headers of answers are responses. */
export type Direction = 'request' | 'response';

/** The bit of a direction over a binding. */
export function useOf(direction: Direction, binding: BindingKind): number {
  return 1 << (bindingKinds.indexOf(binding) + (direction === 'request' ? 0 : 4));
}

/** Creates a pair without findings. */
export function createPair(
  given: Pick<MatchedPair, 'label' | 'subject'> &
    Partial<Pick<MatchedPair, 'noun' | 'old' | 'new' | 'uses'>>,
): MatchedPair {
  const { label, subject, noun = 'field', uses = 0 } = given;
  return {
    label,
    subject,
    noun,
    old: given.old,
    new: given.new,
    findings: [],
    parts: new Set(),
    uses,
    operations: [],
  };
}

import type { Span } from '../../diagnostics/source-file.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { ChangeKind } from './change-kinds.ts';

/**
 * What a change does to programs that are not changed with it. `breaks callers`: a caller built
 * from the old contract and a server built from the new one fail each other. `breaks servers`: a
 * server built from the old contract and a caller built from the new one do.
 */
export type ChangeClass = 'breaks callers' | 'breaks servers' | 'compatible' | 'documentation';

/** One difference between two contracts. */
export interface Change {
  readonly kind: ChangeKind;
  /** Exactly one, or both of the breaking ones. */
  readonly classes: readonly ChangeClass[];
  /** Wires on which it can be noticed: `all` of those the contracts have. Empty: on none. */
  readonly bindings: readonly BindingKind[] | 'all';
  /** What changed, in short: `Orders.PlaceOrder request.note`, `Order.items`, `Order@lang`. */
  readonly subject: string;
  /** One sentence without final point. */
  readonly message: string;
  readonly help?: string | undefined;
  /** Place in the old contract; of something new, the place of what it was added to. */
  readonly old?: Span | undefined;
  /** Place in the new contract; of something removed, the place of what it was removed from. */
  readonly new?: Span | undefined;
  /**
   * Operations concerned as `Service.Operation`, in the order of the contract; empty for what
   * concerns a service or the contract.
   */
  readonly operations: readonly string[];
}

/** Step of a semantic version; `none` where nothing changed. */
export type VersionStep = 'major' | 'minor' | 'patch' | 'none';

/** Everything that differs between two contracts, and what follows. */
export interface Comparison {
  /** Those that break come first, then in the order of the contract. */
  readonly changes: readonly Change[];
  readonly breaks: { readonly callers: boolean; readonly servers: boolean };
  /** The step that is safe for everybody, and the steps seen by callers and by servers alone. */
  readonly step: VersionStep;
  readonly callersStep: VersionStep;
  readonly serversStep: VersionStep;
}

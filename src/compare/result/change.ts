import type { ChangeKind } from '../../diagnostics/change-kinds.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';

/**
 * The effect of a change on existing programs. `breaks callers`: a caller built from the old
 * contract and a server built from the new one do not work together. `breaks servers`: a server
 * built from the old contract and a caller built from the new one do not.
 */
export type ChangeClass = 'breaks callers' | 'breaks servers' | 'compatible' | 'documentation';

/** One difference between two contracts. */
export interface Change {
  readonly kind: ChangeKind;
  /** One class, or both of the breaking ones. */
  readonly classes: readonly ChangeClass[];
  /** Bindings on which it is visible; `all` for all bindings of the contracts, empty for none. */
  readonly bindings: readonly BindingKind[] | 'all';
  /**
   * Short name of the changed part: `Orders.PlaceOrder request.note`, `Order.items`, `Order@lang`.
   */
  readonly subject: string;
  /** One sentence without a full stop. */
  readonly message: string;
  readonly help?: string | undefined;
  /** Position in the old contract. For something new, the position of what it was added to. */
  readonly old?: Span | undefined;
  /**
   * Position in the new contract. For something removed, the position of what it was removed from.
   */
  readonly new?: Span | undefined;
  /**
   * Affected operations as `Service.Operation`, in the order of the contract; empty for a change of
   * a service or the contract.
   */
  readonly operations: readonly string[];
  /** Those that it breaks each way, if it does not break all of them both ways. */
  readonly operationsByClass?:
    | Readonly<Partial<Record<ChangeClass, readonly string[]>>>
    | undefined;
  /** Subjects of all changes that this one stands for, as they have one cause. */
  readonly subjects?: readonly string[] | undefined;
  /** What it means to programs of some stacks. */
  readonly hazards?: readonly Hazard[] | undefined;
}

/** What a change does to some programs, whatever its class. */
export interface Hazard {
  /** The stack of these programs. */
  readonly stack: string;
  /** Which of its programs. */
  readonly readers: string;
  /** `loses` and `wrong`: values, without an error. */
  readonly effect: 'loses' | 'wrong' | 'error';
  /** The elements concerned, in the order of the old contract. */
  readonly what: readonly string[];
  readonly help: string;
}

/** Why a change is accepted, and the last day on which it is. */
export interface Acceptance {
  readonly reason: string;
  readonly until?: string | undefined;
}

/** What a comparison takes into account. */
export interface CompareOptions {
  /** Says why a change is accepted: it is listed apart, and counts for nothing. */
  readonly accepts?: ((change: Change) => Acceptance | undefined) | undefined;
  /**
   * The stacks of callers and services: their hazards break, and those of others are left out.
   * Default: hazards of all that are silent only ask for a major version.
   */
  readonly readers?: readonly string[] | undefined;
}

/** A change that the user accepts. */
export interface IgnoredChange extends Change, Acceptance {}

/** Step of a semantic version; `none` if nothing changed. */
export type VersionStep = 'major' | 'minor' | 'patch' | 'none';

/** All differences between two contracts, and their consequences. */
export interface Comparison {
  /** Breaking changes first, then in the order of the contract. */
  readonly changes: readonly Change[];
  /** Changes that the user accepts, which count for nothing else. */
  readonly ignored: readonly IgnoredChange[];
  readonly breaks: { readonly callers: boolean; readonly servers: boolean };
  /** The step that is safe for everyone, and the steps for only callers and only servers. */
  readonly step: VersionStep;
  readonly callersStep: VersionStep;
  readonly serversStep: VersionStep;
  /** Whether hazards break, since their stacks are named. */
  readonly hazardsBreak: boolean;
  /** Whether the contracts have bindings: plain XML Schemas have none. */
  readonly isBound: boolean;
}

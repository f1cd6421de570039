import type { ChangeKind, Span } from '../diagnostics/diagnostic.ts';
import type { Stack, StackChoice, StackName, StackRole } from '../diagnostics/stacks.ts';
import type { BindingKind } from '../model/wsdl.ts';
import { namespaces } from '../model/xml.ts';
import { isAnyType, type SchemaType } from '../model/xsd/schema.ts';

/** Relation between the values allowed before and now. */
export type Relation = 'same' | 'narrower' | 'wider' | 'different';

/** Direction of a message; faults and the headers of answers are responses. */
export type Direction = 'request' | 'response';

/** What happens to messages, as bits. */
export type Verdict = number;

/** Old messages do not fit the new contract. */
const narrower = 1;
/** New messages do not fit the old contract. */
const wider = 2;
/** Receivers of the new contract skip a part of old messages. */
const lost = 4;
/** Callers of the new contract ask for something that old servers lack. */
const unserved = 8;
/** A name differs that only messages with SOAP encoding have, in their `xsi:type`s. */
const renamed = 16;
const text = 32;
const unseen = 64;

/** What can happen to a part of messages. */
type VerdictName =
  | Exclude<Relation, 'same'>
  | 'compatible'
  | 'addedOptional'
  | 'addedRequired'
  | 'removedOptional'
  | 'removedRequired'
  | 'breaksCallers'
  | 'breaksServers'
  | 'renamedType'
  | 'movedType'
  | 'documentation';

/**
 * Verdicts by event. The receiver of a message fails on values that it does not know: an old server
 * on a wider request, an old caller on a wider response, a new server on the requests of an old
 * caller if they became narrower, and so on. Receivers skip unknown elements, attributes and
 * headers, like ASMX, so adding an optional one breaks no one. Removing a field breaks those that
 * use it.
 */
export const verdicts: Readonly<Record<VerdictName, Verdict>> = {
  narrower,
  wider,
  different: narrower | wider,
  compatible: 0,
  addedOptional: 0,
  addedRequired: narrower,
  removedOptional: lost,
  removedRequired: lost | wider,
  breaksCallers: lost,
  breaksServers: unserved,
  renamedType: renamed,
  /** Reported only where it breaks something. */
  movedType: renamed | unseen,
  documentation: text,
};

/** The verdict on a changed value space; `undefined` if it did not change. */
export function verdictOf(relation: Relation): Verdict | undefined {
  return relation === 'same' ? undefined : verdicts[relation];
}

/**
 * The verdict on something that may no longer be at a place, where other things may be: receivers
 * skip it, and miss one if the place must not be empty.
 */
export function removalOf({ min, max }: { readonly min: number; readonly max: number }): Verdict {
  if (min === 0) return lost;
  return max > 1 ? lost | narrower : narrower;
}

/** A verdict on something that is only at another place now, where receivers still read it. */
export function withoutLoss(verdict: Verdict): Verdict {
  return verdict & ~lost;
}

/** Whether a change with this verdict is told even if it breaks nothing. */
export function isTold(verdict: Verdict): boolean {
  return (verdict & unseen) === 0;
}

/** The sides that a change breaks, as bits. */
const callers = 1;
const servers = 2;

/**
 * The sides that a change breaks by messages of a direction.
 *
 * @param encoded whether the message has SOAP encoding
 */
export function sidesBroken(verdict: Verdict, direction: Direction, encoded: boolean): number {
  const has = (bits: number): boolean => (verdict & bits) !== 0;
  const isRequest = direction === 'request';
  const names = encoded ? renamed : 0;
  const breaksCallers = has(lost | names | (isRequest ? narrower : wider));
  const breaksServers = has(unserved | names | (isRequest ? wider : narrower));
  return (breaksCallers ? callers : 0) | (breaksServers ? servers : 0);
}

/** The classes of a change that breaks these sides. */
export function classesOf(broken: number, verdict: Verdict): readonly ChangeClass[] {
  if ((verdict & text) !== 0) return ['documentation'];
  if (broken === (callers | servers)) return ['breaks callers', 'breaks servers'];
  if (broken === callers) return ['breaks callers'];
  return broken === servers ? ['breaks servers'] : ['compatible'];
}

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
  readonly stack: StackName;
  /** Which of its programs. */
  readonly readers: string;
  /** Whether they read answers, requests or both. */
  readonly roles: readonly StackRole[];
  /** `loses` and `wrong`: values, without an error. */
  readonly effect: 'loses' | 'wrong' | 'error';
  /** The elements concerned, in the order of the old contract. */
  readonly what: readonly string[];
  /** What they do, in words. */
  readonly text: string;
  readonly help?: string | undefined;
}

/** What stacks that no one named do not survive: their names, and what it is. */
export interface UnnamedHazards {
  readonly stacks: readonly StackName[];
  /** Such as `new elements`. */
  readonly traits: readonly string[];
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
   * Default: what WCF loses in silence asks for a major version.
   */
  readonly readers?: readonly StackChoice[] | undefined;
  /** What is known of stacks, asked for once something concerns them. Default: nothing. */
  readonly stacks?: (() => readonly Stack[]) | undefined;
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
  /** Unless stacks are named: whom else compatible changes hurt; absent for no one. */
  readonly unnamed?: UnnamedHazards | undefined;
  /** Whether the contracts have bindings: plain XML Schemas have none. */
  readonly isBound: boolean;
}

/** Name of a type in messages: its own, or that of the components around an anonymous one. */
export function typeTitle(type: SchemaType): string {
  if (type.name !== undefined) return type.name.localName;
  if (type.kind === 'simple' && type.builtin !== undefined) return type.builtin;
  return type.context.length > 0 ? type.context.join('.') : 'an anonymous type';
}

/** Whether a type is XML Schema's or ASMX's own. */
export function isPredefined(type: SchemaType): boolean {
  const namespace = type.name?.namespace;
  return isAnyType(type) || namespace === namespaces.xsd || namespace === namespaces.microsoftTypes;
}

/** `'a', 'b' and 'c'`; a long list is cut. */
export function quoted(names: readonly string[]): string {
  return listed(names.map((name) => `'${name}'`));
}

/** `a, b and c`; a long list is cut. */
export function listed(names: readonly string[]): string {
  const all = [...names];
  if (all.length > 5) return `${all.slice(0, 4).join(', ')} and ${all.length - 4} more`;
  const last = all.pop() ?? '';
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`;
}

import { branchList, checkChoice, checkChoiceRead } from '../../codec/choice.ts';
import { isBranches, isRequired, propertyOf } from '../described.ts';
import type { Branches, ChoiceCheck, Member, Slots, Values } from '../description.ts';

/**
 * Exactly one of several members.
 *
 * @param optional `'optional'` if there may be none
 */
export function choice(members: readonly Member[], optional?: 'optional'): Branches {
  return { kind: 'choice', members, check, ...(optional && { optional: true }) };
}

/** Members that belong together inside a choice. */
export function sequence(members: readonly Member[]): Branches {
  return { kind: 'sequence', members };
}

/** Properties that may be there together: their places, and whether each is required. */
export type Branch = ReadonlyMap<string, { readonly slot: number; readonly required: boolean }>;

/** A choice with more branches is not told apart. */
const maxBranches = 64;

/** Every set of properties that a member allows; `undefined` where there are too many. */
function branchesOf(member: Member, slots: Slots): readonly Branch[] | undefined {
  if (!isBranches(member)) {
    const property = propertyOf(member);
    const slot = slots.get(property) ?? 0;
    return [new Map([[property, { slot, required: isRequired(member) }]])];
  }
  if (member.kind === 'choice') return alternativesOf(member, slots);
  let all: Branch[] = [new Map()];
  for (const one of member.members) {
    const branches = branchesOf(one, slots);
    if (branches === undefined || all.length * branches.length > maxBranches) return undefined;
    all = all.flatMap((before) => branches.map((branch) => new Map([...before, ...branch])));
  }
  return all;
}

/** Every set of properties that a choice allows; `undefined` where there are too many. */
export function alternativesOf(
  { members, optional }: Branches,
  slots: Slots,
): readonly Branch[] | undefined {
  const found: Branch[] = [];
  for (const one of members) {
    const inner = branchesOf(one, slots);
    if (inner === undefined) return undefined;
    found.push(...inner);
  }
  const distinct = withoutTwins(found);
  if (optional && !distinct.some(isOptional)) distinct.push(new Map());
  const isLarge = distinct.length > maxBranches && !distinct.every(({ size }) => size <= 1);
  return isLarge ? undefined : distinct;
}

function isOptional(branch: Branch): boolean {
  return [...branch.values()].every(({ required }) => !required);
}

/** Merges branches that consist of only the same property. */
function withoutTwins(branches: readonly Branch[]): Branch[] {
  const singles = new Map<string, number>();
  const found: Branch[] = [];
  for (const branch of branches) {
    const [only, ...others] = branch;
    if (only === undefined || others.length > 0) {
      found.push(branch);
      continue;
    }
    const [property, { slot, required }] = only;
    const known = singles.get(property);
    const before = known === undefined ? undefined : found[known]?.get(property);
    if (known === undefined || before === undefined) {
      singles.set(property, found.length);
      found.push(branch);
    } else found[known] = new Map([[property, { slot, required: required && before.required }]]);
  }
  return found;
}

/** Counts the branches of a choice that are there. */
interface Counted {
  /** Properties of the branches, for messages. */
  readonly names: string;
  readonly optional: boolean;
  /** Gives 2 for parts of several. */
  readonly count: (values: Values) => number;
}

function counted(branches: Branches, slots: Slots): Counted | undefined {
  const all = branchesOf(branches, slots);
  if (all === undefined) return undefined;
  const given = all.filter(({ size }) => size > 0);
  const optional = branches.optional === true || all.some(isOptional);
  const names = branchList(given.map((branch) => branch.keys()));
  const isSingle = given.every(({ size }) => size === 1);
  const count = isSingle ? countSingle(given) : countExact(given, optional);
  return { names, optional, count };
}

/** Counts the properties that are there, each a branch of its own. */
function countSingle(branches: readonly Branch[]): Counted['count'] {
  const slots = branches.flatMap((branch) => [...branch.values()].map(({ slot }) => slot));
  return (values) => {
    let chosen = 0;
    for (let at = 0; at < slots.length; at += 1) {
      if (values[slots[at] as number] !== undefined) chosen += 1;
    }
    return chosen;
  };
}

/** Finds a branch that is complete, without properties of the others. */
function countExact(branches: readonly Branch[], optional: boolean): Counted['count'] {
  const every = new Set(branches.flatMap((branch) => [...branch.values()].map(({ slot }) => slot)));
  const exact = branches.map((branch) => {
    const own = [...branch.values()];
    const may = own.map(({ slot }) => slot);
    const must = own.filter(({ required }) => required).map(({ slot }) => slot);
    return { may, must, not: [...every].filter((slot) => !may.includes(slot)) };
  });
  return (values) => {
    const isThere = (slot: number): boolean => values[slot] !== undefined;
    const isComplete = exact.some(
      ({ may, must, not }) => must.every(isThere) && !not.some(isThere) && may.some(isThere),
    );
    if (isComplete) return 1;
    // choosing nothing is allowed, part of a branch is not
    return optional && [...every].some(isThere) ? 2 : 0;
  };
}

const check: ChoiceCheck = {
  read: (branches, slots) => {
    const how = counted(branches, slots);
    return (values, reader) => {
      const chosen = how?.count(values) ?? 1;
      if (how !== undefined && chosen !== 1) {
        checkChoiceRead(chosen, how.names, how.optional, reader);
      }
    };
  },
  write: (branches, slots) => {
    const how = counted(branches, slots);
    return (values) => {
      const chosen = how?.count(values) ?? 1;
      if (how !== undefined && chosen !== 1) checkChoice(chosen, how.names, how.optional);
    };
  },
};

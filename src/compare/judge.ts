import type { BindingKind } from '../model/wsdl/definitions.ts';
import { bindingKinds } from '../model/wsdl/service-operations.ts';
import { pairsOfUnused, type UnusedTypes, unusedChange } from './complex/compare-unused.ts';
import type {
  Acceptance,
  Change,
  ChangeClass,
  CompareOptions,
  Comparison,
  IgnoredChange,
  VersionStep,
} from './result/change.ts';
import { groupByCause, type Judged } from './result/group-by-cause.ts';
import {
  bothWays,
  documentUse,
  type Finding,
  inEncoding,
  type MatchedPair,
  type ReaderRole,
  useOf,
} from './result/matched-pair.ts';
import { classesOf, type Direction, isTold, sidesBroken, type Verdict } from './result/verdict.ts';

/** An operation or a document, with the pairs of its messages. */
interface Reaching {
  readonly label: string;
  readonly roots: readonly MatchedPair[];
}

/** The pairs of a comparison, and what is known of them. */
export interface Compared {
  readonly matches: readonly MatchedPair[];
  /** Operations and documents. */
  readonly operations: readonly Reaching[];
  /** The directions and bindings of the contracts. */
  readonly uses: number;
  readonly unused: UnusedTypes;
}

/**
 * Rates all findings by the messages they affect, joins equal ones on several bindings, leaves out
 * what the user accepts, and derives the version step.
 */
export function judge(
  { matches, operations, uses, unused }: Compared,
  { accepts = () => undefined, readers }: CompareOptions,
): Comparison {
  spreadUses(matches);
  const apart = pairsOfUnused(unused);
  const found = matches.filter((one) => one.findings.length > 0 && !apart.has(one));
  if (found.length > 0) nameOperations(operations);
  const drafts = new Map<string, Draft>();
  for (const matched of found) {
    for (const finding of matched.findings) judgeFinding(matched, finding, drafts);
  }
  const known = bindingKinds.filter((binding) => (uses & bothWays([binding])) !== 0);
  const judged = withoutWeaker([...drafts.values()]).map((draft) =>
    finished(draft, known, readers),
  );
  judged.sort((a, b) => rankOf(a.change) - rankOf(b.change));
  const counting: Judged[] = [];
  const ignored: IgnoredChange[] = [];
  for (const one of judged) {
    const accepted = accepts(one.change);
    if (accepted === undefined) counting.push(one);
    else ignored.push(ignoredFor(one.change, accepted));
  }
  const changes = groupByCause(counting);
  const named = readers !== undefined;
  const callers = sideOf(counting, { side: 'breaks callers', role: 'caller', named });
  const servers = sideOf(counting, { side: 'breaks servers', role: 'service', named });
  const quiet = quietStep(changes);
  const ofUnused = unusedChange(unused);
  const accepted = ofUnused && accepts(ofUnused);
  if (ofUnused && accepted) ignored.push(ignoredFor(ofUnused, accepted));
  return {
    changes: sorted(ofUnused && accepted === undefined ? [...changes, ofUnused] : changes),
    ignored,
    breaks: { callers: callers.breaks, servers: servers.breaks },
    step: callers.isMajor || servers.isMajor ? 'major' : quiet,
    callersStep: callers.isMajor ? 'major' : quiet,
    serversStep: servers.isMajor ? 'major' : quiet,
    hazardsBreak: named,
    isBound: uses !== 0,
  };
}

/**
 * Whether changes break callers or servers, and whether they need a major version. Hazards break
 * those who are named; values that are lost in silence matter to all.
 */
function sideOf(
  judged: readonly Judged[],
  {
    side,
    role,
    named,
  }: { readonly side: ChangeClass; readonly role: ReaderRole; readonly named: boolean },
): { readonly breaks: boolean; readonly isMajor: boolean } {
  const isBroken = judged.some(({ change }) => change.classes.includes(side));
  const hazards = judged
    .filter(({ readers }) => readers.has(role))
    .flatMap(({ change }) => change.hazards ?? []);
  const breaks = isBroken || (named && hazards.length > 0);
  return { breaks, isMajor: breaks || hazards.some(({ effect }) => effect !== 'error') };
}

function ignoredFor(change: Change, { reason, until }: Acceptance): IgnoredChange {
  return { ...change, reason, until };
}

function sorted(changes: readonly Change[]): readonly Change[] {
  return [...changes].sort((a, b) => rankOf(a) - rankOf(b));
}

/** An incomplete change: the same finding may occur on several bindings. */
interface Draft {
  readonly finding: Finding;
  readonly classes: readonly ChangeClass[];
  readonly bindings: Set<BindingKind>;
  /** By name, with the sides that it breaks. */
  readonly operations: Map<string, number>;
  /** Who reads messages of SOAP with it. */
  readonly readers: Set<ReaderRole>;
}

/** Transfers the uses of each pair to its parts. */
function spreadUses(matches: readonly MatchedPair[]): void {
  const queue = matches.filter(({ uses }) => uses !== 0);
  for (let matched = queue.pop(); matched !== undefined; matched = queue.pop()) {
    for (const part of matched.parts) {
      if ((part.uses | matched.uses) === part.uses) continue;
      part.uses |= matched.uses;
      queue.push(part);
    }
  }
}

/** Tells each pair with findings which operations use it, and in which of their messages. */
function nameOperations(operations: readonly Reaching[]): void {
  for (const { label, roots } of operations) {
    const reached = new Map<MatchedPair, number>();
    const queue: MatchedPair[] = [];
    const reach = (matched: MatchedPair, uses: number): void => {
      const known = reached.get(matched);
      if (known !== undefined && (known | uses) === known) return;
      reached.set(matched, (known ?? 0) | uses);
      queue.push(matched);
    };
    for (const root of roots) reach(root, root.uses);
    for (let matched = queue.pop(); matched !== undefined; matched = queue.pop()) {
      const uses = reached.get(matched) ?? 0;
      for (const part of matched.parts) reach(part, uses);
    }
    for (const [matched, uses] of reached) {
      if (matched.findings.length > 0) matched.operations.push({ label, uses });
    }
  }
}

function judgeFinding(matched: MatchedPair, finding: Finding, drafts: Map<string, Draft>): void {
  const { verdict } = finding;
  const add = (
    broken: number,
    bindings: readonly BindingKind[],
    concerned = bothWays(bindings),
  ): void => {
    if (broken === 0 && !isTold(verdict)) return;
    const classes = classesOf(broken, verdict);
    const key = [finding.kind, finding.subject, finding.message, ...classes].join('\n');
    const draft = drafts.get(key) ?? {
      finding,
      classes,
      bindings: new Set(),
      operations: new Map(),
      readers: new Set(),
    };
    drafts.set(key, draft);
    for (const binding of bindings) {
      draft.bindings.add(binding);
      for (const role of readersOver(binding, matched.uses)) draft.readers.add(role);
    }
    for (const { label, uses } of matched.operations) {
      if ((uses & concerned) === 0) continue;
      const sides = draft.operations.get(label) ?? 0;
      draft.operations.set(label, sides | brokenBy(verdict, uses & (concerned | encodedUses)));
    }
  };
  const byBroken = new Map<number, BindingKind[]>();
  for (const binding of bindingKinds) {
    if ((matched.uses & bothWays([binding])) === 0) continue;
    const broken = brokenOver(binding, verdict, matched.uses);
    const bindings = byBroken.get(broken) ?? [];
    byBroken.set(broken, [...bindings, binding]);
  }
  const isInDocument = (matched.uses & documentUse) !== 0;
  if (isInDocument) add(sidesBroken(verdict, 'request', false), [], documentUse);
  else if (byBroken.size === 0) add(0, []);
  for (const [broken, bindings] of byBroken) add(broken, bindings);
}

const encodedUses = inEncoding(bothWays(bindingKinds));

/** The sides that a verdict breaks by the messages of some uses. */
function brokenBy(verdict: Verdict, uses: number): number {
  if ((uses & documentUse) !== 0) return sidesBroken(verdict, 'request', false);
  return bindingKinds.reduce((sum, binding) => sum | brokenOver(binding, verdict, uses), 0);
}

/** Who reads literal messages of SOAP over a binding, if it is one. */
function readersOver(binding: BindingKind, uses: number): readonly ReaderRole[] {
  if (binding !== 'soap11' && binding !== 'soap12') return [];
  const has = (direction: Direction): boolean => {
    const use = useOf(direction, binding);
    return (uses & use) !== 0 && (uses & inEncoding(use)) === 0;
  };
  return [
    ...(has('response') ? ['caller' as const] : []),
    ...(has('request') ? ['service' as const] : []),
  ];
}

/** The sides that a verdict breaks by the messages of some uses over a binding. */
function brokenOver(binding: BindingKind, verdict: Verdict, uses: number): number {
  let broken = 0;
  for (const direction of ['request', 'response'] as const) {
    const use = useOf(direction, binding);
    if ((uses & use) === 0) continue;
    broken |= sidesBroken(verdict, direction, (uses & inEncoding(use)) !== 0);
  }
  return broken;
}

/**
 * The drafts without those that another one of the same text includes: what breaks both sides says
 * more than what breaks one.
 */
function withoutWeaker(drafts: readonly Draft[]): readonly Draft[] {
  const strongest = new Map<string, Draft>();
  // each names another example
  const keyOf = ({ finding }: Draft): string | undefined => {
    if (finding.kind !== 'namespace-changed') return undefined;
    return finding.message.replace(/^names such as '[^']*'/, '');
  };
  for (const draft of drafts) {
    const key = keyOf(draft);
    if (key === undefined) continue;
    const known = strongest.get(key);
    if (known === undefined || draft.classes.length > known.classes.length) {
      strongest.set(key, draft);
    }
  }
  return drafts.filter((draft) => {
    const other = strongest.get(keyOf(draft) ?? '');
    return other === undefined || other === draft || other.classes.length === 1;
  });
}

function finished(
  draft: Draft,
  known: readonly BindingKind[],
  named: CompareOptions['readers'],
): Judged {
  const { finding, classes, readers } = draft;
  const { kind, subject, message, help, cause } = finding;
  const bindings = bindingKinds.filter((binding) => draft.bindings.has(binding));
  const all = bindings.length > 0 && known.every((binding) => bindings.includes(binding));
  const hazards = (finding.hazards ?? [])
    .filter(({ roles }) => roles.some((role) => readers.has(role)))
    .map(({ hazard }) => hazard)
    .filter(({ stack }) => named === undefined || named.includes(stack));
  const change = {
    kind,
    classes,
    bindings: all ? ('all' as const) : bindings,
    subject,
    message,
    help,
    old: finding.old,
    new: finding.new,
    operations: [...draft.operations.keys()],
    operationsByClass: operationsByClass(draft),
    hazards: hazards.length > 0 ? hazards : undefined,
  };
  return { change, cause, readers };
}

/** The operations by class, if not all of them have all classes of the change. */
function operationsByClass({ classes, operations }: Draft): Change['operationsByClass'] {
  if (classes.length < 2) return undefined;
  const lists = classes.map((one) => {
    const has = ([, sides]: [string, number]): boolean => classesOf(sides, 0).includes(one);
    return [one, [...operations].filter(has).map(([label]) => label)] as const;
  });
  if (lists.every(([, list]) => list.length === operations.size)) return undefined;
  return Object.fromEntries(lists);
}

const ranks: Readonly<Record<ChangeClass, number>> = {
  'breaks callers': 0,
  'breaks servers': 2,
  compatible: 3,
  documentation: 4,
};

/**
 * Rank of a change. Changes that break both sides come between those that break only callers and
 * only servers.
 */
function rankOf({ classes }: Change): number {
  return classes.length > 1 ? 1 : ranks[classes[0] ?? 'compatible'];
}

/** The step if nothing breaks. */
function quietStep(changes: readonly Change[]): VersionStep {
  if (changes.length === 0) return 'none';
  return changes.every(({ classes }) => classes.includes('documentation')) ? 'patch' : 'minor';
}

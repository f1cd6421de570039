import type { Span } from '../diagnostics/diagnostic.ts';
import type { StackRole } from '../diagnostics/stacks.ts';
import { bindingKinds, type ServiceModel } from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import { qnameKey } from '../model/xml.ts';
import type { ComplexType, SchemaType, SimpleType } from '../model/xsd/schema.ts';
import { findUsedTypes } from '../plan/used-types.ts';
import {
  type Acceptance,
  type Change,
  type ChangeClass,
  type CompareOptions,
  type Comparison,
  classesOf,
  type Direction,
  type IgnoredChange,
  isTold,
  listed,
  sidesBroken,
  typeTitle,
  type UnnamedHazards,
  type Verdict,
  type VersionStep,
  verdicts,
} from './change.ts';
import { compareTypeUse, contentPair } from './declarations.ts';
import { type FoundHazards, findHazards } from './hazards.ts';
import {
  bothWays,
  type Cause,
  documentUse,
  type Finding,
  inEncoding,
  type MatchedPair,
  type Pair,
  type PairQueue,
  useOf,
} from './matched-pair.ts';
import { match } from './matching.ts';

/** A change, and what it has in common with others. */
interface Judged {
  readonly change: Change;
  readonly cause: Cause | undefined;
  /** Whom else it hurts, if no one is named. */
  readonly unnamed: FoundHazards['unnamed'];
}

/**
 * Joins changes that have one cause: the same in the messages of several operations, or several
 * things of one kind that tell nothing each by itself. The first stands for all.
 */
function groupByCause(judged: readonly Judged[]): readonly Change[] {
  const groups = new Map<string, Judged[]>();
  for (const [index, one] of judged.entries()) {
    const key = causeKey(one) ?? `${index}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map(joined);
}

/** Placeholders that no contract has. */
const operationMark = '\u0001';
const nameMark = '\u0002';

function causeKey({ change, cause }: Judged): string | undefined {
  const { kind, classes, bindings, hazards, help = '' } = change;
  const place = JSON.stringify([kind, classes, bindings, hazards]);
  if (cause !== undefined) return `${place} ${cause.key}`;
  const general = generalText(change);
  return general === undefined ? undefined : `${place} ${general} ${help}`;
}

/** The message of a change of one operation's message, without the operation. */
function generalText({ kind, message, operations }: Change): string | undefined {
  const [only, more] = operations;
  if (only === undefined || more !== undefined || !message.includes(only)) return undefined;
  // each of these is a matter of its own
  if (kind.startsWith('operation-')) return undefined;
  const name = only.slice(only.indexOf('.') + 1);
  // also inside names that follow that of the operation, such as those of results
  const inside = new RegExp(`(?<![A-Za-z])${escaped(name)}(?![a-z])`, 'g');
  return message.replaceAll(only, operationMark).replace(inside, nameMark);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function joined(group: readonly Judged[]): Change {
  const [first, ...others] = group as readonly [Judged, ...Judged[]];
  if (others.length === 0) return first.change;
  const changes = group.map(({ change }) => change);
  const operations = [...new Set(changes.flatMap((change) => change.operations))];
  const { cause, change } = first;
  const items = group.flatMap((one) => one.cause?.item ?? []);
  const message =
    cause === undefined
      ? (generalText(change) ?? change.message)
          .replaceAll(operationMark, `${operations.length} operations`)
          .replaceAll(nameMark, '…')
      : cause.sentence(group.length, listed(items));
  const subjects = changes.map(({ subject }) => subject);
  return { ...change, message, operations, subjects, operationsByClass: undefined };
}

type NamedType = SimpleType | ComplexType;

/** Types that no message or document of either contract can contain. */
interface UnusedTypes {
  readonly removed: readonly NamedType[];
  readonly added: readonly NamedType[];
  /** Those whose namespace differs. */
  readonly moved: readonly Pair<NamedType>[];
  /** Those of both contracts, and the pairs of their contents. */
  readonly kept: ReadonlyMap<MatchedPair, Pair<NamedType>>;
  /** What could use them. */
  readonly user: 'operation' | 'element';
}

/** Compares the types that no message or document of either contract can contain. */
function compareUnused(all: PairQueue, { old, new: now }: Pair<ServiceModel>): UnusedTypes {
  const key = ({ kind, name }: NamedType): string => `${kind} ${name && qnameKey(name)}`;
  const unused = (model: ServiceModel, types: readonly NamedType[]): readonly NamedType[] => {
    if (types.length === 0) return [];
    const reached = typesInMessages(model);
    return types.filter((type) => !reached.has(type));
  };
  const named = match(old.types, now.types, key);
  // mostly none
  const rest = named.pairs.filter((pair) => !all.knows(pair));
  const exact = match(
    unused(old, [...rest.map((pair) => pair.old), ...named.removed]),
    unused(now, [...rest.map((pair) => pair.new), ...named.added]),
    key,
  );
  const others = { old: new Set(old.types.map(key)), new: new Set(now.types.map(key)) };
  // a type of which only one contract makes use is no matter of those that neither uses
  const gone = exact.removed.filter((type) => !others.new.has(key(type)));
  const fresh = exact.added.filter((type) => !others.old.has(key(type)));
  const {
    pairs: moved,
    removed,
    added,
  } = match(gone, fresh, ({ kind, name }) => `${kind} ${name?.localName}`);
  const kept = new Map<MatchedPair, Pair<NamedType>>();
  for (const pair of exact.pairs) kept.set(unusedPair(all, pair), pair);
  return { removed, added, moved, kept, user: now.isSchema ? 'element' : 'operation' };
}

function unusedPair(all: PairQueue, { old, new: now }: Pair<NamedType>): MatchedPair {
  if (old.kind === 'complex' && now.kind === 'complex') {
    return contentPair(all, { old, new: now });
  }
  const label = typeTitle(now);
  const matched = all.add({ label, old: old.span, new: now.span });
  compareTypeUse(matched.whole, old, now);
  return matched;
}

/** Pairs that belong to unused types alone; their findings are no changes of their own. */
function pairsOfUnused({ kept }: UnusedTypes): ReadonlySet<MatchedPair> {
  const found = new Set([...kept.keys()].filter(({ uses }) => uses === 0));
  for (const { parts } of found) for (const part of parts) if (part.uses === 0) found.add(part);
  return found;
}

/**
 * All changes of unused types as one, which asks for no version step; `undefined` if there are
 * none.
 */
function unusedChange(unused: UnusedTypes): Change | undefined {
  const { removed, added, moved, user } = unused;
  const changed = changedTypes(unused);
  const groups: readonly (readonly [string, readonly NamedType[]])[] = [
    ['moved to another namespace', moved.map((pair) => pair.new)],
    ['changed', changed.map((pair) => pair.new)],
    ['removed', removed],
    ['added', added],
  ];
  const told = groups.filter(([, types]) => types.length > 0);
  const [first] = told;
  const type = first?.[1][0];
  if (first === undefined || type === undefined) return undefined;
  const only = told.length === 1 ? first : undefined;
  const kinds = { added: 'type-added', removed: 'type-removed' } as const;
  const kind = only === undefined ? undefined : kinds[only[0] as keyof typeof kinds];
  return {
    kind: kind ?? 'unused-types-changed',
    classes: ['compatible'],
    bindings: [],
    subject: typeTitle(type),
    message: sentence(told, user),
    old: placeOf(
      [...moved, ...changed].map((pair) => pair.old),
      removed,
    ),
    new: placeOf(
      [...moved, ...changed].map((pair) => pair.new),
      added,
    ),
    operations: [],
  };
}

function sentence(
  groups: readonly (readonly [string, readonly NamedType[]])[],
  user: string,
): string {
  const [[verb, types] = ['', []]] = groups;
  if (groups.length > 1) {
    const parts = groups.map(([word, ones]) => `${ones.length} ${word} (${namesOf(ones)})`);
    return `types that no ${user} uses: ${parts.join(', ')}`;
  }
  if (types.length === 1) return `type ${namesOf(types)}, which no ${user} uses, ${verb}`;
  return `${types.length} types that no ${user} uses ${verb}: ${namesOf(types)}`;
}

function namesOf(types: readonly NamedType[]): string {
  return listed(types.map(typeTitle));
}

function placeOf(...lists: readonly (readonly NamedType[])[]): Span | undefined {
  return lists.flat()[0]?.span;
}

/** Unused types of both contracts that differ, apart from other unused types in them. */
function changedTypes({ kept }: UnusedTypes): readonly Pair<NamedType>[] {
  const differs = (root: MatchedPair): boolean => {
    const own = new Set([root]);
    for (const { findings, parts } of own) {
      if (findings.some(({ verdict }) => verdict !== verdicts.documentation && isTold(verdict))) {
        return true;
      }
      for (const part of parts) if (part.uses === 0 && !kept.has(part)) own.add(part);
    }
    return false;
  };
  return [...kept].filter(([root]) => root.uses === 0 && differs(root)).map(([, pair]) => pair);
}

/** Every type that messages or documents of the contract can contain. */
function typesInMessages(model: ServiceModel): ReadonlySet<SchemaType> {
  const operations = model.services.flatMap((service) =>
    service.interfaces.flatMap((one) => one.operations),
  );
  const documents = model.isSchema ? model.elements.map((element) => ({ element })) : [];
  return findUsedTypes(operations, documents).types;
}

/** An operation or a document, with the pairs of its messages. */
interface Reaching {
  readonly label: string;
  readonly roots: readonly MatchedPair[];
}

/** The pairs of a comparison, and what is known of them. */
interface Compared extends Pair<ServiceModel> {
  readonly all: PairQueue;
  /** Operations and documents. */
  readonly operations: readonly Reaching[];
  /** The directions and bindings of the contracts. */
  readonly uses: number;
}

/**
 * Compares what is left, rates all findings by the messages they affect, joins equal ones on
 * several bindings, leaves out what the user accepts, and derives the version step.
 */
export function judge(compared: Compared, options: CompareOptions): Comparison {
  const { all, operations, uses } = compared;
  const { accepts = () => undefined, readers } = options;
  all.finish();
  const unused = compareUnused(all, compared);
  all.finish();
  const matches = all.list;
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
    finished(draft, known, options),
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
    unnamed: unnamedHazards(counting),
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
  }: { readonly side: ChangeClass; readonly role: StackRole; readonly named: boolean },
): { readonly breaks: boolean; readonly isMajor: boolean } {
  const isBroken = judged.some(({ change }) => change.classes.includes(side));
  const hazards = judged
    .flatMap(({ change }) => change.hazards ?? [])
    .filter(({ roles }) => roles.includes(role));
  const breaks = isBroken || (named && hazards.length > 0);
  return { breaks, isMajor: breaks || hazards.some(({ effect }) => effect !== 'error') };
}

/** Whom else changes hurt that seem compatible. */
function unnamedHazards(judged: readonly Judged[]): UnnamedHazards | undefined {
  const found = judged
    .filter(({ change }) => change.classes.includes('compatible'))
    .flatMap(({ unnamed }) => unnamed);
  if (found.length === 0) return undefined;
  const stacks = [...new Set(found.map(({ stack }) => stack))].sort();
  return { stacks, traits: [...new Set(found.map(({ trait }) => trait))] };
}

function ignoredFor(change: Change, { reason, until }: Acceptance): IgnoredChange {
  return { ...change, reason, until };
}

function sorted(changes: readonly Change[]): readonly Change[] {
  return [...changes].sort((a, b) => rankOf(a) - rankOf(b));
}

/** An incomplete change: the same finding may occur on several bindings. */
interface Draft {
  readonly matched: MatchedPair;
  readonly finding: Finding;
  readonly classes: readonly ChangeClass[];
  readonly bindings: Set<BindingKind>;
  /** By name, with the sides that it breaks. */
  readonly operations: Map<string, number>;
  /** Who reads messages of SOAP with it. */
  readonly readers: Set<StackRole>;
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
      matched,
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
function readersOver(binding: BindingKind, uses: number): readonly StackRole[] {
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

function finished(draft: Draft, known: readonly BindingKind[], options: CompareOptions): Judged {
  const { matched, finding, classes, readers } = draft;
  const { kind, subject, message, help, cause } = finding;
  const bindings = bindingKinds.filter((binding) => draft.bindings.has(binding));
  const all = bindings.length > 0 && known.every((binding) => bindings.includes(binding));
  const { hazards, unnamed } = findHazards(matched, finding, readers, options);
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
  return { change, cause, unnamed };
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

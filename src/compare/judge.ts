import type { BindingKind } from '../model/wsdl/definitions.ts';
import { bindingKinds } from '../model/wsdl/service-operations.ts';
import type { Change, ChangeClass, Comparison, VersionStep } from './result/change.ts';
import {
  bothWays,
  documentUse,
  type Finding,
  type MatchedPair,
  useOf,
} from './result/matched-pair.ts';
import { classesOf } from './result/verdict.ts';

/** An operation or a document, with the pairs of its messages. */
interface Reaching {
  readonly label: string;
  readonly roots: readonly MatchedPair[];
}

/**
 * Rates all findings by the messages they affect, joins equal ones on several bindings, and derives
 * the version step.
 *
 * @param uses the directions and bindings of the contracts
 */
export function judge(
  matches: readonly MatchedPair[],
  operations: readonly Reaching[],
  uses: number,
): Comparison {
  spreadUses(matches);
  const found = matches.filter(({ findings }) => findings.length > 0);
  if (found.length > 0) nameOperations(operations);
  const drafts = new Map<string, Draft>();
  for (const matched of found) {
    for (const finding of matched.findings) judgeFinding(matched, finding, drafts);
  }
  const known = bindingKinds.filter((binding) => (uses & bothWays([binding])) !== 0);
  const changes = [...drafts.values()].map((draft) => finished(draft, known));
  changes.sort((a, b) => rankOf(a) - rankOf(b));
  const callers = changes.some(({ classes }) => classes.includes('breaks callers'));
  const servers = changes.some(({ classes }) => classes.includes('breaks servers'));
  const quiet = quietStep(changes);
  return {
    changes,
    breaks: { callers, servers },
    step: callers || servers ? 'major' : quiet,
    callersStep: callers ? 'major' : quiet,
    serversStep: servers ? 'major' : quiet,
    isBound: uses !== 0,
  };
}

/** An incomplete change: the same finding may occur on several bindings. */
interface Draft {
  readonly finding: Finding;
  readonly classes: readonly ChangeClass[];
  readonly bindings: Set<BindingKind>;
  readonly operations: Set<string>;
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

/** Tells each pair with findings which operations use it. */
function nameOperations(operations: readonly Reaching[]): void {
  for (const { label, roots } of operations) {
    const seen = new Set<MatchedPair>(roots);
    const uses = roots.reduce((sum, root) => sum | root.uses, 0);
    for (const matched of seen) {
      if (matched.findings.length > 0) matched.operations.push({ label, uses });
      for (const part of matched.parts) seen.add(part);
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
    const classes = classesOf(broken, verdict.documentation === true);
    const key = [finding.kind, finding.subject, finding.message, ...classes].join('\n');
    const draft = drafts.get(key) ?? {
      finding,
      classes,
      bindings: new Set(),
      operations: new Set(),
    };
    drafts.set(key, draft);
    for (const binding of bindings) draft.bindings.add(binding);
    for (const { label, uses } of matched.operations) {
      if ((uses & concerned) !== 0) draft.operations.add(label);
    }
  };
  const byBroken = new Map<number, BindingKind[]>();
  for (const binding of bindingKinds) {
    const request = (matched.uses & useOf('request', binding)) !== 0;
    const response = (matched.uses & useOf('response', binding)) !== 0;
    if (!request && !response) continue;
    const broken = (request ? verdict.request : 0) | (response ? verdict.response : 0);
    const bindings = byBroken.get(broken) ?? [];
    byBroken.set(broken, [...bindings, binding]);
  }
  const isInDocument = (matched.uses & documentUse) !== 0;
  if (isInDocument) add(verdict.request, [], documentUse);
  else if (byBroken.size === 0) add(0, []);
  for (const [broken, bindings] of byBroken) add(broken, bindings);
}

function finished(draft: Draft, known: readonly BindingKind[]): Change {
  const { finding, classes } = draft;
  const { kind, subject, message, help } = finding;
  const bindings = bindingKinds.filter((binding) => draft.bindings.has(binding));
  const all = bindings.length > 0 && known.every((binding) => bindings.includes(binding));
  return {
    kind,
    classes,
    bindings: all ? 'all' : bindings,
    subject,
    message,
    help,
    old: finding.old,
    new: finding.new,
    operations: [...draft.operations],
  };
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

import type { ChangeKind } from '../../diagnostics/change-kinds.ts';
import type { ComplexType } from '../../model/xsd/schema.ts';
import type { Hazard } from '../result/change.ts';
import type { Finding, MatchedPair, Pair, ReaderRole } from '../result/matched-pair.ts';
import { contentOf } from './content.ts';
import { anyElement, lossesInOrder } from './in-order-reader.ts';
import { matchByName } from './match-items.ts';

/** What programs of a stack, generated from the old contract, do with messages of the new one. */
export interface ReaderFact {
  /** Its name in `--for` and in `diff.readers` of the configuration. */
  readonly stack: string;
  /** Which of its programs. */
  readonly readers: string;
  /** Whether they read answers, as callers, or requests, as services. */
  readonly roles: readonly ReaderRole[];
  readonly trait: ChangeTrait;
  readonly effect: Hazard['effect'];
  readonly help: string;
}

/** What of a change matters to readers that expect elements in the order of their contract. */
type ChangeTrait =
  | 'unknown element before others'
  | 'unknown element in a type that others extend'
  | 'known element at another place'
  | 'known element several times';

const inOrder = {
  stack: 'wcf',
  readers: 'classes with Order= (dotnet-svcutil, Visual Studio)',
  roles: ['caller', 'service'],
  effect: 'loses',
} as const;

/** What is known of stacks: each was run and seen, with .NET 10 and System.ServiceModel 10.1. */
export const readerFacts: readonly ReaderFact[] = [
  {
    ...inOrder,
    trait: 'unknown element before others',
    help: 'put it last in the type',
  },
  {
    ...inOrder,
    trait: 'unknown element in a type that others extend',
    help: 'a type that others extend has no safe place: put it last in the types derived from it',
  },
  {
    ...inOrder,
    trait: 'known element at another place',
    help: 'keep the order of the old contract',
  },
  {
    ...inOrder,
    trait: 'known element several times',
    help: 'keep the element as it is, and put those that repeat last, under another name',
  },
];

/** Changes by which an element comes where readers did not expect it, with their traits. */
const traitsByKind: Readonly<Partial<Record<ChangeKind, 'unknown' | ChangeTrait>>> = {
  'field-added': 'unknown',
  'attribute-became-element': 'unknown',
  'choice-added': 'unknown',
  'choice-branch-added': 'unknown',
  'wildcard-added': 'unknown',
  'wildcard-changed': 'unknown',
  'substitute-added': 'unknown',
  'order-changed': 'known element at another place',
  'content-changed': 'known element at another place',
  'field-repeated': 'known element several times',
  'occurrence-changed': 'known element several times',
};

/** Two types whose findings are known. */
export interface ComparedTypes extends Pair<ComplexType> {
  /** Number of findings before theirs. */
  readonly from: number;
  /** Elements that bases have, with findings of their own. */
  readonly inherited: readonly string[];
}

/** Tells the findings of two types what they mean to the readers of {@link readerFacts}. */
export function addHazards(matched: MatchedPair, types: ComparedTypes): void {
  const found = matched.findings.slice(types.from).filter(({ kind }) => kind in traitsByKind);
  if (found.length === 0 || matched.isWrapper) return;
  const family = familyOf(types);
  const isExtended = family.some(({ old }) => countOf(old) > countOf(types.old));
  const lost = new Map<Finding, Set<string>>();
  const inherited = new Set(types.inherited);
  const findingOf = finder(found);
  // derived types differ in what their own elements lose; a few of them are enough
  for (const pair of family.slice(0, mostTypes)) {
    for (const [cause, names] of lossesInOrder(pair)) {
      const finding = inherited.has(cause) ? undefined : findingOf(cause);
      if (finding === undefined) continue;
      const all = lost.get(finding) ?? new Set();
      for (const name of names) all.add(name);
      lost.set(finding, all);
    }
  }
  for (const [index, finding] of matched.findings.entries()) {
    const names = lost.get(finding);
    if (names === undefined) continue;
    const hazards = factsOf(finding, isExtended).map(({ stack, readers, effect, help, roles }) => {
      return { roles, hazard: { stack, readers, effect, what: [...names], help } };
    });
    matched.findings[index] = { ...finding, hazards };
  }
}

/** Types of a family whose messages are followed. */
const mostTypes = 100;

function factsOf({ kind }: Finding, isExtended: boolean): readonly ReaderFact[] {
  const named = traitsByKind[kind];
  const unknown: ChangeTrait = isExtended
    ? 'unknown element in a type that others extend'
    : 'unknown element before others';
  const trait = named === 'unknown' ? unknown : named;
  return readerFacts.filter((fact) => fact.trait === trait);
}

/** Gives the finding that tells of an element; otherwise one of the content as a whole. */
function finder(found: readonly Finding[]): (cause: string) => Finding | undefined {
  const byName = new Map<string, Finding>();
  for (const finding of found) {
    const { subject, names = [] } = finding;
    const parts = subject.split('.');
    const ends = parts.map((_, index) => parts.slice(index).join('.')).slice(1);
    for (const name of [...names, ...ends]) if (!byName.has(name)) byName.set(name, finding);
  }
  const wholes = found.filter(({ kind }) => !kind.startsWith('field-'));
  const isOfWildcard = ({ kind }: Finding): boolean => kind.startsWith('wildcard-');
  const [wildcard] = wholes.filter(isOfWildcard);
  const [other] = wholes.filter((one) => !isOfWildcard(one));
  return (cause) => byName.get(cause) ?? (cause === anyElement ? wildcard : other) ?? found[0];
}

/** The types, and those derived from them at all levels, whose classes have the same members. */
function familyOf({ old, new: now }: Pair<ComplexType>): readonly Pair<ComplexType>[] {
  const derived = matchByName(old.derived, now.derived).pairs;
  return [{ old, new: now }, ...derived.flatMap(familyOf)];
}

function countOf({ particle }: ComplexType): number {
  return contentOf(particle).items.length;
}

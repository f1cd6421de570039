import type { Span } from '../../diagnostics/source-file.ts';
import { qnameKey } from '../../model/common/qname.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { ComplexType, SchemaType, SimpleType } from '../../model/xsd/schema.ts';
import { findUsedTypes } from '../../plan/scope/used-types.ts';
import type { Change } from '../result/change.ts';
import type { MatchedPair, MatchedPairs, Pair } from '../result/matched-pair.ts';
import { isTold, verdicts } from '../result/verdict.ts';
import { listed, typeWord } from '../result/words.ts';
import { contentPair } from './compare-complex.ts';
import { compareTypeUse } from './compare-type-use.ts';
import { match } from './match-items.ts';

type NamedType = SimpleType | ComplexType;

/** Types that no message or document of either contract can contain. */
export interface UnusedTypes {
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
export function compareUnused(
  all: MatchedPairs,
  old: ServiceModel,
  now: ServiceModel,
): UnusedTypes {
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

function unusedPair(all: MatchedPairs, { old, new: now }: Pair<NamedType>): MatchedPair {
  if (old.kind === 'complex' && now.kind === 'complex') {
    return contentPair(all, { old, new: now });
  }
  const label = typeWord(now);
  const matched = all.add({ label, old: old.span, new: now.span });
  compareTypeUse(matched.whole, old, now);
  return matched;
}

/** Pairs that belong to unused types alone; their findings are no changes of their own. */
export function pairsOfUnused({ kept }: UnusedTypes): ReadonlySet<MatchedPair> {
  const found = new Set([...kept.keys()].filter(({ uses }) => uses === 0));
  for (const { parts } of found) for (const part of parts) if (part.uses === 0) found.add(part);
  return found;
}

/**
 * All changes of unused types as one, which asks for no version step; `undefined` if there are
 * none.
 */
export function unusedChange(unused: UnusedTypes): Change | undefined {
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
    subject: typeWord(type),
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
  return listed(types.map(typeWord));
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

import { namespaceWord, shortHash } from './names.ts';

/** A request for a unique identifier. */
export interface NameRequest {
  /** The key of its name in the result. */
  readonly id: object;
  /** The preferred identifier. */
  readonly preferred: string;
  /** Its local name. If several prefer one identifier, the one spelled like it keeps it. */
  readonly spelling: string;
  /** Priority: a lower rank keeps its name against higher ones. */
  readonly rank: number;
  /** Appended if the preferred name is taken. */
  readonly suffix: string;
  readonly namespace: string;
  /** Distinguishes components that are otherwise equal: QName, or names from the outside in. */
  readonly key: string;
}

/**
 * Candidates for a name, best first. Each is computed only if the one before is taken. All are
 * derived from the component itself, so that nothing else in the contract changes them.
 */
const candidates: readonly ((request: NameRequest) => string)[] = [
  ({ preferred }) => preferred,
  ({ preferred, suffix }) => `${preferred}${suffix}`,
  ({ preferred, namespace }) => `${preferred}${namespaceWord(namespace)}`,
  ({ preferred, suffix, namespace }) => `${preferred}${namespaceWord(namespace)}${suffix}`,
  ({ preferred, key }) => `${preferred}${shortHash(key)}`,
  ({ preferred, suffix, key }) => `${preferred}${suffix}${shortHash(`${key}#`)}`,
];

/**
 * Gives every request a unique identifier. Requests of a lower rank choose first. Among those of
 * one rank, a candidate that two prefer is given to neither, unless exactly one of them is spelled
 * like it. The order of the requests does not matter.
 *
 * @param taken Identifiers that are taken; new ones are added.
 */
export function assignNames(
  requests: readonly NameRequest[],
  taken: Set<string>,
): Map<object, string> {
  const names = new Map<object, string>();
  const ranks = [...new Set(requests.map((request) => request.rank))].sort((a, b) => a - b);
  for (const rank of ranks) {
    let open = requests.filter((request) => request.rank === rank);
    for (const candidateOf of candidates) {
      if (open.length === 0) break;
      const wanting = new Map<string, NameRequest | NameRequest[]>();
      for (const request of open) {
        const candidate = candidateOf(request);
        const other = wanting.get(candidate);
        if (other === undefined) wanting.set(candidate, request);
        else if (Array.isArray(other)) other.push(request);
        else wanting.set(candidate, [other, request]);
      }
      wanting.forEach((one, candidate) => {
        if (taken.has(candidate)) return;
        const winner = Array.isArray(one) ? winnerOf(one, candidate) : one;
        if (winner === undefined) return;
        names.set(winner.id, candidate);
        taken.add(candidate);
      });
      open = open.filter((request) => !names.has(request.id));
    }
    // two components with one key are a duplicate declaration, which link has reported
    for (const request of open) {
      let name = `${candidates.at(-1)?.(request) ?? request.preferred}_`;
      while (taken.has(name)) name += '_';
      names.set(request.id, name);
      taken.add(name);
    }
  }
  return names;
}

function winnerOf(requests: readonly NameRequest[], candidate: string): NameRequest | undefined {
  const spelled = requests.filter((request) => request.spelling === candidate);
  return spelled.length === 1 ? spelled[0] : undefined;
}

import { namespaceWord, shortHash } from './names.ts';

/** Something that needs an identifier of its own. */
export interface NameRequest {
  /** What it is: the key under which its name is found. */
  readonly id: object;
  /** Identifier it should have. */
  readonly preferred: string;
  /**
   * Local name it stands for: of several that want one identifier, the one spelled like it keeps
   * it.
   */
  readonly spelling: string;
  /** Who goes first: a lower rank keeps its name against higher ones. */
  readonly rank: number;
  /** Tried after the preferred name when that is taken. */
  readonly suffix: string;
  readonly namespace: string;
  /** Says apart what nothing else tells apart: QName, or names from the outside in. */
  readonly key: string;
}

/**
 * Names a request tries, best first: each is only made when the one before is taken. All come from
 * the component itself, so that nothing else in the contract shifts them.
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
 * Gives every request an identifier none other has. Requests of a lower rank choose first; among
 * those of one rank, a candidate that two want is given to neither, unless exactly one of them is
 * spelled like it. The order of the requests plays no part.
 *
 * @param taken Identifiers no one may have; those given are added.
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
    // two components with one key: the same thing declared twice, which link has reported
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

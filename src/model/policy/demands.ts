import type { PolicyAssertion, PolicyTerm } from './policy.ts';

/** What policies say about something. */
export type Demand = 'always' | 'sometimes' | 'never';

/**
 * Whether every alternative of a policy demands an assertion, or some do. An optional one counts as
 * demanded by some.
 */
export function demandOf(
  term: PolicyTerm,
  isMeant: (assertion: PolicyAssertion) => boolean,
): Demand {
  if (term.kind === 'assertion') {
    if (!isMeant(term)) return 'never';
    return term.optional ? 'sometimes' : 'always';
  }
  const demands = term.terms.map((one) => demandOf(one, isMeant));
  if (demands.every((one) => one === 'never')) return 'never';
  const enough = term.kind === 'all' ? demands.includes('always') : onlyAlways(demands);
  return enough ? 'always' : 'sometimes';
}

function onlyAlways(demands: readonly Demand[]): boolean {
  return demands.every((one) => one === 'always');
}

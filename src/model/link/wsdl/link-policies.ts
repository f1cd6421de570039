import type { PolicySubject, PolicyTerm } from '../../policy/policy.ts';

/** The policies of several declarations; `undefined` if none has any. */
export function policiesOf(
  ...owners: readonly (PolicySubject | undefined)[]
): readonly PolicyTerm[] | undefined {
  if (owners.every((one) => one?.policies === undefined)) return undefined;
  return owners.flatMap((one) => one?.policies ?? []);
}

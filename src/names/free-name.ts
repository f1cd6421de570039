import { shortHash } from './names.ts';

/**
 * Gives a name no one has: subject and suffix, with the kind of the subject between them where that
 * is taken.
 */
export type FreeName = (subject: string, kind: string, suffix: string) => string;

/**
 * Names by one rule and never by a counter, so that a name stays what it is when something
 * unrelated is added: `OrderClient`, else `OrderServiceClient`, else that with five letters made
 * from it.
 *
 * @param taken names that are given; every name that is made joins them
 */
export function createFreeName(taken: Set<string>): FreeName {
  return (subject, kind, suffix) => {
    let free = `${subject}${suffix}`;
    if (taken.has(free)) free = `${subject}${kind}${suffix}`;
    while (taken.has(free)) free += shortHash(free);
    taken.add(free);
    return free;
  };
}

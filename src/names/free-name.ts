import { shortHash } from './names.ts';

/**
 * Returns a free name: subject and suffix, with the kind of the subject between them if that is
 * taken.
 */
export type FreeName = (subject: string, kind: string, suffix: string) => string;

/**
 * Creates names by a fixed rule instead of a counter, so that a name does not change when something
 * unrelated is added: `OrderClient`, otherwise `OrderServiceClient`, otherwise that with five
 * letters derived from it.
 *
 * @param taken names that are taken; new names are added
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

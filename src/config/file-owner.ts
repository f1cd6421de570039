import { lstatSync, statSync } from 'node:fs';

/**
 * The number of the user whom a file belongs to, if that is neither root nor the one who runs this
 * process (or ran `sudo`); `undefined` otherwise, and where files have no such owner.
 */
export function foreignOwner(path: string): number | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  const { SUDO_UID } = process.env;
  const trusted = new Set([0, user, user === 0 ? Number(SUDO_UID ?? 0) : user]);
  // the creator of a link chose what runs
  return [lstatSync, statSync]
    .map((stat) => stat(path, { throwIfNoEntry: false })?.uid ?? user)
    .find((owner) => !trusted.has(owner));
}

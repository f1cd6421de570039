import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What may replace a word. */
export interface Candidate {
  readonly value: string;
  /** What it means; `file` and `folder` for paths, by which scripts know that they are paths. */
  readonly text?: string | undefined;
}

/**
 * Files and folders that a word may become; folders end in `/`. Hidden ones are left out unless the
 * word begins so.
 */
export function pathCandidates(
  word: string,
  accepts: (name: string) => boolean,
): readonly Candidate[] {
  const slash = word.lastIndexOf('/') + 1;
  const shown = word.slice(0, slash);
  const prefix = word.slice(slash);
  const folder = shown.replace(/^~(?=\/)/, homedir()) || '.';
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(prefix) && (prefix !== '' || !name.startsWith('.')))
      .sort()
      .flatMap((name): readonly Candidate[] => {
        const stats = statSync(join(folder, name), { throwIfNoEntry: false });
        if (stats?.isDirectory() === true) {
          return name === 'node_modules' ? [] : [{ value: `${shown}${name}/`, text: 'folder' }];
        }
        return accepts(name) ? [{ value: shown + name, text: 'file' }] : [];
      });
  } catch {
    return [];
  }
}

/** Files that may be contracts, by their name. */
export function isContractName(name: string): boolean {
  return /\.(wsdl|ya?ml|xml|asmx)$/i.test(name) && !/^asmx-gen\.config\./.test(name);
}

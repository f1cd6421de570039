import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A possible completion of a word. */
export interface Candidate {
  readonly value: string;
  /** Its description. `file` and `folder` tell the scripts that it is a path. */
  readonly text?: string | undefined;
}

/**
 * Files and folders that complete a word; folders end in `/`. Hidden ones are omitted unless the
 * word starts with a dot.
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

/** Whether a file may be a contract, by its name. */
export function isContractName(name: string): boolean {
  return /\.(wsdl|ya?ml|xml|asmx)$/i.test(name) && !/^asmx-gen\.config\./.test(name);
}

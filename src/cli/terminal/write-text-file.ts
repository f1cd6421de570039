import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { leftFiles, temporaryName } from '../../write/leftovers.ts';
import { nameTarget } from '../../write/name-target.ts';

/** Writes a file as a whole or not at all, creating its folders. Replaces an existing file. */
export function writeTextFile(path: string, data: string | Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const hidden = `.${basename(path)}`;
  for (const left of leftFiles(folder, [hidden])) rmSync(join(folder, left), { force: true });
  const temporary = join(folder, temporaryName(hidden));
  try {
    writeFileSync(temporary, data);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw nameTarget(error, temporary, path);
  }
}

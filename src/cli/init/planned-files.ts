import { existsSync, lstatSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Console } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { writeTextFile } from '../terminal/write-text-file.ts';

/** A file to write, by its path from the working directory, with `/`. */
export interface PlannedFile {
  readonly path: string;
  readonly data: string | Uint8Array;
  /** Whether the file may be there already and only grows: the lock, a configuration. */
  readonly grows?: boolean | undefined;
  /** The line about it; `wrote <path>` by default. */
  readonly said?: string | undefined;
}

/** Lines to say in place of a file to write. */
export interface Said {
  readonly path?: undefined;
  readonly said: string;
}

/** Folder for contracts. */
export const specsFolder = 'specs';

/**
 * Writes all files or, if one of them already exists, none, and lists those that exist.
 *
 * @param remedy What to do about files that exist, if that is not to move them away.
 */
export function writePlanned(
  planned: readonly (PlannedFile | Said)[],
  console: Console,
  remedy?: string | undefined,
): ExitCode {
  const files = planned.filter((one) => one.path !== undefined);
  const blocked = files.flatMap((one) => (one.grows === true ? [] : obstacle(one.path)));
  if (blocked.length > 0) {
    const lines = [...new Set(blocked)].map((one) => `  ${one}`);
    const config = blocked.some((one) => one.startsWith('asmx-gen.config.'));
    console.warn(
      [
        'asmx-gen: nothing was written, because these files exist already:',
        ...lines,
        remedy ??
          (config
            ? 'Move them away, or run with --no-config to leave the configuration as it is.'
            : 'Move them away, or choose another name with --name.'),
      ].join('\n'),
    );
    return exitCodes.no;
  }
  const written: string[] = [];
  try {
    for (const { path, data, grows } of files) {
      writeTextFile(path, data);
      if (grows !== true) written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    throw error;
  }
  for (const { path, said } of planned) console.say(said ?? `wrote ${path}`);
  return exitCodes.fine;
}

/** The reasons why a file cannot be created: itself, or a file in place of its folder. */
function obstacle(path: string): readonly string[] {
  if (isThere(path)) return [path];
  for (let at = dirname(path); at !== '.' && at !== dirname(at); at = dirname(at)) {
    if (isThere(at))
      return statSync(at, { throwIfNoEntry: false })?.isDirectory() === true ? [] : [at];
  }
  return [];
}

/**
 * Whether a file exists. Also true for a broken symbolic link, which writing would follow or
 * replace.
 */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // a file is in place of a folder, and is reported by its own name
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw error;
  }
}

/** Location of a JSON schema: in the package if it is installed here, otherwise published. */
export function schemaLocation(name: string, from: string): string {
  const installed = 'node_modules/asmx-gen/specs';
  if (!existsSync(join(installed, name))) return `https://unpkg.com/asmx-gen/specs/${name}`;
  return `${from === '' ? './' : '../'.repeat(from.split('/').length)}${installed}/${name}`;
}

import { existsSync, lstatSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configNames } from '../../config/find-config.ts';
import type { Console } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { writeTextFile } from '../terminal/write-text-file.ts';

/** A file to write, by its path from the working directory with `/`. */
export interface PlannedFile {
  readonly path: string;
  readonly data: string | Uint8Array;
  /** Whether the file is the tool's own and only grows: the lock. */
  readonly grows?: boolean | undefined;
}

/** Folder for contracts. */
export const specsFolder = 'specs';

/**
 * Writes all files or, where one of them is there already, none: what is in the way is listed
 * then.
 */
export function writePlanned(files: readonly PlannedFile[], console: Console): ExitCode {
  const blocked = files.flatMap((one) => (one.grows === true ? [] : obstacle(one.path)));
  if (blocked.length > 0) {
    const lines = [...new Set(blocked)].map((one) => `  ${one}`);
    const config = blocked.some((one) => one.startsWith('asmx-gen.config.'));
    console.warn(
      [
        'asmx-gen: nothing was written, since these files are there already:',
        ...lines,
        config
          ? 'Move them away, or run with --no-config to leave the configuration as it is.'
          : 'Move them away, or choose another name with --name.',
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
  for (const { path } of files) console.say(`wrote ${path}`);
  return exitCodes.fine;
}

/**
 * What keeps a file from being created: itself, another configuration, or a file where its folder
 * should be.
 */
function obstacle(path: string): readonly string[] {
  if (/^asmx-gen\.config\.\w+$/.test(path)) return configNames.filter((one) => isThere(one));
  if (isThere(path)) return [path];
  for (let at = dirname(path); at !== '.' && at !== dirname(at); at = dirname(at)) {
    if (isThere(at))
      return statSync(at, { throwIfNoEntry: false })?.isDirectory() === true ? [] : [at];
  }
  return [];
}

/** Also true of a symbolic link that leads nowhere: writing would follow or replace it. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // a file is where a folder is needed: it is reported by its own name
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw error;
  }
}

/**
 * Where the JSON schema of that name is found: with the package where it is installed here, else
 * published.
 */
export function schemaLocation(name: string, from: string): string {
  const installed = 'node_modules/asmx-gen/specs';
  if (!existsSync(join(installed, name))) return `https://unpkg.com/asmx-gen/specs/${name}`;
  return `${from === '' ? './' : '../'.repeat(from.split('/').length)}${installed}/${name}`;
}

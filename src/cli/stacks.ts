import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Stack } from '../diagnostics/stacks.ts';

/** The table as one file, which the build writes beside the program. */
const compiled = new URL('./stacks.json', import.meta.url);

/** Its sources, one file for each stack. */
const folder = new URL('../../specs/stacks/', import.meta.url);

/** The table, once it was asked for. */
let table: readonly Stack[] | undefined;

/**
 * What is known of other stacks (`specs/stacks`), in the order of their names. It is read at the
 * first call, since most runs do not ask. The build has it as one file, so that a comparison which
 * only names those that a change hurts is as fast as before.
 *
 * @throws the file system's error if the package is incomplete
 */
export function readStacks(): readonly Stack[] {
  table ??= existsSync(compiled)
    ? (JSON.parse(readFileSync(compiled, 'utf8')) as readonly Stack[])
    : readFolder();
  return table;
}

/** What is used of the package `yaml`. */
interface YamlPackage {
  readonly parse: (text: string) => unknown;
}

/** Reads the sources of the table, as in a checkout that was not built. */
function readFolder(): readonly Stack[] {
  // loaded late, since the program does not need it
  const { parse } = createRequire(import.meta.url)('yaml') as YamlPackage;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => parse(readFileSync(new URL(name, folder), 'utf8')) as Stack);
}

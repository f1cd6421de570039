import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { programsOf, type Stack, type StackRole } from '../diagnostics/stacks.ts';

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

/**
 * What is known of the program whose message an error is about, as a sentence; `undefined` if no
 * sign of it is sure.
 *
 * @param role what that program is
 * @param message that of the error
 * @param headers those of the request or answer, by their names in lower case
 */
export function knownCause(
  role: StackRole,
  message: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>> = {},
): string | undefined {
  for (const { title, facts } of readStacks()) {
    for (const fact of facts) {
      const sign = fact.sign?.[role];
      if (sign === undefined) continue;
      const [name = '', start = ''] = sign.header?.split(': ') ?? [];
      if (!String(headers[name.toLowerCase()] ?? '').startsWith(start)) continue;
      if (!new RegExp(sign.says, 'su').test(message)) continue;
      const help = fact.help === undefined ? '' : `: ${fact.help}`;
      return `${title} ${programsOf(fact, [role])} ${fact.text}${help}.`;
    }
  }
  return undefined;
}

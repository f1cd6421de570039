import { posix } from 'node:path';
import { type DataMap, describeData, entryOf } from '../diagnostics/data-node.ts';
import type { DataReader } from '../diagnostics/data-read.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { RuntimeChoice } from '../plan/result/plan.ts';
import type { ContractSettings } from './config.ts';
import { runtimeWords } from './config-keys.ts';
import { forwardSlashes } from './forward-slashes.ts';

const code = 'ASMX5002';

/** Characters that have another meaning in an import than in a path. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const notInImports: RegExp = /[?#%'"\u0000-\u001f]/;

/** Reads `runtime` of an entry: a word, or a map with a shared folder. */
export function readRuntime<P>(reader: DataReader<P>, map: DataMap<P>): RuntimeChoice {
  const value = entryOf(map, 'runtime')?.value;
  if (value === undefined) return 'vendor';
  if (value.kind !== 'map') {
    const word = runtimeWords.find((one) => value.kind === 'scalar' && value.value === one);
    if (word !== undefined) return word;
    const expected = `${runtimeWords.join(', ')} or a map with the key 'shared'`;
    reader.complain(
      value.place,
      code,
      `'runtime' must be ${expected}, not ${describeData(value)}`,
      {
        help: (value.kind === 'scalar' && didYouMean(value.text, runtimeWords)) || example,
      },
    );
    return 'vendor';
  }
  reader.keys(value, ['shared'], "'runtime'");
  const { place } = value;
  const entry = reader.required(value, 'shared', "'runtime'", { place, help: example });
  const written = entry && reader.string(entry.value, "'shared' in 'runtime'");
  const shared = written && forwardSlashes(written);
  if (entry === undefined || shared === undefined) return 'vendor';
  if (shared === '' || notInImports.test(shared)) {
    const problem = shared === '' ? 'is empty' : 'has a character that imports cannot have';
    reader.complain(entry.value.place, code, `'shared' in 'runtime' ${problem}`, { help: example });
  }
  return { shared };
}

const example = "for example runtime: { shared: 'generated/runtime' }";

/** Settings that affect the text of the runtime, and must be equal in contracts that share it. */
const agreed = ['emit', 'importExtension', 'header', 'format'] as const;

/** An entry with a shared folder, and its position. */
export interface SharedEntry<P> {
  readonly settings: ContractSettings;
  readonly place: P;
}

/**
 * Reports an entry whose settings require a different text of the runtime than an earlier entry
 * with the same folder.
 *
 * @param seen The first entry of each shared folder; a new one is added.
 */
export function checkShared<P>(
  reader: DataReader<P>,
  map: DataMap<P>,
  settings: ContractSettings,
  seen: Map<string, SharedEntry<P>>,
): void {
  const place = entryOf(map, 'runtime')?.value.place;
  if (typeof settings.runtime === 'string' || place === undefined) return;
  const { shared } = settings.runtime;
  const key = folderKey(shared);
  const first = seen.get(key);
  if (first === undefined) seen.set(key, { settings, place });
  for (const name of first === undefined ? [] : agreed) {
    if (first?.settings[name] === settings[name]) continue;
    reader.complain(place, code, `entries that share '${shared}' differ in '${name}'`, {
      help: `give them the same '${name}', or another shared folder`,
      related: first && [{ message: 'the other one', place: first.place }],
    });
  }
}

/** A normalised folder, so that different spellings of one are usually equal. */
export function folderKey(path: string): string {
  return posix.normalize(path).replace(/\/+$/, '').toLowerCase();
}

import { type DataMap, entryOf } from '../diagnostics/data-node.ts';
import type { DataReader } from '../diagnostics/data-read.ts';
import { folderKey } from './read-runtime.ts';

/** The output folder of an earlier entry. */
export interface SeenOutput<P> {
  readonly place: P;
  /** Whether it only holds a folder for each contract. */
  readonly parent: boolean;
}

/**
 * Reports an output folder that an earlier entry has, too, or that is inside another: each would
 * overwrite files of the other.
 *
 * @param seen outputs of earlier entries by their normalised paths; this one is added
 */
export function checkOutput<P>(
  reader: DataReader<P>,
  map: DataMap<P>,
  { output, parent }: { readonly output: string | undefined; readonly parent: boolean },
  seen: Map<string, SeenOutput<P>>,
): void {
  const place = entryOf(map, 'output')?.value.place;
  if (output === undefined || place === undefined) return;
  const key = folderKey(output);
  const complain = (message: string, other: P): void =>
    reader.complain(place, 'ASMX5002', message, {
      help: 'give each its own output folder',
      related: [{ message: 'the other one', place: other }],
    });
  const same = seen.get(key);
  if (same !== undefined) {
    complain(`two entries write to '${output}'`, same.place);
    return;
  }
  for (const [other, { place: at, parent: onlyParent }] of seen) {
    if (!onlyParent && isInside(key, other)) {
      complain(`the output '${output}' is inside that of another entry`, at);
    } else if (!parent && isInside(other, key)) {
      complain(`the output of another entry is inside '${output}'`, at);
    } else continue;
    break;
  }
  seen.set(key, { place, parent });
}

function isInside(key: string, folder: string): boolean {
  return folder === '.' ? !/^(?:\.\.?(?:\/|$)|\/|[a-z]:)/.test(key) : key.startsWith(`${folder}/`);
}

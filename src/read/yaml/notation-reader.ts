import type { DataEntry, DataMap, DataNode } from '../../diagnostics/data-node.ts';
import type { DataReader } from '../../diagnostics/data-read.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import { bindingWords } from '../../model/yaml/notation-keys.ts';
import { isNcName } from '../../runtime/xml/chars.ts';

/** Diagnostic codes for the notation. */
export const notationCodes = {
  unknownKey: 'ASMX1011',
  missingKey: 'ASMX1012',
  wrongKind: 'ASMX1013',
} as const;

/** Reports a name that XML does not allow. `what` names the thing, such as `operation`. */
export function checkName(
  reader: DataReader<Span>,
  name: string,
  span: Span,
  what: string,
): boolean {
  if (isNcName(name)) return true;
  const corrected = name.trim().replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_');
  const message =
    name === ''
      ? `the name of this ${what} is empty`
      : `'${name}' cannot be the name of this ${what}`;
  const rule = 'a name begins with a letter or _ and continues with letters, digits, _, - and .';
  reader.complain(span, 'ASMX3001', message, {
    help: corrected !== name && isNcName(corrected) ? `write '${corrected}': ${rule}` : rule,
  });
  return false;
}

/** The text under an optional key. */
export function readText(
  reader: DataReader<Span>,
  map: DataMap,
  key: string,
  owner: string,
): string | undefined {
  const value = valueUnder(map, key);
  return value === undefined ? undefined : reader.string(value, `'${key}' in ${owner}`);
}

/** The documentation without surrounding white space; an empty one counts as absent. */
export function readDocumentation(
  reader: DataReader<Span>,
  map: DataMap,
  owner: string,
): string | undefined {
  const text = readText(reader, map, 'documentation', owner)?.trim();
  return text === '' ? undefined : text;
}

/** The truth value under an optional key, `false` if it is absent. */
export function readFlag(
  reader: DataReader<Span>,
  map: DataMap,
  key: string,
  owner: string,
): boolean {
  const value = valueUnder(map, key);
  return value !== undefined && reader.boolean(value, `'${key}' in ${owner}`) === true;
}

/** The entries of a map that may be empty (`operations:` with nothing after it). */
export function readEntries(
  reader: DataReader<Span>,
  node: DataNode | undefined,
  what: string,
): readonly DataEntry[] {
  if (node === undefined || isNothing(node)) return [];
  return reader.map(node, what)?.entries ?? [];
}

/** The bindings of the surrounding contract or service. */
export interface BindingsAround {
  readonly bindings: readonly BindingKind[];
  readonly of: 'contract' | 'service';
}

/** Bindings as listed, in ASMX's order; by default all surrounding ones. */
export function readBindings(
  reader: DataReader<Span>,
  map: DataMap,
  { bindings: allowed, of: around }: BindingsAround,
  owner: string,
): readonly BindingKind[] {
  const node = valueUnder(map, 'bindings');
  if (node === undefined) return allowed;
  const items = reader.list(node, `'bindings' in ${owner}`);
  if (items === undefined) return allowed;
  if (items.length === 0) {
    reader.complain(node.place, 'ASMX1013', `'bindings' in ${owner} is empty`, {
      help: `list one or more of ${allowed.join(', ')}`,
    });
    return allowed;
  }
  const found = new Set<BindingKind>();
  for (const item of items) {
    const word = reader.word(item, bindingWords, 'a binding');
    if (word === undefined) continue;
    if (found.has(word)) {
      reader.complain(item.place, 'ASMX2002', `binding '${word}' appears twice in ${owner}`);
    } else if (!allowed.includes(word)) {
      const message = `binding '${word}' in ${owner} is not among those of the ${around}`;
      const help = `the ${around} has ${allowed.join(', ')}`;
      reader.complain(item.place, 'ASMX1013', message, { help });
    }
    found.add(word);
  }
  return bindingWords.filter((word) => found.has(word));
}

/** The map after a key; an empty value counts as an empty map. */
export function mapOf(
  reader: DataReader<Span>,
  entry: DataEntry,
  owner: string,
): DataMap | undefined {
  if (isNothing(entry.value)) return { kind: 'map', entries: [], place: entry.place };
  return reader.map(entry.value, owner);
}

/** Whether the value of a key is empty. */
export function isNothing(node: DataNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/** The value under a key; `undefined` where the key is absent. */
export function valueUnder(map: DataMap, key: string): DataNode | undefined {
  return map.entries.find((entry) => entry.key === key)?.value;
}

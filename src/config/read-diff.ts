import { type ChangeKind, changeKinds } from '../diagnostics/change-kinds.ts';
import { type DataMap, type DataNode, entryOf } from '../diagnostics/data-node.ts';
import type { DataReader } from '../diagnostics/data-read.ts';
import { type AcceptedChange, type DiffSettings, defaultSettings, readerNames } from './config.ts';
import { acceptedKeys, diffKeys } from './config-keys.ts';

const kinds = Object.keys(changeKinds) as readonly ChangeKind[];

/** Reads `diff` of the configuration. */
export function readDiff<P>(reader: DataReader<P>, root: DataMap<P>): DiffSettings {
  const entry = entryOf(root, 'diff');
  const map = entry && reader.map(entry.value, "'diff'");
  if (map === undefined) return defaultSettings.diff;
  reader.keys(map, diffKeys, "'diff'");
  const ignore = entryOf(map, 'ignore');
  const items = (ignore && reader.list(ignore.value, "'ignore'")) ?? [];
  const accepted = items.flatMap((item) => readAccepted(reader, item) ?? []);
  return { ignore: accepted, readers: readReaders(reader, map) };
}

function readReaders<P>(reader: DataReader<P>, map: DataMap<P>): DiffSettings['readers'] {
  const entry = entryOf(map, 'readers');
  const items = entry && reader.list(entry.value, "'readers'");
  if (entry === undefined || items === undefined) return undefined;
  if (items.length === 0) {
    reader.complain(entry.value.place, 'ASMX5002', "'readers' is empty", {
      help: `list some of ${readerNames.join(', ')}`,
    });
  }
  return items.flatMap((item) => reader.word(item, readerNames, 'a reader') ?? []);
}

function readAccepted<P>(reader: DataReader<P>, node: DataNode<P>): AcceptedChange | undefined {
  const what = "an entry of 'ignore'";
  const map = reader.map(node, what);
  if (map === undefined) return undefined;
  reader.keys(map, acceptedKeys, what);
  const text = (key: string): string | undefined => {
    const entry = entryOf(map, key);
    const value = entry && reader.string(entry.value, `'${key}'`);
    if (entry === undefined || value !== '') return value;
    reader.complain(entry.value.place, 'ASMX5002', `'${key}' is empty`);
    return undefined;
  };
  const place = map.entries[0]?.place ?? map.place;
  const code = reader.required(map, 'code', what, { place, help: example });
  reader.required(map, 'reason', what, { place, help: example });
  const kind = code && reader.word(code.value, kinds, "'code'");
  const reason = text('reason');
  const path = text('path');
  const until = text('until');
  if (until !== undefined && !isDay(until)) {
    const message = `'until' must be a day, such as 2026-12-31, not '${until}'`;
    reader.complain(entryOf(map, 'until')?.value.place ?? place, 'ASMX5002', message);
  }
  if (kind === undefined || reason === undefined) return undefined;
  return { code: kind, path, reason, until };
}

const example = "for example { code: 'field-removed', path: 'Order.note', reason: 'never used' }";

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

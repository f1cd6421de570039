import { convert } from '../schema/convert.ts';
import type { SchemaNode, TypeSchema } from '../schema/node.ts';
import type { RecordFrame } from '../server/protocol.ts';
import { plainOf } from './read-input.ts';

/** Where the records of a result are, and what they are. */
export interface RecordPlace {
  /** Properties that lead to their list. */
  readonly path: readonly string[];
  readonly item: SchemaNode;
}

/** Finds the list that a result consists of. */
export function recordPlace(output: TypeSchema<unknown>): RecordPlace {
  const path: string[] = [];
  let node: SchemaNode = output;
  for (;;) {
    const { items, properties } = plainOf(node);
    if (items !== undefined) return { path, item: items };
    const [entry] = Object.entries(properties ?? {});
    if (entry === undefined || entry[1] === false) return { path, item: {} };
    path.push(entry[0]);
    node = entry[1];
  }
}

/** Each record on a line of its own (JSON Lines). */
export function recordLines({ item }: RecordPlace): RecordFrame {
  const write = (record: unknown): string => `${JSON.stringify(convert(item, record, 'value'))}\n`;
  return { head: '', tail: '', empty: '', write };
}

/** The whole result as one JSON text. */
export function recordList({ path, item }: RecordPlace): RecordFrame {
  const head = `${path.map((name) => `{${JSON.stringify(name)}:`).join('')}[`;
  const tail = `]${'}'.repeat(path.length)}`;
  let separator = '';
  const write = (record: unknown): string => {
    const text = separator + JSON.stringify(convert(item, record, 'value'));
    separator = ',';
    return text;
  };
  return { head, tail, empty: head + tail, write };
}

/** The records of a result that is there as a whole. */
export function recordsIn(result: unknown, { path }: RecordPlace): readonly unknown[] {
  let value: unknown = result;
  for (const name of path) {
    value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  }
  return Array.isArray(value) ? value : [];
}

/** The result of which a record is all. */
export function asResult({ path }: RecordPlace, record: unknown): unknown {
  return path.reduceRight<unknown>((value, name) => ({ [name]: value }), [record]);
}

import type { DataEntry, DataNode } from '../../diagnostics/data-node.ts';
import type { DataReader } from '../../diagnostics/data-read.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import type { FieldNotation, HeaderNotation } from '../../model/yaml/notation.ts';
import { notationKeys } from '../../model/yaml/notation-keys.ts';
import {
  checkName,
  readDocumentation,
  readEntries,
  readFlag,
  valueUnder,
} from './notation-reader.ts';
import { readType } from './read-fields.ts';

/** Reads the SOAP headers of an operation. One without directions is sent with the request. */
export function readHeaders(
  reader: DataReader<Span>,
  node: DataNode | undefined,
  owner: string,
): readonly HeaderNotation[] {
  return elements(reader, node, 'header', owner).map(({ field, entry }) => {
    const { value } = entry;
    const what = `header '${entry.key}'`;
    const flag = (key: string): boolean =>
      value.kind === 'map' && readFlag(reader, value, key, what);
    const given = value.kind === 'map' && valueUnder(value, 'in') !== undefined;
    const out = flag('out');
    const within = given ? flag('in') : !out;
    if (!within && !out) {
      const message = `${what} is neither sent nor answered`;
      reader.complain(entry.place, 'ASMX3004', message, { help: 'write in: true or out: true' });
    }
    return { ...field, in: within, out };
  });
}

/** Reads the declared faults of an operation: the types of their details. */
export function readFaults(
  reader: DataReader<Span>,
  node: DataNode | undefined,
  owner: string,
): readonly FieldNotation[] {
  return elements(reader, node, 'fault', owner).map(({ field }) => field);
}

interface ReadElement {
  readonly field: FieldNotation;
  readonly entry: DataEntry;
}

/** Names with types, each an element of its own in header or detail. */
function elements(
  reader: DataReader<Span>,
  node: DataNode | undefined,
  what: 'header' | 'fault',
  owner: string,
): readonly ReadElement[] {
  if (node?.kind === 'list') {
    const help = `write each ${what} as a key with its type: { Name: Type }`;
    const message = `'${what}s' of ${owner} must be a map, not a list`;
    reader.complain(node.place, 'ASMX1013', message, { help });
    return [];
  }
  return readEntries(reader, node, `'${what}s' of ${owner}`).flatMap((entry) => {
    checkName(reader, entry.key, entry.place, what);
    const field = readElement(reader, entry, what);
    return field === undefined ? [] : { field, entry };
  });
}

/** A type, or a map with one. */
function readElement(
  reader: DataReader<Span>,
  entry: DataEntry,
  what: 'header' | 'fault',
): FieldNotation | undefined {
  const { key, place, value } = entry;
  const owner = `${what} '${key}'`;
  const map = value.kind === 'map' ? value : undefined;
  if (map !== undefined) reader.keys(map, notationKeys[what], owner);
  const help = 'add its type, such as type: string';
  const given = map === undefined ? entry : reader.required(map, 'type', owner, { place, help });
  const type = given && readType(reader, given.value, owner, given.place);
  if (type === undefined) return undefined;
  if (type.optional || type.repeated) {
    const mark = type.optional ? '?' : '*';
    reader.complain(type.span, 'ASMX1014', `the type of ${owner} cannot have '${mark}'`, {
      help: what === 'header' ? 'every header may be left out' : 'a fault has one detail',
    });
  }
  return {
    name: key,
    span: place,
    type,
    documentation: map && readDocumentation(reader, map, owner),
  };
}

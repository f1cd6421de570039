import type { DataEntry, DataNode } from '../../diagnostics/data-node.ts';
import type { DataReader } from '../../diagnostics/data-read.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import type { FieldNotation, NamedType, TypeExpression } from '../../model/yaml/notation.ts';
import { notationKeys } from '../../model/yaml/notation-keys.ts';
import {
  checkName,
  isNothing,
  readDocumentation,
  readEntries,
  readFlag,
  valueUnder,
} from './notation-reader.ts';
import { readTypeExpression } from './type-expression.ts';

/** Words for the fields under a key. */
const fieldWords = {
  parameters: 'parameter',
  returns: 'out parameter',
  fields: 'field',
  attributes: 'attribute',
} as const;

/** Reads a map of fields under a key; `owner` completes "of …". */
export function readFields(
  reader: DataReader<Span>,
  node: DataNode | undefined,
  key: keyof typeof fieldWords,
  owner: string,
): readonly FieldNotation[] {
  const what = fieldWords[key];
  const fields: FieldNotation[] = [];
  if (node?.kind === 'list') {
    reader.complain(node.place, 'ASMX1013', `'${key}' of ${owner} must be a map, not a list`, {
      help: `write each ${what} as a key with its type: { code: string, phone: string }`,
    });
    return fields;
  }
  for (const entry of readEntries(reader, node, `'${key}' of ${owner}`)) {
    checkName(reader, entry.key, entry.place, what);
    const field = readField(reader, entry, `${what} '${entry.key}'`);
    if (field !== undefined) fields.push(field);
  }
  return fields;
}

/** Reads one field: a type expression, or a map with `type`. */
export function readField(
  reader: DataReader<Span>,
  entry: DataEntry,
  owner: string,
): FieldNotation | undefined {
  const { value } = entry;
  if (value.kind !== 'map') {
    const type = readType(reader, value, owner, entry.place);
    return type && { name: entry.key, span: entry.place, type };
  }
  reader.keys(value, notationKeys.field, owner);
  const documentation = readDocumentation(reader, value, owner);
  const optional = readFlag(reader, value, 'optional', owner);
  const nillable = readFlag(reader, value, 'nillable', owner);
  const fallback = readDefault(reader, valueUnder(value, 'default'), owner);
  const help = 'add its type, such as type: string';
  const typeEntry = reader.required(value, 'type', owner, { place: entry.place, help });
  const type = typeEntry && readType(reader, typeEntry.value, owner, typeEntry.place);
  if (type === undefined) return undefined;
  return {
    name: entry.key,
    span: entry.place,
    type: {
      ...type,
      optional: type.optional || (optional && !type.repeated),
      nillable: type.nillable || nillable,
    },
    documentation,
    default: fallback,
  };
}

function readDefault(
  reader: DataReader<Span>,
  node: DataNode | undefined,
  owner: string,
): string | undefined {
  if (node === undefined) return undefined;
  if (node.kind === 'scalar' && node.value !== null) return node.text;
  reader.complain(node.place, 'ASMX1013', `'default' in ${owner} must be a single value`);
  return undefined;
}

/** Reads a type expression from a node. A missing one is reported at `key`. */
export function readType(
  reader: DataReader<Span>,
  node: DataNode,
  owner: string,
  key: Span,
): TypeExpression | undefined {
  const help = 'a type looks like int, string?, Item[], Item* or Item | null';
  if (isNothing(node)) {
    reader.complain(key, 'ASMX1012', `the type of ${owner} is missing`, { help });
    return undefined;
  }
  if (node.kind !== 'scalar') {
    const message = `the type of ${owner} must be a text, not a ${node.kind}`;
    reader.complain(node.place, 'ASMX1013', message, { help });
    return undefined;
  }
  return readTypeExpression(node, reader.complain);
}

/** Reads the name of a type, without marks. */
export function readTypeName(
  reader: DataReader<Span>,
  node: DataNode,
  what: string,
): NamedType | undefined {
  const name = reader.string(node, what);
  if (name === undefined || node.kind !== 'scalar') return undefined;
  const type = readTypeExpression(node, reader.complain);
  if (type === undefined) return undefined;
  if (type.base.kind === 'named' && !type.optional && !type.nillable && !type.repeated) {
    return type.base;
  }
  reader.complain(node.place, 'ASMX1014', `${what} must be a type's name alone, not '${name}'`);
  return undefined;
}

import type { DataEntry, DataMap, DataNode } from '../../diagnostics/data-node.ts';
import type { DataReader } from '../../diagnostics/data-read.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import type {
  EnumerationValueNotation,
  FacetNotation,
  TypeNotation,
} from '../../model/yaml/notation.ts';
import { facetKeys, notationKeys } from '../../model/yaml/notation-keys.ts';
import { isBuiltin, isContentType } from '../../model/yaml/type-names.ts';
import { checkName, readDocumentation, readFlag, valueUnder } from './notation-reader.ts';
import { readFields, readType, readTypeName } from './read-fields.ts';

/** Reads one entry of `types`. */
export function readTypeNotation(
  reader: DataReader<Span>,
  entry: DataEntry,
): TypeNotation | undefined {
  const owner = `type '${entry.key}'`;
  checkName(reader, entry.key, entry.place, 'type');
  if (isBuiltin(entry.key) || isContentType(entry.key)) {
    reader.complain(entry.place, 'ASMX2002', `${owner} would hide the built-in type of that name`, {
      help: 'choose another name',
    });
  }
  const map = reader.map(entry.value, owner);
  if (map === undefined) return undefined;
  const kinds = (['fields', 'values', 'restricts'] as const).filter((key) => valueUnder(map, key));
  if (kinds.length > 1) {
    const second = map.entries.find((one) => one.key === kinds[1]);
    const message = `${owner} cannot have both '${kinds[0]}' and '${kinds[1]}'`;
    reader.complain(second?.place ?? entry.place, 'ASMX1011', message);
    return undefined;
  }
  const read =
    kinds[0] === 'values'
      ? readEnumeration
      : kinds[0] === 'restricts'
        ? readRestriction
        : readClass;
  return read(reader, entry, map, owner);
}

function readClass(
  reader: DataReader<Span>,
  entry: DataEntry,
  map: DataMap,
  owner: string,
): TypeNotation | undefined {
  reader.keys(map, notationKeys.class, owner);
  const base = valueUnder(map, 'extends');
  const text = map.entries.find((one) => one.key === 'text');
  const fields = valueUnder(map, 'fields');
  if (
    fields === undefined &&
    base === undefined &&
    text === undefined &&
    !valueUnder(map, 'attributes')
  ) {
    reader.complain(entry.place, 'ASMX1012', `key 'fields' is missing in ${owner}`, {
      help: "a type has 'fields', 'values' (an enumeration) or 'restricts' (a simple type)",
    });
    return undefined;
  }
  if (text !== undefined && fields !== undefined) {
    reader.complain(text.place, 'ASMX1011', `${owner} cannot have both 'fields' and 'text'`, {
      help: 'text goes with attributes only',
    });
  }
  return {
    kind: 'class',
    name: entry.key,
    span: entry.place,
    documentation: readDocumentation(reader, map, owner),
    abstract: readFlag(reader, map, 'abstract', owner),
    extends: base && readTypeName(reader, base, `'extends' in ${owner}`),
    fields: readFields(reader, fields, 'fields', owner),
    attributes: readFields(reader, valueUnder(map, 'attributes'), 'attributes', owner),
    text: text && readType(reader, text.value, `'text' in ${owner}`, text.place),
  };
}

function readEnumeration(
  reader: DataReader<Span>,
  entry: DataEntry,
  map: DataMap,
  owner: string,
): TypeNotation | undefined {
  reader.keys(map, notationKeys.enumeration, owner);
  const node = valueUnder(map, 'values');
  if (node === undefined) return undefined;
  return {
    kind: 'enumeration',
    name: entry.key,
    span: entry.place,
    documentation: readDocumentation(reader, map, owner),
    flags: readFlag(reader, map, 'flags', owner),
    values: readValues(reader, node, owner),
  };
}

/** A list of values, or a map of values with their documentation. */
function readValues(
  reader: DataReader<Span>,
  node: DataNode,
  owner: string,
): readonly EnumerationValueNotation[] {
  const what = `'values' in ${owner}`;
  const values = new Map<string, EnumerationValueNotation>();
  if (node.kind === 'map') {
    for (const one of node.entries) {
      const documented = one.value.kind !== 'scalar' || one.value.value !== null;
      const documentation = documented
        ? reader.string(one.value, `the documentation of value '${one.key}'`)
        : undefined;
      values.set(one.key, { value: one.key, documentation, span: one.place });
    }
  } else {
    for (const item of reader.list(node, what) ?? []) {
      if (item.kind !== 'scalar' || item.value === null) {
        reader.complain(item.place, 'ASMX1013', `a value in ${owner} must be a text`);
        continue;
      }
      const first = values.get(item.text);
      if (first !== undefined) {
        reader.complain(item.place, 'ASMX2002', `value '${item.text}' appears twice in ${owner}`, {
          related: [{ message: 'first here', place: first.span }],
        });
      } else values.set(item.text, { value: item.text, span: item.place });
    }
  }
  if (
    values.size === 0 &&
    (node.kind === 'map' || (node.kind === 'list' && node.items.length === 0))
  ) {
    reader.complain(node.place, 'ASMX1013', `${what} is empty`, {
      help: 'list the words it may hold',
    });
  }
  return [...values.values()];
}

function readRestriction(
  reader: DataReader<Span>,
  entry: DataEntry,
  map: DataMap,
  owner: string,
): TypeNotation | undefined {
  reader.keys(map, notationKeys.restriction, owner);
  const node = valueUnder(map, 'restricts');
  const base = node && readTypeName(reader, node, `'restricts' in ${owner}`);
  if (base === undefined) return undefined;
  const facets: FacetNotation[] = [];
  for (const name of facetKeys) {
    const facet = map.entries.find((one) => one.key === name);
    if (facet === undefined) continue;
    const { value } = facet;
    const counted = name.endsWith('ength') || name.endsWith('Digits');
    if (value.kind !== 'scalar' || value.value === null) {
      reader.complain(value.place, 'ASMX1013', `'${name}' in ${owner} must be a single value`);
    } else if (counted && !/^\d{1,9}$/.test(value.text)) {
      reader.complain(
        value.place,
        'ASMX1013',
        `'${name}' in ${owner} must be a whole number, not '${value.text}'`,
      );
    } else facets.push({ name, value: value.text, span: value.place });
  }
  const documentation = readDocumentation(reader, map, owner);
  return { kind: 'restriction', name: entry.key, span: entry.place, documentation, base, facets };
}

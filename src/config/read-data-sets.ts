import { type DataMap, type DataNode, entryOf } from '../diagnostics/data-node.ts';
import type { DataReader } from '../diagnostics/data-read.ts';
import type { DataSetSetting } from '../plan/scope/shape-options.ts';
import { forwardSlashes } from './forward-slashes.ts';

const code = 'ASMX5002';
const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
const schemaFile = /\.xsd$/i;

/** Reads `dataSets` of an entry: types of rows by table, or schema files. */
export function readDataSets<P>(
  reader: DataReader<P>,
  map: DataMap<P>,
): Readonly<Record<string, DataSetSetting>> {
  const entry = entryOf(map, 'dataSets');
  const operations = (entry && reader.map(entry.value, "'dataSets'")?.entries) ?? [];
  return Object.fromEntries(
    operations.map(({ key, value }) => [key, readSetting(reader, key, value)]),
  );
}

function readSetting<P>(reader: DataReader<P>, name: string, node: DataNode<P>): DataSetSetting {
  const owner = `'${name}' in 'dataSets'`;
  if (node.kind === 'scalar') return { rowTypes: {}, schemas: readFile(reader, owner, node) };
  const rowTypes: [string, string][] = [];
  const schemas: string[] = [];
  for (const { key, value } of reader.map(node, owner)?.entries ?? []) {
    const text = reader.string(value, `the row type of table '${key}'`);
    if (text === undefined) continue;
    if (schemaFile.test(text)) schemas.push(forwardSlashes(text));
    else if (identifier.test(text)) rowTypes.push([key, text]);
    else {
      reader.complain(value.place, code, `'${text}' is neither a row type nor a schema file`, {
        help: 'name a type in letters, digits, _ and $, or a file that ends in .xsd',
      });
    }
  }
  return { rowTypes: Object.fromEntries(rowTypes), schemas };
}

/** The path of a schema in place of row types. */
function readFile<P>(reader: DataReader<P>, owner: string, node: DataNode<P>): readonly string[] {
  const text = reader.string(node, owner);
  if (text === undefined) return [];
  if (schemaFile.test(text)) return [forwardSlashes(text)];
  reader.complain(node.place, code, `${owner} is not a schema file`, {
    help: "write { Table: 'RowType' }, or the path of a file that ends in .xsd",
  });
  return [];
}

import { type DataMap, type DataNode, entryOf } from '../diagnostics/data-node.ts';
import type { DataReader } from '../diagnostics/data-read.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { OwnType, TypeMapping } from '../plan/scope/shape-options.ts';
import { ownTypeKeys, typeWords } from './config-keys.ts';
import { forwardSlashes } from './forward-slashes.ts';

const code = 'ASMX5002';
const example =
  "for example types: { Amount: { import: './money.js', type: 'Money', " +
  "parse: 'parseMoney', format: 'formatMoney' } }";

/** `types: 'json'`. Dates are text anyway. */
const jsonTypes: TypeMapping = {
  long: 'number',
  integer: 'number',
  decimal: 'number',
  base64Binary: 'string',
  hexBinary: 'string',
};

/** Reads `types` of an entry: words for built-in types, users' own types for any. */
export function readTypes<P>(reader: DataReader<P>, map: DataMap<P>): TypeMapping {
  const entry = entryOf(map, 'types');
  if (entry?.value.kind === 'scalar' && entry.value.value === 'json') return jsonTypes;
  const types = entry && reader.map(entry.value, "'types', if it is not 'json',");
  if (types === undefined) return {};
  const own: [string, OwnType][] = [];
  for (const { key, place, value } of types.entries) {
    if (value.kind === 'map') {
      const type = readOwnType(reader, value, key);
      if (type !== undefined) own.push([key, type]);
    } else if (!Object.hasOwn(typeWords, key)) {
      const known = Object.keys(typeWords);
      reader.complain(
        place,
        code,
        `'${key}' in 'types' is neither a map nor one of ${known.join(', ')}`,
        {
          help: didYouMean(key, known) ?? example,
        },
      );
    }
  }
  const word = <W extends string>(key: string, words: readonly W[]): W | undefined => {
    const value = entryOf(types, key)?.value;
    if (value === undefined || value.kind === 'map') return undefined;
    return reader.word(value, words, `'${key}' in 'types'`);
  };
  const mapping: TypeMapping = {
    dateTime: word('dateTime', typeWords.dateTime),
    date: word('date', typeWords.date),
    time: word('time', typeWords.time),
    duration: word('duration', typeWords.duration),
    long: word('long', typeWords.long),
    integer: word('integer', typeWords.integer),
    decimal: word('decimal', typeWords.decimal),
    base64Binary: word('base64Binary', typeWords.base64Binary),
    hexBinary: word('hexBinary', typeWords.hexBinary),
    own: own.length === 0 ? undefined : Object.fromEntries(own),
    temporal: readTemporal(reader, map),
  };
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined));
}

function readOwnType<P>(reader: DataReader<P>, map: DataMap<P>, name: string): OwnType | undefined {
  const owner = `'${name}' in 'types'`;
  if (scopedTypes.has(name)) {
    reader.complain(map.place, code, `${owner} cannot be a type of your own`, {
      help: 'what its text means depends on the rest of the message',
    });
  }
  reader.keys(map, ownTypeKeys, owner);
  const { place } = map;
  const [module, type, parse, format] = ownTypeKeys.map((key) => {
    const entry = reader.required(map, key, owner, { place, help: example });
    return entry && readPart(reader, entry.value, key, owner);
  });
  if (module === undefined || type === undefined) return undefined;
  if (parse === undefined || format === undefined) return undefined;
  return { import: module, type, parse, format };
}

/** The module that exports Temporal. */
function readTemporal<P>(reader: DataReader<P>, map: DataMap<P>): string | undefined {
  const node = entryOf(map, 'temporal')?.value;
  const written = node && reader.string(node, "'temporal'");
  if (node === undefined || written === undefined) return undefined;
  const text = asSpecifier(written);
  if (specifier.test(text)) return text;
  reader.complain(node.place, code, `'${written}', the module of 'temporal', is not a module`, {
    help: 'name a package that exports Temporal, such as temporal-polyfill, or a path: ./dates.js',
  });
  return undefined;
}

/** Types whose texts depend on namespaces in scope or on the IDs of a message. */
const scopedTypes: ReadonlySet<string> = new Set([
  ...['QName', 'NOTATION', 'ID', 'IDREF', 'IDREFS', 'ENTITY', 'ENTITIES'],
]);

/** A module specifier, whose path may have been written on Windows. */
function asSpecifier(text: string): string {
  return text.startsWith('.') ? forwardSlashes(text) : text;
}

/** Packages, their subpaths, `#imports`, and paths relative to the configuration: `./money.js`. */
const specifier = /^(?:\.{1,2}\/)*[\w@#~][\w@.~+-]*(?:\/[\w@~+-][\w@.~+-]*)*$/;
const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

function readPart<P>(
  reader: DataReader<P>,
  node: DataNode<P>,
  key: (typeof ownTypeKeys)[number],
  owner: string,
): string | undefined {
  const written = reader.string(node, `'${key}' of ${owner}`);
  if (written === undefined) return undefined;
  const text = key === 'import' ? asSpecifier(written) : written;
  if ((key === 'import' ? specifier : identifier).test(text)) return text;
  const expected = key === 'import' ? 'not a module' : 'not an identifier';
  reader.complain(node.place, code, `'${text}', '${key}' of ${owner}, is ${expected}`, {
    help:
      key === 'import'
        ? 'name a package, or a path from the folder of the configuration: ./money.js'
        : 'name what the module exports, in letters, digits, _ and $',
  });
  return undefined;
}

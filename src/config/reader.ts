import { posix } from 'node:path';
import {
  type Complain,
  createDataReader,
  type DataMap,
  type DataNode,
  type DataReader,
  describeData,
  mapEntry,
} from '../diagnostics/data.ts';
import { type ChangeKind, changeKinds, diagnosticTitles } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/words.ts';
import type { RuntimeChoice } from '../plan/result.ts';
import type { DataSetSetting, OwnType, TypeMapping } from '../plan/settings.ts';
import {
  type AcceptedChange,
  allTargets,
  type ContractConfig,
  type ContractSettings,
  type DiffSettings,
  defaultSettings,
  type ImportSource,
  isAdded,
  type LintLevel,
  mixedTargets,
  readerNames,
  targetsOf,
} from './settings.ts';

const code = 'ASMX5002';
const codes = { unknownKey: code, missingKey: code, wrongKind: code } as const;
const owner = 'the configuration';

/** Checks a configuration and adds defaults. Reports every problem. */
export function readConfig<P>(
  root: DataNode<P>,
  complain: Complain<P>,
): readonly ContractSettings[] {
  const reader = createDataReader(complain, codes);
  const map = reader.map(root, owner);
  if (map === undefined) return [];
  reader.keys(map, configKeys, owner);
  const place = map.entries[0]?.place ?? map.place;
  const entry = reader.required(map, 'contracts', owner, { place, help: contractsExample });
  if (entry === undefined) return [];
  const items = reader.list(entry.value, "'contracts'");
  if (items === undefined) return [];
  if (items.length === 0) {
    complain(entry.value.place, code, "'contracts' is empty", { help: contractsExample });
  }
  const seen: SeenFolders<P> = { outputs: new Map(), shared: new Map() };
  const lint = readLint(reader, map);
  const imports = readImports(reader, map);
  const diff = readDiff(reader, map);
  return items.map((item) => {
    const settings = readContractConfig(reader, item, seen);
    return {
      ...settings,
      imports: [...settings.imports, ...imports],
      lint: { ...lint, ...settings.lint },
      diff,
    };
  });
}

const contractsExample = "for example contracts: [{ input: 'specs/service.wsdl' }]";

/** Folders of earlier entries, with which others are compared. */
interface SeenFolders<P> {
  readonly outputs: Map<string, SeenOutput<P>>;
  readonly shared: Map<string, SharedEntry<P>>;
}

function readContractConfig<P>(
  reader: DataReader<P>,
  node: DataNode<P>,
  { outputs, shared }: SeenFolders<P>,
): ContractSettings {
  const what = "an entry of 'contracts'";
  const map = reader.map(node, what);
  if (map === undefined) return defaultSettings;
  reader.keys(map, contractKeys, what);
  const place = map.entries[0]?.place ?? map.place;
  const input = reader.required(map, 'input', what, { place, help: contractsExample });
  const optional = <W extends string>(key: string, words: readonly W[]): W | undefined => {
    const value = mapEntry(map, key)?.value;
    return value && reader.word(value, words, `'${key}'`);
  };
  const word = <W extends string>(key: string, words: readonly W[], fallback: W): W =>
    optional(key, words) ?? fallback;
  const inputs = readInput(reader, input?.value);
  const output = readPath(reader, map, 'output');
  checkOutput(reader, map, { output, parent: inputs.folderEach }, outputs);
  const settings: ContractSettings = {
    ...inputs,
    output,
    targets: readTargets(reader, map),
    runtime: readRuntime(reader, map),
    baseUrl: readUrl(reader, map),
    namespace: readText(reader, map, 'namespace'),
    naming: readNaming(reader, map),
    types: readTypes(reader, map),
    arrays: word('arrays', arraysWords, 'unwrap'),
    enums: word('enums', enumsWords, 'union'),
    brands: readFlag(reader, map, 'brands'),
    dataSets: readDataSets(reader, map),
    streams: readList(reader, map, 'streams'),
    only: readList(reader, map, 'only'),
    publish: optional('publish', publishWords),
    routes: readRoutes(reader, map),
    scriptServices: readScriptServices(reader, map),
    scriptGets: readList(reader, map, 'scriptGets'),
    templates: readPath(reader, map, 'templates'),
    handlers: readPath(reader, map, 'handlers'),
    emit: word('emit', emitWords, 'ts'),
    importExtension: optional('importExtension', importExtensionWords),
    header: readText(reader, map, 'header'),
    gitattributes: readFlag(reader, map, 'gitattributes', true),
    format: word('format', formatWords, 'default'),
    allowHosts: readList(reader, map, 'allowHosts'),
    imports: readImports(reader, map),
    confine: readPath(reader, map, 'confine'),
    lenient: readFlag(reader, map, 'lenient'),
    patterns: word('patterns', patternsWords, 'xsd'),
    lint: readLint(reader, map),
    diff: defaultSettings.diff,
  };
  checkShared(reader, map, settings, shared);
  checkImportExtension(reader, map, settings);
  return settings;
}

/** JavaScript cannot import files that end in `.ts`. */
function checkImportExtension<P>(
  reader: DataReader<P>,
  map: DataMap<P>,
  { emit, importExtension }: ContractSettings,
): void {
  const entry = mapEntry(map, 'importExtension');
  if (entry === undefined || emit !== 'js' || importExtension !== 'ts') return;
  reader.complain(entry.value.place, code, "with emit 'js' no file ends in '.ts'", {
    help: "set importExtension to 'js', or to 'none' for a bundler",
  });
}

function readInput<P>(
  reader: DataReader<P>,
  node: DataNode<P> | undefined,
): Pick<ContractSettings, 'input' | 'folderEach'> {
  const input = (node && readTexts(reader, node, "'input'")) ?? [];
  return { input, folderEach: node?.kind === 'list' || input.some(isGlob) };
}

/** The non-empty text under an optional key. */
function readText<P>(reader: DataReader<P>, map: DataMap<P>, key: string): string | undefined {
  const entry = mapEntry(map, key);
  const text = entry && reader.string(entry.value, `'${key}'`);
  if (text !== '') return text;
  reader.complain(entry?.value.place ?? map.place, code, `'${key}' is empty`, {
    help: 'remove the key, or give it a value',
  });
  return undefined;
}

function readPath<P>(reader: DataReader<P>, map: DataMap<P>, key: string): string | undefined {
  const path = readText(reader, map, key);
  return path && forwardSlashes(path);
}

/** One text or a list of them. */
function readTexts<P>(
  reader: DataReader<P>,
  node: DataNode<P>,
  what: string,
): readonly string[] | undefined {
  if (node.kind === 'map') {
    reader.complain(node.place, code, `${what} must be a text or a list of texts, not a map`);
    return undefined;
  }
  const items = node.kind === 'list' ? node.items : [node];
  if (items.length === 0) reader.complain(node.place, code, `${what} is empty`);
  const texts: string[] = [];
  for (const item of items) {
    const text = reader.string(item, what);
    if (text === '') reader.complain(item.place, code, `${what} is empty`);
    else if (text !== undefined) texts.push(text);
  }
  return texts;
}

function readTargets<P>(reader: DataReader<P>, map: DataMap<P>): ContractSettings['targets'] {
  const entry = mapEntry(map, 'targets');
  const items = entry && reader.list(entry.value, "'targets'");
  if (entry === undefined || items === undefined) return defaultSettings.targets;
  if (items.length === 0) {
    reader.complain(entry.value.place, code, "'targets' is empty", {
      help: `list some of ${allTargets.join(', ')}`,
    });
  }
  let added = 0;
  const found = items.flatMap((item) => {
    if (item.kind !== 'scalar' || !isAdded(String(item.value))) {
      return reader.word(item, allTargets, 'a target') ?? [];
    }
    added += 1;
    return (
      reader.word({ ...item, value: String(item.value).slice(1) }, allTargets, 'a target') ?? []
    );
  });
  if (added === 0) return targetsOf(found, []);
  if (added < items.length) {
    reader.complain(entry.value.place, code, mixedTargets, {
      help: 'write + in front of all or none',
    });
  }
  return targetsOf([...defaultSettings.targets, ...found], []);
}

function readUrl<P>(reader: DataReader<P>, map: DataMap<P>): string | undefined {
  const url = readText(reader, map, 'baseUrl');
  const entry = mapEntry(map, 'baseUrl');
  if (url === undefined || entry === undefined) return undefined;
  if (
    !/^https?:\/\/[^/?#\s]+[^?#\s]*(?:\?(?:(?:single)?wsdl|disco|op=\w*))?$/i.test(url) ||
    !URL.canParse(url)
  ) {
    reader.complain(entry.value.place, code, `baseUrl '${url}' is not the address of a server`, {
      help: 'for example http://localhost:8080',
    });
  }
  return url;
}

function readNaming<P>(reader: DataReader<P>, map: DataMap<P>): Readonly<Record<string, string>> {
  const names: [string, string][] = [];
  for (const entry of entriesOf(reader, map, 'naming')) {
    const name = reader.string(entry.value, `the name of '${entry.key}'`);
    if (name === undefined) continue;
    if (/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name)) names.push([entry.key, name]);
    else {
      reader.complain(entry.value.place, code, `'${name}' is not an identifier`, {
        help: 'use letters, digits, _ and $; begin with none of the digits',
      });
    }
  }
  return Object.fromEntries(names);
}

/** The texts under an optional key; none without it. */
function readList<P>(reader: DataReader<P>, map: DataMap<P>, key: string): readonly string[] {
  const entry = mapEntry(map, key);
  return (entry && readTexts(reader, entry.value, `'${key}'`)) ?? [];
}

/** `true`, or names of services; none without the key. */
function readScriptServices<P>(
  reader: DataReader<P>,
  map: DataMap<P>,
): ContractSettings['scriptServices'] {
  const key = 'scriptServices';
  const value = mapEntry(map, key)?.value;
  if (value?.kind === 'list') return readList(reader, map, key);
  if (value?.kind === 'scalar' && value.value === true) return true;
  if (value !== undefined) {
    reader.complain(value.place, code, `'${key}' must be true or a list of services`, {
      help: "write true for all services, or their names: ['Orders']",
    });
  }
  return [];
}

function readFlag<P>(
  reader: DataReader<P>,
  map: DataMap<P>,
  key: string,
  fallback = false,
): boolean {
  const entry = mapEntry(map, key);
  return (entry && reader.boolean(entry.value, `'${key}'`)) ?? fallback;
}

/**
 * Keys of the configuration, in the order of the reference. A test compares them with the JSON
 * schema.
 */
export const configKeys: readonly string[] = ['$schema', 'contracts', 'imports', 'lint', 'diff'];

/** Keys of one entry of `contracts`. */
export const contractKeys: readonly (keyof ContractConfig)[] = [
  'input',
  'output',
  'targets',
  'runtime',
  'baseUrl',
  'namespace',
  'naming',
  'types',
  'temporal',
  'arrays',
  'enums',
  'brands',
  'dataSets',
  'streams',
  'only',
  'publish',
  'routes',
  'scriptServices',
  'scriptGets',
  'templates',
  'handlers',
  'emit',
  'importExtension',
  'header',
  'gitattributes',
  'format',
  'allowHosts',
  'imports',
  'confine',
  'lenient',
  'patterns',
  'lint',
];

/** Keys of `diff`. */
export const diffKeys = ['ignore', 'readers'] as const;
/** Keys of an entry of `ignore` in `diff`. */
export const acceptedKeys = ['code', 'path', 'reason', 'until'] as const;

/** Words of `runtime`, which may also be a map with the key `shared`. */
export const runtimeWords = ['vendor', 'package'] as const;
/** Words of `arrays`. */
export const arraysWords = ['unwrap', 'keep'] as const;
/** Words of `enums`. */
export const enumsWords = ['union', 'const'] as const;
/** Words of `publish`. */
const publishWords = ['original', 'rebuilt'] as const;
/** Words of `patterns`. */
export const patternsWords = ['xsd', 'dotnet'] as const;
/** Words of `emit`. */
export const emitWords = ['ts', 'js'] as const;
/** Words of `importExtension`. */
export const importExtensionWords = ['js', 'ts', 'none'] as const;
/** Words of `format`. */
export const formatWords = ['default', 'project'] as const;
/** Severities a lint rule can have. */
export const lintLevels: readonly LintLevel[] = ['off', 'hint', 'warning', 'error'];

/** Keys of `types` that may be words: the TypeScript types each may become. */
export const typeWords = {
  dateTime: ['string', 'Date', 'Temporal'],
  date: ['string', 'Temporal'],
  time: ['string', 'Temporal'],
  duration: ['string', 'Temporal'],
  long: ['bigint', 'number', 'string'],
  integer: ['bigint', 'number', 'string'],
  decimal: ['string', 'number'],
  base64Binary: ['Uint8Array', 'string'],
  hexBinary: ['Uint8Array', 'string'],
} as const;

/** Keys of a user's own type in `types`. */
const ownTypeKeys = ['import', 'type', 'parse', 'format'] as const;

const kinds = Object.keys(changeKinds) as readonly ChangeKind[];

/** Reads `diff` of the configuration. */
function readDiff<P>(reader: DataReader<P>, root: DataMap<P>): DiffSettings {
  const entry = mapEntry(root, 'diff');
  const map = entry && reader.map(entry.value, "'diff'");
  if (map === undefined) return defaultSettings.diff;
  reader.keys(map, diffKeys, "'diff'");
  const ignore = mapEntry(map, 'ignore');
  const items = (ignore && reader.list(ignore.value, "'ignore'")) ?? [];
  const accepted = items.flatMap((item) => readAccepted(reader, item) ?? []);
  return { ignore: accepted, readers: readReaders(reader, map) };
}

function readReaders<P>(reader: DataReader<P>, map: DataMap<P>): DiffSettings['readers'] {
  const entry = mapEntry(map, 'readers');
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
    const entry = mapEntry(map, key);
    const value = entry && reader.string(entry.value, `'${key}'`);
    if (entry === undefined || value !== '') return value;
    reader.complain(entry.value.place, 'ASMX5002', `'${key}' is empty`);
    return undefined;
  };
  const place = map.entries[0]?.place ?? map.place;
  const code = reader.required(map, 'code', what, { place, help: acceptedExample });
  reader.required(map, 'reason', what, { place, help: acceptedExample });
  const kind = code && reader.word(code.value, kinds, "'code'");
  const reason = text('reason');
  const path = text('path');
  const until = text('until');
  if (until !== undefined && !isDay(until)) {
    const message = `'until' must be a day, such as 2026-12-31, not '${until}'`;
    reader.complain(mapEntry(map, 'until')?.value.place ?? place, 'ASMX5002', message);
  }
  if (kind === undefined || reason === undefined) return undefined;
  return { code: kind, path, reason, until };
}

const acceptedExample =
  "for example { code: 'field-removed', path: 'Order.note', reason: 'never used' }";

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Routes by `Service.Operation`. Whether they fit the contract is found when it is planned. */
function readRoutes<P>(reader: DataReader<P>, map: DataMap<P>): Readonly<Record<string, string>> {
  const routes: [string, string][] = [];
  for (const entry of entriesOf(reader, map, 'routes')) {
    const route = reader.string(entry.value, `the route of '${entry.key}'`);
    if (route === undefined) continue;
    if (/^(?:GET|POST|PUT|PATCH|DELETE) \/\S*$/.test(route)) routes.push([entry.key, route]);
    else {
      reader.complain(entry.value.place, 'ASMX5002', `'${route}' is not a method and a path`, {
        help: "write it like 'GET /orders/{orderId}', with GET, POST, PUT, PATCH or DELETE",
      });
    }
  }
  return Object.fromEntries(routes);
}

/** Codes of errors alone, which nothing can silence. */
const errorsAlone = /^ASMX(?:100[12]|102[01]|103[1-4]|4|500[12]|700[1-4]|8|9)/;
const lintCodes = Object.keys(diagnosticTitles).filter((one) => !errorsAlone.test(one));
const ruleCodes = lintCodes.filter((one) => one.startsWith('ASMX6'));

/** Reads `lint` of the configuration or of an entry: severities by code. */
function readLint<P>(reader: DataReader<P>, map: DataMap<P>): ContractSettings['lint'] {
  const levels: [string, LintLevel][] = [];
  for (const entry of entriesOf(reader, map, 'lint')) {
    if (!lintCodes.includes(entry.key)) {
      const message = `'${entry.key}' is not a lint rule, nor the code of a warning`;
      const help = `rules are ${ruleCodes[0]} to ${ruleCodes.at(-1)}; warnings show their codes`;
      reader.complain(entry.place, 'ASMX5002', message, { help });
      continue;
    }
    const level = reader.word(entry.value, lintLevels, `the severity of ${entry.key}`);
    if (level !== undefined) levels.push([entry.key, level]);
  }
  return Object.fromEntries(levels);
}

/** The entries of a map under an optional key; none without it. */
function entriesOf<P>(reader: DataReader<P>, map: DataMap<P>, key: string): DataMap<P>['entries'] {
  const entry = mapEntry(map, key);
  return (entry && reader.map(entry.value, `'${key}'`)?.entries) ?? [];
}

/** A path of a configuration, which may have been written on Windows. */
function forwardSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

const typesExample =
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
function readTypes<P>(reader: DataReader<P>, map: DataMap<P>): TypeMapping {
  const entry = mapEntry(map, 'types');
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
          help: didYouMean(key, known) ?? typesExample,
        },
      );
    }
  }
  const word = <W extends string>(key: string, words: readonly W[]): W | undefined => {
    const value = mapEntry(types, key)?.value;
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
    const entry = reader.required(map, key, owner, { place, help: typesExample });
    return entry && readPart(reader, entry.value, key, owner);
  });
  if (module === undefined || type === undefined) return undefined;
  if (parse === undefined || format === undefined) return undefined;
  return { import: module, type, parse, format };
}

/** The module that exports Temporal. */
function readTemporal<P>(reader: DataReader<P>, map: DataMap<P>): string | undefined {
  const node = mapEntry(map, 'temporal')?.value;
  const written = node && reader.string(node, "'temporal'");
  if (node === undefined || written === undefined) return undefined;
  const text = asSpecifier(written);
  if (specifier.test(text)) return text;
  const help =
    'name a package that exports Temporal, such as temporal-polyfill, or a path: ./dates.js';
  const problem = `'${written}', the module of 'temporal', is not a module`;
  reader.complain(node.place, code, problem, { help });
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

const rowTypeName = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
const schemaFile = /\.xsd$/i;

/** Reads `dataSets` of an entry: types of rows by table, or schema files. */
function readDataSets<P>(
  reader: DataReader<P>,
  map: DataMap<P>,
): Readonly<Record<string, DataSetSetting>> {
  const entry = mapEntry(map, 'dataSets');
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
    else if (rowTypeName.test(text)) rowTypes.push([key, text]);
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

/** Reads `imports`: a map of replacements, or the path of a catalog. */
function readImports<P>(reader: DataReader<P>, map: DataMap<P>): readonly ImportSource[] {
  const entry = mapEntry(map, 'imports');
  if (entry === undefined) return [];
  const { value } = entry;
  const refuse = (place: P): void =>
    reader.complain(place, 'ASMX5002', "'imports' needs a text", {
      help: "for example imports: { 'classpath:': 'src/main/resources/' }",
    });
  if (value.kind !== 'map') {
    const catalog = reader.string(value, "'imports'");
    if (catalog === '') refuse(value.place);
    return catalog === undefined || catalog === '' ? [] : [{ catalog: forwardSlashes(catalog) }];
  }
  return value.entries.flatMap(({ key, place, value: target }) => {
    const to = reader.string(target, `what '${key}' leads to`);
    if (to === undefined) return [];
    if (key === '' || to === '') refuse(key === '' ? place : target.place);
    return [{ from: key, to: forwardSlashes(to) }];
  });
}

/** The output folder of an earlier entry. */
interface SeenOutput<P> {
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
function checkOutput<P>(
  reader: DataReader<P>,
  map: DataMap<P>,
  { output, parent }: { readonly output: string | undefined; readonly parent: boolean },
  seen: Map<string, SeenOutput<P>>,
): void {
  const place = mapEntry(map, 'output')?.value.place;
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

/** Characters that have another meaning in an import than in a path. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const notInImports: RegExp = /[?#%'"\u0000-\u001f]/;

/** Reads `runtime` of an entry: a word, or a map with a shared folder. */
function readRuntime<P>(reader: DataReader<P>, map: DataMap<P>): RuntimeChoice {
  const value = mapEntry(map, 'runtime')?.value;
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
        help: (value.kind === 'scalar' && didYouMean(value.text, runtimeWords)) || runtimeExample,
      },
    );
    return 'vendor';
  }
  reader.keys(value, ['shared'], "'runtime'");
  const { place } = value;
  const entry = reader.required(value, 'shared', "'runtime'", { place, help: runtimeExample });
  const written = entry && reader.string(entry.value, "'shared' in 'runtime'");
  const shared = written && forwardSlashes(written);
  if (entry === undefined || shared === undefined) return 'vendor';
  if (shared === '' || notInImports.test(shared)) {
    const problem = shared === '' ? 'is empty' : 'has a character that imports cannot have';
    reader.complain(entry.value.place, code, `'shared' in 'runtime' ${problem}`, {
      help: runtimeExample,
    });
  }
  return { shared };
}

const runtimeExample = "for example runtime: { shared: 'generated/runtime' }";

/** Settings that affect the text of the runtime, and must be equal in contracts that share it. */
const agreed = ['emit', 'importExtension', 'header', 'gitattributes', 'format'] as const;

/** An entry with a shared folder, and its position. */
interface SharedEntry<P> {
  readonly settings: ContractSettings;
  readonly place: P;
}

/**
 * Reports an entry whose settings require a different text of the runtime than an earlier entry
 * with the same folder.
 *
 * @param seen The first entry of each shared folder; a new one is added.
 */
function checkShared<P>(
  reader: DataReader<P>,
  map: DataMap<P>,
  settings: ContractSettings,
  seen: Map<string, SharedEntry<P>>,
): void {
  const place = mapEntry(map, 'runtime')?.value.place;
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
function folderKey(path: string): string {
  return posix.normalize(path).replace(/\/+$/, '').toLowerCase();
}

/** Whether a path has any characters of a glob. */
export function isGlob(pattern: string): boolean {
  return /[*?{]/.test(pattern);
}

/**
 * Converts a glob to a regular expression for whole paths with `/`: `*` any characters of a
 * segment, `**` any number of segments, `?` one character, `{a,b}` alternatives (not nested).
 * Everything else is literal.
 */
export function pathGlob(pattern: string): RegExp {
  let source = '';
  let open = false;
  for (let at = 0; at < pattern.length; at++) {
    const rest = pattern.slice(at);
    const unit = pattern[at] ?? '';
    if (rest.startsWith('**/')) {
      source += '(?:[^/]+/)*';
      at += 2;
    } else if (/^\*+/.test(rest)) {
      // Several stars count as one, because several in a row would make the expression backtrack.
      const run = /^\*+/.exec(rest)?.[0] ?? '*';
      source += run.length > 1 ? '.*' : '[^/]*';
      at += run.length - 1;
    } else if (unit === '?') source += '[^/]';
    else if (unit === '{' && !open && rest.includes('}')) {
      open = true;
      source += '(?:';
    } else if (unit === '}' && open) {
      open = false;
      source += ')';
    } else if (unit === ',' && open) source += '|';
    else source += unit.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  }
  return new RegExp(`^${source}$`, 'u');
}

import { posix } from 'node:path';
import {
  type Complain,
  createDataReader,
  type DataEntry,
  type DataMap,
  type DataNode,
  type DataReader,
  describeData,
  mapEntry,
} from '../diagnostics/data.ts';
import { type ChangeKind, changeKinds, diagnosticTitles } from '../diagnostics/diagnostic.ts';
import { stackChoices } from '../diagnostics/stacks.ts';
import { didYouMean } from '../diagnostics/words.ts';
import type { RuntimeChoice } from '../plan/result.ts';
import type { DataSetSetting, OwnType, TypeMapping } from '../plan/settings.ts';
import {
  type AcceptedChange,
  acceptedKeys,
  allTargets,
  type ContractSettings,
  configKeys,
  contractKeys,
  type DiffSettings,
  defaultSettings,
  diffKeys,
  type Held,
  type ImportSource,
  isAdded,
  type Key,
  type LintLevel,
  lintLevels,
  mixedTargets,
  type ReadKeys,
  runtimeWords,
  targetsOf,
  typeWords,
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
  const read = readKeys(reader, map, configKeys, owner, contractsExample);
  const { contracts, imports, lint, diff, for: stacks } = read;
  return contracts.map((one) => ({
    ...one,
    imports: [...one.imports, ...imports],
    lint: { ...lint, ...one.lint },
    diff,
    for: stacks,
  }));
}

type Keys = Readonly<Record<string, Key>>;

/**
 * Reads what a map has under keys, in their order. What is absent or wrong has its default. Reports
 * keys that are not known, and those that are missing, with an example.
 */
function readKeys<P, T extends Keys>(
  reader: DataReader<P>,
  map: DataMap<P>,
  keys: T,
  owner: string,
  help?: string,
): ReadKeys<T> {
  reader.keys(map, Object.keys(keys), owner);
  const place = map.entries[0]?.place ?? map.place;
  const read = Object.entries(keys).map(([key, one]) => {
    const entry = one.required
      ? reader.required(map, key, owner, { place, help })
      : mapEntry(map, key);
    const value =
      entry &&
      (one.holds === 'word'
        ? reader.word(entry.value, one.words ?? [], `'${key}'`)
        : readers[one.holds](reader, entry));
    return [key, value ?? one.default];
  });
  return Object.fromEntries(read) as ReadKeys<T>;
}

/** What reads the value of a key; `undefined`, reported, if it is wrong. */
const readers: {
  readonly [H in keyof Held]: <P>(
    reader: DataReader<P>,
    entry: DataEntry<P>,
  ) => Held[H][1] | undefined;
} = {
  schema: () => undefined,
  text: readText,
  path: readPath,
  texts: readTexts,
  flag: (reader, { key, value }) => reader.boolean(value, `'${key}'`),
  url: readUrl,
  module: readTemporal,
  targets: readTargets,
  runtime: readRuntime,
  names: readNaming,
  types: readTypes,
  dataSets: readDataSets,
  routes: readRoutes,
  said: readSaid,
  mcp: readMcp,
  services: readScriptServices,
  imports: readImports,
  lint: readLint,
  contracts: readContracts,
  diff: readDiff,
  changes: readAcceptedChanges,
  stacks: readStackNames,
  change: (reader, { key, value }) => reader.word(value, kinds, `'${key}'`),
  day: readDay,
};

function readContracts<P>(
  reader: DataReader<P>,
  { value }: DataEntry<P>,
): readonly ContractSettings[] | undefined {
  const items = reader.list(value, "'contracts'");
  if (items?.length === 0) {
    reader.complain(value.place, code, "'contracts' is empty", { help: contractsExample });
  }
  const seen: SeenFolders<P> = { outputs: new Map(), shared: new Map() };
  return items?.map((item) => readContractConfig(reader, item, seen));
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
  const all = readKeys(reader, map, contractKeys, what, contractsExample);
  const { temporal, types, ...read } = all;
  const folderEach = mapEntry(map, 'input')?.value.kind === 'list' || read.input.some(isGlob);
  const settings: ContractSettings = {
    ...read,
    types: temporal === undefined ? types : { ...types, temporal },
    folderEach,
    diff: defaultSettings.diff,
  };
  checkOutput(reader, map, { output: read.output, parent: folderEach }, outputs);
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

/** A text that is not empty. */
function readText<P>(reader: DataReader<P>, { key, value }: DataEntry<P>): string | undefined {
  const text = reader.string(value, `'${key}'`);
  if (text !== '') return text;
  reader.complain(value.place, code, `'${key}' is empty`, {
    help: 'remove the key, or give it a value',
  });
  return undefined;
}

function readPath<P>(reader: DataReader<P>, entry: DataEntry<P>): string | undefined {
  const path = readText(reader, entry);
  return path && forwardSlashes(path);
}

/** One text or a list of them. */
function readTexts<P>(
  reader: DataReader<P>,
  { key, value }: DataEntry<P>,
): readonly string[] | undefined {
  const what = `'${key}'`;
  if (value.kind === 'map') {
    reader.complain(value.place, code, `${what} must be a text or a list of texts, not a map`);
    return undefined;
  }
  const items = value.kind === 'list' ? value.items : [value];
  if (items.length === 0) reader.complain(value.place, code, `${what} is empty`);
  const texts: string[] = [];
  for (const item of items) {
    const text = reader.string(item, what);
    if (text === '') reader.complain(item.place, code, `${what} is empty`);
    else if (text !== undefined) texts.push(text);
  }
  return texts;
}

function readTargets<P>(
  reader: DataReader<P>,
  { value }: DataEntry<P>,
): ContractSettings['targets'] | undefined {
  const items = reader.list(value, "'targets'");
  if (items === undefined) return undefined;
  if (items.length === 0) {
    reader.complain(value.place, code, "'targets' is empty", {
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
    reader.complain(value.place, code, mixedTargets, {
      help: 'write + in front of all or none',
    });
  }
  return targetsOf([...defaultSettings.targets, ...found], []);
}

function readUrl<P>(reader: DataReader<P>, entry: DataEntry<P>): string | undefined {
  const url = readText(reader, entry);
  if (url === undefined) return undefined;
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

function readNaming<P>(
  reader: DataReader<P>,
  { value }: DataEntry<P>,
): Readonly<Record<string, string>> {
  const names: [string, string][] = [];
  for (const entry of reader.map(value, "'naming'")?.entries ?? []) {
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

/** `true`, or names of services. */
function readScriptServices<P>(
  reader: DataReader<P>,
  entry: DataEntry<P>,
): ContractSettings['scriptServices'] | undefined {
  const { key, value } = entry;
  if (value.kind === 'list') return readTexts(reader, entry);
  if (value.kind === 'scalar' && value.value === true) return true;
  reader.complain(value.place, code, `'${key}' must be true or a list of services`, {
    help: "write true for all services, or their names: ['Orders']",
  });
  return undefined;
}

/** Keys of a user's own type in `types`. */
const ownTypeKeys = ['import', 'type', 'parse', 'format'] as const;

const kinds = Object.keys(changeKinds) as readonly ChangeKind[];

function readDiff<P>(reader: DataReader<P>, { value }: DataEntry<P>): DiffSettings | undefined {
  const map = reader.map(value, "'diff'");
  return map && readKeys(reader, map, diffKeys, "'diff'");
}

function readStackNames<P>(
  reader: DataReader<P>,
  { key, value }: DataEntry<P>,
): DiffSettings['readers'] {
  const items = reader.list(value, `'${key}'`);
  if (items?.length === 0) {
    reader.complain(value.place, code, `'${key}' is empty`, {
      help: `list some of ${stackChoices.join(', ')}`,
    });
  }
  return items?.flatMap(
    (item) => reader.word(item, stackChoices, key === 'for' ? 'a stack' : 'a reader') ?? [],
  );
}

function readAcceptedChanges<P>(
  reader: DataReader<P>,
  { value }: DataEntry<P>,
): readonly AcceptedChange[] | undefined {
  return reader.list(value, "'ignore'")?.flatMap((item) => readAccepted(reader, item) ?? []);
}

function readAccepted<P>(reader: DataReader<P>, node: DataNode<P>): AcceptedChange | undefined {
  const what = "an entry of 'ignore'";
  const map = reader.map(node, what);
  if (map === undefined) return undefined;
  const read = readKeys(reader, map, acceptedKeys, what, acceptedExample);
  const { code: kind, reason, ...others } = read;
  if (kind === undefined || reason === undefined) return undefined;
  return { code: kind, reason, ...others };
}

function readDay<P>(reader: DataReader<P>, entry: DataEntry<P>): string | undefined {
  const until = readText(reader, entry);
  if (until === undefined || isDay(until)) return until;
  const message = `'${entry.key}' must be a day, such as 2026-12-31, not '${until}'`;
  reader.complain(entry.value.place, code, message);
  return undefined;
}

const acceptedExample =
  "for example { code: 'field-removed', path: 'Order.note', reason: 'never used' }";

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Routes by `Service.Operation`. Whether they fit the contract is found when it is planned. */
function readRoutes<P>(
  reader: DataReader<P>,
  { value }: DataEntry<P>,
): Readonly<Record<string, string>> {
  const routes: [string, string][] = [];
  for (const entry of reader.map(value, "'routes'")?.entries ?? []) {
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

function readMcp<P>(
  reader: DataReader<P>,
  { value }: DataEntry<P>,
): ContractSettings['mcp'] | undefined {
  const map = reader.map(value, "'mcp'");
  return map && readKeys(reader, map, contractKeys.mcp.keys, "'mcp'");
}

/** Texts by operation. Whether there are such operations is found when the contract is read. */
function readSaid<P>(
  reader: DataReader<P>,
  { key, value }: DataEntry<P>,
): Readonly<Record<string, string>> {
  const texts = reader.map(value, `'${key}'`)?.entries ?? [];
  return Object.fromEntries(
    texts.flatMap((one) => {
      const text = reader.string(one.value, `the text of '${one.key}'`);
      if (text === undefined || text.trim() !== '')
        return text === undefined ? [] : [[one.key, text]];
      reader.complain(one.value.place, code, `the text of '${one.key}' is empty`, {
        help: 'remove the key, or say what the operation does',
      });
      return [];
    }),
  );
}

/** Codes of errors alone, which nothing can silence. */
const errorsAlone = /^ASMX(?:100[12]|102[01]|103[1-4]|4|500[12]|700[1-4]|8(?!005)|9)/;
const lintCodes = Object.keys(diagnosticTitles).filter((one) => !errorsAlone.test(one));
const ruleCodes = lintCodes.filter((one) => one.startsWith('ASMX6'));

/** Severities by code. */
function readLint<P>(reader: DataReader<P>, { value }: DataEntry<P>): ContractSettings['lint'] {
  const levels: [string, LintLevel][] = [];
  for (const entry of reader.map(value, "'lint'")?.entries ?? []) {
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

/** Words for built-in types, users' own types for any. */
function readTypes<P>(reader: DataReader<P>, { value: node }: DataEntry<P>): TypeMapping {
  if (node.kind === 'scalar' && node.value === 'json') return jsonTypes;
  const types = reader.map(node, "'types', if it is not 'json',");
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
  const words = Object.entries(typeWords).flatMap(([key, known]: [string, readonly string[]]) => {
    const value = mapEntry(types, key)?.value;
    if (value === undefined || value.kind === 'map') return [];
    const word = reader.word(value, known, `'${key}' in 'types'`);
    return word === undefined ? [] : [[key, word]];
  });
  const mapping: TypeMapping = Object.fromEntries(words);
  return own.length === 0 ? mapping : { ...mapping, own: Object.fromEntries(own) };
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
function readTemporal<P>(reader: DataReader<P>, { value }: DataEntry<P>): string | undefined {
  const written = reader.string(value, "'temporal'");
  if (written === undefined) return undefined;
  const text = asSpecifier(written);
  if (specifier.test(text)) return text;
  const help =
    'name a package that exports Temporal, such as temporal-polyfill, or a path: ./dates.js';
  const problem = `'${written}', the module of 'temporal', is not a module`;
  reader.complain(value.place, code, problem, { help });
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

/** Types of rows by table, or schema files. */
function readDataSets<P>(
  reader: DataReader<P>,
  { value }: DataEntry<P>,
): Readonly<Record<string, DataSetSetting>> {
  const operations = reader.map(value, "'dataSets'")?.entries ?? [];
  return Object.fromEntries(
    operations.map((one) => [one.key, readSetting(reader, one.key, one.value)]),
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

/** A map of replacements, or the path of a catalog. */
function readImports<P>(
  reader: DataReader<P>,
  { value }: DataEntry<P>,
): readonly ImportSource[] | undefined {
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

/** A word, or a map with a shared folder. */
function readRuntime<P>(reader: DataReader<P>, { value }: DataEntry<P>): RuntimeChoice | undefined {
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
    return undefined;
  }
  reader.keys(value, ['shared'], "'runtime'");
  const { place } = value;
  const entry = reader.required(value, 'shared', "'runtime'", { place, help: runtimeExample });
  const written = entry && reader.string(entry.value, "'shared' in 'runtime'");
  const shared = written && forwardSlashes(written);
  if (entry === undefined || shared === undefined) return undefined;
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

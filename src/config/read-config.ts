import { type Complain, type DataMap, type DataNode, entryOf } from '../diagnostics/data-node.ts';
import { createDataReader, type DataReader } from '../diagnostics/data-read.ts';
import { checkOutput, type SeenOutput } from './check-output.ts';
import {
  allTargets,
  type ContractSettings,
  defaultSettings,
  isAdded,
  mixedTargets,
  targetsOf,
} from './config.ts';
import {
  arraysWords,
  configKeys,
  contractKeys,
  emitWords,
  enumsWords,
  formatWords,
  importExtensionWords,
  patternsWords,
  publishWords,
} from './config-keys.ts';
import { forwardSlashes } from './forward-slashes.ts';
import { isGlob } from './path-glob.ts';
import { readDataSets } from './read-data-sets.ts';
import { readDiff } from './read-diff.ts';
import { readImports } from './read-imports.ts';
import { entriesOf, readLint } from './read-lint.ts';
import { readRoutes } from './read-routes.ts';
import { checkShared, readRuntime, type SharedEntry } from './read-runtime.ts';
import { readTypes } from './read-types.ts';

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
  const entry = reader.required(map, 'contracts', owner, { place, help: example });
  if (entry === undefined) return [];
  const items = reader.list(entry.value, "'contracts'");
  if (items === undefined) return [];
  if (items.length === 0) {
    complain(entry.value.place, code, "'contracts' is empty", { help: example });
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

const example = "for example contracts: [{ input: 'specs/service.wsdl' }]";

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
  const input = reader.required(map, 'input', what, { place, help: example });
  const optional = <W extends string>(key: string, words: readonly W[]): W | undefined => {
    const value = entryOf(map, key)?.value;
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
  const entry = entryOf(map, 'importExtension');
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
  const entry = entryOf(map, key);
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
  const entry = entryOf(map, 'targets');
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
  const entry = entryOf(map, 'baseUrl');
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
  const entry = entryOf(map, key);
  return (entry && readTexts(reader, entry.value, `'${key}'`)) ?? [];
}

/** `true`, or names of services; none without the key. */
function readScriptServices<P>(
  reader: DataReader<P>,
  map: DataMap<P>,
): ContractSettings['scriptServices'] {
  const key = 'scriptServices';
  const value = entryOf(map, key)?.value;
  if (value?.kind === 'list') return readList(reader, map, key);
  if (value?.kind === 'scalar' && value.value === true) return true;
  if (value !== undefined) {
    reader.complain(value.place, code, `'${key}' must be true or a list of services`, {
      help: "write true for all services, or their names: ['Orders']",
    });
  }
  return [];
}

function readFlag<P>(reader: DataReader<P>, map: DataMap<P>, key: string): boolean {
  const entry = entryOf(map, key);
  return (entry && reader.boolean(entry.value, `'${key}'`)) ?? false;
}

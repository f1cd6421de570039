import type { ChangeKind } from '../diagnostics/diagnostic.ts';
import type { StackChoice } from '../diagnostics/stacks.ts';
import type { RuntimeChoice, Target } from '../plan/result.ts';
import type { DataSetSetting, OwnType, TypeMapping } from '../plan/settings.ts';

/**
 * What keys of the configuration hold, by the words of `holds`: as users write it, and as it is
 * read.
 */
export interface Held {
  /** For editors alone. */
  readonly schema: [string, undefined];
  readonly text: [string, string | undefined];
  /** Relative to the configuration's folder. */
  readonly path: [string, string | undefined];
  readonly texts: [string | readonly string[], readonly string[]];
  readonly flag: [boolean, boolean];
  readonly url: [string, string | undefined];
  /** The specifier of a module. */
  readonly module: [string, string | undefined];
  readonly targets: [readonly Target[] | readonly AddedTarget[], readonly Target[]];
  readonly runtime: [RuntimeChoice, RuntimeChoice];
  readonly names: [Readonly<Record<string, string>>, Readonly<Record<string, string>>];
  readonly types: ['json' | TypesConfig, TypeMapping];
  readonly dataSets: [
    Readonly<Record<string, string | Readonly<Record<string, string>>>>,
    Readonly<Record<string, DataSetSetting>>,
  ];
  readonly routes: [Readonly<Record<string, string>>, Readonly<Record<string, string>>];
  /** Texts that are not empty, by name. */
  readonly said: [Readonly<Record<string, string>>, Readonly<Record<string, string>>];
  readonly mcp: [McpConfig, McpSettings];
  readonly services: [true | readonly string[], true | readonly string[]];
  readonly imports: [Readonly<Record<string, string>> | string, readonly ImportSource[]];
  readonly lint: [Readonly<Record<string, LintLevel>>, Readonly<Record<string, LintLevel>>];
  readonly contracts: [readonly ContractConfig[], readonly ContractSettings[]];
  readonly diff: [DiffConfig, DiffSettings];
  readonly changes: [readonly AcceptedChange[], readonly AcceptedChange[]];
  readonly stacks: [readonly StackChoice[], readonly StackChoice[] | undefined];
  readonly change: [ChangeKind, ChangeKind | undefined];
  readonly day: [string, string | undefined];
}

/**
 * A key: what it holds, or of which words it holds one, or the keys of its map, and its value by
 * default.
 */
export interface Key {
  readonly holds: keyof Held | 'word';
  readonly words?: readonly string[];
  readonly keys?: Readonly<Record<string, Key>>;
  readonly default?: unknown;
  readonly required?: true;
}

type Written<K> = K extends { readonly holds: infer H extends keyof Held }
  ? Held[H][0]
  : K extends { readonly words: readonly (infer W)[] }
    ? W
    : never;

/** Keys as users write them. Those that must be there are told apart. */
type WrittenKeys<T> = { readonly [K in keyof T]?: Written<T[K]> | undefined };

/** What is read under a key. */
type Read<K> = K extends { readonly holds: infer H extends keyof Held }
  ? Held[H][1]
  : K extends { readonly words: readonly (infer W)[] }
    ? W | (K extends { readonly default: string } ? never : undefined)
    : never;

/** What is read under keys. */
export type ReadKeys<T> = { readonly [K in keyof T]: Read<T[K]> };

/**
 * Keys of the configuration, in the order of the reference, which has their comments: `npm run
 * docs` writes the JSON schema of them.
 */
export const configKeys = {
  /** This schema, for editors. */
  $schema: { holds: 'schema' },
  /** What to generate; each entry reads one or several contracts. */
  contracts: { holds: 'contracts', default: [], required: true },
  /** The import map of all contracts: see imports of a contract. */
  imports: { holds: 'imports', default: [] },
  /** Severity by code for all contracts: { "ASMX3015": "off" }. Errors stay errors. */
  lint: { holds: 'lint', default: {} },
  /** What asmx-gen diff accepts. */
  diff: { holds: 'diff', default: { ignore: [] } },
  /**
   * The stacks for which asmx-gen check tells what they cannot do of the contracts, or do wrongly.
   * Default: none.
   */
  for: { holds: 'stacks' },
} as const;

/** Keys of `diff`. */
export const diffKeys = {
  /**
   * Changes that are listed as ignored, with their reasons, and count for nothing. An entry that
   * ended, or matches no change, is told as a warning.
   */
  ignore: { holds: 'changes', default: [] },
  /**
   * The stacks of callers and services: what their programs do not survive counts as a break, and
   * what others do is not told. Default: what WCF loses in silence is told, and needs a major
   * version.
   */
  readers: { holds: 'stacks' },
} as const;

/** Keys of an entry of `ignore` in `diff`. */
export const acceptedKeys = {
  /** Their kind, as in the JSON of diff. */
  code: { holds: 'change', required: true },
  /** Their subject, as in the JSON of diff: Order.items. * stands for any text. Default: any. */
  path: { holds: 'text' },
  /** Why they are accepted. */
  reason: { holds: 'text', required: true },
  /** The last day on which they are accepted, in UTC: 2026-12-31. Default: no end. */
  until: { holds: 'day' },
} as const;

/** Keys of `mcp`. */
export const mcpKeys = {
  /**
   * What agents are told of operations, by Operation or Service.Operation, in place of the
   * contract's documentation.
   */
  texts: { holds: 'said', default: {} },
} as const;

/** Keys of an entry of `contracts`, which is all that a new one needs besides its reader. */
export const contractKeys = {
  /**
   * WSDL, XML Schema or YAML files: a path, a glob (*, **, ?, {a,b}; a leading ! excludes), a URL,
   * or several of them.
   */
  input: { holds: 'texts', default: [], required: true },
  /**
   * Output folder; if 'input' is a glob or a list, the parent of one folder for each contract.
   * Default: generated/<contract name in kebab case>.
   */
  output: { holds: 'path' },
  /**
   * Files to generate. With a `+` in front of each, they are added to the default: `["+schemas"]`.
   */
  targets: { holds: 'targets', default: ['types', 'client', 'server', 'wsdl', 'docs'] },
  /**
   * 'vendor' copies the runtime into the output, 'package' imports the package asmx-gen-runtime. {
   * "shared": folder } puts it into a folder that several contracts import.
   */
  runtime: { holds: 'runtime', default: 'vendor' },
  /**
   * The client's default base URL, instead of the contract's. It may be the address of a service,
   * of its WSDL or of its help page.
   */
  baseUrl: { holds: 'url' },
  /** XML namespace of the operations, instead of the contract's. */
  namespace: { holds: 'text' },
  /** Names for generated code, by Service.Operation, {namespace}local or plain wire name. */
  naming: { holds: 'names', default: {} },
  /**
   * TypeScript types of built-in types, and types of your own for any simple type by its name: a
   * built-in type, {namespace}local or local. 'json': those that JSON can hold, numbers for all
   * integers and decimals, text for base64Binary and hexBinary.
   */
  types: { holds: 'types', default: {} },
  /**
   * The module that exports Temporal, if 'types' uses it: a package, or a path relative to the
   * configuration. Default: the global object.
   */
  temporal: { holds: 'module' },
  /** 'unwrap': an ASMX array is a plain array; 'keep': it keeps its wrapper object. */
  arrays: { holds: 'word', words: ['unwrap', 'keep'], default: 'unwrap' },
  /**
   * 'union': an enumeration is a union of literals; 'const': it is also an object with its values.
   */
  enums: { holds: 'word', words: ['union', 'const'], default: 'union' },
  /**
   * Whether named simple types are distinct types, so that an order number is not accepted as a
   * customer number. Plain strings and numbers are accepted.
   */
  brands: { holds: 'flag', default: false },
  /**
   * Types of the rows of DataSets by Service.Operation and table: types of the contract, or names
   * of types to generate; or the path of a schema file (.xsd) that has the tables.
   */
  dataSets: { holds: 'dataSets', default: {} },
  /**
   * Members of type base64Binary that are a ReadableStream<Uint8Array> in requests and answers, as
   * Service.Operation.member, by the member's name in the contract: a parameter, a part or a
   * result.
   */
  streams: { holds: 'texts', default: [] },
  /** Operations to generate: globs over Operation or Service.Operation. Default: all. */
  only: { holds: 'texts', default: [] },
  /**
   * The WSDL that servers publish at ?WSDL. original: the contract's own documents, with addresses
   * and locations replaced, comments left out, and imports at ?wsdl= and ?xsd=; rebuilt: one WSDL
   * for each service, in ASMX's form. Default: original for a WSDL, unless 'only' or 'namespace'
   * changes what it describes; rebuilt for YAML.
   */
  publish: { holds: 'word', words: ['original', 'rebuilt'] },
  /**
   * Methods and paths of operations for target gateway, by Service.Operation: 'GET
   * /orders/{orderId}'. Parameters in braces are properties of the input. What else it has is in
   * the query of GET and DELETE, and in the body of others.
   */
  routes: { holds: 'routes', default: {} },
  /** The operations as tools for agents: target mcp, and asmx-gen mcp. */
  mcp: { holds: 'mcp', keys: mcpKeys as typeof mcpKeys, default: { texts: {} } },
  /**
   * Services that scripts in browsers may call with JSON, as classes with [ScriptService]: `true`
   * for all, or a list of their names, beside those with 'script: true' in YAML.
   */
  scriptServices: { holds: 'services', default: [] },
  /**
   * Operations of such services that scripts may also call by GET, as methods with
   * [ScriptMethod(UseHttpGet = true)]: a list of Service.Operation.
   */
  scriptGets: { holds: 'texts', default: [] },
  /** Folder whose templates replace the built-in ones of the same name. */
  templates: { holds: 'path' },
  /**
   * Folder of the files that target 'handlers' writes once and then only adds stubs to. Default:
   * 'handlers' beside the output folder, or beside its parent if that is called 'generated'.
   */
  handlers: { holds: 'path' },
  /** `js` writes JavaScript with declarations and their maps instead of TypeScript. */
  emit: { holds: 'word', words: ['ts', 'js'], default: 'ts' },
  /**
   * Extension in relative imports of generated files. Default: what the `tsconfig.json` and the
   * `package.json` around the output ask for: `ts` where Node runs the files as they are, `none`
   * for Next.js, else `js`. `ts` requires `emit: 'ts'`.
   */
  importExtension: { holds: 'word', words: ['js', 'ts', 'none'] },
  /**
   * Text added to the header comment of every generated file, such as a licence line. The runtime
   * keeps its own licence.
   */
  header: { holds: 'text' },
  /**
   * Whether the folder gets a .gitattributes: reviews on GitHub fold generated files, and diffs
   * leave out those of the runtime. One of your own is never overwritten.
   */
  gitattributes: { holds: 'flag', default: true },
  /** 'default': the tool's own style; 'project': prettier with the project's configuration. */
  format: { holds: 'word', words: ['default', 'project'], default: 'default' },
  /** Hosts (example.com, example.com:8080) from which imports may be fetched. Default: none. */
  allowHosts: { holds: 'texts', default: [] },
  /**
   * Where imports lead: replacements by the start of locations, of which the longest counts, or an
   * OASIS catalog. Goes before the map of all contracts.
   */
  imports: { holds: 'imports', default: [] },
  /**
   * Imports from outside this folder are refused; symbolic links are resolved first. Default: no
   * restriction.
   */
  confine: { holds: 'path' },
  /** Leaves out each operation that has a defect in the contract, with a warning. */
  lenient: { holds: 'flag', default: false },
  /**
   * 'xsd': in the patterns of simple types, '^' and '$' are characters like others, as XML Schema
   * has it; 'dotnet': at the beginning and the end they are anchors, as .NET reads them, so that
   * '^[0-9]{3}$' means three digits. Published documents stay as they are.
   */
  patterns: { holds: 'word', words: ['xsd', 'dotnet'], default: 'xsd' },
  /** Severity by code for this contract, before that for all. */
  lint: { holds: 'lint', default: {} },
} as const;

/** The content of `asmx-gen.config.*`. Paths are relative to the configuration's folder. */
export interface Config extends WrittenKeys<typeof configKeys> {
  readonly contracts: readonly ContractConfig[];
}

/** One entry of `contracts`. */
export interface ContractConfig extends WrittenKeys<typeof contractKeys> {
  readonly input: string | readonly string[];
}

/** What agents are told. */
interface McpConfig extends WrittenKeys<typeof mcpKeys> {}

/** The same with its defaults. */
type McpSettings = ReadKeys<typeof mcpKeys>;

/** Settings of `asmx-gen diff`. */
interface DiffConfig extends WrittenKeys<typeof diffKeys> {}

/** Changes that are accepted. */
export interface AcceptedChange extends WrittenKeys<typeof acceptedKeys> {
  readonly code: ChangeKind;
  readonly reason: string;
}

/** Severities a lint rule can have. */
export const lintLevels = ['off', 'hint', 'warning', 'error'] as const;

/** Severity of a warning, a hint or a lint rule in the configuration. */
export type LintLevel = (typeof lintLevels)[number];

/** Keys of `types` that may be words: the TypeScript types each may become, the default first. */
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

/**
 * TypeScript types by name of the simple type: words for some built-in types, your own type for
 * any: another built-in type, or a simple type of the contract, `{namespace}local` or `local`.
 */
type TypesConfig = {
  readonly [K in keyof typeof typeWords]?: (typeof typeWords)[K][number] | OwnType | undefined;
} & { readonly [name: string]: string | OwnType | undefined };

/** Words of `runtime`, which may also be a map with the key `shared`. */
export const runtimeWords = ['vendor', 'package'] as const;

/** A target in addition to others. */
export type AddedTarget = `+${Target}`;

/** Types a configuration written in TypeScript or JavaScript. Returns its argument. */
export function defineConfig(config: Config): Config {
  return config;
}

/** A part of an import map: a replacement, or the path of a catalog. */
export type ImportSource =
  | { readonly from: string; readonly to: string }
  | { readonly catalog: string };

/** One entry of `contracts` with all defaults. */
export interface ContractSettings extends Omit<ReadKeys<typeof contractKeys>, 'temporal'> {
  /** Whether `input` is a glob or a list. Each contract then has its own folder below `output`. */
  readonly folderEach: boolean;
  /** What the configuration says of `diff`, for all contracts. */
  readonly diff: DiffSettings;
  /** The stacks of `check`, for all contracts. */
  readonly for?: readonly StackChoice[] | undefined;
}

/** `diff` of the configuration with its defaults. */
export interface DiffSettings {
  readonly ignore: readonly AcceptedChange[];
  readonly readers?: readonly StackChoice[] | undefined;
}

/** All targets. */
export const allTargets: readonly Target[] = [
  'types',
  'client',
  'server',
  'wsdl',
  'docs',
  'handlers',
  'soap',
  'schemas',
  'gateway',
  'mcp',
];

/** Targets that are chosen, or added to others, in the order of {@link allTargets}. */
export function targetsOf(
  words: readonly Target[] | readonly AddedTarget[],
  others: readonly Target[],
): readonly Target[] {
  const found = new Set<string>(words.some(isAdded) ? others : []);
  for (const word of words) found.add(word.replace(/^\+/, ''));
  return allTargets.filter((target) => found.has(target));
}

/** Whether a word for a target adds it to others. */
export function isAdded(word: string): boolean {
  return word.startsWith('+');
}

/** The problem of words for targets of which some are added, and others chosen. */
export const mixedTargets = 'targets with + are added to the default, and those without replace it';

/** What keys have by default. */
function defaultsOf<T extends Readonly<Record<string, Key>>>(keys: T): ReadKeys<T> {
  const defaults = Object.entries(keys).map(([key, one]) => [key, one.default]);
  return Object.fromEntries(defaults) as ReadKeys<T>;
}

/** Settings without a configuration. `input` is empty. */
export const defaultSettings: ContractSettings = {
  ...defaultsOf(contractKeys),
  folderEach: false,
  diff: configKeys.diff.default,
};

/** Overrides settings with flags. A flag that was not given is `undefined`. */
export function mergeSettings(
  settings: ContractSettings,
  flags: { readonly [K in keyof ContractSettings]?: ContractSettings[K] | undefined },
): ContractSettings {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  return { ...settings, ...Object.fromEntries(given) };
}

import type { ChangeKind } from '../diagnostics/diagnostic.ts';
import type { PlanOptions, RuntimeChoice, Target } from '../plan/result.ts';
import type { DataSetSetting, OwnType, TypeMapping } from '../plan/settings.ts';

/** Severity of a warning, a hint or a lint rule in the configuration. */
export type LintLevel = 'off' | 'hint' | 'warning' | 'error';

/** The content of `asmx-gen.config.*`. Paths are relative to the configuration's folder. */
export interface Config {
  /** JSON schema, for editors. */
  readonly $schema?: string | undefined;
  /** What to generate; each entry reads one or several contracts. */
  readonly contracts: readonly ContractConfig[];
  /**
   * Severity by code (`ASMX3015`) for all contracts: `off`, `hint`, `warning` or `error`. Errors
   * stay errors.
   */
  readonly lint?: Readonly<Record<string, LintLevel>> | undefined;
  /** The import map of all contracts: see `imports` of a contract. */
  readonly imports?: ImportsConfig | undefined;
  /** What `asmx-gen diff` accepts. */
  readonly diff?: DiffConfig | undefined;
}

/** Settings of `asmx-gen diff`. */
interface DiffConfig {
  /** Changes that are listed as ignored, with their reasons, and count for nothing. */
  readonly ignore?: readonly AcceptedChange[] | undefined;
  /**
   * The stacks of callers and services: what their programs lose breaks them, and what others
   * lose is not told. Default: all are told, and what is lost in silence needs a major
   * version.
   */
  readonly readers?: readonly ReaderName[] | undefined;
}

/** A stack that reads the messages of a contract. */
export type ReaderName = (typeof readerNames)[number];

/** Changes that are accepted. */
export interface AcceptedChange {
  /** Their `kind`, such as `field-removed`. */
  readonly code: ChangeKind;
  /** Their `subject`, such as `Order.items`; `*` stands for any text. Default: any. */
  readonly path?: string | undefined;
  /** Why they are accepted. */
  readonly reason: string;
  /** The last day on which they are accepted, `2026-12-31`, in UTC. Default: no end. */
  readonly until?: string | undefined;
}

/** Replacements by the start of locations, or the path of an OASIS catalog. */
type ImportsConfig = Readonly<Record<string, string>> | string;

/** One entry of `contracts`. */
export interface ContractConfig {
  /**
   * WSDL, XML Schema or YAML files: a path, a glob (`*`, `**`, `?`, `{a,b}`; a leading `!`
   * excludes), a URL, or a list of these.
   */
  readonly input: string | readonly string[];
  /**
   * Output folder. If `input` is a glob or a list, the parent of one folder for each contract.
   * Default: `generated/<contract name in kebab case>`.
   */
  readonly output?: string | undefined;
  /**
   * Files to generate. Default: `types client server wsdl docs`. With a `+` in front of each, they
   * are added to the default: `['+schemas']`.
   */
  readonly targets?: readonly Target[] | readonly AddedTarget[] | undefined;
  /**
   * `vendor` (default) copies the runtime into the output, `package` imports `asmx-gen-runtime`,
   * `{ shared: 'generated/runtime' }` puts it into a folder that several contracts import.
   */
  readonly runtime?: RuntimeChoice | undefined;
  /**
   * The client's default base URL, instead of the contract's. It may be the address of a service,
   * of its WSDL or of its help page.
   */
  readonly baseUrl?: string | undefined;
  /** XML namespace of the operations, instead of the contract's. */
  readonly namespace?: string | undefined;
  /** Names for generated code, by `Service.Operation`, `{namespace}local` or plain wire name. */
  readonly naming?: Readonly<Record<string, string>> | undefined;
  /**
   * TypeScript types of built-in types, and types of your own for any simple type. `json`: those
   * that JSON can hold, so that results can be passed on as they are: numbers for all integers and
   * decimals, text for base64Binary and hexBinary.
   */
  readonly types?: 'json' | TypesConfig | undefined;
  /**
   * The module that exports `Temporal`, if `types` uses `Temporal`: a package, or a path. Default:
   * the global.
   */
  readonly temporal?: string | undefined;
  /** `unwrap` (default): an ASMX array is a plain array; `keep`: it has a wrapper object. */
  readonly arrays?: PlanOptions['arrays'] | undefined;
  /**
   * `union` (default): an enumeration is a union of literals; `const`: also an object with its
   * values.
   */
  readonly enums?: PlanOptions['enums'];
  /**
   * Whether named simple types are nominal types, so that an order number is not a customer number.
   * Plain strings and numbers are still assignable. Default: no.
   */
  readonly brands?: boolean | undefined;
  /**
   * Types of the rows of DataSets by `Service.Operation` and table: types of the contract, or names
   * of types to generate; or the path of a schema file (`.xsd`) that has the tables.
   */
  readonly dataSets?:
    | Readonly<Record<string, string | Readonly<Record<string, string>>>>
    | undefined;
  /**
   * Members of type base64Binary that are a `ReadableStream<Uint8Array>` in requests and answers,
   * as `Service.Operation.member`, by the member's name in the contract: a parameter, a part or a
   * result. Default: none; all are a `Uint8Array`.
   */
  readonly streams?: readonly string[] | undefined;
  /** Operations to generate: globs over `Operation` or `Service.Operation`. Default: all. */
  readonly only?: string | readonly string[] | undefined;
  /**
   * The WSDL that servers publish at `?WSDL`. `original`: the contract's own documents, with
   * addresses and locations replaced, comments left out, and imports at `?wsdl=` and `?xsd=`;
   * `rebuilt`: one WSDL for each service, in ASMX's form. Default: `original` for a WSDL, unless
   * `only` or `namespace` changes what it describes; `rebuilt` for YAML.
   */
  readonly publish?: PlanOptions['publish'];
  /**
   * Methods and paths of operations for target `gateway`, by `Service.Operation`:
   * `'GET /orders/{orderId}'`. Parameters in braces are properties of the input. What else it has
   * is in the query of GET and DELETE, and in the body of others.
   */
  readonly routes?: Readonly<Record<string, string>> | undefined;
  /**
   * Services that scripts in browsers may call with JSON, as classes of ASMX with
   * `[ScriptService]`: `true` for all, or a list of their names. YAML says it with `script: true`
   * on a service, too. Only for target `server`.
   */
  readonly scriptServices?: true | readonly string[] | undefined;
  /**
   * Operations of such services that scripts may also call by GET, with the parameters as JSON in
   * the query, as methods of ASMX with `[ScriptMethod(UseHttpGet = true)]`: `Service.Operation`.
   */
  readonly scriptGets?: readonly string[] | undefined;
  /** Folder with templates that replace the built-in ones of the same name. */
  readonly templates?: string | undefined;
  /**
   * Folder of the files that target `handlers` writes once and then only adds stubs to. Default:
   * `handlers` beside the output folder, or beside its parent if that is named `generated`.
   */
  readonly handlers?: string | undefined;
  /**
   * `ts` (default) writes TypeScript; `js` writes JavaScript with declarations, for projects
   * without TypeScript.
   */
  readonly emit?: 'ts' | 'js' | undefined;
  /**
   * Extension in relative imports of generated files. Default: what the `tsconfig.json` and the
   * `package.json` around the output ask for: `ts` where Node runs the files as they are, `none`
   * for Next.js, else `js`. `ts` is for TypeScript alone.
   */
  readonly importExtension?: PlanOptions['importExtension'] | undefined;
  /**
   * Text added to the header comment of every generated file, such as a licence line. The runtime
   * keeps its own licence.
   */
  readonly header?: string | undefined;
  /**
   * Whether the folder gets a `.gitattributes`: reviews on GitHub fold generated files, and diffs
   * leave out those of the runtime. One of your own is never overwritten. Default: true.
   */
  readonly gitattributes?: boolean | undefined;
  /** `default`: the tool's own style; `project`: prettier with the project's configuration. */
  readonly format?: 'default' | 'project' | undefined;
  /** Hosts (`example.com`, `example.com:8080`) from which imports may be fetched. Default: none. */
  readonly allowHosts?: readonly string[] | undefined;
  /**
   * Where imports lead: replacements by the start of locations, of which the longest counts
   * (`{ 'classpath:': 'src/main/resources/' }`), or an OASIS catalog. Goes before the map of all
   * contracts.
   */
  readonly imports?: ImportsConfig | undefined;
  /**
   * Refuses imports from outside this folder, after symbolic links are resolved. Default: imports
   * may be anywhere.
   */
  readonly confine?: string | undefined;
  /**
   * Leaves out each operation that a defect in the contract affects, with a warning. Default: the
   * defect is an error.
   */
  readonly lenient?: boolean | undefined;
  /**
   * `xsd` (default): in the patterns of simple types, `^` and `$` are characters like others, as
   * XML Schema has it; `dotnet`: at the beginning and the end they are anchors, as .NET reads them,
   * so that `^[0-9]{3}$` means three digits. Published documents stay as they are.
   */
  readonly patterns?: 'xsd' | 'dotnet' | undefined;
  /** Severity by code (`ASMX6001`) for this contract, before that for all. */
  readonly lint?: Readonly<Record<string, LintLevel>> | undefined;
}

/**
 * TypeScript types by name of the simple type: words for some built-in types, your own type for
 * any.
 */
interface TypesConfig {
  readonly dateTime?: 'string' | 'Date' | 'Temporal' | OwnType | undefined;
  readonly date?: 'string' | 'Temporal' | OwnType | undefined;
  readonly time?: 'string' | 'Temporal' | OwnType | undefined;
  readonly duration?: 'string' | 'Temporal' | OwnType | undefined;
  readonly long?: 'bigint' | 'number' | 'string' | OwnType | undefined;
  readonly integer?: 'bigint' | 'number' | 'string' | OwnType | undefined;
  readonly decimal?: 'string' | 'number' | OwnType | undefined;
  readonly base64Binary?: 'Uint8Array' | 'string' | OwnType | undefined;
  readonly hexBinary?: 'Uint8Array' | 'string' | OwnType | undefined;
  /** Another built-in type, or a simple type of the contract: `{namespace}local` or `local`. */
  readonly [name: string]: string | OwnType | undefined;
}

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
export interface ContractSettings {
  /** Paths and globs as written. */
  readonly input: readonly string[];
  /** Whether `input` is a glob or a list. Each contract then has its own folder below `output`. */
  readonly folderEach: boolean;
  readonly output: string | undefined;
  readonly targets: readonly Target[];
  /** A shared folder is a path relative to the configuration's folder. */
  readonly runtime: RuntimeChoice;
  readonly baseUrl: string | undefined;
  readonly namespace: string | undefined;
  readonly naming: Readonly<Record<string, string>>;
  readonly types: TypeMapping;
  readonly arrays: PlanOptions['arrays'];
  readonly enums: 'union' | 'const';
  readonly brands: boolean;
  readonly dataSets: Readonly<Record<string, DataSetSetting>>;
  readonly streams: readonly string[];
  readonly only: readonly string[];
  readonly publish: PlanOptions['publish'];
  readonly routes: Readonly<Record<string, string>>;
  readonly scriptServices: true | readonly string[];
  readonly scriptGets: readonly string[];
  readonly templates: string | undefined;
  readonly handlers: string | undefined;
  readonly emit: 'ts' | 'js';
  /** `undefined`: what the project around the output asks for. */
  readonly importExtension: PlanOptions['importExtension'] | undefined;
  readonly header: string | undefined;
  readonly gitattributes: boolean;
  readonly format: 'default' | 'project';
  readonly allowHosts: readonly string[];
  /** The import map, what counts first in front. */
  readonly imports: readonly ImportSource[];
  readonly confine: string | undefined;
  readonly lenient: boolean;
  readonly patterns: 'xsd' | 'dotnet';
  readonly lint: Readonly<Record<string, LintLevel>>;
  /** What the configuration says of `diff`, for all contracts. */
  readonly diff: DiffSettings;
}

/** `diff` of the configuration with its defaults. */
export interface DiffSettings {
  readonly ignore: readonly AcceptedChange[];
  readonly readers?: readonly ReaderName[] | undefined;
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

/**
 * Stacks that `readers` in `diff` can name: what is known of WCF is a hazard, of others nothing.
 */
export const readerNames = [
  'asmx',
  'asmx-gen',
  'wcf',
  'soapcore',
  'zeep',
  'suds',
  'php',
  'nusoap',
  'soap',
  'strong-soap',
  'mesh',
  'loopback',
  'gsoap',
  'kdsoap',
  'libzeep',
  'jax-ws',
  'axis',
  'soap4r',
  'soap-lite',
  'soap-wsdl',
  'xml-compile',
  'pysimplesoap',
  'yaws',
  'lua-soap',
  'haskell-soap',
  'libreoffice',
  'postman',
  'upnp',
] as const;

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

/** Settings without a configuration. `input` is empty. */
export const defaultSettings: ContractSettings = {
  input: [],
  folderEach: false,
  output: undefined,
  targets: ['types', 'client', 'server', 'wsdl', 'docs'],
  runtime: 'vendor',
  baseUrl: undefined,
  namespace: undefined,
  naming: {},
  types: {},
  arrays: 'unwrap',
  enums: 'union',
  brands: false,
  dataSets: {},
  streams: [],
  only: [],
  publish: undefined,
  routes: {},
  scriptServices: [],
  scriptGets: [],
  templates: undefined,
  handlers: undefined,
  emit: 'ts',
  importExtension: undefined,
  header: undefined,
  gitattributes: true,
  format: 'default',
  allowHosts: [],
  imports: [],
  confine: undefined,
  lenient: false,
  patterns: 'xsd',
  lint: {},
  diff: { ignore: [], readers: undefined },
};

/** Overrides settings with flags. A flag that was not given is `undefined`. */
export function mergeSettings(
  settings: ContractSettings,
  flags: { readonly [K in keyof ContractSettings]?: ContractSettings[K] | undefined },
): ContractSettings {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  return { ...settings, ...Object.fromEntries(given) };
}

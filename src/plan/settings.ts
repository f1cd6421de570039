import { didYouMean } from '../diagnostics/words.ts';
import type {
  LinkedService,
  ServiceInterface,
  ServiceModel,
  ServiceOperation,
} from '../model/services.ts';
import { qnameKey } from '../model/xml.ts';
import { builtins } from '../model/xsd/builtins.ts';
import type { SimpleType } from '../model/xsd/schema.ts';
import type { DescribedDataSet } from '../model/xsd/schema-document.ts';
import {
  camelName,
  identifierName,
  pascalName,
  reservedMethodNames,
  shortHash,
} from '../names/identifiers.ts';

/** The same types, with other specifiers for the modules of users' own types. */
export function mapOwnTypes(
  { own, temporal, ...types }: TypeMapping,
  specifier: (module: string) => string,
): TypeMapping {
  const mapped = Object.entries(own ?? {}).map(([name, type]) => [
    name,
    { ...type, import: specifier(type.import) },
  ]);
  return {
    ...types,
    ...(temporal === undefined ? {} : { temporal: specifier(temporal) }),
    ...(own === undefined ? {} : { own: Object.fromEntries(mapped) }),
  };
}

/**
 * Help for globs of `only` that match no operation: what the first one may mean, otherwise what a
 * glob is.
 */
export function globHelp(globs: readonly string[], models: readonly ServiceModel[]): string {
  const names = models.flatMap((model) => [...operationNames(model)]);
  const [meant] = globs.flatMap((glob) => listHelp(glob) ?? didYouMean(glob, names) ?? []);
  return (
    meant ??
    'asmx-gen inspect shows the operations; ' +
      "a glob is held against 'Operation' and 'Service.Operation'"
  );
}

/** Help for several globs in one text. */
function listHelp(text: string): string | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length < 2) return undefined;
  return `each is a glob of its own: ${parts.map((part) => `'${part}'`).join(', ')}`;
}

/** What a glob of `only` is held against, short names first. */
function operationNames({ services }: ServiceModel): ReadonlySet<string> {
  const operations = services.flatMap((service) =>
    service.interfaces.flatMap((one) =>
      one.operations.flatMap(({ name, messageName }) =>
        [name, messageName].map((short) => [short, `${service.name}.${short}`] as const),
      ),
    ),
  );
  return new Set([...operations.map(([short]) => short), ...operations.map(([, long]) => long)]);
}

/** Whether a glob of `only` matches any operation of a contract. */
export function choosesAny(model: ServiceModel, glob: string): boolean {
  const globs = [nameGlob(glob)];
  return model.services.some((service) =>
    service.interfaces.some((one) =>
      one.operations.some((operation) => isChosen(globs, service, operation)),
    ),
  );
}

/** Built-in types that can become objects of Temporal, with their classes. */
export const temporalClasses = {
  dateTime: ['PlainDateTime', 'ZonedDateTime'],
  date: ['PlainDate'],
  time: ['PlainTime'],
  duration: ['Duration'],
} as const;

/** The type that a simple type of the contract becomes instead of one of TypeScript's. */
export type OwnTypeUse = ModuleType | TemporalType;

/** A type from a user's module. */
interface ModuleType {
  readonly kind: 'module';
  readonly own: OwnType;
  /** Names under which `descriptions.ts` imports its functions. */
  readonly parse: string;
  readonly format: string;
}

/** A type of Temporal. */
interface TemporalType {
  readonly kind: 'temporal';
  readonly builtin: keyof typeof temporalClasses;
  /** Module that exports Temporal; absent for the global. */
  readonly module: string | undefined;
}

/** The meaning of a key of `types` in the configuration for `descriptions.ts`. */
export function ownTypeUse(key: string, own: OwnType): ModuleType {
  const end = key.indexOf('}') + 1;
  const word = pascalName(key.slice(end)) + (end === 0 ? '' : shortHash(key));
  return { kind: 'module', own, parse: `${own.parse}$${word}`, format: `${own.format}$${word}` };
}

/** Keys of `types` that denote a type. The plain name of a built-in type denotes no other type. */
export function keysOf(type: SimpleType): readonly string[] {
  const { name, builtin } = type;
  if (name === undefined) return [];
  if (isBuiltinType(type)) return builtin === undefined ? [] : [builtin];
  const full = qnameKey(name);
  return Object.hasOwn(builtins, name.localName) ? [full] : [full, name.localName];
}

/** Whether a type is built-in: its `builtin` is its own name. */
export function isBuiltinType({ name, builtin, span }: SimpleType): boolean {
  return span === undefined && name !== undefined && name.localName === builtin;
}

/** An operation chosen for generation, with its service, interface and names. */
export interface ChosenOperation {
  readonly service: LinkedService;
  readonly interface: ServiceInterface;
  readonly operation: ServiceOperation;
  /** Method on client and server. */
  readonly method: string;
  /** Base of the names of its descriptor and messages; unique in the contract. */
  readonly base: string;
}

/**
 * A glob over names: `*` matches any characters, `?` one character. Letter case counts. Globs of
 * MCP tools are the same, but the runtime imports nothing from here (`runtime/mcp/tools.ts`); those
 * over paths also know folders (`pathGlob` of `config/reader.ts`).
 */
export function nameGlob(glob: string): RegExp {
  const text = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${text}$`, 's');
}

/**
 * Chooses operations by the globs of `only` (over `Service.Operation` or `Operation`) and names
 * them. If several places have an operation, its name starts with the service's name, or within a
 * service with the interface's.
 */
export function chooseOperations(
  model: ServiceModel,
  options: ShapeOptions,
): readonly ChosenOperation[] {
  const globs = options.only.map(nameGlob);
  const found = model.services.flatMap((service) =>
    service.interfaces.flatMap((one) =>
      one.operations
        .filter((operation) => isChosen(globs, service, operation))
        .map((operation) => ({ service, interface: one, operation })),
    ),
  );
  const operations = found.map(({ service, interface: owner, operation }): NamedOperation => {
    const chosen =
      renamed(options, `${service.name}.${operation.messageName}`) ??
      renamed(options, `${service.name}.${operation.name}`);
    const name = chosen ?? operation.publicName;
    return { service, interface: owner, operation, name, chosen: chosen !== undefined };
  });
  const named = withMethods(operations);
  const plain = countBy(named.map((entry) => entry.plain));
  const inService = (entry: MethodOperation): string =>
    pascalName(entry.service.name) + entry.plain;
  // nearly all names are unique
  const wider = countBy(plain.size === named.length ? [] : named.map(inService));
  const baseOf = (entry: MethodOperation): string => {
    if (plain.get(entry.plain) === 1) return entry.plain;
    const name = inService(entry);
    return wider.get(name) === 1 ? name : pascalName(entry.interface.name) + entry.plain;
  };
  return named.map((entry) => {
    const { service, interface: owner, operation, method } = entry;
    return { service, interface: owner, operation, method, base: baseOf(entry) };
  });
}

interface NamedOperation extends Pick<ChosenOperation, 'service' | 'interface' | 'operation'> {
  /** Its public name, or the one that the user chose. */
  readonly name: string;
  /** Whether the user chose the name. */
  readonly chosen: boolean;
}

interface MethodOperation extends NamedOperation {
  readonly method: string;
  /** Base of the names of its messages, if no other operation has that name. */
  readonly plain: string;
}

/**
 * Names methods. If several operations would become the same method, the one spelled like it gets
 * the name. The others are spelled as on the wire, and if that is taken, too, get letters derived
 * from their name: `GetUser` and `getUser` become methods with these names. Names with a meaning on
 * every object count as taken.
 */
function withMethods(all: readonly NamedOperation[]): readonly MethodOperation[] {
  // separated by spaces, which names do not have
  const inPlace = (one: NamedOperation, name: string): string =>
    `${one.service.name} ${one.interface.name} ${name}`;
  const spellings = all.map((one): MethodOperation => {
    const { service, interface: owner, operation, name, chosen } = one;
    const method = camelName(name);
    const plain = pascalName(name);
    return { service, interface: owner, operation, name, chosen, method, plain };
  });
  const methods = countBy(spellings.map((one) => inPlace(one, one.method)));
  const types = countBy(spellings.map((one) => inPlace(one, one.plain)));
  // nearly all names are unique
  const isReserved = spellings.some(({ method }) => reservedMethodNames.has(method));
  if (methods.size === all.length && types.size === all.length && !isReserved) return spellings;
  const spelled = countBy(all.map((one) => inPlace(one, identifierName(one.name))));
  return spellings.map((one) => {
    const { name, chosen, method, plain } = one;
    const taken = reservedMethodNames.has(method);
    const fits = !taken && (methods.get(inPlace(one, method)) === 1 || name === method);
    const twin = types.get(inPlace(one, plain)) !== 1 && name !== plain && !chosen;
    const own = twin ? plain + shortHash(name) : plain;
    if (fits || chosen) return { ...one, plain: own };
    const wire = identifierName(name);
    const key = inPlace(one, wire);
    const free = spelled.get(key) === 1 && !methods.has(key) && !reservedMethodNames.has(wire);
    return { ...one, method: free ? wire : method + shortHash(name), plain: own };
  });
}

/** Whether one of the globs of `only` matches an operation; without globs, all are chosen. */
function isChosen(
  globs: readonly RegExp[],
  service: LinkedService,
  operation: ServiceOperation,
): boolean {
  if (globs.length === 0) return true;
  const names = [operation.name, operation.messageName];
  return globs.some((glob) =>
    names.some((name) => glob.test(name) || glob.test(`${service.name}.${name}`)),
  );
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/**
 * The user's name for a key of `naming`. Keys are names of the contract, which may equal those of
 * inherited properties.
 */
export function renamed({ renames }: ShapeOptions, key: string): string | undefined {
  return Object.hasOwn(renames, key) ? renames[key] : undefined;
}

/** The configuration of names and types. */
export interface ShapeOptions {
  /** TypeScript types of built-in types that differ from the default. */
  readonly types: TypeMapping;
  /** `unwrap`: an ASMX array wrapper is a plain array; `keep`: it is an object. */
  readonly arrays: 'unwrap' | 'keep';
  /**
   * `union` (default): an enumeration is a union of literals; `const`: also an object with its
   * values.
   */
  readonly enums?: 'union' | 'const' | undefined;
  /** Whether named simple types are nominal types. Default: no. */
  readonly brands?: boolean | undefined;
  /**
   * User renames: from `{namespace}local`, `Service.Operation` or plain local name to the
   * requested identifier.
   */
  readonly renames: Readonly<Record<string, string>>;
  /** Rows of DataSets, by `Service.Operation`. */
  readonly dataSets?: Readonly<Record<string, DataSetSetting>> | undefined;
  /** Members that are streams of bytes: `Service.Operation.member`. */
  readonly streams?: readonly string[] | undefined;
  /** Globs over `Service.Operation` or `Operation`; empty for all. */
  readonly only: readonly string[];
}

/** What the configuration says of the rows of an operation's DataSet. */
export interface DataSetSetting {
  /** Names of row types, by table. */
  readonly rowTypes: Readonly<Record<string, string>>;
  /** Paths of the schemas of the DataSet, for the host. */
  readonly schemas?: readonly string[] | undefined;
  /** What these schemas say. */
  readonly description?: DescribedDataSet | undefined;
}

/** TypeScript types a user may choose for simple types. */
export interface TypeMapping {
  readonly dateTime?: 'string' | 'Date' | 'Temporal' | undefined;
  readonly date?: 'string' | 'Temporal' | undefined;
  readonly time?: 'string' | 'Temporal' | undefined;
  readonly duration?: 'string' | 'Temporal' | undefined;
  /** Module that exports `Temporal`, as generated files import it. Default: the global. */
  readonly temporal?: string | undefined;
  readonly long?: 'bigint' | 'number' | 'string' | undefined;
  readonly integer?: 'bigint' | 'number' | 'string' | undefined;
  readonly decimal?: 'string' | 'number' | undefined;
  readonly base64Binary?: 'Uint8Array' | 'string' | undefined;
  readonly hexBinary?: 'Uint8Array' | 'string' | undefined;
  /** Users' own types, by name of the simple type: `{namespace}local`, or its local name. */
  readonly own?: Readonly<Record<string, OwnType>> | undefined;
}

/** A user's own type, and the functions of its module that convert text to values and back. */
export interface OwnType {
  /** Module, as generated files import it. */
  readonly import: string;
  /** Exported type. */
  readonly type: string;
  /** Exported function that converts a text to a value, and throws if it cannot. */
  readonly parse: string;
  /** Exported function that returns the text of a value. */
  readonly format: string;
}

/** TypeScript types of atomic values. */
export type AtomicType =
  | 'string'
  | 'number'
  | 'bigint'
  | 'boolean'
  | 'Uint8Array'
  /** A `ReadableStream` of bytes. */
  | 'stream'
  | 'Date'
  /** A user's own type. */
  | 'own';

/**
 * Names with more bytes in UTF-8 are cut. File systems allow 255, some of which are for extensions
 * and temporary names.
 */
const longestName = 120;

/**
 * A name that is too long for a file is cut, and gets letters that depend on all of it. Others stay
 * unchanged.
 */
export function shortFileName(name: string): string {
  if (name.length * 3 <= longestName) return name;
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= longestName) return name;
  const { read } = encoder.encodeInto(name, new Uint8Array(longestName - 20));
  return `${name.slice(0, read)}-${shortHash(name).toLowerCase()}`;
}

/**
 * A name as lower-case words with hyphens, with only letters, digits, `_` and `-`: `GenerationPlan`
 * becomes `generation-plan`. A name that is too long for a file is cut, one that Windows takes for
 * a device gets `_` before it.
 */
export function kebabName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  return withoutDevice(shortFileName(words));
}

/** Names that Windows reserves for devices, whatever follows the first point. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** A name with `_` before it if Windows takes it for a device. */
export function withoutDevice(name: string): string {
  return deviceName.test(name) ? `_${name}` : name;
}

/**
 * Names for files that are named after services: of normal length, unique regardless of letter
 * case, visible, and valid on every system. A name that is not gets `_` appended until it is.
 * Earlier ones keep their names.
 */
export function planFileNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const files = new Map<string, string>();
  for (const name of names) {
    // letters without width, which names of XML may have, would make two names look the same
    let file = withoutDevice(shortFileName(name.replace(/\p{Cf}/gu, '')));
    while (taken.has(file.normalize('NFC').toLowerCase())) file += '_';
    taken.add(file.normalize('NFC').toLowerCase());
    files.set(name, file);
  }
  return files;
}

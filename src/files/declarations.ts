import { namespaceWord, shortHash } from '../names/identifiers.ts';
import {
  descriptionUsers,
  localClauses,
  namedClauses,
  relativeEnding,
  runtimeClauses,
  sidesOf,
} from '../plan/imports.ts';
import type {
  ConstantPlan,
  ContractPlan,
  ElementPlan,
  FilePlan,
  PlanOptions,
  SchemaPlan,
} from '../plan/result.ts';
import { ownTypeUse, shortFileName, type TypeMapping } from '../plan/settings.ts';
import { importedTemporal } from '../plan/simple-description.ts';
import { acceptingNames } from '../plan/type-schemas.ts';
import {
  constantView,
  type DeclarationView,
  declarationLines,
  type FileView,
  fileView,
  functionView,
} from '../print/declaration.ts';
import { exportAll, type ModuleClause, moduleClauses, stringNode } from '../print/encode.ts';
import { call, type NameUse, namesFrom, reachable } from '../print/node.ts';

/** The constants in use, without those for a side that the folder does not have. */
function usedConstants(contract: ContractPlan): readonly ConstantPlan[] {
  const { descriptions, options } = contract;
  const sides = sidesOf(options);
  if (sides.client && sides.server) return descriptions;
  const uses = (one: { readonly names: readonly NameUse[] }): readonly string[] =>
    namesFrom('descriptions', one.names);
  return reachable(descriptions, descriptionUsers(contract, sides).flatMap(uses), uses);
}

/**
 * All names that parts of a file use, in one list. There may be hundreds of thousands, for which
 * `flatMap` is slow.
 */
function mentionedNames<Part>(
  parts: readonly Part[],
  namesOf: (part: Part) => readonly string[],
): readonly string[] {
  const none: readonly string[] = [];
  return none.concat(...parts.map(namesOf));
}

/** Whether any type is mapped to one of the global Temporal. */
function usesGlobalTemporal(types: TypeMapping): boolean {
  const { dateTime, date, time, duration, temporal } = types;
  return temporal === undefined && [dateTime, date, time, duration].includes('Temporal');
}

/** Plans `types.ts`, and its parts in a large contract. */
export function planTypesFiles(contract: ContractPlan): readonly FilePlan[] {
  return planDeclarationFiles(contract.types, contract.options, {
    name: 'types',
    typeOnly: contract.types.every((one) => one.values === undefined),
    library: usesGlobalTemporal(contract.options.types) ? 'esnext.temporal' : undefined,
    print: ({ values, view }) => (values === undefined ? [view] : [values, view]),
    uses: (items) => mentionedNames(items, (one) => one.uses),
    imports: (items, elsewhere) => [
      ...runtimeClauses(contract, 'runtime', {
        types: mentionedNames(items, (one) => one.runtimeTypes),
      }),
      ...elsewhere.flatMap((one) => moduleClauses({ types: one.names }, one.from)),
    ],
  });
}

/** Plans `descriptions.ts`, and its parts in a large contract. */
export function planDescriptionsFiles(contract: ContractPlan): readonly FilePlan[] {
  return planDeclarationFiles(usedConstants(contract), contract.options, {
    name: 'descriptions',
    print: ({ name, type, value, exported }, isPart) => [
      constantView({ exported: exported || isPart, name, type, breaks: true, value }),
    ],
    uses: (items) => namesIn(items).from('descriptions'),
    isUsedAtOnce,
    order: inOrder,
    imports: (items, elsewhere) => importsOfDescriptions(items, elsewhere, contract),
  });
}

const none: readonly string[] = [];

/** The names that a text uses from elsewhere, without duplicates. */
class UsedNames {
  readonly #found = new Map<NameUse['from'], Set<string>>();

  add(names: readonly NameUse[]): void {
    for (const { from, name } of names) {
      const known = this.#found.get(from);
      if (known === undefined) this.#found.set(from, new Set([name]));
      else known.add(name);
    }
  }

  /** Names from one source, in order. */
  from(from: NameUse['from']): readonly string[] {
    const found = this.#found.get(from);
    return found === undefined ? none : [...found];
  }
}

function namesIn(constants: readonly ConstantPlan[]): UsedNames {
  const used = new UsedNames();
  for (const { names } of constants) used.add(names);
  return used;
}

function importsOfDescriptions(
  items: readonly ConstantPlan[],
  elsewhere: readonly DeclaredElsewhere[],
  contract: ContractPlan,
): readonly ModuleClause[] {
  const { options } = contract;
  const used = namesIn(items);
  const names = { types: used.from('runtimeType'), values: used.from('runtime') };
  const values = new Set(used.from('typesValue'));
  const named = used.from('types');
  const types = values.size === 0 ? named : named.filter((one) => !values.has(one));
  return [
    ...runtimeClauses(contract, 'type', names),
    ...namedClauses(contract, 'types', { types, values: [...values] }),
    ...elsewhere.flatMap((one) => moduleClauses({ values: one.names }, one.from)),
    ...ownTypeClauses(options.types, used.from('own')),
  ];
}

function ownTypeClauses(types: TypeMapping, used: readonly string[]): readonly ModuleClause[] {
  return [...ownImports(types, used)].flatMap(([module, names]) =>
    moduleClauses(
      { values: names.map(({ exported, local }) => `${exported} as ${local}`) },
      module,
    ),
  );
}

/** A name of a module of the user's, and the name for it that the contract does not use. */
interface OwnImport {
  readonly exported: string;
  readonly local: string;
}

/** The user's functions and Temporal, by module. */
export function ownImports(
  { own = {}, temporal }: TypeMapping,
  used: readonly string[],
): ReadonlyMap<string, readonly OwnImport[]> {
  const modules = new Map<string, OwnImport[]>();
  const add = (module: string, exported: string, local: string): void => {
    const names = modules.get(module) ?? [];
    modules.set(module, names);
    if (used.includes(local)) names.push({ exported, local });
  };
  for (const [key, type] of Object.entries(own)) {
    const { parse, format } = ownTypeUse(key, type);
    add(type.import, type.parse, parse);
    add(type.import, type.format, format);
  }
  if (temporal !== undefined) add(temporal, 'Temporal', importedTemporal);
  return modules;
}

/**
 * Constants in an order in which each follows those it uses, as far as they do not use each
 * other. So people find a type before its message, and the compiler finds a constant quickly: it
 * looks at all between a constant and its use.
 */
export function inOrder(plans: readonly ConstantPlan[]): readonly ConstantPlan[] {
  const byName = new Map(plans.map((plan) => [plan.name, plan]));
  const begun = new Set<ConstantPlan>();
  const found: ConstantPlan[] = [];
  for (const first of plans) {
    // a list instead of recursion, because chains of types can be deeper than the stack
    const open: { readonly plan: ConstantPlan; readonly uses: ConstantPlan[] }[] = [];
    const enter = (plan: ConstantPlan): void => {
      if (begun.has(plan)) return;
      begun.add(plan);
      open.push({ plan, uses: usedBy(plan, byName).reverse() });
    };
    enter(first);
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const next = last.uses.pop();
      if (next !== undefined) enter(next);
      else {
        open.pop();
        found.push(last.plan);
      }
    }
  }
  return found;
}

/** The constants that one uses: those it uses at once first. */
function usedBy(
  { names }: ConstantPlan,
  byName: ReadonlyMap<string, ConstantPlan>,
): ConstantPlan[] {
  const used = names.flatMap(({ from, name }) =>
    from === 'descriptions' ? (byName.get(name) ?? []) : [],
  );
  return [...used.filter(isUsedAtOnce), ...used.filter((one) => !isUsedAtOnce(one))];
}

/** Whether a constant is one that others use as soon as they are loaded. */
function isUsedAtOnce(plan: ConstantPlan): boolean {
  const isNamespace = plan.type === undefined && plan.name.startsWith('ns');
  return isNamespace || plan.type === 'SimpleType';
}

/** Plans `elements.ts`, in a large schema with its parts. */
export function planElementsFiles(contract: ContractPlan): readonly FilePlan[] {
  return planDeclarationFiles(contract.elements, contract.options, {
    name: 'elements',
    print: functionsOf,
    imports: (items) => importsOfElements(items, contract),
  });
}

/** What the functions of an element use of other files. */
function namesOfElement({ type, readType, message, prepare }: ElementPlan): readonly NameUse[] {
  return [...type.names, ...readType.names, ...message.names, ...(prepare?.names ?? [])];
}

/** `read…` and `write…` of an element. */
function functionsOf(element: ElementPlan): readonly DeclarationView[] {
  const { name, label, type, readType, message, prepare, documentation } = element;
  const prepared = prepare === undefined ? [] : [prepare];
  const about = documentation.length === 0 ? [] : ['', ...documentation];
  return [
    functionView({
      doc: [
        `Reads a document whose root is element ${label}.`,
        ...about,
        '',
        '@param xml the document, or its root as it was read at a wildcard',
        '@throws AsmxError `decode`: it is no such document',
      ],
      name: `read${name}`,
      parameters: ['xml: string | XmlElement'],
      type: readType.flat,
      result: call('fromDocument', message, 'xml', ...prepared),
    }),
    functionView({
      doc: [
        `Writes a document whose root is element ${label}, without XML declaration.`,
        '',
        '@throws AsmxError `encode`: the value does not have the type of the element',
      ],
      name: `write${name}`,
      parameters: [`value: ${type.flat}`],
      type: 'string',
      result: call('toDocument', message, 'value'),
    }),
  ];
}

function importsOfElements(
  items: readonly ElementPlan[],
  contract: ContractPlan,
): readonly ModuleClause[] {
  if (items.length === 0) return [];
  const named = (room: NameUse['from']): readonly string[] =>
    mentionedNames(items, (one) => namesFrom(room, namesOfElement(one)));
  return [
    ...runtimeClauses(contract, 'runtime', {
      types: [...new Set([...named('runtimeType'), 'XmlElement'])],
    }),
    ...runtimeClauses(contract, 'type', {
      values: ['fromDocument', 'toDocument', ...named('runtime')],
    }),
    ...namedClauses(contract, 'types', { types: named('types') }),
    ...localClauses(contract, 'descriptions', { values: named('descriptions') }),
  ];
}

/** Plans `schemas.ts`, in a large contract with its parts. */
export function planSchemasFiles(contract: ContractPlan): readonly FilePlan[] {
  return planDeclarationFiles(contract.schemas, contract.options, {
    name: 'schemas',
    print: ({ name, component, doc, type, of }) => {
      // bundlers drop a pure call whose result is not used
      const value = call('/* @__PURE__ */ schema', stringNode(component), ...of);
      return [constantView({ doc, exported: true, name, type: `TypeSchema<${type}>`, value })];
    },
    imports: (items) => importsOfSchemas(items, contract),
  });
}

function importsOfSchemas(
  items: readonly SchemaPlan[],
  contract: ContractPlan,
): readonly ModuleClause[] {
  if (items.length === 0) return [];
  const types = mentionedNames(items, (one) => one.typeNames);
  const named = (room: 'descriptions' | 'runtime'): readonly string[] =>
    mentionedNames(items, ({ of }) => of.flatMap((one) => namesFrom(room, one.names)));
  const isAccepting = (name: string): boolean => acceptingNames.has(name);
  const builtins = named('runtime').filter((name) => !isAccepting(name));
  return [
    ...(builtins.length === 0 ? [] : runtimeClauses(contract, 'type', { values: builtins })),
    ...runtimeClauses(contract, 'schema', {
      types: ['TypeSchema'],
      values: ['schema', ...named('runtime').filter(isAccepting)],
    }),
    ...namedClauses(contract, 'types', { types }),
    ...localClauses(contract, 'descriptions', { values: named('descriptions') }),
  ];
}

/** Names that another part declares. */
interface DeclaredElsewhere {
  readonly names: readonly string[];
  /** Specifier of that part. */
  readonly from: string;
}

/** A file of declarations. */
interface DeclarationFile<T> {
  readonly name: 'types' | 'descriptions' | 'schemas' | 'elements';
  /** Whether it contains only types; default: not. */
  readonly typeOnly?: boolean;
  /** TypeScript's library that it refers to. */
  readonly library?: string | undefined;
  /** Declarations of the same kind that some of them use; default: none. */
  readonly uses?: (items: readonly T[]) => readonly string[];
  /** Whether others use a declaration as soon as they are loaded; default: none. */
  readonly isUsedAtOnce?: (item: T) => boolean;
  /** The order of the items in a file; default: as given. */
  readonly order?: (items: readonly T[]) => readonly T[];
  /** @param isPart whether the file is one of several parts, which use each other's items */
  readonly print: (item: T, isPart: boolean) => readonly DeclarationView[];
  /** @param elsewhere names that the items use and other parts declare, by part */
  readonly imports: (
    items: readonly T[],
    elsewhere: readonly DeclaredElsewhere[],
  ) => readonly ModuleClause[];
}

/**
 * Plans a file of declarations. In a large contract, it re-exports its parts. These import each
 * other and not this file: as modules of CommonJS they are often loaded in a circle, in which it
 * would still be empty.
 */
function planDeclarationFiles<T extends Movable>(
  all: readonly T[],
  options: PlanOptions,
  file: DeclarationFile<T>,
): readonly FilePlan[] {
  const { name, typeOnly, library, uses = () => [], isUsedAtOnce, order, print } = file;
  const printed = new Map(all.map((item) => [item, print(item, false)]));
  const lines = (item: T): number =>
    (printed.get(item) ?? []).reduce((sum, one) => sum + declarationLines(one), 0);
  const planned = (path: string, view: FileView): FilePlan => ({ path, template: name, view });
  const parts = splitByNamespace(all, lines, isUsedAtOnce);
  if (parts === undefined) {
    const declarations = (order?.(all) ?? all).flatMap((item) => printed.get(item) ?? []);
    return [planned(`${name}.ts`, fileView(file.imports(all, []), declarations, { library }))];
  }
  printed.clear();
  const ending = relativeEnding(options);
  const pathOf = (suffix: string): string => `./${name}-${suffix}${ending}`;
  const exports = parts.map(({ suffix }) => exportAll(pathOf(suffix), typeOnly));
  const places = new Map(
    parts.flatMap(({ suffix, items }) => items.map((one) => [one.name, suffix] as const)),
  );
  return [
    ...parts.map(({ suffix, items }) => {
      const elsewhere = byPlace(uses(items), places)
        .filter(([place]) => place !== suffix)
        .map(([place, names]) => ({ names: [...names], from: pathOf(place) }));
      const declarations = (order?.(items) ?? items).flatMap((item) => print(item, true));
      const view = fileView(file.imports(items, elsewhere), declarations, { library });
      return planned(`${name}-${suffix}.ts`, view);
    }),
    planned(`${name}.ts`, fileView([], [], { exports, library })),
  ];
}

/** Names by the part that declares them, in the order of the parts' names. */
function byPlace(
  used: readonly string[],
  places: ReadonlyMap<string, string>,
): readonly (readonly [place: string, names: ReadonlySet<string>])[] {
  const found = new Map<string, Set<string>>();
  for (const name of used) {
    const place = places.get(name) ?? '';
    found.set(place, (found.get(place) ?? new Set()).add(name));
  }
  return [...found].filter(([place]) => place !== '').sort(([a], [b]) => (a < b ? -1 : 1));
}

/** How to divide the items of a large output. */
interface SplitBy<T> {
  /** Items kept together as far as size allows, such as those of a namespace. */
  readonly group: (item: T) => string;
  /** Words for a group in a file name: lower case, with hyphens between. */
  readonly word: (group: string) => string;
  /** Unique within the group. Decides the file if a group has several. */
  readonly name: (item: T) => string;
  /** Number of its lines, including its imports. */
  readonly lines: (item: T) => number;
  /** Whether a group stays in one file, whatever its size. */
  readonly whole?: (group: string) => boolean;
}

/** Files with more lines are split, so that editors stay fast. */
const maxLines = 15_000;

/** One of several files of a large output. */
interface FilePart<T> {
  /** The part of its name after `types-` or `descriptions-`. */
  readonly suffix: string;
  readonly group: string;
  /** From 1, if its group has several files. */
  readonly number: number | undefined;
  readonly items: readonly T[];
}

/** Words of a name in lower case with hyphens between: `school-types`. */
function kebab(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').replace(/[^A-Za-z0-9]+/g, '-');
  return shortFileName(words.toLowerCase());
}

/** A declaration, which may be in any file. */
interface Movable {
  readonly name: string;
  readonly namespace: string;
  /** What decides its file, if not its own name. */
  readonly subject?: string | undefined;
}

/** The group of declarations that others use when they are loaded. No namespace is this. */
const usedAtOnce = 'used at once';

/**
 * Divides declarations by namespace, and keeps those of one type or operation together.
 *
 * @param isUsedAtOnce tells what others use as soon as they are loaded. All of it is in one file,
 * which uses no other: files that use each other may be loaded in any order
 */
export function splitByNamespace<T extends Movable>(
  items: readonly T[],
  lines: (item: T) => number,
  isUsedAtOnce: (item: T) => boolean = () => false,
): readonly FilePart<T>[] | undefined {
  return splitGroups<T>(items, {
    group: (item) => (isUsedAtOnce(item) ? usedAtOnce : item.namespace),
    word: (group) => (group === usedAtOnce ? 'simple-types' : kebab(namespaceWord(group))),
    name: ({ name, subject }) => subject ?? subjectOf(name),
    whole: (group) => group === usedAtOnce,
    lines,
  });
}

/** The operation or type that a declaration belongs to. Its name adds a verb or a role. */
function subjectOf(name: string): string {
  return name
    .replace(/^[a-z]+(?=[A-Z_])/, '')
    .replace(/\$.*/, '')
    .replace(role, '');
}

/** Suffixes of names derived from the name of an operation or a type. */
const role = /(?:Request|Response|Input|Output|Result|Form|Record)$/;

/**
 * Divides the content of a file by group, and a group that is too large into 2, 4, 8 … files by a
 * hash of the name. So the file of an item depends only on its own name, its group and the size of
 * that.
 *
 * @returns `undefined` if one file is enough
 */
export function splitGroups<T>(
  items: readonly T[],
  by: SplitBy<T>,
): readonly FilePart<T>[] | undefined {
  const lines = items.map(by.lines);
  if (sumOf(lines) <= maxLines) return undefined;
  const groups = new Map<string, { readonly items: T[]; lines: number }>();
  items.forEach((item, index) => {
    const name = by.group(item);
    const group = groups.get(name) ?? { items: [], lines: 0 };
    groups.set(name, group);
    group.items.push(item);
    group.lines += lines[index] ?? 0;
  });
  const words = new Map<string, number>();
  for (const group of groups.keys()) {
    const word = by.word(group);
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return [...groups].flatMap(([group, members]) => {
    const suffix = suffixOf(group, by.word(group), words);
    const isWhole = by.whole?.(group) === true;
    const files = isWhole ? [members.items] : buckets(members.items, members.lines, by);
    return files.flatMap((list, index): readonly FilePart<T>[] => {
      if (files.length === 1) return [{ suffix, group, number: undefined, items: list }];
      // a file without a declaration would not be a module
      if (list.length === 0) return [];
      return [{ suffix: `${suffix}-${index + 1}`, group, number: index + 1, items: list }];
    });
  });
}

/**
 * The word of a group. Gets letters of its own if another group has the same word, or if it looks
 * like one of several files.
 */
function suffixOf(group: string, word: string, words: ReadonlyMap<string, number>): string {
  if (words.get(word) === 1 && !/-\d+$/.test(word)) return word;
  const letters = shortHash(group).toLowerCase();
  let suffix = `${word}-${letters}`;
  while (words.has(suffix)) suffix += `-${letters}`;
  return suffix;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** One list, or several by a hash of the name. */
function buckets<T>(items: readonly T[], lines: number, by: SplitBy<T>): readonly (readonly T[])[] {
  let count = 1;
  // the buckets are not quite even
  while (lines / count > maxLines * 0.8 && (count > 1 || lines > maxLines)) count *= 2;
  if (count === 1) return [items];
  const parts = Array.from({ length: count }, (): T[] => []);
  for (const item of items) parts[bucketOf(by.name(item), count)]?.push(item);
  return parts;
}

/** A number below `count` that depends only on the name (FNV-1a). */
function bucketOf(name: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % count;
}

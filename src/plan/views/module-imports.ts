import {
  importAll,
  type ModuleClause,
  type ModuleNames,
  moduleClauses,
} from '../print/module-clauses.ts';
import type { ContractPlan, PlanOptions } from '../result/plan.ts';
import type { RuntimeModule } from '../result/runtime-names.ts';

/** Modules beside the generated files that import them. */
export type LocalModule =
  | 'types'
  | 'codecs'
  | 'schemas'
  | 'operations'
  | 'client'
  | 'server'
  | 'docs'
  | 'testing';

/** The entries of the runtime: files of its folder, or exports of the package. */
const runtimeEntries: Readonly<Record<RuntimeModule, { file: string; exported: string }>> = {
  runtime: { file: 'index', exported: 'asmx-gen/runtime' },
  codec: { file: 'codec', exported: 'asmx-gen/runtime/codec' },
  schema: { file: 'schema', exported: 'asmx-gen/runtime/schema' },
  testing: { file: 'testing', exported: 'asmx-gen/runtime/testing' },
  documentation: { file: 'docs', exported: 'asmx-gen/runtime/docs' },
  soapPackage: { file: 'soap-package', exported: 'asmx-gen/runtime/soap-package' },
};

/** Ending of a relative import. */
export function relativeEnding(options: Pick<PlanOptions, 'importExtension'>): string {
  return options.importExtension === 'none' ? '' : `.${options.importExtension}`;
}

/** Imports or exports of names of an entry of the runtime. */
export function runtimeClauses(
  { runtimeNames, options }: ContractPlan,
  entry: RuntimeModule,
  names: ModuleNames,
): readonly ModuleClause[] {
  runtimeNames.note(entry, names.types ?? []);
  runtimeNames.note(entry, names.values ?? []);
  return moduleClauses(names, runtimeSpecifier(options, entry));
}

/** Specifier under which a generated file imports an entry of the runtime. */
function runtimeSpecifier(
  options: Pick<PlanOptions, 'runtime' | 'importExtension'>,
  entry: RuntimeModule,
): string {
  const { file, exported } = runtimeEntries[entry];
  const { runtime } = options;
  if (runtime === 'package') return exported;
  const folder = runtime === 'vendor' ? './runtime' : runtime.shared;
  return `${folder}/${file}${relativeEnding(options)}`;
}

/** Specifier of a generated file beside the importing one. */
export function localSpecifier(
  options: Pick<PlanOptions, 'importExtension'>,
  module: LocalModule,
): string {
  return `./${module}${relativeEnding(options)}`;
}

/**
 * All names that parts of a file mention, in one list: there are hundreds of thousands of them, and
 * `flatMap` is slow.
 */
export function mentionedNames<Part>(
  parts: readonly Part[],
  namesOf: (part: Part) => readonly string[],
): readonly string[] {
  const none: readonly string[] = [];
  return none.concat(...parts.map(namesOf));
}

/**
 * Where names come from: a generated file, the runtime's public entry or that of the soap target.
 */
export type ImportSource = LocalModule | 'runtime' | 'soapPackage';

/**
 * Takes note of the names that a text mentions. Names of the contract never clash with the
 * runtime's.
 */
export interface ImportNotes {
  /** Notes a type; gives back what the file calls it. */
  type(from: ImportSource, name: string): string;
  /** Notes a constant, function or class; gives back what the file calls it. */
  value(from: ImportSource, name: string): string;
}

/**
 * Files of which another may need very many functions and constants: it imports each as one object.
 * No name of the contract has a `$`.
 */
const aliases: Partial<Record<ImportSource, string>> = {
  codecs: '$codecs',
  operations: '$operations',
};

/** What a file calls a name that it imports. */
function importedName(from: ImportSource, name: string): string {
  const alias = aliases[from];
  return alias === undefined ? name : `${alias}.${name}`;
}

/** Collects what one generated file imports while its view is built. */
export interface ModuleImports extends ImportNotes {
  /**
   * What is imported: the runtime first, then the generated files in the order they build on each
   * other.
   */
  clauses(): readonly ModuleClause[];
}

const order: readonly ImportSource[] = [
  'runtime',
  'soapPackage',
  'types',
  'codecs',
  'schemas',
  'operations',
  'client',
  'server',
  'docs',
];

/** Starts the imports of a file. */
export function createImports(contract: ContractPlan): ModuleImports {
  const names = new Map(
    order.map((from) => [from, { types: new Set<string>(), values: new Set<string>() }]),
  );
  return {
    type: (from, name) => {
      names.get(from)?.types.add(name);
      return importedName(from, name);
    },
    value: (from, name) => {
      names.get(from)?.values.add(name);
      return importedName(from, name);
    },
    clauses: () =>
      [...names].flatMap(([from, noted]) => {
        const listed = { types: [...noted.types], values: [...noted.values] };
        return from === 'runtime' || from === 'soapPackage'
          ? runtimeClauses(contract, from, listed)
          : localClauses(contract, from, listed);
      }),
  };
}

function localClauses(
  { options }: ContractPlan,
  from: LocalModule,
  names: { readonly types: readonly string[]; readonly values: readonly string[] },
): readonly ModuleClause[] {
  const specifier = localSpecifier(options, from);
  const alias = aliases[from];
  if (alias === undefined) return moduleClauses(names, specifier);
  if (names.types.length + names.values.length === 0) return [];
  return [importAll(alias, specifier, names.values.length === 0)];
}

/** Notes of a part of a file, kept until it is known which file it is in. */
export interface KeptNotes extends ImportNotes {
  /** How many may have a line of their own in a list of imports; one name counts each time. */
  count(): number;
  /** Hands them on. */
  passTo(imports: ImportNotes): void;
}

interface Note {
  readonly kind: 'type' | 'value';
  readonly from: ImportSource;
  readonly name: string;
}

/** Starts the notes of a part of a file. */
export function keepNotes(): KeptNotes {
  const notes: Note[] = [];
  return {
    type: (from, name) => {
      notes.push({ kind: 'type', from, name });
      return importedName(from, name);
    },
    value: (from, name) => {
      notes.push({ kind: 'value', from, name });
      return importedName(from, name);
    },
    count: () => notes.filter(({ from }) => aliases[from] === undefined).length,
    passTo: (imports) => {
      for (const { kind, from, name } of notes) imports[kind](from, name);
    },
  };
}

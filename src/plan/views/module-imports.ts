import { importDeclarations } from '../layout.ts';
import type { PlanOptions } from '../plan.ts';

/** Modules generated files import: those beside them and the entries of the runtime. */
export type LocalModule = 'types' | 'codecs' | 'operations' | 'client' | 'server' | 'docs';
export type RuntimeModule = 'runtime' | 'codec' | 'documentation' | 'soapPackage';

/** Where the entries of the runtime stand: vendored beside the generated files, or as exports of the package. */
const runtimeEntries: Readonly<Record<RuntimeModule, { vendored: string; exported: string }>> = {
  runtime: { vendored: './runtime/index', exported: 'asmx-gen/runtime' },
  codec: { vendored: './runtime/codec', exported: 'asmx-gen/runtime/codec' },
  documentation: { vendored: './runtime/docs', exported: 'asmx-gen/runtime/docs' },
  soapPackage: { vendored: './runtime/soap-package', exported: 'asmx-gen/runtime/soap-package' },
};

/** Ending of a relative import. */
export function relativeEnding(options: Pick<PlanOptions, 'importExtension'>): string {
  return options.importExtension === 'none' ? '' : `.${options.importExtension}`;
}

/** Specifier under which a generated file imports an entry of the runtime. */
export function runtimeSpecifier(
  options: Pick<PlanOptions, 'runtime' | 'importExtension'>,
  entry: RuntimeModule,
): string {
  const { vendored, exported } = runtimeEntries[entry];
  return options.runtime === 'package' ? exported : vendored + relativeEnding(options);
}

/** Specifier of a generated file beside the importing one. */
export function localSpecifier(
  options: Pick<PlanOptions, 'importExtension'>,
  module: LocalModule,
): string {
  return `./${module}${relativeEnding(options)}`;
}

/** All names that parts of a file mention, in one list: there are hundreds of thousands of them, and `flatMap` is slow. */
export function mentionedNames<Part>(
  parts: readonly Part[],
  namesOf: (part: Part) => readonly string[],
): readonly string[] {
  const none: readonly string[] = [];
  return none.concat(...parts.map(namesOf));
}

/** Where names come from: a generated file, the runtime's public entry or that of the soap target. */
export type ImportSource = LocalModule | 'runtime' | 'soapPackage';

/** Takes note of the names that a text mentions. Names of the contract never clash with the runtime's. */
export interface ImportNotes {
  /** Notes a type; gives its name back. */
  type(from: ImportSource, name: string): string;
  /** Notes a constant, function or class; gives its name back. */
  value(from: ImportSource, name: string): string;
}

/** Collects what one generated file imports while its view is built. */
export interface ModuleImports extends ImportNotes {
  /** The import declarations: the runtime first, then the generated files in the order they build on each other. */
  declarations(): readonly string[];
}

const order: readonly ImportSource[] = [
  'runtime',
  'soapPackage',
  'types',
  'codecs',
  'operations',
  'client',
  'server',
  'docs',
];

/** Starts the imports of a file. */
export function createImports(options: PlanOptions): ModuleImports {
  const names = new Map(
    order.map((from) => [from, { types: new Set<string>(), values: new Set<string>() }]),
  );
  return {
    type: (from, name) => {
      names.get(from)?.types.add(name);
      return name;
    },
    value: (from, name) => {
      names.get(from)?.values.add(name);
      return name;
    },
    declarations: () =>
      [...names].flatMap(([from, { types, values }]) =>
        importDeclarations({ types: [...types], values: [...values] }, specifierOf(options, from)),
      ),
  };
}

/** Notes of a part of a file, kept until it is known which file it stands in. */
export interface KeptNotes extends ImportNotes {
  /** How many were taken, those of one name counted again. */
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
      return name;
    },
    value: (from, name) => {
      notes.push({ kind: 'value', from, name });
      return name;
    },
    count: () => notes.length,
    passTo: (imports) => {
      for (const { kind, from, name } of notes) imports[kind](from, name);
    },
  };
}

function specifierOf(options: PlanOptions, from: ImportSource): string {
  return from === 'runtime' || from === 'soapPackage'
    ? runtimeSpecifier(options, from)
    : localSpecifier(options, from);
}

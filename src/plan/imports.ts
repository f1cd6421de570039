import {
  importAll,
  type ModuleClause,
  type ModuleNames,
  moduleClauses,
  stringNode,
} from '../print/encode.ts';
import { arrayNode, type Expression, entry, named } from '../print/node.ts';
import { descriptionsAlias } from './descriptions.ts';
import type {
  ContractPlan,
  OperationPlan,
  PayloadPlan,
  PlanOptions,
  RuntimeModule,
} from './result.ts';

/** The sides of a conversation for which a folder has files. */
export interface Sides {
  readonly client: boolean;
  readonly server: boolean;
}

/** The sides chosen by the targets. */
export function sidesOf({ targets }: Pick<PlanOptions, 'targets'>): Sides {
  return { client: targets.includes('client'), server: targets.includes('server') };
}

/** The functions of a fault or header that a folder needs. */
interface PayloadFunctions {
  readonly write: Expression | undefined;
  readonly read: Expression | undefined;
}

/** The functions that the sides need of a fault or header, which only one of them sends. */
export function payloadFunctions(
  { write, read }: PayloadPlan,
  sender: keyof Sides,
  sides: Sides,
): PayloadFunctions {
  const receiver = sender === 'client' ? 'server' : 'client';
  return { write: sides[sender] ? write : undefined, read: sides[receiver] ? read : undefined };
}

/** What uses descriptions in other files that the sides need. */
export function descriptionUsers(
  contract: Pick<ContractPlan, 'operations' | 'schemas' | 'elements' | 'scripts'>,
  sides: Sides,
): readonly Expression[] {
  const { operations, schemas, elements, scripts } = contract;
  return [
    ...schemas.flatMap(({ of }) => of),
    ...elements.flatMap(({ message, prepare }) => (prepare ? [message, prepare] : [message])),
    ...[...scripts.values()].flatMap(({ input, output }) => (output ? [input, output] : [input])),
    ...operations.flatMap((one) => functionsOf(one, sides)),
  ];
}

type Functions = readonly (Expression | undefined)[];

/** The functions of an operation that the sides need. */
function functionsOf(operation: OperationPlan, sides: Sides): readonly Expression[] {
  const { faults, inputHeaders, outputHeaders } = operation;
  const payloads = [
    ...[...faults, ...outputHeaders].map((one) => payloadFunctions(one, 'server', sides)),
    ...inputHeaders.map((one) => payloadFunctions(one, 'client', sides)),
  ];
  const functions = [
    ...(sides.client ? clientFunctions(operation) : []),
    ...(sides.server ? serverFunctions(operation) : []),
    ...payloads.flatMap(({ read, write }) => [read, write]),
  ];
  return functions.filter((one) => one !== undefined);
}

function clientFunctions({ functions }: OperationPlan): Functions {
  const { writeRequest, readResponse, attachRequest } = functions;
  const { writeForm, writeDocument, writeLocation, readResult, stream } = functions;
  const http = [writeForm, writeDocument, writeLocation, readResult];
  return [writeRequest, readResponse, attachRequest, ...http, stream?.readRecord];
}

function serverFunctions({ functions }: OperationPlan): Functions {
  const { readRequest, writeResponse, attachResponse } = functions;
  const { readForm, readDocument, writeResult, stream } = functions;
  const http = [readForm, readDocument, writeResult];
  return [readRequest, writeResponse, attachResponse, ...http, stream?.writeRecord];
}

/** One property for each function that exists. */
export function functionEntries(
  functions: Readonly<Record<string, Expression | undefined>>,
  imports: ImportNotes,
): readonly Expression[] {
  const entries: Expression[] = [];
  for (const [key, value] of Object.entries(functions)) {
    if (value === undefined) continue;
    entries.push(entry(key, value));
    for (const { from, name } of value.names) {
      imports.value(from === 'runtime' ? 'type' : 'descriptions', name);
    }
  }
  return entries;
}

/** An array of strings. */
export function texts(list: readonly string[]): Expression {
  return arrayNode(list.map(stringNode));
}

/** The property with the names of message parts; none if there are no parts. */
export function attachmentNames(
  key: string,
  attachments: OperationPlan['inputAttachments'],
): readonly Expression[] {
  return attachments.length === 0 ? [] : [entry(key, texts(attachments.map(({ part }) => part)))];
}

/** Generated modules in the same folder. */
type LocalModule =
  | 'types'
  | 'descriptions'
  | 'elements'
  | 'schemas'
  | 'operations'
  | 'client'
  | 'server'
  | 'docs'
  | 'testing'
  | 'doors'
  | 'gateway'
  | 'mcp';

/** The entries of the runtime: files of its folder, or exports of the package. */
const runtimeEntries: Readonly<Record<RuntimeModule, { file: string; exported: string }>> = {
  runtime: { file: 'index', exported: 'asmx-gen-runtime' },
  type: { file: 'type', exported: 'asmx-gen-runtime/type' },
  schema: { file: 'schema', exported: 'asmx-gen-runtime/schema' },
  testing: { file: 'testing', exported: 'asmx-gen-runtime/testing' },
  gateway: { file: 'gateway', exported: 'asmx-gen-runtime/gateway' },
  mcp: { file: 'mcp', exported: 'asmx-gen-runtime/mcp' },
  documentation: { file: 'docs', exported: 'asmx-gen-runtime/docs' },
  soapPackage: { file: 'soap-package', exported: 'asmx-gen-runtime/soap-package' },
};

/** Extension of a relative import. */
export function relativeEnding(options: Pick<PlanOptions, 'importExtension'>): string {
  return options.importExtension === 'none' ? '' : `.${options.importExtension}`;
}

/** Imports or exports of names from an entry of the runtime. */
export function runtimeClauses(
  { runtimeNames, options }: ContractPlan,
  entry: RuntimeModule,
  names: ModuleNames,
): readonly ModuleClause[] {
  runtimeNames.note(entry, names.types ?? []);
  runtimeNames.note(entry, names.values ?? []);
  return moduleClauses(names, runtimeSpecifier(options, entry));
}

/** Specifier of an entry of the runtime in a generated file. */
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

/** Specifier of a generated file in the same folder. */
export function localSpecifier(
  options: Pick<PlanOptions, 'importExtension'>,
  module: LocalModule,
): string {
  return `./${module}${relativeEnding(options)}`;
}

/** Source of a name: a generated file, or an entry of the runtime. */
type ImportSource = LocalModule | 'runtime' | 'type' | 'soapPackage';

/** Records the names that a text uses. Names of the contract never conflict with the runtime's. */
export interface ImportNotes {
  /** Records a type. Returns its name in the file. */
  type(from: ImportSource, name: string): string;
  /** Records a constant, function or class. Returns its name in the file. */
  value(from: ImportSource, name: string): string;
}

/**
 * Files from which another may need very many functions and constants, and which are therefore
 * imported as one object. Names of the contract have no `$`.
 */
const aliases: Partial<Record<ImportSource, string>> = {
  descriptions: descriptionsAlias,
  operations: '$operations',
};

/** The name of an import in a file. */
function importedName(from: ImportSource, name: string): string {
  const alias = aliases[from];
  return alias === undefined ? name : `${alias}.${name}`;
}

/** Collects the imports of one generated file while its view is built. */
export interface ModuleImports extends ImportNotes {
  /**
   * The imports: the runtime first, then generated files in the order in which they build on each
   * other.
   */
  clauses(): readonly ModuleClause[];
}

const order: readonly ImportSource[] = [
  'runtime',
  'type',
  'soapPackage',
  'types',
  'descriptions',
  'schemas',
  'operations',
  'client',
  'server',
  'docs',
  'doors',
];

/** Creates the imports of a file. */
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
        return from === 'runtime' || from === 'type' || from === 'soapPackage'
          ? runtimeClauses(contract, from, listed)
          : localClauses(contract, from, listed);
      }),
  };
}

/** Names of another generated file. */
export function namedClauses(
  { options }: ContractPlan,
  from: LocalModule,
  names: ModuleNames,
): readonly ModuleClause[] {
  return moduleClauses(names, localSpecifier(options, from));
}

/** Names of another generated file, or the one object of a file that is imported whole. */
export function localClauses(
  contract: ContractPlan,
  from: LocalModule,
  names: ModuleNames,
): readonly ModuleClause[] {
  const alias = aliases[from];
  if (alias === undefined) return namedClauses(contract, from, names);
  const { types = [], values = [] } = names;
  if (types.length + values.length === 0) return [];
  return [importAll(alias, localSpecifier(contract.options, from), values.length === 0)];
}

/** A constant, function or class of another file, which is recorded. */
export function valueNode(
  notes: ImportNotes,
  from: 'runtime' | 'operations' | 'schemas',
  name: string,
): Expression {
  return named(from === 'runtime' ? 'index' : from, name, notes.value(from, name));
}

/** Notes for a part of a file, kept until its file is known. */
export interface KeptNotes extends ImportNotes {
  /** Maximum number of lines in a list of imports. A name counts each time it is used. */
  count(): number;
  /** Passes them on. */
  passTo(imports: ImportNotes): void;
}

interface Note {
  readonly kind: 'type' | 'value';
  readonly from: ImportSource;
  readonly name: string;
}

/** Creates the notes for a part of a file. */
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

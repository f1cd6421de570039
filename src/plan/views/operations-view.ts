import { commentText, docContent, propertyKey } from '../print/encode.ts';
import { exportAll, type ModuleClause } from '../print/module-clauses.ts';
import type { TypeNode } from '../print/node.ts';
import { namesFrom } from '../print/used-names.ts';
import type { ContractPlan, FilePlan, OperationPlan, PayloadPlan } from '../result/plan.ts';
import type { ContractNames } from './contract-names.ts';
import {
  type DescriptorView,
  type ListView,
  PayloadLists,
  planDescriptor,
} from './descriptor-view.ts';
import {
  createImports,
  type ImportNotes,
  type KeptNotes,
  keepNotes,
  relativeEnding,
} from './module-imports.ts';
import { linesOf, serviceWord, splitGroups } from './split-files.ts';
import { sidesOf } from './used-functions.ts';

/** Data for `operations.hbs`. */
export interface OperationsView {
  readonly imports: readonly ModuleClause[];
  /** Parts of the file, if there are very many operations. It then has nothing else. */
  readonly exports: readonly ModuleClause[];
  /** Interfaces that name the types of faults and headers. */
  readonly interfaces: readonly PayloadsView[];
  /** Lists of faults and headers that several descriptors share. */
  readonly lists: readonly ListView[];
  /** Descriptors, in the order of the contract. */
  readonly operations: readonly DescriptorView[];
}

/** An interface of the faults or headers of an operation. */
export interface PayloadsView {
  readonly doc: string;
  readonly name: string;
  /** A property for each fault or header. */
  readonly members: readonly { readonly name: string; readonly type: string }[];
}

/** An operation in `operations.ts`. */
interface OperationPart {
  readonly plan: OperationPlan;
  readonly interfaces: readonly PayloadsView[];
  readonly descriptor: DescriptorView;
  readonly notes: KeptNotes;
}

/**
 * Plans `operations.ts`, the descriptors for client and server. In a large contract, it re-exports
 * its parts.
 */
export function planOperationsFiles(
  contract: ContractPlan,
  names: ContractNames,
): readonly FilePlan[] {
  const lists = new PayloadLists(contract.operations, sidesOf(contract.options));
  const parts = planParts(contract, names, lists);
  const files = splitGroups(parts, {
    group: (part) => part.plan.service.name,
    word: serviceWord,
    name: (part) => part.plan.descriptor,
    lines: partLines,
  });
  if (files === undefined) {
    return [
      { path: 'operations.ts', template: 'operations', view: viewOf(contract, parts, lists) },
    ];
  }
  const ending = relativeEnding(contract.options);
  const exports = files.map(({ suffix }) => exportAll(`./operations-${suffix}${ending}`));
  const whole: OperationsView = { imports: [], exports, interfaces: [], lists: [], operations: [] };
  return [
    ...files.map(({ suffix, items }): FilePlan => {
      const view = viewOf(contract, items, lists);
      return { path: `operations-${suffix}.ts`, template: 'operations', view };
    }),
    { path: 'operations.ts', template: 'operations', view: whole },
  ];
}

function planParts(
  contract: ContractPlan,
  names: ContractNames,
  lists: PayloadLists,
): readonly OperationPart[] {
  const context = { names, sides: sidesOf(contract.options), lists };
  return contract.operations.map((plan) => {
    const notes = keepNotes();
    const interfaces = payloadInterfaces(plan, names, notes);
    return { plan, interfaces, descriptor: planDescriptor(plan, context, notes), notes };
  });
}

function viewOf(
  contract: ContractPlan,
  parts: readonly OperationPart[],
  lists: PayloadLists,
): OperationsView {
  const imports = createImports(contract);
  for (const { notes } of parts) notes.passTo(imports);
  return {
    imports: imports.clauses(),
    exports: [],
    interfaces: parts.flatMap((part) => part.interfaces),
    lists: lists.constants(parts.map(({ plan }) => plan)),
    operations: parts.map((part) => part.descriptor),
  };
}

/** Number of lines of an operation, including its imports. */
function partLines({ interfaces, descriptor, notes }: OperationPart): number {
  const { client, oneWay, written, readWritten, soap, http, stream } = descriptor;
  const parts = [soap, http, stream].filter((part) => part !== undefined).length;
  // the lines of every descriptor, then those within its values
  const optional = [client, written, readWritten].filter((one) => one !== undefined).length;
  let lines = 16 - parts + optional + (oneWay ? 1 : 0);
  for (const value of Object.values(descriptor)) {
    if (typeof value === 'string') lines += linesOf(value) - 2;
  }
  return lines + notes.count() + interfaces.reduce((sum, one) => sum + 4 + one.members.length, 0);
}

function payloadInterfaces(
  operation: OperationPlan,
  names: ContractNames,
  imports: ImportNotes,
): readonly PayloadsView[] {
  const types = names.operations.get(operation);
  const subject = commentText(operation.operation.name);
  const view = (
    [written, read]: readonly [string | undefined, string | undefined],
    text: string,
    payloads: readonly PayloadPlan[],
  ): readonly PayloadsView[] => {
    const members = (key: 'type' | 'readType'): PayloadsView['members'] =>
      payloads.map((one) => member(one.name, one[key], imports));
    if (written === undefined || read === undefined) return [];
    const own = { doc: docContent([`${text}.`]), name: written, members: members('type') };
    if (read === written) return [own];
    const doc = docContent([`${text}, as they are read.`]);
    return [own, { doc, name: read, members: members('readType') }];
  };
  return [
    ...view(
      [types?.faults, types?.faultsRead],
      `Declared faults of \`${subject}\`, by name`,
      operation.faults,
    ),
    ...view(
      [types?.inputHeaders, types?.inputHeadersRead],
      `SOAP headers of a request of \`${subject}\`, by part name`,
      operation.inputHeaders,
    ),
    ...view(
      [types?.outputHeaders, types?.outputHeadersRead],
      `SOAP headers of a response of \`${subject}\`, by part name`,
      operation.outputHeaders,
    ),
  ];
}

/** A property of an interface of faults or headers. */
function member(
  name: string,
  type: TypeNode,
  imports: ImportNotes,
): PayloadsView['members'][number] {
  for (const one of namesFrom('types', type.names)) imports.type('types', one);
  return { name: propertyKey(name), type: type.flat };
}

import { commentText, docComment, propertyKey } from '../print/encode.ts';
import { namesFrom } from '../print/used-names.ts';
import type { ContractPlan, FilePlan, OperationPlan, PayloadPlan } from '../result/plan.ts';
import type { ContractNames } from './contract-names.ts';
import { type DescriptorView, planDescriptor } from './descriptor-view.ts';
import {
  createImports,
  type ImportNotes,
  type KeptNotes,
  keepNotes,
  relativeEnding,
} from './module-imports.ts';
import { linesOf, serviceWord, splitGroups } from './split-files.ts';
import { sidesOf } from './used-codecs.ts';

/** What `operations.hbs` places. */
export interface OperationsView {
  readonly imports: readonly string[];
  /** Interfaces that name the types of faults and headers. */
  readonly interfaces: readonly InterfaceView[];
  readonly operations: readonly DescriptorView[];
}

/** An interface of properties, each a complete line. */
export interface InterfaceView {
  readonly doc: string;
  readonly name: string;
  readonly members: readonly string[];
}

/** What `operations.ts` holds of one operation. */
interface OperationPart {
  readonly plan: OperationPlan;
  readonly interfaces: readonly InterfaceView[];
  readonly descriptor: DescriptorView;
  readonly notes: KeptNotes;
}

/** Plans `operations.ts` as one file: what client and server know of each operation. */
export function planOperationsView(contract: ContractPlan, names: ContractNames): OperationsView {
  return viewOf(contract, planParts(contract, names));
}

/** Plans `operations.ts`, of a large contract with the files it re-exports. */
export function planOperationsFiles(
  contract: ContractPlan,
  names: ContractNames,
): readonly FilePlan[] {
  const parts = planParts(contract, names);
  const files = splitGroups(parts, {
    group: (part) => part.plan.service.name,
    word: serviceWord,
    name: (part) => part.plan.descriptor,
    lines: partLines,
  });
  if (files === undefined) {
    return [{ path: 'operations.ts', template: 'operations', view: viewOf(contract, parts) }];
  }
  const ending = relativeEnding(contract.options);
  const exports = files.map(({ suffix }) => `export * from './operations-${suffix}${ending}';`);
  const whole: OperationsView = { imports: exports, interfaces: [], operations: [] };
  return [
    ...files.map(({ suffix, items }): FilePlan => {
      const view = viewOf(contract, items);
      return { path: `operations-${suffix}.ts`, template: 'operations', view };
    }),
    { path: 'operations.ts', template: 'operations', view: whole },
  ];
}

function planParts(contract: ContractPlan, names: ContractNames): readonly OperationPart[] {
  const sides = sidesOf(contract.options);
  return contract.operations.map((plan) => {
    const notes = keepNotes();
    const interfaces = payloadInterfaces(plan, names, notes);
    return { plan, interfaces, descriptor: planDescriptor(plan, names, sides, notes), notes };
  });
}

function viewOf(contract: ContractPlan, parts: readonly OperationPart[]): OperationsView {
  const imports = createImports(contract);
  for (const { notes } of parts) notes.passTo(imports);
  return {
    imports: imports.declarations(),
    interfaces: parts.flatMap((part) => part.interfaces),
    operations: parts.map((part) => part.descriptor),
  };
}

/**
 * Lines of an operation, the names it imports included: each has a line of its own in a long
 * import.
 */
function partLines({ interfaces, descriptor, notes }: OperationPart): number {
  const { doc, head, fields, soap, http, stream } = descriptor;
  let inside = 0;
  for (const text of [doc, head, fields, soap, http, stream]) {
    if (text !== undefined) inside += linesOf(text) - 1;
  }
  // braces around the object and its three parts
  return (
    inside + 8 + notes.count() + interfaces.reduce((sum, one) => sum + 4 + one.members.length, 0)
  );
}

function payloadInterfaces(
  operation: OperationPlan,
  names: ContractNames,
  imports: ImportNotes,
): readonly InterfaceView[] {
  const types = names.operations.get(operation);
  const subject = commentText(operation.operation.name);
  const view = (
    name: string | undefined,
    text: string,
    payloads: readonly PayloadPlan[],
  ): readonly InterfaceView[] =>
    name === undefined
      ? []
      : [{ doc: docComment([text]), name, members: payloads.map((one) => member(one, imports)) }];
  return [
    ...view(types?.faults, `Declared faults of \`${subject}\`, by name.`, operation.faults),
    ...view(
      types?.inputHeaders,
      `SOAP headers of a request of \`${subject}\`, by part name.`,
      operation.inputHeaders,
    ),
    ...view(
      types?.outputHeaders,
      `SOAP headers of a response of \`${subject}\`, by part name.`,
      operation.outputHeaders,
    ),
  ];
}

/** A property of an interface of faults or headers. */
function member(payload: PayloadPlan, imports: ImportNotes): string {
  for (const name of namesFrom('types', payload.type.names)) imports.type('types', name);
  return `readonly ${propertyKey(payload.name)}: ${payload.type.flat};`;
}

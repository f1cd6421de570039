import { docComment } from '../print/encode.ts';
import { argumentList, typeArguments } from '../print/layout.ts';
import type { InterfacePlan, OperationPlan } from '../result/plan.ts';
import type { InterfaceContent } from './client-interfaces.ts';
import type { ContractNames } from './contract-names.ts';
import { type ImportNotes, keepNotes } from './module-imports.ts';
import { methodDocumentation } from './operation-docs.ts';
import { methodTypeArguments } from './operation-types.ts';
import type { Member } from './split-interfaces.ts';

/**
 * What `client.ts` holds of one operation: a property of an interface, and a line of the object
 * that has it.
 */
export interface ClientMember extends Member {
  readonly methodLine: string;
}

/** Plans the methods of an interface. */
export function planClientMembers(
  plan: InterfacePlan,
  names: ContractNames,
): readonly ClientMember[] {
  return plan.operations.map((operation) => {
    const notes = keepNotes();
    return {
      operation,
      doc: docComment(methodDocumentation(operation), 1),
      line: propertyOf(operation, names, notes),
      methodLine: methodLine(operation, notes),
      notes,
    };
  });
}

/** Members as the content of one interface, which stands in a file with these imports. */
export function contentOfMembers(
  members: readonly ClientMember[],
  imports: ImportNotes,
): InterfaceContent {
  for (const { notes } of members) notes.passTo(imports);
  return { bases: [], members, lines: members.map((one) => one.methodLine) };
}

function propertyOf(plan: OperationPlan, names: ContractNames, imports: ImportNotes): string {
  const kind = plan.codecs.stream === undefined ? 'OperationMethod' : 'StreamingMethod';
  const type = plan.inputType === undefined ? `${kind}WithoutInput` : kind;
  return typeArguments({
    before: `readonly ${plan.method}: ${imports.type('runtime', type)}`,
    items: methodTypeArguments(plan, names, imports),
    after: ';',
    indent: 1,
  });
}

function methodLine(operation: OperationPlan, imports: ImportNotes): string {
  const kind = operation.codecs.stream === undefined ? 'createMethod' : 'createStreamingMethod';
  const create = operation.inputType === undefined ? `${kind}WithoutInput` : kind;
  return argumentList({
    before: `${operation.method}: ${imports.value('runtime', create)}`,
    items: ['caller', imports.value('operations', operation.descriptor)],
    after: ',',
    indent: 2,
  });
}

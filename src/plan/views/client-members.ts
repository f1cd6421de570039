import { typeArguments } from '../print/layout.ts';
import { call } from '../print/node.ts';
import type { InterfacePlan, OperationPlan } from '../result/plan.ts';
import type { AssignmentView, InterfaceContent } from './client-interfaces.ts';
import type { ContractNames } from './contract-names.ts';
import { propertyValue } from './descriptor-view.ts';
import { propertyView } from './interface-view.ts';
import type { ImportNotes } from './module-imports.ts';
import { methodDocumentation } from './operation-docs.ts';
import { methodTypeArguments } from './operation-types.ts';

/** Plans the methods of an interface. */
export function planClientMembers(
  plan: InterfacePlan,
  names: ContractNames,
  imports: ImportNotes,
): InterfaceContent {
  return {
    bases: [],
    members: plan.operations.map((operation) => {
      const type = methodType(operation, names, imports);
      return propertyView(methodDocumentation(operation), operation.method, type);
    }),
    methods: plan.operations.map((operation) => methodOf(operation, imports)),
  };
}

function methodType(plan: OperationPlan, names: ContractNames, imports: ImportNotes): string {
  const kind = plan.codecs.stream === undefined ? 'OperationMethod' : 'StreamingMethod';
  const type = plan.inputType === undefined ? `${kind}WithoutInput` : kind;
  const items = methodTypeArguments(plan, names, imports);
  const before = `readonly ${plan.method}: ${imports.type('runtime', type)}`;
  return type + typeArguments({ before, items, after: ';', indent: 1 });
}

function methodOf(operation: OperationPlan, imports: ImportNotes): AssignmentView {
  const { method: name, descriptor } = operation;
  const own = operation.byteStreams.response ? 'createOpenMethod' : 'createMethod';
  const kind = operation.codecs.stream === undefined ? own : 'createStreamingMethod';
  const create = operation.inputType === undefined ? `${kind}WithoutInput` : kind;
  const method = call(
    imports.value('runtime', create),
    'caller',
    imports.value('operations', descriptor),
  );
  const value = operation.byteStreams.request
    ? call(imports.value('runtime', 'endingStreams'), method)
    : method;
  return { name, value: propertyValue(name, value, 2) };
}

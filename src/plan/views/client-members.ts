import { typeArguments } from '../print/layout.ts';
import { call, type Given } from '../print/node.ts';
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

/** What calls an operation: the client's caller, with what streams of bytes need. */
function callerOf(
  { byteStreams: { request, response } }: OperationPlan,
  imports: ImportNotes,
): Given {
  const reading = response ? call(imports.value('runtime', 'openCaller'), 'caller') : 'caller';
  return request ? call(imports.value('runtime', 'endingStreams'), reading) : reading;
}

function methodOf(operation: OperationPlan, imports: ImportNotes): AssignmentView {
  const { method: name, descriptor } = operation;
  const kind = operation.codecs.stream === undefined ? 'createMethod' : 'createStreamingMethod';
  const create = operation.inputType === undefined ? `${kind}WithoutInput` : kind;
  const value = call(
    imports.value('runtime', create),
    callerOf(operation, imports),
    imports.value('operations', descriptor),
  );
  return { name, value: propertyValue(name, value, 2) };
}

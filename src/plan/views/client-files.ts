import type { ContractPlan, FilePlan } from '../result/plan.ts';
import { methodsView, operationHolder } from './client-interfaces.ts';
import { contentOfMembers, planClientMembers } from './client-members.ts';
import { type ClientView, clientView } from './client-view.ts';
import type { ContractNames } from './contract-names.ts';
import { interfaceView } from './interface-view.ts';
import { linesOf } from './split-files.ts';
import { planInterfacesFile } from './split-interfaces.ts';

/** Plans `client.ts`, and in a large contract the files with its operations. */
export function planClientFiles(contract: ContractPlan, names: ContractNames): readonly FilePlan[] {
  return planInterfacesFile(contract, {
    name: 'client',
    suffix: 'Client',
    holderOf(service, plan) {
      const { client, methods } = operationHolder(service, plan, names);
      return { type: client, value: methods };
    },
    membersOf: (plan) => planClientMembers(plan, names),
    functionLines: ({ method }) => linesOf(method.value),
    contentOf: contentOfMembers,
    contentOfParts: (parts) => ({
      bases: parts.map(({ type }) => type),
      members: [],
      methods: [],
      parts: parts.map(({ value }) => value),
    }),
    view: (imports, contentOf) => clientView(contract, names, imports, contentOf),
    partView(doc, part, content, imports): ClientView {
      imports.type('runtime', 'Caller');
      return {
        imports: imports.clauses(),
        baseUrl: undefined,
        interfaces: [interfaceView(doc, part.type, content)],
        factories: [],
        methods: [methodsView({ methods: part.value, client: part.type }, content, true)],
      };
    },
  });
}

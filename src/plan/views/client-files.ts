import { argumentList } from '../print/layout.ts';
import type { ContractPlan, FilePlan } from '../result/plan.ts';
import { interfaceView, methodsView, operationHolder } from './client-interfaces.ts';
import { contentOfMembers, planClientMembers } from './client-members.ts';
import { type ClientView, clientView } from './client-view.ts';
import type { ContractNames } from './contract-names.ts';
import { linesOf } from './split-files.ts';
import { planInterfacesFile } from './split-interfaces.ts';

/** Plans `client.ts`, and the files its operations stand in where the contract is large. */
export function planClientFiles(contract: ContractPlan, names: ContractNames): readonly FilePlan[] {
  return planInterfacesFile(contract, {
    name: 'client',
    suffix: 'Client',
    holderOf(service, plan) {
      const { client, methods } = operationHolder(service, plan, names);
      return { type: client, value: methods };
    },
    membersOf: (plan) => planClientMembers(plan, names),
    functionLines: ({ methodLine }) => linesOf(methodLine),
    contentOf: contentOfMembers,
    contentOfParts: (parts) => ({
      bases: parts.map(({ type }) => type),
      members: [],
      lines: parts.map(({ value }) =>
        argumentList({ before: `...${value}`, items: ['caller'], after: ',', indent: 2 }),
      ),
    }),
    view: (imports, contentOf) => clientView(contract, names, imports, contentOf),
    partView(doc, part, { bases, members, lines }, imports): ClientView {
      imports.type('runtime', 'Caller');
      return {
        imports: imports.declarations(),
        baseUrl: undefined,
        interfaces: [interfaceView(doc, part.type, { bases, members })],
        factories: [],
        methods: [methodsView(part.value, part.type, [], lines, true)],
      };
    },
  });
}

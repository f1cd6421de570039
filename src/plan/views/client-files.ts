import { docComment } from '../encode.ts';
import { argumentList, importDeclarations } from '../layout.ts';
import type { ContractPlan, FilePlan } from '../plan.ts';
import { interfaceView, methodsView, operationHolder } from './client-interfaces.ts';
import { type ClientMember, contentOfMembers, planClientMembers } from './client-members.ts';
import { type ClientView, clientView } from './client-view.ts';
import type { ContractNames } from './contract-names.ts';
import { createImports, relativeEnding } from './module-imports.ts';
import { partName } from './part-name.ts';
import { type FilePart, linesOf, serviceWord, splitGroups } from './split-files.ts';

/** A method, and the interface and function that would hold it if `client.ts` were one file. */
interface HeldMember extends ClientMember {
  readonly client: string;
  readonly methods: string;
}

/**
 * Plans `client.ts`. Of a large contract, the operations of each interface stand in files of their own, as interfaces that it extends
 * and functions whose objects it joins; what `client.ts` exports is the same.
 */
export function planClientFiles(contract: ContractPlan, names: ContractNames): readonly FilePlan[] {
  const imports = createImports(contract.options);
  const file = (view: ClientView): FilePlan => ({ path: 'client.ts', template: 'client', view });
  const members = new Map(
    contract.services.flatMap((service) =>
      service.interfaces.map((plan) => {
        const { client, methods } = operationHolder(service, plan, names);
        const list = planClientMembers(plan, names);
        return [plan, list.map((member): HeldMember => ({ ...member, client, methods }))] as const;
      }),
    ),
  );
  const parts = splitGroups([...members.values()].flat(), {
    group: (member) => member.client,
    word: (client) => serviceWord(client.replace(/Client(\d*)$/, '$1')),
    name: (member) => member.operation.descriptor,
    lines: ({ doc, line, methodLine, notes }) =>
      linesOf(doc) + linesOf(line) + linesOf(methodLine) + notes.count,
  });
  if (parts === undefined) {
    const view = clientView(contract, names, imports, (plan) =>
      contentOfMembers(members.get(plan) ?? [], imports),
    );
    return [file(view)];
  }
  const view = clientView(contract, names, imports, (plan) => {
    const own = parts.filter(({ items }) => items[0]?.interface === plan);
    return {
      bases: own.flatMap((part) => namesOf(part, names).client),
      members: [],
      lines: own.map((part) =>
        argumentList({
          before: `...${namesOf(part, names).methods}`,
          items: ['caller'],
          after: ',',
          indent: 2,
        }),
      ),
    };
  });
  return [
    ...parts.map((part) => partFile(part, contract, names)),
    file({ ...view, imports: [...view.imports, ...importsOf(parts, contract, names)] }),
  ];
}

/** Names of the interface and of the function in a part. */
function namesOf(
  part: FilePart<HeldMember>,
  names: ContractNames,
): { readonly client: string; readonly methods: string } {
  const { client = '', methods = '' } = part.items[0] ?? {};
  return { client: partName(client, part, names), methods: partName(methods, part, names) };
}

function partFile(
  part: FilePart<HeldMember>,
  contract: ContractPlan,
  names: ContractNames,
): FilePlan {
  const imports = createImports(contract.options);
  imports.type('runtime', 'Caller');
  const { client, methods } = namesOf(part, names);
  const { members, lines } = contentOfMembers(part.items, imports);
  const doc = docComment([`Some of the operations of \`${part.group}\`.`]);
  const view: ClientView = {
    imports: imports.declarations(),
    baseUrl: undefined,
    interfaces: [interfaceView(doc, client, { bases: [], members })],
    factories: [],
    methods: [methodsView(methods, client, [], lines, true)],
  };
  return { path: `client-${part.suffix}.ts`, template: 'client', view };
}

function importsOf(
  parts: readonly FilePart<HeldMember>[],
  contract: ContractPlan,
  names: ContractNames,
): readonly string[] {
  return parts.flatMap((part) => {
    const { client, methods } = namesOf(part, names);
    const from = `./client-${part.suffix}${relativeEnding(contract.options)}`;
    return importDeclarations({ types: [client], values: [methods] }, from);
  });
}

import { docComment } from '../encode.ts';
import { importDeclarations } from '../layout.ts';
import type { ContractPlan, FilePlan } from '../plan.ts';
import { type ContractNames, facetOf } from './contract-names.ts';
import { createImports, relativeEnding } from './module-imports.ts';
import { partName } from './part-name.ts';
import { handlersView, routesView } from './server-interfaces.ts';
import { contentOfHandlers, planServerMembers, type ServerMember } from './server-members.ts';
import { type ServerView, serverView } from './server-view.ts';
import { type FilePart, linesOf, serviceWord, splitGroups } from './split-files.ts';

/** A handler, and the interface and function that would hold it if `server.ts` were one file. */
interface HeldMember extends ServerMember {
  readonly handlers: string;
  readonly routes: string;
}

/**
 * Plans `server.ts`. Of a large contract, the operations of each interface stand in files of their own, as interfaces that it extends
 * and functions whose routes it joins; what `server.ts` exports is the same.
 */
export function planServerFiles(contract: ContractPlan, names: ContractNames): readonly FilePlan[] {
  const imports = createImports(contract.options);
  const file = (view: ServerView): FilePlan => ({ path: 'server.ts', template: 'server', view });
  const members = new Map(
    contract.services
      .flatMap((service) => service.interfaces)
      .map((plan) => {
        const { handlers, routes } = facetOf(names.interfaces, plan);
        const list = planServerMembers(plan, names);
        return [plan, list.map((member): HeldMember => ({ ...member, handlers, routes }))] as const;
      }),
  );
  const parts = splitGroups([...members.values()].flat(), {
    group: (member) => member.handlers,
    word: (handlers) => serviceWord(handlers.replace(/Handlers(\d*)$/, '$1')),
    name: (member) => member.operation.descriptor,
    // braces around the route
    lines: ({ doc, line, route, notes }) =>
      linesOf(doc) + linesOf(line) + linesOf(route.handler) + 2 + notes.count,
  });
  if (parts === undefined) {
    const view = serverView(contract, names, imports, (plan) =>
      contentOfHandlers(members.get(plan) ?? [], imports),
    );
    return [file(view)];
  }
  const view = serverView(contract, names, imports, (plan) => {
    const own = parts.filter(({ items }) => items[0]?.interface === plan);
    return {
      bases: own.map((part) => `${namesOf(part, names).handlers}<State>`),
      members: [],
      routes: [],
      spread: own.map((part) => namesOf(part, names).routes),
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
): { readonly handlers: string; readonly routes: string } {
  const { handlers = '', routes = '' } = part.items[0] ?? {};
  return { handlers: partName(handlers, part, names), routes: partName(routes, part, names) };
}

function partFile(
  part: FilePart<HeldMember>,
  contract: ContractPlan,
  names: ContractNames,
): FilePlan {
  const imports = createImports(contract.options);
  imports.type('runtime', 'Route');
  const own = namesOf(part, names);
  const { members, routes } = contentOfHandlers(part.items, imports);
  const doc = docComment([`Some of the operations of \`${part.group}\`.`]);
  const view: ServerView = {
    imports: imports.declarations(),
    interfaces: [handlersView(doc, own.handlers, { bases: [], members })],
    factories: [],
    routes: [routesView(own, routes, true)],
    documentation: undefined,
  };
  return { path: `server-${part.suffix}.ts`, template: 'server', view };
}

function importsOf(
  parts: readonly FilePart<HeldMember>[],
  contract: ContractPlan,
  names: ContractNames,
): readonly string[] {
  return parts.flatMap((part) => {
    const { handlers, routes } = namesOf(part, names);
    const from = `./server-${part.suffix}${relativeEnding(contract.options)}`;
    return importDeclarations({ types: [handlers], values: [routes] }, from);
  });
}

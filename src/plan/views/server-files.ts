import type { ContractPlan, FilePlan } from '../result/plan.ts';
import { type ContractNames, facetOf, stateParameter } from './contract-names.ts';
import { handlersView, routesView } from './server-interfaces.ts';
import { contentOfHandlers, planServerMembers } from './server-members.ts';
import { type ServerView, serverView } from './server-view.ts';
import { linesOf } from './split-files.ts';
import { planInterfacesFile } from './split-interfaces.ts';

/** Plans `server.ts`, and in a large contract the files with its operations. */
export function planServerFiles(contract: ContractPlan, names: ContractNames): readonly FilePlan[] {
  return planInterfacesFile(contract, {
    name: 'server',
    suffix: 'Handlers',
    holderOf(_service, plan) {
      const { handlers, routes } = facetOf(names.interfaces, plan);
      return { type: handlers, value: routes };
    },
    membersOf: (plan) => planServerMembers(plan, names),
    // a line for the operation, and the braces of the route
    functionLines: ({ route }) =>
      linesOf(route.server) + linesOf(route.codec) + linesOf(route.handler) + 4,
    contentOf: contentOfHandlers,
    contentOfParts: (parts) => ({
      bases: parts.map(({ type }) => `${type}<${stateParameter}>`),
      members: [],
      routes: [],
      spread: parts.map(({ value }) => value),
    }),
    view: (imports, contentOf) => serverView(contract, names, imports, contentOf),
    partView(doc, part, content, imports): ServerView {
      imports.type('runtime', 'Route');
      imports.type('runtime', 'Routes');
      const own = { handlers: part.type, routes: part.value };
      return {
        imports: imports.clauses(),
        interfaces: [handlersView(doc, part.type, content)],
        factories: [],
        routes: [routesView(own, content.routes, true)],
        documentation: undefined,
      };
    },
  });
}

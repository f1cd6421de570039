import { commentText, docComment, stringLiteral } from '../print/encode.ts';
import { argumentList, parameterList } from '../print/layout.ts';
import type { ContractPlan, InterfacePlan } from '../result/plan.ts';
import { type ContractNames, type FacetNames, facetOf } from './contract-names.ts';
import { createImports, localSpecifier, type ModuleImports } from './module-imports.ts';
import { serviceDocumentation } from './operation-docs.ts';
import {
  type HandlersContent,
  type HandlersView,
  handlersView,
  planHandlersInterface,
  planRoutes,
  type RoutesView,
  routesView,
  spreadRoutes,
} from './server-interfaces.ts';
import { contentOfHandlers, planServerMembers } from './server-members.ts';
import { stateParameter } from './state-parameter.ts';

/** What `server.hbs` places. */
export interface ServerView {
  readonly imports: readonly string[];
  readonly interfaces: readonly HandlersView[];
  readonly factories: readonly ServerFactoryView[];
  readonly routes: readonly RoutesView[];
  /**
   * Specifier literal of the documentation, loaded on the first request that needs it; `undefined`
   * without `docs`.
   */
  readonly documentation: string | undefined;
}

/** `create…Server`. */
export interface ServerFactoryView {
  readonly doc: string;
  readonly head: string;
  readonly result: string;
}

/** Plans `server.ts` as one file. */
export function planServerView(contract: ContractPlan, names: ContractNames): ServerView {
  const imports = createImports(contract);
  return serverView(contract, names, imports, (plan) =>
    contentOfHandlers(planServerMembers(plan, names), imports),
  );
}

/** Plans `server.ts` around what its interfaces hold, or refer to. */
export function serverView(
  contract: ContractPlan,
  names: ContractNames,
  imports: ModuleImports,
  contentOf: (plan: InterfacePlan) => HandlersContent,
): ServerView {
  for (const name of ['Route', 'Server', 'ServerOptions']) imports.type('runtime', name);
  imports.value('runtime', 'createServer');
  const documented = contract.options.targets.includes('docs');
  if (documented) imports.value('runtime', 'createDocuments');
  const shared = contract.options.targets.includes('soap');
  const interfaces: HandlersView[] = [];
  const factories: ServerFactoryView[] = [];
  const routes: RoutesView[] = [];

  for (const service of contract.services) {
    const own = facetOf(names.services, service);
    for (const one of service.interfaces) {
      const content = contentOf(one);
      const main = one === service.interfaces[0];
      interfaces.push(planHandlersInterface(service, one, names, content));
      routes.push(planRoutes(service, one, names, content, shared && main));
    }
    const subject = `service \`${commentText(service.service.name)}\``;
    factories.push(planFactory(own, subject, documented));
  }

  const whole = names.contract;
  if (whole !== undefined) {
    const subject = `all services of contract \`${commentText(contract.model.name)}\``;
    const doc = docComment([`What you implement to serve ${subject}.`]);
    const members = contract.services.map((service) => ({
      doc: docComment(serviceDocumentation(service), 1),
      line: `readonly ${service.property}: ${facetOf(names.services, service).handlers}<${stateParameter}>;`,
    }));
    interfaces.push(handlersView(doc, whole.handlers, { bases: [], members }));
    factories.push(planFactory(whole, subject, documented));
    const parts = contract.services.map((service) => ({
      routes: facetOf(names.services, service).routes,
      handlers: `handlers.${service.property}`,
    }));
    routes.push({ ...routesView(whole, [], shared), result: spreadRoutes(parts) });
  }
  const specifier = stringLiteral(localSpecifier(contract.options, 'docs'));
  return {
    imports: imports.declarations(),
    interfaces,
    factories,
    routes,
    documentation: documented ? specifier : undefined,
  };
}

function planFactory(names: FacetNames, subject: string, documented: boolean): ServerFactoryView {
  const items = [`${names.routes}(handlers)`, 'options'];
  return {
    doc: docComment([
      `Creates a server of ${subject}.`,
      '',
      '@example',
      `const server = ${names.createServer}(handlers);`,
      "createServer(server.listener).listen(8080); // createServer of 'node:http'",
    ]),
    head: parameterList({
      before: `export function ${names.createServer}<${stateParameter} = unknown>`,
      items: [
        `handlers: ${names.handlers}<${stateParameter}>`,
        `options: ServerOptions<${stateParameter}> = {}`,
      ],
      after: ': Server {',
    }),
    result: argumentList({
      before: 'return createServer',
      items: documented ? [...items, 'createDocuments(documentation)'] : items,
      after: ';',
      indent: 1,
    }),
  };
}

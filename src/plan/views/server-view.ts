import { docContent, stringLiteral } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { parameterList, typeParameters } from '../print/layout.ts';
import type { ModuleClause } from '../print/module-clauses.ts';
import { call } from '../print/node.ts';
import type { ContractPlan } from '../result/plan.ts';
import {
  type ContractNames,
  facetOf,
  type Subject,
  sessionParameter,
  stateParameter,
  subjectsOf,
} from './contract-names.ts';
import type { InterfaceView } from './interface-view.ts';
import { createImports, localSpecifier } from './module-imports.ts';
import { serviceDocumentation } from './operation-docs.ts';
import {
  handlersParameter,
  handlersProperty,
  handlersView,
  planHandlersInterface,
  planRoutes,
  type RoutesView,
  routesView,
  spreadRoutes,
} from './server-interfaces.ts';
import { planServerMembers } from './server-members.ts';

/** Data for `server.hbs`. */
export interface ServerView {
  readonly imports: readonly ModuleClause[];
  /**
   * Specifier of the documentation, as a string literal; `undefined` without target `docs`. It is
   * loaded on the first request for it.
   */
  readonly documentation: string | undefined;
  /**
   * Interfaces of handlers, in the order of the services; that of the whole contract comes last.
   */
  readonly interfaces: readonly InterfaceView[];
  /** Functions `create…`, in the same order. */
  readonly factories: readonly ServerFactoryView[];
  /** Functions that connect handlers to their operations. */
  readonly routes: readonly RoutesView[];
}

/** `create…Server`. */
export interface ServerFactoryView {
  readonly doc: string;
  /** Its name, with its type parameters. */
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The call that creates the server. */
  readonly result: string;
}

/** Plans `server.ts`. */
export function planServerView(contract: ContractPlan, names: ContractNames): ServerView {
  const imports = createImports(contract);
  for (const name of ['IdentityOf', 'Route', 'Server', 'ServerOptions'])
    imports.type('runtime', name);
  imports.value('runtime', 'createServer');
  const documented = contract.options.targets.includes('docs');
  if (documented) imports.value('runtime', 'createDocuments');
  const shared = contract.options.targets.includes('soap');
  const interfaces: InterfaceView[] = [];
  const routes: RoutesView[] = [];

  for (const service of contract.services) {
    for (const one of service.interfaces) {
      const content = planServerMembers(one, names, imports, contract.scripts);
      const main = one === service.interfaces[0];
      interfaces.push(planHandlersInterface(service, one, names, content));
      routes.push(planRoutes(service, one, names, { ...content, exported: shared && main }));
    }
  }

  const subjects = subjectsOf(contract, names);
  const whole = subjects.find(({ service }) => service === undefined);
  if (whole !== undefined) {
    const doc = docContent([`What you implement to serve ${whole.label}.`]);
    const members = contract.services.map((service) => {
      const { handlers } = facetOf(names.services, service);
      const lines = serviceDocumentation(service);
      return handlersProperty(lines, service.property, handlers);
    });
    interfaces.push(handlersView(doc, whole.own.handlers, members));
    const parts = contract.services.map((service) => ({
      routes: facetOf(names.services, service).routes,
      handlers: `handlers.${service.property}`,
    }));
    routes.push({ ...routesView(whole.own, [], shared), result: spreadRoutes(parts) });
  }
  if (routes.some(({ result }) => result === undefined)) imports.type('runtime', 'Routes');
  const specifier = stringLiteral(localSpecifier(contract.options, 'docs'));
  return {
    imports: imports.clauses(),
    documentation: documented ? specifier : undefined,
    interfaces,
    factories: subjects.map((one) => planFactory(one, documented)),
    routes,
  };
}

function planFactory({ own, label }: Subject, documented: boolean): ServerFactoryView {
  const { createServer: name, handlers, routes } = own;
  const types = typeParameters({
    before: `export function ${name}`,
    items: [`${stateParameter} = unknown`, '$Security = never', `${sessionParameter} = undefined`],
    after: '(',
  });
  const documents = documented ? [call('createDocuments', 'documentation')] : [];
  const items = [`${routes}(handlers)`, 'options', ...documents];
  return {
    doc: docContent([
      `Creates a server of ${label}.`,
      '',
      '@example',
      `const server = ${name}(handlers);`,
      "createServer(server.listener).listen(8080); // createServer of 'node:http'",
    ]),
    name: name + types,
    parameters: parameterList({
      before: types.includes('\n') ? '>' : `export function ${name}${types}`,
      items: [
        handlersParameter(handlers, [stateParameter, 'IdentityOf<$Security>', sessionParameter]),
        `options: ServerOptions<${stateParameter}, $Security, ${sessionParameter}> = {}`,
      ],
      after: ': Server {',
    }),
    result: laidOut('return', call('createServer', ...items), ';', 1).slice('return '.length, -1),
  };
}

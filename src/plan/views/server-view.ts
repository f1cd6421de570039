import { commentText, docComment, stringLiteral } from '../encode.ts';
import {
  argumentList,
  fits,
  indentation,
  parameterList,
  propertyLine,
  typeArguments,
} from '../layout.ts';
import type { ContractPlan, InterfacePlan, OperationPlan, ServicePlan } from '../plan.ts';
import { type ContractNames, type FacetNames, facetOf } from './contract-names.ts';
import { createImports, localSpecifier, type ModuleImports } from './module-imports.ts';
import { handlerDocumentation, serviceDocumentation } from './operation-docs.ts';
import { handlerTypeArguments, mayStream } from './operation-types.ts';

/** What `server.hbs` places. */
export interface ServerView {
  readonly imports: readonly string[];
  readonly interfaces: readonly HandlersView[];
  readonly factories: readonly ServerFactoryView[];
  readonly routes: readonly RoutesView[];
  /** Specifier literal of the documentation, loaded on the first request that needs it; `undefined` without `docs`. */
  readonly documentation: string | undefined;
}

/** An interface to implement. */
export interface HandlersView {
  readonly doc: string;
  readonly head: string;
  readonly members: readonly { readonly doc: string; readonly line: string }[];
}

/** `create…Server`. */
export interface ServerFactoryView {
  readonly doc: string;
  readonly head: string;
  readonly result: string;
}

/** A function that ties handlers to their operations. */
export interface RoutesView {
  readonly doc: string;
  readonly head: string;
  readonly routes: readonly { readonly operation: string; readonly handler: string }[];
  /** Around the list of routes. */
  readonly open: string;
  readonly close: string;
  /** Spread routes of sub-objects. */
  readonly others: readonly string[];
  /** The whole statement, for a contract: nothing but the routes of its services. */
  readonly result: string | undefined;
}

/** Plans `server.ts`. */
export function planServerView(contract: ContractPlan, names: ContractNames): ServerView {
  const imports = createImports(contract.options);
  for (const name of ['Route', 'Server', 'ServerOptions']) imports.type('runtime', name);
  imports.value('runtime', 'createServer');
  const documented = contract.options.targets.includes('docs');
  const shared = contract.options.targets.includes('soap');
  const interfaces: HandlersView[] = [];
  const factories: ServerFactoryView[] = [];
  const routes: RoutesView[] = [];

  for (const service of contract.services) {
    const own = facetOf(names.services, service);
    for (const one of service.interfaces) {
      interfaces.push(planInterface(service, one, names, imports));
      routes.push(
        planRoutes(service, one, names, imports, shared && one === service.interfaces[0]),
      );
    }
    const subject = `service \`${commentText(service.service.name)}\``;
    factories.push(planFactory(own, subject, documented));
  }

  const whole = names.contract;
  if (whole !== undefined) {
    const subject = `all services of contract \`${commentText(contract.model.name)}\``;
    interfaces.push({
      doc: docComment([`What you implement to serve ${subject}.`]),
      head: interfaceHead(whole),
      members: contract.services.map((service) => ({
        doc: docComment(serviceDocumentation(service), 1),
        line: `readonly ${service.property}: ${facetOf(names.services, service).handlers}<State>;`,
      })),
    });
    factories.push(planFactory(whole, subject, documented));
    routes.push({
      doc: docComment([`Ties \`${whole.handlers}\` to their operations.`]),
      head: routesHead(whole, shared),
      routes: [],
      ...listOf(0),
      others: [],
      result: wholeRoutes(contract, names),
    });
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

/** Elements of an array literal from which on compilers give up finding their common type, with room to spare. */
const manyRoutes = 300;

/** What stands around a list of `count` routes. */
function listOf(count: number): { readonly open: string; readonly close: string } {
  return count > manyRoutes ? { open: 'Array.of<Route>(', close: ')' } : { open: '[', close: ']' };
}

function interfaceHead(names: FacetNames): string {
  return `export interface ${names.handlers}<State = unknown> {`;
}

/** @param exported Whether `soap.ts` needs it. */
function routesHead(names: FacetNames, exported: boolean): string {
  return parameterList({
    before: `${exported ? 'export ' : ''}function ${names.routes}<State>`,
    items: [`handlers: ${names.handlers}<State>`],
    after: ': readonly Route[] {',
  });
}

/** The routes of all services: on one line where that fits, else one service a line. */
function wholeRoutes(contract: ContractPlan, names: ContractNames): string {
  const parts = contract.services.map((service) => ({
    before: `...${facetOf(names.services, service).routes}`,
    items: [`handlers.${service.property}`],
  }));
  const line = `return [${parts.map(({ before, items }) => `${before}(${items[0]})`).join(', ')}];`;
  if (fits(line, 1)) return line;
  const lines = parts.map((part) => argumentList({ ...part, after: ',', indent: 2 }));
  return `return [\n${lines.map((one) => `${indentation(2)}${one}\n`).join('')}${indentation(1)}];`;
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
      before: `export function ${names.createServer}<State = unknown>`,
      items: [`handlers: ${names.handlers}<State>`, 'options: ServerOptions<State> = {}'],
      after: ': Server {',
    }),
    result: argumentList({
      before: 'return createServer',
      items: documented ? [...items, 'documentation'] : items,
      after: ';',
      indent: 1,
    }),
  };
}

function planInterface(
  service: ServicePlan,
  plan: InterfacePlan,
  names: ContractNames,
  imports: ModuleImports,
): HandlersView {
  const main = plan === service.interfaces[0];
  const subject = main
    ? `service \`${commentText(service.service.name)}\``
    : `port \`${commentText(plan.interface.name)}\``;
  const handlers = plan.operations.map((operation) => ({
    doc: docComment(handlerDocumentation(operation), 1),
    line: typeArguments({
      before: `readonly ${operation.method}: ${imports.type('runtime', handlerType(operation))}`,
      items: handlerTypeArguments(operation, names, imports),
      after: ';',
      indent: 1,
    }),
  }));
  const objects = (main ? service.interfaces.slice(1) : []).map((other) => ({
    doc: docComment([`Operations of port \`${commentText(other.interface.name)}\`.`], 1),
    line: `readonly ${other.property}: ${facetOf(names.interfaces, other).handlers}<State>;`,
  }));
  return {
    doc: docComment([
      `What you implement to serve ${subject}: a function for each operation.`,
      '`State` is what the `context` option makes of a request.',
    ]),
    head: interfaceHead(facetOf(names.interfaces, plan)),
    members: [...handlers, ...objects],
  };
}

function handlerType(operation: OperationPlan): string {
  return mayStream(operation) ? 'StreamingHandler' : 'Handler';
}

function planRoutes(
  service: ServicePlan,
  plan: InterfacePlan,
  names: ContractNames,
  imports: ModuleImports,
  exported: boolean,
): RoutesView {
  const own = facetOf(names.interfaces, plan);
  return {
    doc: docComment([`Ties \`${own.handlers}\` to their operations.`]),
    head: routesHead(own, exported),
    routes: plan.operations.map((operation) => ({
      operation: propertyLine('operation', imports.value('operations', operation.descriptor), 3),
      handler: handlerLine(operation.method),
    })),
    others: (plan === service.interfaces[0] ? service.interfaces.slice(1) : []).map((other) =>
      argumentList({
        before: `...${facetOf(names.interfaces, other).routes}`,
        items: [`handlers.${other.property}`],
        after: ',',
        indent: 2,
      }),
    ),
    ...listOf(plan.operations.length),
    result: undefined,
  };
}

/** Called as a method, so that handlers may be those of a class. */
function handlerLine(method: string): string {
  const head = 'handler: (input, context) =>';
  const call = `handlers.${method}(input, context),`;
  return fits(`${head} ${call}`, 3) ? `${head} ${call}` : `${head}\n${indentation(4)}${call}`;
}

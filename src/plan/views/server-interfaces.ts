import { commentText, docComment } from '../print/encode.ts';
import {
  argumentList,
  fits,
  indentation,
  interfaceHead,
  memberless,
  parameterList,
} from '../print/layout.ts';
import type { InterfacePlan, ServicePlan } from '../result/plan.ts';
import { type ContractNames, facetOf } from './contract-names.ts';
import { stateParameter } from './state-parameter.ts';

/** An interface to implement. */
export interface HandlersView {
  readonly doc: string;
  readonly head: string;
  readonly members: readonly { readonly doc: string; readonly line: string }[];
}

/** A route: an operation with what answers it. */
export interface RouteView {
  /** Property with the descriptor, complete. */
  readonly operation: string;
  /** Property with the protocols, complete. */
  readonly server: string;
  /** Property with what the server reads and writes, complete. */
  readonly codec: string;
  /** Property with the function that calls the handler, complete. */
  readonly handler: string;
}

/** A function that ties handlers to their operations. */
export interface RoutesView {
  readonly doc: string;
  readonly head: string;
  readonly routes: readonly RouteView[];
  /** Around the list of routes. */
  readonly open: string;
  readonly close: string;
  /** Spread routes of sub-objects. */
  readonly others: readonly string[];
  /**
   * The whole statement where there are no routes but spread ones, as for a contract: those of its
   * services.
   */
  readonly result: string | undefined;
}

/**
 * Where the handlers of an interface are: in it and in the function that ties them, or in parts of
 * both.
 */
export interface HandlersContent {
  /** Interfaces of the parts. */
  readonly bases: readonly string[];
  readonly members: HandlersView['members'];
  readonly routes: RoutesView['routes'];
  /** Functions of the parts. */
  readonly spread: readonly string[];
}

/**
 * The interface that holds the handlers of an interface of a service, those of other interfaces in
 * sub-objects of the first.
 */
export function planHandlersInterface(
  service: ServicePlan,
  plan: InterfacePlan,
  names: ContractNames,
  { bases, members }: HandlersContent,
): HandlersView {
  const main = plan === service.interfaces[0];
  const subject = main
    ? `service \`${commentText(service.service.name)}\``
    : `port \`${commentText(plan.interface.name)}\``;
  const objects = (main ? service.interfaces.slice(1) : []).map((other) => ({
    doc: docComment([`Operations of port \`${commentText(other.interface.name)}\`.`], 1),
    line: `readonly ${other.property}: ${facetOf(names.interfaces, other).handlers}<${stateParameter}>;`,
  }));
  const doc = docComment([
    `What you implement to serve ${subject}: a function for each operation.`,
    `\`${stateParameter}\` is what the \`context\` option makes of a request.`,
  ]);
  const { handlers } = facetOf(names.interfaces, plan);
  return handlersView(doc, handlers, { bases, members: [...members, ...objects] });
}

/** An interface with its content. */
export function handlersView(
  doc: string,
  name: string,
  { bases, members }: Pick<HandlersContent, 'bases' | 'members'>,
): HandlersView {
  const head = interfaceHead(`${name}<${stateParameter} = unknown>`, bases);
  return { doc, head: members.length === 0 ? memberless(head) : head, members };
}

/**
 * The function that makes the routes of {@link planHandlersInterface}.
 *
 * @param exported Whether `soap.ts` needs it.
 */
export function planRoutes(
  service: ServicePlan,
  plan: InterfacePlan,
  names: ContractNames,
  { routes, spread }: HandlersContent,
  exported: boolean,
): RoutesView {
  const own = facetOf(names.interfaces, plan);
  const others = (plan === service.interfaces[0] ? service.interfaces.slice(1) : []).map(
    (other) => ({
      routes: facetOf(names.interfaces, other).routes,
      handlers: `handlers.${other.property}`,
    }),
  );
  const parts = spread.map((one) => ({ routes: one, handlers: 'handlers' }));
  if (parts.length > 0) {
    return { ...routesView(own, [], exported), result: spreadRoutes([...parts, ...others]) };
  }
  return { ...routesView(own, routes, exported), others: others.map(spreadLine) };
}

/**
 * Elements of an array literal from which on compilers give up finding their common type, with room
 * to spare.
 */
const manyRoutes = 300;

/** A function with nothing but routes of its own. */
export function routesView(
  own: { readonly handlers: string; readonly routes: string },
  routes: RoutesView['routes'],
  exported: boolean,
): RoutesView {
  const many = routes.length > manyRoutes;
  return {
    doc: docComment([`Ties \`${own.handlers}\` to their operations.`]),
    head: parameterList({
      before: `${exported ? 'export ' : ''}function ${own.routes}<${stateParameter}>`,
      items: [`handlers: ${own.handlers}<${stateParameter}>`],
      after: ': readonly Route[] {',
    }),
    routes,
    open: many ? 'Array.of<Route>(' : '[',
    close: many ? ')' : ']',
    others: [],
    result: undefined,
  };
}

/** Routes that another function makes of these handlers. */
interface SpreadRoutes {
  readonly routes: string;
  readonly handlers: string;
}

/** Routes of several functions: on one line where that fits, else one function a line. */
export function spreadRoutes(parts: readonly SpreadRoutes[]): string {
  const items = parts.map(({ routes, handlers }) => `...${routes}(${handlers})`);
  const line = `return [${items.join(', ')}];`;
  if (fits(line, 1)) return line;
  const lines = parts.map((part) => `${indentation(2)}${spreadLine(part)}\n`);
  return `return [\n${lines.join('')}${indentation(1)}];`;
}

function spreadLine({ routes, handlers }: SpreadRoutes): string {
  return argumentList({ before: `...${routes}`, items: [handlers], after: ',', indent: 2 });
}

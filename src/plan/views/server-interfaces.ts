import { commentText, docContent } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import {
  fits,
  indentation,
  parameterList,
  typeArguments,
  typeParameters,
} from '../print/layout.ts';
import { call } from '../print/node.ts';
import type { InterfacePlan, ServicePlan } from '../result/plan.ts';
import {
  type ContractNames,
  facetOf,
  handlerArguments,
  handlerParameters,
  identityParameter,
  sessionParameter,
  stateParameter,
} from './contract-names.ts';
import {
  type InterfaceView,
  interfaceView,
  type PropertyView,
  propertyView,
} from './interface-view.ts';

/**
 * A route: an operation and its handler. Values that may be on the next line start with a space or
 * line break.
 */
export interface RouteView {
  /** The descriptor. */
  readonly operation: string;
  /** Array of the protocols. */
  readonly server: string;
  /** Object with the codecs of the server. */
  readonly codec: string;
  /** Object with the messages for scripts; absent if they may not call it. */
  readonly script: string | undefined;
  /** Body of the function that calls the handler. */
  readonly handler: string;
}

/** A function that connects handlers to their operations. */
export interface RoutesView {
  readonly doc: string;
  /** Whether `soap.ts` imports it. */
  readonly exported: boolean;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /**
   * If there are only routes of other functions, as for a contract: the array of them. Else
   * `undefined`.
   */
  readonly result: string | undefined;
  /** Routes, in the order of the contract. */
  readonly routes: readonly RouteView[];
  /** Calls whose routes follow, for further ports. */
  readonly spread: readonly string[];
}

/** The handlers of an interface: in it and in the function that connects them. */
export interface HandlersContent {
  readonly members: readonly PropertyView[];
  readonly routes: RoutesView['routes'];
}

/**
 * The interface for the handlers of a service's interface. Those of other interfaces are in
 * sub-objects of the first.
 */
export function planHandlersInterface(
  service: ServicePlan,
  plan: InterfacePlan,
  names: ContractNames,
  { members }: HandlersContent,
): InterfaceView {
  const main = plan === service.interfaces[0];
  const subject = main
    ? `service \`${commentText(service.service.name)}\``
    : `port \`${commentText(plan.interface.name)}\``;
  const objects = (main ? service.interfaces.slice(1) : []).map((other) =>
    handlersProperty(
      [`Operations of port \`${commentText(other.interface.name)}\`.`],
      other.property,
      facetOf(names.interfaces, other).handlers,
    ),
  );
  const doc = docContent([
    `What you implement to serve ${subject}: a function for each operation.`,
    `\`${stateParameter}\` is what the \`context\` option makes of a request,`,
    `\`${identityParameter}\` what the \`security\` option finds out of its sender,`,
    `\`${sessionParameter}\` what the \`sessions\` option keeps for them.`,
  ]);
  const { handlers } = facetOf(names.interfaces, plan);
  return handlersView(doc, handlers, [...members, ...objects]);
}

/** A property with handlers of their own. */
export function handlersProperty(
  lines: readonly string[],
  name: string,
  handlers: string,
): PropertyView {
  const before = `readonly ${name}: ${handlers}`;
  const types = typeArguments({ before, items: handlerParameters, after: ';', indent: 1 });
  return propertyView(lines, name, handlers + types);
}

/** The parameter of a function that takes handlers. */
export function handlersParameter(handlers: string, items: readonly string[]): string {
  const before = `handlers: ${handlers}`;
  return before + typeArguments({ before, items, after: ',', indent: 1 });
}

/** An interface of handlers with its content. */
export function handlersView(
  doc: string,
  name: string,
  members: readonly PropertyView[],
): InterfaceView {
  const parameters = typeParameters({
    before: `export interface ${name}`,
    items: handlerParameters.map((one) => `${one} = unknown`),
    after: ' {',
  });
  return interfaceView(doc, name + parameters, members);
}

/** The content of the function of routes, and whether `soap.ts` needs it. */
interface RoutesContent extends Pick<HandlersContent, 'routes'> {
  readonly exported: boolean;
}

/** The function that creates the routes of {@link planHandlersInterface}. */
export function planRoutes(
  service: ServicePlan,
  plan: InterfacePlan,
  names: ContractNames,
  { routes, exported }: RoutesContent,
): RoutesView {
  const own = facetOf(names.interfaces, plan);
  const others = (plan === service.interfaces[0] ? service.interfaces.slice(1) : []).map(
    (other) => ({
      routes: facetOf(names.interfaces, other).routes,
      handlers: `handlers.${other.property}`,
    }),
  );
  return {
    ...routesView(own, routes, exported),
    spread: others.map((other) => spreadLine(other).slice(3, -1)),
  };
}

/** A function with nothing but its own routes. */
export function routesView(
  own: { readonly handlers: string; readonly routes: string },
  routes: RoutesView['routes'],
  exported: boolean,
): RoutesView {
  return {
    doc: docContent([`Ties \`${own.handlers}\` to their operations.`]),
    exported,
    name: own.routes,
    parameters: parameterList({
      before: `${exported ? 'export ' : ''}function ${own.routes}${handlerArguments}`,
      items: [handlersParameter(own.handlers, handlerParameters)],
      after: ': readonly Route[] {',
    }),
    result: undefined,
    routes,
    spread: [],
  };
}

/** Routes for handlers, returned by another function. */
interface SpreadRoutes {
  readonly routes: string;
  readonly handlers: string;
}

/** Routes of several functions, on one line if they fit, else one function on each. */
export function spreadRoutes(parts: readonly SpreadRoutes[]): string {
  const items = parts.map(({ routes, handlers }) => `...${routes}(${handlers})`);
  const flat = `[${items.join(', ')}]`;
  if (fits(`return ${flat};`, 1)) return flat;
  const lines = parts.map((part) => `${indentation(2)}${spreadLine(part)}\n`);
  return `[\n${lines.join('')}${indentation(1)}]`;
}

function spreadLine({ routes, handlers }: SpreadRoutes): string {
  return laidOut('', call(`...${routes}`, handlers), ',', 2);
}

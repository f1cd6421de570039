import { decodeComponent } from '../../form/decode.ts';
import {
  type DocumentedActions,
  documentedActions,
  inputActions,
} from '../../operation/actions.ts';
import type { ServerOptions } from '../../server/options.ts';
import { documentedActionsOf, type Route } from '../../server/protocol.ts';
import { addresser } from '../../soap/server/addressing.ts';
import type { OpenedRequest, SoapMessage } from '../../soap/server/message.ts';
import { isSoapProtocol, type SoapProtocol } from '../../soap/server/protocol.ts';
import type { Refusal } from '../../soap/server/refuse.ts';
import { soap11Server } from '../../soap/server/soap11.ts';
import { type SoapService, withAddressing } from '../../soap/server/table.ts';
import type { AddressingRules } from '../options.ts';
import { addressing10, addressing2004 } from '../versions.ts';
import { checkProperties } from './check-request.ts';
import { actionMismatch, actionNotSupported, missingHeader, refuseAddressed } from './faults.ts';
import { addressingHeaders, propertiesOf, readHeaderList } from './properties.ts';
import { AddressedReply } from './reply.ts';

/**
 * What a server wants of WS-Addressing, for the server option `addressing`. A program that is
 * bundled has to give this, so that its bundle has what reads the headers; in any other, the rules
 * alone do.
 */
export const serverAddressing: (rules?: AddressingRules) => AddressingRules =
  /* @__PURE__ */ install();

function install(): (rules?: AddressingRules) => AddressingRules {
  addresser.current = { route: routeAddressed, open: openAddressed };
  documentedActionsOf.current = actionsOfRoutes;
  return (rules = {}) => rules;
}

function actionsOfRoutes(
  routes: readonly Route[],
  options: ServerOptions<never>,
): ReadonlyMap<string, DocumentedActions> {
  const addressed = routes.filter(({ server }) =>
    server.some((one) => isSoapProtocol(one) && withAddressing(one, options).addressing),
  );
  return new Map(addressed.map(({ operation }) => [operation.name, documentedActions(operation)]));
}

/** SOAP 1.1 with WS-Addressing, for contracts that announce it. */
export const addressedSoap11Server: SoapProtocol = /* @__PURE__ */ announced(soap11Server);

/** A protocol with WS-Addressing. */
export function announced(protocol: SoapProtocol): SoapProtocol {
  install();
  return { ...protocol, addressing: 'announced' };
}

/**
 * Finds the operation: by the action of HTTP if there is one, otherwise by that of the headers
 * (WS-Addressing 1.0 SOAP Binding, sections 4.2 and 2.4).
 */
function routeAddressed(
  service: SoapService,
  message: SoapMessage,
  byHttp: (service: SoapService, message: SoapMessage) => Route | Refusal,
): Route | Refusal {
  const http = httpAction(message);
  if (http !== '') {
    const found = byHttp(service, message);
    if (!('refused' in found)) return found;
  }
  const action = propertiesOf(readHeaderList(service, message))?.action;
  if (http !== '' && http !== action) return refuseRoute(service, message, byHttp);
  const routes = action === undefined ? [] : routesOf(service, action);
  const [route] = routes;
  if (route !== undefined && routes.length === 1) return route;
  return refuseRoute(service, message, byHttp);
}

/** What HTTP tells, or the fault if it tells no operation. */
function refuseRoute(
  service: SoapService,
  message: SoapMessage,
  byHttp: (service: SoapService, message: SoapMessage) => Route | Refusal,
): Route | Refusal {
  const found = byHttp(service, message);
  return 'refused' in found ? (refuseAction(service, message, found) ?? found) : found;
}

/** The fault for a request of which no action is known; `undefined` without one in the headers. */
function refuseAction(
  service: SoapService,
  message: SoapMessage,
  { protocol: given }: Refusal,
): Refusal | undefined {
  const properties = propertiesOf(readHeaderList(service, message));
  if (properties?.action === undefined) return undefined;
  const protocol = { ...given, reply: new AddressedReply(properties, undefined) };
  const isKnown = routesOf(service, properties.action).length > 0;
  const { version, action } = properties;
  return refuseAddressed(
    protocol,
    version,
    isKnown ? actionMismatch(version) : actionNotSupported(version, action),
  );
}

function openAddressed(service: SoapService, opened: OpenedRequest): OpenedRequest | Refusal {
  const { route, unknownHeaders } = opened;
  const properties = propertiesOf(unknownHeaders.list);
  if (properties === undefined) {
    if (!isRequired(service, opened)) return opened;
    const is2004 = route.operation.soap?.addressing?.version === '2004/08';
    const version = is2004 ? addressing2004 : addressing10;
    const empty = propertiesOf([{ name: 'To', namespace: version.namespace }]);
    const reply = empty && new AddressedReply(empty, route.operation);
    const protocol = { ...opened.protocol, reply };
    return refuseAddressed(protocol, version, missingHeader(version, 'Action'));
  }
  for (const one of addressingHeaders(unknownHeaders.list, properties.version)) {
    unknownHeaders.understood(one);
  }
  const { version, action } = properties;
  const reply = new AddressedReply(properties, route.operation);
  const protocol = { ...opened.protocol, reply };
  const problem = checkProperties(properties, route.operation);
  if (problem !== undefined) return refuseAddressed(protocol, version, problem);
  if (action !== undefined && !inputActions(route.operation).includes(action)) {
    const isKnown = routesOf(service, action).length > 0;
    const fault = isKnown ? actionMismatch(version) : actionNotSupported(version, action);
    return refuseAddressed(protocol, version, fault);
  }
  return { ...opened, protocol };
}

/** By the options of the server, otherwise by what the contract says about the binding. */
function isRequired(
  { options: { addressing } }: SoapService,
  { protocol, route }: OpenedRequest,
): boolean {
  const own = typeof addressing === 'object' ? addressing.required : undefined;
  const isAnnounced = protocol.addressing === 'announced';
  return own ?? (isAnnounced && route.operation.soap?.addressing?.required === true);
}

/** The action of SOAPAction or the content type; empty if there is none. */
function httpAction({ guess, action = '', type }: SoapMessage): string {
  if (guess.binding === 'soap12') return type.action ?? '';
  const text = action.trim();
  return decodeComponent(/^"(.*)"$/s.exec(text)?.[1] ?? text, 'utf-8');
}

/** The operations of services by their actions. */
const tables: WeakMap<
  SoapService,
  ReadonlyMap<string, readonly Route[]>
> = /* @__PURE__ */ new WeakMap();

function routesOf(service: SoapService, action: string): readonly Route[] {
  let table = tables.get(service);
  if (table === undefined) {
    table = tableOf(service.routes);
    tables.set(service, table);
  }
  return table.get(action) ?? [];
}

function tableOf(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const table = new Map<string, Route[]>();
  for (const route of routes) {
    for (const action of new Set(inputActions(route.operation))) {
      const known = table.get(action) ?? [];
      known.push(route);
      table.set(action, known);
    }
  }
  return table;
}

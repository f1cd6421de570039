import { inputAction } from '../../operation/actions.ts';
import type { AnyOperation } from '../../operation/operation.ts';
import type { Incoming } from '../../server/incoming.ts';
import type { ServerOptions } from '../../server/options.ts';
import type { PartsReceiver, Route, Service } from '../../server/protocol.ts';
import type { ServerSettings } from '../../server/settings.ts';
import type { SoapVersion } from '../envelope.ts';
import { isSoapProtocol, type SoapProtocol } from './protocol.ts';

/** The SOAP operations of one service. */
export interface SoapService extends ServerSettings {
  readonly soap11: SoapProtocol | undefined;
  readonly soap12: SoapProtocol | undefined;
  /** SOAP 1.1 if the service has it, otherwise SOAP 1.2. */
  readonly preferred: SoapProtocol;
  readonly routes: readonly Route[];
  /** By SOAPAction, with and without quotes, and by the action of SOAP 1.2. */
  readonly byAction: ReadonlyMap<string, Route>;
  /** Actions, with and without quotes, of several operations, which the body distinguishes. */
  readonly sharedActions: ReadonlySet<string>;
  /**
   * The action of a SOAP 1.1 request that has none: empty if the body tells the operation, or if an
   * operation has the empty action.
   */
  readonly actionWithout: '' | undefined;
  /** Whether an operation has an action. Otherwise that of a request tells nothing. */
  readonly hasActions: boolean;
  /** By `{namespace}local` of the first element in the body; `''` for an empty body. */
  readonly byElement: ReadonlyMap<string, Route>;
  /** Whether SOAP 1.1 finds operations by the element instead of the action. */
  readonly routeByElement: boolean;
  /** Reads requests with streams, if an operation has some. */
  readonly receiver: PartsReceiver | undefined;
  /** Requests whose answers are not signed; absent if none are. */
  readonly unsigned?: WeakSet<Incoming> | undefined;
}

/**
 * Builds the table of a service.
 *
 * @throws Error if none of its operations has a SOAP binding
 */
export function buildSoapService(service: Service, settings: ServerSettings): SoapService {
  const routes = service.routes.filter(({ server }) => server.some(isSoapProtocol));
  const protocols = routes.flatMap(({ server }) =>
    server.filter(isSoapProtocol).map((one) => withAddressing(one, settings.options)),
  );
  const soap11 = protocols.find(({ binding }) => binding === 'soap11');
  const soap12 = protocols.find(({ binding }) => binding === 'soap12');
  const preferred = soap11 ?? soap12;
  if (preferred === undefined) throw new Error(`${service.path} is not served over SOAP.`);
  const byElement: Map<string, Route> = new Map();
  for (const route of routes) {
    const key = elementKey(route.operation);
    if (!byElement.has(key)) byElement.set(key, route);
  }
  const byBody = settings.options.routeByElement ?? [];
  const routeByElement =
    byBody.includes(service.path) ||
    service.routes.some(({ operation }) => byBody.includes(operation.service));
  const isEmpty = ({ operation }: Route): boolean => operation.soap?.action === '';
  return {
    ...settings,
    soap11,
    soap12,
    preferred,
    routes,
    ...buildActions(routes),
    byElement,
    routeByElement,
    receiver: routes.find(({ codec }) => codec.receiveParts)?.codec.receiveParts,
    actionWithout: routeByElement || routes.some(isEmpty) ? '' : undefined,
    hasActions: !routes.every(isEmpty),
  };
}

/** The protocol as the server option `addressing` wants it; by default as the contract does. */
export function withAddressing(
  protocol: SoapProtocol,
  { addressing }: ServerOptions<never>,
): SoapProtocol {
  if (addressing === undefined) return protocol;
  if (addressing === false) return { ...protocol, addressing: undefined };
  return { addressing: 'chosen', ...protocol };
}

/** The protocol of a version; `undefined` if the service does not have it. */
export function protocolOf(service: SoapService, version: SoapVersion): SoapProtocol | undefined {
  return version.binding === 'soap11' ? service.soap11 : service.soap12;
}

function buildActions(routes: readonly Route[]): Pick<SoapService, 'byAction' | 'sharedActions'> {
  const byAction: Map<string, Route> = new Map();
  const sharedActions: Set<string> = new Set();
  const add = (route: Route, actions: readonly string[]): void => {
    for (const one of new Set(actions)) {
      if (byAction.has(one)) sharedActions.add(one);
      else byAction.set(one, route);
    }
  };
  for (const route of routes) {
    const { soap } = route.operation;
    if (soap === undefined) continue;
    const { action, action12 = action } = soap;
    add(route, [action, `"${action}"`, action12]);
  }
  // JAX-WS sends the action of WS-Addressing as SOAPAction; that of the binding counts more
  const bound = new Set(byAction.keys());
  for (const route of routes) {
    const action = inputAction(route.operation);
    add(
      route,
      [action, `"${action}"`].filter((one) => !bound.has(one)),
    );
  }
  for (const action of sharedActions) byAction.delete(action);
  return { byAction, sharedActions };
}

function elementKey({ soap }: AnyOperation): string {
  const element = soap?.element;
  return element === undefined ? '' : `{${element.namespace}}${element.local}`;
}

import { decodeComponent } from '../forms/query.ts';
import type { AnyOperation } from '../operation/descriptor.ts';
import {
  type AddressingRules,
  type AddressingVersion,
  actionParts,
  addressing10,
  addressing2004,
  addressingVersions,
  asHeader,
  defaultInput,
  enterHeader,
  enterRoot,
  inputAction,
  interfaceUri,
} from '../operation/soap.ts';
import type { ServerOptions } from '../server/options.ts';
import {
  type DocumentedActions,
  documentedActionsOf,
  type Route,
  UnknownHeaders,
} from '../server/protocol.ts';
import { XmlReader } from '../xml/reader.ts';
import { escapeText, writeXmlNodes, type XmlElement } from '../xml/writer.ts';
import { readHeaders } from './details.ts';
import {
  type FaultMessage,
  isSoapProtocol,
  type OpenedRequest,
  type ReceivedEnvelope,
  type Refusal,
  RequestEntries,
  refuse,
  type SoapProtocol,
  type SoapReply,
  type SoapService,
  withAddressing,
} from './request.ts';
import { serverAddresser, soap11Server, soap12Server } from './server.ts';

/** How a request is answered by its addressing properties (WS-Addressing 1.0 Core, section 3.4). */
class AddressedReply implements SoapReply {
  private readonly request: AddressingProperties;
  private readonly operation: AnyOperation | undefined;

  /** @param operation `undefined` as long as it is not known. */
  constructor(request: AddressingProperties, operation: AnyOperation | undefined) {
    this.request = request;
    this.operation = operation;
  }

  get dropsResult(): boolean {
    return this.isNone(this.request.replyTo);
  }

  get dropsFaults(): boolean {
    const { faultTo, replyTo } = this.request;
    return this.isNone(faultTo ?? replyTo);
  }

  result(): string {
    const { operation, request } = this;
    return operation === undefined ? '' : this.headers(outputAction(operation), request.replyTo);
  }

  fault({ code, subcodes = [], faultName }: FaultMessage): string {
    const { operation, request } = this;
    const { namespace, ownFault, soapFault } = request.version;
    const isOwn = [code, ...subcodes].some((one) => one.startsWith(`{${namespace}}`));
    const isDeclared = faultName !== undefined && operation !== undefined;
    const other = isDeclared ? faultAction(operation, faultName) : soapFault;
    return this.headers(isOwn ? ownFault : other, request.faultTo ?? request.replyTo);
  }

  /** Simple devices look for <wsa:Action> as text, so the prefix is declared at the envelope. */
  readonly declare = (envelope: string): string =>
    envelope.replace(
      /<soap:Envelope[^>]*/,
      (start) => `${start} xmlns:wsa="${this.request.version.namespace}"`,
    );

  private isNone(reference: ReceivedReference | undefined): boolean {
    const { none } = this.request.version;
    return none !== undefined && reference?.address === none;
  }

  private headers(action: string, to: ReceivedReference | undefined): string {
    const { version, messageId } = this.request;
    const header = (name: string, text: string): string =>
      `<wsa:${name}>${escapeText(text)}</wsa:${name}>`;
    return (
      header('Action', action) +
      (messageId === undefined ? '' : header('RelatesTo', messageId)) +
      header('To', version.anonymous) +
      writeXmlNodes(
        (to?.parameters ?? []).map((one) => asHeader(one, version)),
        '',
      )
    );
  }
}

/**
 * What is wrong with the addressing properties of a request (WS-Addressing 1.0 SOAP Binding,
 * section 6.4); `undefined` if nothing is. Replies go back over the connection of the request, or
 * nowhere: a server never connects to an address that a message names.
 */
function checkProperties(
  { version, repeated, action, messageId, replyTo, faultTo }: AddressingProperties,
  { oneWay = false }: AnyOperation,
): AddressingFault | undefined {
  if (repeated !== undefined) return invalidHeader(version, repeated, 'InvalidCardinality');
  if (action === undefined) return missingHeader(version, 'Action');
  if (oneWay) return undefined;
  if (messageId === undefined) return missingHeader(version, 'MessageID');
  const reason = (reference: ReceivedReference | undefined): string | undefined => {
    if (reference === undefined) return undefined;
    const { address } = reference;
    if (address === undefined) return 'MissingAddressInEPR';
    const isOurs = address === version.anonymous || address === version.none;
    return isOurs ? undefined : 'OnlyAnonymousAddressSupported';
  };
  const ofReply = reason(replyTo);
  if (ofReply !== undefined) return invalidHeader(version, 'ReplyTo', ofReply);
  const ofFault = reason(faultTo);
  return ofFault === undefined ? undefined : invalidHeader(version, 'FaultTo', ofFault);
}

/** Headers that a request has at most once (WS-Addressing 1.0 Core, section 3.2). */
const single = ['To', 'From', 'ReplyTo', 'FaultTo', 'Action', 'MessageID'] as const;

/** An endpoint reference as it was received. */
interface ReceivedReference {
  /** `undefined` if it has none. */
  readonly address: string | undefined;
  readonly parameters: readonly XmlElement[];
}

/** The addressing properties of a request. */
interface AddressingProperties {
  readonly version: AddressingVersion;
  readonly action: string | undefined;
  readonly messageId: string | undefined;
  readonly replyTo: ReceivedReference | undefined;
  readonly faultTo: ReceivedReference | undefined;
  /** Local name of a header that is there several times. */
  readonly repeated: string | undefined;
}

/** The headers of a version. */
function addressingHeaders(
  list: readonly XmlElement[],
  { namespace }: AddressingVersion,
): readonly XmlElement[] {
  return list.filter((one) => one.namespace === namespace);
}

/** The properties of a message by its headers; `undefined` if none is of WS-Addressing. */
function propertiesOf(list: readonly XmlElement[]): AddressingProperties | undefined {
  const version = addressingVersions.find((one) =>
    addressingHeaders(list, one).some(({ name }) => name === 'RelatesTo' || isSingle(name)),
  );
  if (version === undefined) return undefined;
  const headers = addressingHeaders(list, version);
  const all = (name: string) => headers.filter((one) => one.name === name);
  const text = (name: string): string | undefined => {
    const [found] = all(name);
    return (found && elementText(found)) || undefined;
  };
  const reference = (name: string): ReceivedReference | undefined => {
    const [found] = all(name);
    return found && endpointOf(found, version);
  };
  return {
    version,
    action: text('Action'),
    messageId: text('MessageID'),
    replyTo: reference('ReplyTo'),
    faultTo: reference('FaultTo'),
    repeated: single.find((name) => all(name).length > 1),
  };
}

function isSingle(name: string): boolean {
  return (single as readonly string[]).includes(name);
}

function endpointOf(element: XmlElement, { namespace }: AddressingVersion): ReceivedReference {
  const inside = childrenOf(element).filter((one) => one.namespace === namespace);
  const [address] = inside.filter(({ name }) => name === 'Address');
  const holders = inside.filter(({ name }) => /^Reference(?:Parameters|Properties)$/.test(name));
  return {
    address: (address && elementText(address)) || undefined,
    parameters: holders.flatMap(childrenOf),
  };
}

function childrenOf({ children = [] }: XmlElement): readonly XmlElement[] {
  return children.filter((one): one is XmlElement => typeof one !== 'string');
}

function elementText({ children = [] }: XmlElement): string {
  return children
    .filter((one) => typeof one === 'string')
    .join('')
    .trim();
}

/** The headers of a message that is not opened yet; none if it cannot be read. */
function readHeaderList(
  { reader: options }: SoapService,
  { text }: ReceivedEnvelope,
): readonly XmlElement[] {
  const unknown = new UnknownHeaders();
  try {
    const reader = new XmlReader(text, options);
    const version = enterRoot(reader);
    if (version === undefined || enterHeader(reader, version) !== 'header') return [];
    readHeaders(reader, [], new RequestEntries(version, unknown));
  } catch {
    // Whoever reads the whole message says what is wrong with it.
  }
  return unknown.list;
}

/** A fault about the headers (WS-Addressing 1.0 SOAP Binding, section 6.4). */
interface AddressingFault {
  /** Local names of its subcodes, the outermost first. */
  readonly subcodes: readonly string[];
  readonly message: string;
  /** Its detail, as text. */
  readonly detail: string;
}

/** A header is not valid. */
function invalidHeader(
  version: AddressingVersion,
  header: string,
  reason: string,
): AddressingFault {
  return {
    subcodes: [version.faults.invalid, ...(version.none === undefined ? [] : [reason])],
    message:
      'A header representing a Message Addressing Property is not valid and the message cannot be' +
      ' processed',
    detail: problemHeader(version, header),
  };
}

/** A header is missing. */
function missingHeader(version: AddressingVersion, header: string): AddressingFault {
  return {
    subcodes: [version.faults.missing],
    message: 'A required header representing a Message Addressing Property is not present',
    detail: problemHeader(version, header),
  };
}

/** The action is that of no operation. */
function actionNotSupported({ namespace }: AddressingVersion, action: string): AddressingFault {
  const inner = `<wsa:Action>${escapeText(action)}</wsa:Action>`;
  return {
    subcodes: ['ActionNotSupported'],
    message: 'The [action] cannot be processed at the receiver.',
    detail: `<wsa:ProblemAction xmlns:wsa="${namespace}">${inner}</wsa:ProblemAction>`,
  };
}

/** The action is that of another operation than SOAPAction or the body says. */
function actionMismatch(version: AddressingVersion): AddressingFault {
  return invalidHeader(version, 'Action', 'ActionMismatch');
}

function problemHeader({ namespace }: AddressingVersion, header: string): string {
  const open = `<wsa:ProblemHeaderQName xmlns:wsa="${namespace}">`;
  return `${open}wsa:${header}</wsa:ProblemHeaderQName>`;
}

/**
 * The refusal of a request. SOAP 1.1 has no subcodes, and the detail of faults about headers is a
 * header there (SOAP Binding, section 6.2).
 */
function refuseAddressed(
  protocol: SoapProtocol,
  { namespace }: AddressingVersion,
  { subcodes, message, detail }: AddressingFault,
): Refusal {
  const names = subcodes.map((local) => `{${namespace}}${local}`);
  if (protocol.binding === 'soap12') {
    return refuse(protocol, { code: 'Client', subcodes: names, message, detail });
  }
  const header = `<wsa:FaultDetail xmlns:wsa="${namespace}">${detail}</wsa:FaultDetail>`;
  const [code = 'Client'] = names;
  return refuse(protocol, { code, message, header, withoutDetail: true });
}

/**
 * What a server wants of WS-Addressing, for the server option `addressing`. A program that is
 * bundled has to give this, so that its bundle has what reads the headers; in any other, the rules
 * alone do.
 */
export const serverAddressing: (rules?: AddressingRules) => AddressingRules =
  /* @__PURE__ */ installServer();

function installServer(): (rules?: AddressingRules) => AddressingRules {
  serverAddresser.current = { route: routeAddressed, open: openAddressed };
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
function announced(protocol: SoapProtocol): SoapProtocol {
  installServer();
  return { ...protocol, addressing: 'announced' };
}

/**
 * Finds the operation: by the action of HTTP if there is one, otherwise by that of the headers
 * (WS-Addressing 1.0 SOAP Binding, sections 4.2 and 2.4).
 */
function routeAddressed(
  service: SoapService,
  message: ReceivedEnvelope,
  byHttp: (service: SoapService, message: ReceivedEnvelope) => Route | Refusal,
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
  message: ReceivedEnvelope,
  byHttp: (service: SoapService, message: ReceivedEnvelope) => Route | Refusal,
): Route | Refusal {
  const found = byHttp(service, message);
  return 'refused' in found ? (refuseAction(service, message, found) ?? found) : found;
}

/** The fault for a request of which no action is known; `undefined` without one in the headers. */
function refuseAction(
  service: SoapService,
  message: ReceivedEnvelope,
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
function httpAction({ guess, action = '', type }: ReceivedEnvelope): string {
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

/** SOAP 1.2 with WS-Addressing, for contracts that announce it. */
export const addressedSoap12Server: SoapProtocol = /* @__PURE__ */ announced(soap12Server);

/** All actions that requests of an operation may have. */
function inputActions(operation: AnyOperation): readonly string[] {
  const { action = '', action12 = '' } = operation.soap ?? {};
  const known = [inputAction(operation), action, action12, defaultInput(operation)];
  return known.filter((one) => one !== '');
}

/** Action of answers. */
function outputAction(operation: AnyOperation): string {
  const { addressing } = operation.soap ?? {};
  return addressing?.output ?? `${interfaceUri(operation)}${operation.name}Response`;
}

/** Action of a declared fault. */
function faultAction(operation: AnyOperation, name: string): string {
  const { addressing } = operation.soap ?? {};
  const { delimiter } = actionParts(operation);
  const pattern = `${interfaceUri(operation)}${operation.name}${delimiter}Fault${delimiter}${name}`;
  const known = Object.entries(addressing?.faults ?? {}).find(([fault]) => fault === name);
  return known?.[1] ?? pattern;
}

/** Actions of all messages of an operation, as a WSDL says them. */
function documentedActions(operation: AnyOperation): DocumentedActions {
  return {
    input: inputAction(operation),
    output: outputAction(operation),
    fault: (name) => faultAction(operation, name),
  };
}

import type { SourceFile, Span } from '../diagnostics/diagnostic.ts';
import { type Demanded, demandsOf, type PolicyTerm, type Requirement } from './policy.ts';
import type {
  BindingKind,
  Definitions,
  HttpContent,
  MimeAttachment,
  PortTypeOperation,
  SoapStyle,
  SoapUse,
  WrittenKind,
} from './wsdl.ts';
import type { QName } from './xml.ts';
import type { ComplexType, ElementDeclaration, SchemaType, SimpleType } from './xsd/schema.ts';

/** All kinds of bindings, in the order in which they are shown. */
export const bindingKinds: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** Bindings of an operation. */
export function bindingsOf(operation: ServiceOperation): readonly BindingKind[] {
  return bindingKinds.filter((kind) => operation[kind] !== undefined);
}

/**
 * The operations of a service in document order. If several interfaces have an operation, the first
 * counts.
 */
export function distinctOperations({ interfaces }: LinkedService): readonly ServiceOperation[] {
  const seen = new Set<string>();
  return interfaces
    .flatMap((one) => one.operations)
    .filter(({ publicName }) => !seen.has(publicName) && seen.add(publicName));
}

const pattern = /^https?:\/\/[^/?#\s]+([^#\s]*)/i;

/**
 * Path and query of an address that is an http(s) URL or a path; `undefined` for any other. For an
 * address below the contract's base URL, the part after that, whose path belongs to the base URL.
 */
export function addressPath(address: string | undefined, baseUrl?: string): string | undefined {
  if (address === undefined) return undefined;
  const base = baseUrl?.replace(/\/+$/, '');
  const trimmed = address.trim();
  const text =
    base !== undefined && trimmed.startsWith(`${base}/`) ? trimmed.slice(base.length) : trimmed;
  const match = pattern.exec(text);
  const target =
    match === null
      ? text.startsWith('/') && !text.startsWith('//')
        ? /^[^#\s]+/.exec(text)?.[0]
        : undefined
      : match[1];
  if (target === undefined) return undefined;
  // An empty query says nothing.
  const path = target.replace(/\?$/, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Splits the path of a port into path and query, which is empty if there is none. */
export function splitQuery(path: string): { readonly path: string; readonly query: string } {
  const start = path.indexOf('?');
  return start < 0
    ? { path, query: '' }
    : { path: path.slice(0, start), query: path.slice(start + 1) };
}

/** Scheme, host and port of an http(s) address: the part before its path. */
export function addressOrigin(address: string): string | undefined {
  return /^https?:\/\/[^/?#\s]+/i.exec(address.trim())?.[0];
}

/** The path and query of a port: those of its address, or of its service if it has none. */
export function portPath(service: LinkedService, port: LinkedPort | undefined): string {
  return port?.path ?? service.path;
}

/** The path and query of a service, followed by those of ports elsewhere. */
export function pathsOf(service: LinkedService): readonly string[] {
  return [...new Set([service.path, ...service.ports.map((port) => portPath(service, port))])];
}

/**
 * The base URL in an address of one of the services, of its WSDL or of its help page; the address
 * itself if it is not of one.
 */
export function baseOfAddress(address: string, services: readonly LinkedService[]): string {
  const bare = address.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  for (const { path } of services.flatMap(pathsOf).map(splitQuery)) {
    const own = path.replace(/\/+$/, '');
    if (own !== '' && bare.toLowerCase().endsWith(own.toLowerCase())) {
      return bare.slice(0, -own.length);
    }
  }
  return address;
}

/** Actions of an operation's messages (WS-Addressing 1.0 Metadata, section 4.4). */
export function actionsOf(
  portType: QName,
  { name, input, output, faults }: PortTypeOperation,
  soapAction: string | undefined,
): MessageActions {
  const start = interfaceStart(portType.namespace, portType.localName);
  const delimiter = delimiterOf(portType.namespace);
  const inputName = input?.name ?? (output === undefined ? name : `${name}Request`);
  return {
    input: input?.action ?? (soapAction || start + inputName),
    output: output && (output.action ?? start + (output.name ?? `${name}Response`)),
    faults: new Map(
      faults.map((fault) => [
        fault.name,
        fault.action ?? [`${start}${name}`, 'Fault', fault.name].join(delimiter),
      ]),
    ),
  };
}

/** Namespace and portType, each followed by the delimiter. */
export function interfaceStart(namespace: string, portType: string): string {
  const delimiter = delimiterOf(namespace);
  const start = namespace.endsWith(delimiter) ? namespace : namespace + delimiter;
  return start + portType + delimiter;
}

export function delimiterOf(namespace: string): string {
  return /^urn:/i.test(namespace) ? ':' : '/';
}

/** What the policies of a service demand. */
export interface ServiceDemand extends Demanded {
  /** Bindings that demand it; absent if all of SOAP do. */
  readonly bindings?: readonly BindingKind[] | undefined;
}

/** What a service demands over its ports, in the order of the contract; mostly nothing. */
export function serviceDemands(service: LinkedService): readonly ServiceDemand[] {
  const policies = policiesOf(service);
  const byText = new Map<string, { readonly demand: Demanded; readonly kinds: Set<BindingKind> }>();
  for (const [port, terms] of policies) {
    for (const demand of demandsOf(terms).all) {
      const known = byText.get(demand.text) ?? { demand, kinds: new Set() };
      known.kinds.add(port.kind);
      byText.set(demand.text, known);
    }
  }
  const count = new Set([...policies.keys()].map(({ kind }) => kind)).size;
  return [...byText.values()].map(({ demand, kinds }) => ({
    ...demand,
    bindings: kinds.size === count ? undefined : [...kinds],
  }));
}

/** What cannot be met, of ports that no alternative helps; each once. */
export function unmetDemands(service: LinkedService): readonly Requirement[] {
  const unmet = new Map<string, Requirement>();
  for (const terms of policiesOf(service).values()) {
    for (const one of demandsOf(terms).unmet) {
      if (!unmet.has(one.text)) unmet.set(one.text, one);
    }
  }
  return [...unmet.values()];
}

/** A demand in one line: what, where, and whether there is a choice. */
export function demandText({ text, isChoice, bindings }: ServiceDemand): string {
  const notes = [
    ...(isChoice ? ['optional, or one of several'] : []),
    ...(bindings === undefined ? [] : [bindings.join(', ')]),
  ];
  return notes.length === 0 ? text : `${text} (${notes.join('; ')})`;
}

function soapPorts({ ports }: LinkedService): readonly LinkedPort[] {
  return ports.filter(({ kind }) => kind === 'soap11' || kind === 'soap12');
}

/** The policies of a port that has SOAP, of its operations and their messages. */
export interface PortPolicies {
  /** Of the port and of operations. */
  readonly both: readonly PolicyTerm[];
  readonly requests: readonly PolicyTerm[];
  readonly answers: readonly PolicyTerm[];
}

/** The policies of the ports that have SOAP. */
export function portPolicies(service: LinkedService): ReadonlyMap<LinkedPort, PortPolicies> {
  const found = new Map(
    soapPorts(service).map((port) => [
      port,
      {
        both: new Set(port.policies),
        requests: new Set<PolicyTerm>(),
        answers: new Set<PolicyTerm>(),
      },
    ]),
  );
  const note = (known: Set<PolicyTerm>, terms: readonly PolicyTerm[] = []): void => {
    for (const term of terms) known.add(term);
  };
  for (const { operations } of service.interfaces) {
    for (const { soap11, soap12 } of operations) {
      for (const soap of [soap11, soap12]) {
        const known = soap && found.get(soap.port);
        if (known === undefined) continue;
        note(known.both, soap?.policies);
        note(known.requests, soap?.input.policies);
        note(known.answers, soap?.output?.policies);
      }
    }
  }
  return new Map(
    [...found].map(([port, { both, requests, answers }]) => [
      port,
      { both: [...both], requests: [...requests], answers: [...answers] },
    ]),
  );
}

/** All policies of each of these ports. */
function policiesOf(service: LinkedService): ReadonlyMap<LinkedPort, readonly PolicyTerm[]> {
  return new Map(
    [...portPolicies(service)].map(([port, { both, requests, answers }]) => [
      port,
      [...new Set([...both, ...requests, ...answers])],
    ]),
  );
}

/** A contract with every reference resolved, for planning, inspection, linting and comparison. */
export interface ServiceModel {
  readonly name: string;
  readonly namespace: string;
  readonly baseUrl?: string | undefined;
  readonly documentation?: string | undefined;
  readonly files: readonly SourceFile[];
  /** In document order. Names are unique. */
  readonly services: readonly LinkedService[];
  /** Named types of all schemas in document order, used by operations or not. Without built-ins. */
  readonly types: readonly (SimpleType | ComplexType)[];
  /** Global elements of all schemas in document order. */
  readonly elements: readonly ElementDeclaration[];
  /** Set for a plain XML Schema, whose global elements are documents. */
  readonly isSchema?: true | undefined;
  /** Number of operations left out for their defects. */
  readonly leftOut?: number | undefined;
}

/** `wsdl:service`. */
export interface LinkedService {
  readonly name: string;
  /** Namespace of its definitions, which is that of its ASMX class. */
  readonly namespace: string;
  /**
   * Path and query of its address, such as `/AuthCodeSending.asmx`; `/<name>` if no port has an
   * address.
   */
  readonly path: string;
  /** Whether the contract has it for scripts, too; no WSDL says so. */
  readonly script?: true | undefined;
  readonly documentation?: string | undefined;
  readonly ports: readonly LinkedPort[];
  /**
   * The interfaces for callers, usually one: ASMX's up to three portTypes (XSoap, XHttpGet,
   * XHttpPost) become one. Ports with different portTypes form further interfaces; the one with the
   * first SOAP port comes first.
   */
  readonly interfaces: readonly ServiceInterface[];
  /** The definitions that the service was read from, for writing its WSDL. */
  readonly definitions: Definitions;
  readonly span: Span;
}

/** `wsdl:port` with its binding. */
export interface LinkedPort {
  readonly name: string;
  readonly kind: BindingKind;
  readonly binding: QName;
  readonly portType: QName;
  readonly address?: string | undefined;
  /**
   * Path and query of the address, below the contract's base URL; absent if it is no URL or path.
   */
  readonly path?: string | undefined;
  /** Policies of the service, the port, its binding and its portType. */
  readonly policies?: readonly PolicyTerm[] | undefined;
  /** That of the contract. */
  readonly bodyIdentifies?: true | undefined;
  readonly span: Span;
}

/** A set of operations available through the same ports. */
export interface ServiceInterface {
  /** Name of its first port. */
  readonly name: string;
  readonly ports: readonly LinkedPort[];
  /** In the order of the (SOAP) portType, followed by those with HTTP bindings only. */
  readonly operations: readonly ServiceOperation[];
}

/**
 * One operation over all bindings of an interface. It has a key for each binding: `soap11` …
 * `httpPost`.
 */
export interface ServiceOperation {
  /** `wsdl:operation/@name`. */
  readonly name: string;
  /**
   * ASMX's message name: `name` of the input, which distinguishes overloads; otherwise equal to
   * `name`.
   */
  readonly messageName: string;
  /** Its name, or the message name for an overload. Unique in its interface. */
  readonly publicName: string;
  readonly documentation?: string | undefined;
  readonly oneWay: boolean;
  readonly written?: WrittenKind | undefined;
  /** Whether it lacks GET and POST because its reader left them out, and said so. */
  readonly withoutForms?: boolean | undefined;
  readonly soap11?: SoapOperation | undefined;
  readonly soap12?: SoapOperation | undefined;
  readonly httpGet?: HttpOperation | undefined;
  readonly httpPost?: HttpOperation | undefined;
  readonly span: Span;
}

/** The marshalling of an operation over one version of SOAP. */
export interface SoapOperation {
  readonly port: LinkedPort;
  /** `soapAction` as written; empty if the WSDL has none. */
  readonly action: string;
  /** The media type parameter `action` that clients send over SOAP 1.2, if they send any. */
  readonly sentAction?: string | undefined;
  /** Actions of WS-Addressing. */
  readonly actions: MessageActions;
  /** Policies of the operation, in the binding and the portType. */
  readonly policies?: readonly PolicyTerm[] | undefined;
  readonly style: SoapStyle;
  readonly input: SoapMessage;
  /** Absent for one-way operations. */
  readonly output?: SoapMessage | undefined;
  readonly faults: readonly SoapFaultMessage[];
}

/**
 * Actions of an operation's messages: those that the contract gives, otherwise for requests a
 * soapAction that is not empty, otherwise the default pattern (WS-Addressing 1.0 Metadata, section
 * 4.4).
 */
export interface MessageActions {
  readonly input: string;
  /** Absent for one-way operations. */
  readonly output?: string | undefined;
  /** By name of the fault. */
  readonly faults: ReadonlyMap<string, string>;
}

/** One direction of a SOAP operation. */
export interface SoapMessage {
  readonly use: SoapUse;
  /** Parts in the body, in order (`parameterOrder` applied for rpc). */
  readonly parts: readonly MessagePart[];
  /** rpc: the wrapper element. Document style has none, only the elements of the parts. */
  readonly rpcWrapper?: QName | undefined;
  /**
   * Set if the contract gives no namespace for the wrapper, which then has the target namespace of
   * the binding.
   */
  readonly assumedNamespace?: true | undefined;
  readonly headers: readonly HeaderPart[];
  readonly attachments: readonly DeclaredAttachment[];
  /** Policies of the message. */
  readonly policies?: readonly PolicyTerm[] | undefined;
}

/** `mime:content` with its part. */
export interface DeclaredAttachment extends MimeAttachment {
  /** Absent if the operation has no message. */
  readonly declared: MessagePart | undefined;
}

/** `wsdl:part`, with an element or a type. */
export interface MessagePart {
  readonly name: string;
  readonly element?: ElementDeclaration | undefined;
  readonly type?: SchemaType | undefined;
  /** Whether it is optional in a query or form. ASMX requires every parameter. */
  readonly optional?: boolean | undefined;
  readonly documentation?: string | undefined;
  readonly span: Span;
}

/** `soap:header` with its part. */
export interface HeaderPart {
  readonly part: MessagePart;
  readonly use: SoapUse;
  readonly namespace?: string | undefined;
  readonly required: boolean;
  /** Parts of its `soap:headerfault`s, which fault responses may have in their headers. */
  readonly faults: readonly MessagePart[];
}

/** A declared fault: its name, and the only part of its message. */
export interface SoapFaultMessage {
  readonly name: string;
  readonly use: SoapUse;
  readonly part: MessagePart;
  readonly documentation?: string | undefined;
}

/** The marshalling of an operation over HTTP GET or POST (WSDL 1.1 section 4). */
export interface HttpOperation {
  readonly port: LinkedPort;
  /** Path such as `/AuthCode`; with `urlReplacement`, a pattern with `(part)`. */
  readonly location: string;
  readonly input: HttpContent;
  readonly parameters: readonly MessagePart[];
  readonly output: HttpContent;
  /** The part in the output content; absent for void. */
  readonly result?: MessagePart | undefined;
}

import type { Span } from '../../diagnostics/diagnostic.ts';
import type { PolicySubject, PolicyTerm } from '../policy.ts';
import {
  actionsOf,
  addressPath,
  type HeaderPart,
  type HttpOperation,
  type LinkedPort,
  type LinkedService,
  type MessagePart,
  type ServiceInterface,
  type ServiceOperation,
  type SoapFaultMessage,
  type SoapMessage,
  type SoapOperation,
  unmetDemands,
} from '../services.ts';
import {
  type BindingKind,
  type BindingMessage,
  type BindingOperation,
  type Contract,
  type Definitions,
  type HttpContent,
  isXmlType,
  type Port,
  type Service,
  type SoapHeader,
  type SoapUse,
  type WrittenKind,
} from '../wsdl.ts';
import { type Mutable, type NameTable, sameQName, undeclared } from '../xml.ts';
import { addDangling, type LinkContext, nearest, refused } from './context.ts';
import {
  type AbstractOperation,
  type BoundOperation,
  type LinkedBinding,
  type LinkedDefinitions,
  type LinkedMessage,
  type LinkedPortType,
  messageNamed,
} from './definitions.ts';

/**
 * Resolves the services of one `Definitions`. Bindings without any port form a service, named after
 * the definitions unless there is one.
 */
export function linkServices(
  linked: LinkedDefinitions,
  definitions: Definitions,
  contract: Contract,
): readonly LinkedService[] {
  const hasPorts = definitions.services.some((service) => service.ports.length > 0);
  const services: readonly Service[] =
    hasPorts || definitions.bindings.length === 0
      ? definitions.services
      : [serviceOfBindings(definitions, contract.name)];
  const unbound: Port[] = [];
  const linkedServices = services
    .map((service) => linkService(linked, definitions, { service, contract }, unbound))
    .filter((service) => service !== undefined);
  for (const service of linkedServices) reportUnmet(linked, service);
  for (const port of unbound) reportUnbound(linked, definitions, port, linkedServices.length > 0);
  return linkedServices;
}

function serviceOfBindings(definitions: Definitions, contractName: string): Service {
  const [empty] = definitions.services;
  return {
    name: empty?.name ?? definitions.name ?? contractName,
    ports: definitions.bindings.map((binding) => ({
      name: binding.name.localName,
      binding: { name: binding.name, span: binding.span },
      address: undefined,
      documentation: undefined,
      span: binding.span,
    })),
    documentation: definitions.documentation,
    span: definitions.span,
  };
}

interface ServiceOfContract {
  readonly service: Service;
  readonly contract: Contract;
}

/**
 * Links one service.
 *
 * @param unbound receives ports whose binding is not there
 */
function linkService(
  linked: LinkedDefinitions,
  definitions: Definitions,
  { service, contract }: ServiceOfContract,
  unbound: Port[],
): LinkedService | undefined {
  const ports: PortWithBinding[] = [];
  const names = new Map<string, Span>();
  for (const port of service.ports) {
    const first = names.get(port.name);
    if (first !== undefined) {
      linked.context.defects.add(port, {
        code: 'ASMX2002',
        message: `Service '${service.name}' has two ports named '${port.name}'`,
        span: port.span,
        related: [{ message: 'first declared here', span: first }],
      });
      continue;
    }
    names.set(port.name, port.span);
    const bound = linkPort(linked, port, { service, contract }, unbound);
    if (bound !== undefined) ports.push(bound);
  }
  const interfaces = interfacesOf(linked, ports);
  if (interfaces.every((one) => one.operations.length === 0)) return undefined;
  const path = ports.find(({ port }) => port.path !== undefined)?.port.path;
  return {
    name: service.name,
    namespace: definitions.targetNamespace,
    path: path ?? `/${service.name}`,
    script: service.script,
    documentation: service.documentation,
    ports: ports.map(({ port }) => port),
    interfaces,
    definitions,
    span: service.span,
  };
}

function linkPort(
  linked: LinkedDefinitions,
  port: Port,
  { service, contract }: ServiceOfContract,
  unbound: Port[],
): PortWithBinding | undefined {
  if (refused(linked.context.defects, port.binding, port)) return undefined;
  const { name } = port.binding;
  const binding = linked.bindings.get(name);
  if (binding === undefined) {
    unbound.push(port);
    return undefined;
  }
  if (binding === 'broken') return undefined;
  const linkedPort: LinkedPort = {
    name: port.name,
    kind: binding.syntax.kind,
    binding: name,
    portType: binding.portType.syntax.name,
    address: port.address,
    path: addressPath(port.address, contract.baseUrl),
    policies: policiesOf(service, port, binding.syntax, binding.portType.syntax),
    bodyIdentifies: contract.bodyIdentifies,
    span: port.span,
  };
  return { port: linkedPort, binding };
}

/** Warns of what the policies of a service demand and generated code cannot do. */
function reportUnmet({ context }: LinkedDefinitions, service: LinkedService): void {
  for (const { text, instead, span } of unmetDemands(service)) {
    context.defects.warn({
      code: 'ASMX3017',
      message: `Service '${service.name}' demands ${text}`,
      span,
      help: instead?.replace(/^./, (letter) => letter.toUpperCase()),
    });
  }
}

/**
 * Reports a port whose binding is not there. If other ports are left, it only causes a warning,
 * unless a document that may have the binding could not be read.
 */
function reportUnbound(
  { context, bindings }: LinkedDefinitions,
  { missing }: Definitions,
  port: Port,
  others: boolean,
): void {
  const { name, span } = port.binding;
  const help = () => nearest(name.localName, bindings.localNames(name.namespace));
  if (!others || missing?.some(({ namespace }) => namespace === name.namespace) === true) {
    const what = { reference: port.binding, kind: 'Binding', inSchema: false };
    addDangling(context.defects, port, what, help);
    return;
  }
  const what = undeclared('Binding', name);
  context.defects.warn({
    code: 'ASMX2001',
    message: `${what}: port '${port.name}' is left out`,
    span,
    help: help() ?? 'Declare it, or remove the port',
  });
}

/** The interfaces of a service for callers: one for each group of its ports. */
function interfacesOf(
  linked: LinkedDefinitions,
  ports: readonly PortWithBinding[],
): readonly ServiceInterface[] {
  return groupPorts(ports).map((group) => interfaceOf(linked, group));
}

/** An incomplete operation, with the syntax whose defects would affect it. */
interface Draft {
  readonly operation: Mutable<ServiceOperation>;
  readonly rank: number;
}

function interfaceOf(linked: LinkedDefinitions, group: PortGroup): ServiceInterface {
  const drafts = new Map<string, Draft>();
  const byName = new Map<string, Draft[]>();
  let added = 0;
  const draftFor = (abstract: AbstractOperation, http: boolean, position: number): Draft => {
    const known = http ? findForHttp(drafts, byName, abstract) : drafts.get(keyOf(abstract));
    if (known !== undefined) return known;
    const draft = { operation: newOperation(abstract), rank: http ? 1e9 + added : position };
    added += 1;
    drafts.set(keyOf(abstract), draft);
    const named = byName.get(abstract.syntax.name);
    if (named === undefined) byName.set(abstract.syntax.name, [draft]);
    else named.push(draft);
    return draft;
  };
  for (const { port, binding } of group.ports) {
    const position = new Map(binding.portType.operations.map((one, index) => [one, index]));
    for (const bound of binding.operations) {
      const draft = draftFor(bound.abstract, isHttp(port), position.get(bound.abstract) ?? 0);
      travel(linked, draft.operation, port, bound);
    }
  }
  const operations = [...drafts.values()].sort((a, b) => a.rank - b.rank);
  for (const { operation } of operations) {
    const { name, messageName } = operation;
    operation.publicName = byName.get(name)?.length === 1 ? name : messageName;
    operation.written ??= writtenBy(operation);
  }
  return {
    name: group.ports[0]?.port.name ?? '',
    ports: group.ports.map(({ port }) => port),
    operations: operations.map((draft) => draft.operation),
  };
}

/**
 * The method of an HTTP operation: the one with the same message name, otherwise the only one with
 * that name.
 */
function findForHttp(
  drafts: ReadonlyMap<string, Draft>,
  byName: ReadonlyMap<string, readonly Draft[]>,
  abstract: AbstractOperation,
): Draft | undefined {
  const { name, input } = abstract.syntax;
  const exact = drafts.get(`${name} ${input?.name ?? name}`) ?? drafts.get(keyOf(abstract));
  if (exact !== undefined) return exact;
  const named = byName.get(name);
  return named?.length === 1 ? named[0] : undefined;
}

/**
 * What an operation with only HTTP bindings answers if that is not XML, or XML without a declared
 * root (`mime:content`, WSDL 1.1 section 5.3).
 */
function writtenBy(operation: ServiceOperation): WrittenKind | undefined {
  const { soap11, soap12, httpGet, httpPost } = operation;
  const { output, result } = httpGet ?? httpPost ?? {};
  if ((soap11 ?? soap12) !== undefined || output?.kind !== 'mimeContent') return undefined;
  const type = output.type?.trim().toLowerCase() ?? '';
  if (type === '') return undefined;
  if (isXmlType(type)) return result && !result.element ? 'text' : undefined;
  if (/[/+]json\b/.test(type)) return 'json';
  return type.startsWith('text/') ? 'text' : 'binary';
}

function newOperation(abstract: AbstractOperation): Mutable<ServiceOperation> {
  const { syntax, messageName } = abstract;
  return {
    name: syntax.name,
    messageName,
    publicName: syntax.name,
    documentation: syntax.documentation,
    oneWay: syntax.output === undefined,
    written: syntax.written,
    withoutForms: syntax.withoutForms,
    soap11: undefined,
    soap12: undefined,
    httpGet: undefined,
    httpPost: undefined,
    span: syntax.span,
  };
}

/** Adds the marshalling of an operation over one port. The first port of each kind counts. */
function travel(
  linked: LinkedDefinitions,
  operation: Mutable<ServiceOperation>,
  port: LinkedPort,
  bound: BoundOperation,
): void {
  const { context, messages } = linked;
  const { abstract, binding } = bound;
  const isFirst = operation[port.kind] === undefined;
  if (isFirst) {
    if (port.kind === 'httpGet' || port.kind === 'httpPost') {
      operation[port.kind] = linkHttpOperation(context, port, abstract, binding);
    } else {
      operation[port.kind] = linkSoapOperation({ context, messages, port, abstract, binding });
    }
  }
  operation.documentation ??= abstract.syntax.documentation ?? binding.documentation;
  if (context.defects.count === 0 || !isFirst) return;
  // what one port lacks, the others may have
  const marshalling = operation[port.kind];
  for (const origin of [abstract.syntax, binding]) {
    const defect = context.defects.affected.get(origin);
    if (defect !== undefined) context.defects.affect(marshalling ?? operation, defect);
  }
}

/** A port of a service with its binding. */
interface PortWithBinding {
  readonly port: LinkedPort;
  readonly binding: LinkedBinding;
}

/** Ports that form one interface for callers, in the order of the service. */
interface PortGroup {
  readonly ports: PortWithBinding[];
}

/** Interfaces in which HTTP ports search for their methods. Services usually have one or a few. */
const mostSearched = 64;

/**
 * Groups the ports of a service. SOAP ports with one portType, or with portTypes that have the same
 * operations and messages, form one group. HTTP ports join the group with which they share most
 * operations, because ASMX describes one set of methods by three portTypes. Other portTypes have
 * their own groups.
 */
function groupPorts(ports: readonly PortWithBinding[]): readonly PortGroup[] {
  const groups: PortGroup[] = [...groupSoapPorts(ports.filter(({ port }) => !isHttp(port)))];
  const searched = groups.slice(0, mostSearched).map(operationNames);
  for (const port of ports) {
    if (!isHttp(port.port)) continue;
    const [only] = groups;
    const group = groups.length < 2 ? only : groups[closest(searched, port)];
    if (group === undefined) groups.push({ ports: [port] });
    else group.ports.push(port);
  }
  return groups;
}

/** Whether a port is one of an HTTP binding. */
function isHttp(port: LinkedPort): boolean {
  return port.kind === 'httpGet' || port.kind === 'httpPost';
}

/** What distinguishes an operation from its overloads. */
function keyOf(operation: AbstractOperation): string {
  return `${operation.syntax.name} ${operation.messageName}`;
}

/** An incomplete group of SOAP ports. */
interface SoapGroup extends PortGroup {
  /** Numbers of the messages on the wire by kind of port. Ports of one kind have the same. */
  readonly wires: Map<BindingKind, number>;
}

/**
 * A port joins the first group with the same operations, if the group's ports of its kind have the
 * same messages on the wire. If all ports of a group are of its kind, one must also have its
 * portType. Groups are looked up by these properties, because there may be as many as ports.
 */
function groupSoapPorts(ports: readonly PortWithBinding[]): readonly PortGroup[] {
  if (isUsual(ports)) return [{ ports: [...ports] }];
  const groups: SoapGroup[] = [];
  const wireOf = createNumbers(wireText);
  const contentOf = createNumbers(contentText(createNumbers((message: object) => message)));
  const portTypeOf = createNumbers((portType: LinkedPortType) => portType);
  const first = new Map<string, number>();
  const note = (key: string, group: number): void => {
    first.set(key, Math.min(first.get(key) ?? group, group));
  };
  const byContent = new Map<number, number[]>();
  const passed = new Map<string, number>();
  const lacking = (content: number, kind: BindingKind): number | undefined => {
    const all = byContent.get(content) ?? [];
    const key = `${content} ${kind}`;
    let at = passed.get(key) ?? 0;
    while (at < all.length && groups[all[at] ?? 0]?.wires.has(kind) === true) at += 1;
    // a group never loses a kind, so the next search can continue here
    passed.set(key, at);
    return all[at];
  };
  for (const port of ports) {
    const { kind } = port.port;
    const content = contentOf(port.binding.portType);
    const wire = wireOf(port.binding);
    const same = `${content} ${kind} ${wire} ${portTypeOf(port.binding.portType)}`;
    const found = [
      lacking(content, kind),
      first.get(same),
      first.get(`${content} ${kind} ${wire} mixed`),
    ].filter((one) => one !== undefined);
    const number = found.length === 0 ? groups.length : Math.min(...found);
    const group = groups[number] ?? { ports: [], wires: new Map<BindingKind, number>() };
    if (number === groups.length) {
      groups.push(group);
      const alike = byContent.get(content);
      if (alike === undefined) byContent.set(content, [number]);
      else alike.push(number);
    }
    group.ports.push(port);
    group.wires.set(kind, wire);
    note(same, number);
    if (group.wires.size === 1) continue;
    for (const [one, its] of group.wires) note(`${content} ${one} ${its} mixed`, number);
  }
  return groups;
}

/** Whether there is at most one port of a kind, all with one portType. They form one group. */
function isUsual(ports: readonly PortWithBinding[]): boolean {
  const portType = ports[0]?.binding.portType;
  if (portType === undefined || !ports.every(({ binding }) => binding.portType === portType))
    return false;
  return new Set(ports.map(({ port }) => port.kind)).size === ports.length;
}

/** Numbers objects by their common property. */
function createNumbers<T extends object>(same: (one: T) => unknown): (one: T) => number {
  const numbers = new Map<unknown, number>();
  const known = new Map<T, number>();
  return (one) => {
    const before = known.get(one);
    if (before !== undefined) return before;
    const what = same(one);
    const number = numbers.get(what) ?? numbers.size;
    numbers.set(what, number);
    known.set(one, number);
    return number;
  };
}

/**
 * The messages of a binding on the wire. Ports of bindings with the same messages differ only in
 * their addresses.
 */
function wireText({ operations }: LinkedBinding): string {
  const syntax = operations.map(({ binding }) => binding);
  return JSON.stringify(syntax, (key, value: unknown) =>
    key === 'span' || key === 'documentation' ? undefined : value,
  );
}

/** Operations and messages of a portType, regardless of order. */
function contentText(numberOf: (message: object) => number): (one: LinkedPortType) => string {
  const none = {};
  return ({ operations }) =>
    JSON.stringify(
      operations
        .map((one) => [keyOf(one), numberOf(one.input ?? none), numberOf(one.output ?? none)])
        .map((one) => JSON.stringify(one))
        .sort(),
    );
}

/**
 * Index of the group with which an HTTP port shares most operations; the first one if it shares
 * none.
 */
function closest(searched: readonly ReadonlySet<string>[], { binding }: PortWithBinding): number {
  const names = binding.portType.operations.map(({ syntax }) => syntax.name);
  let best = 0;
  let most = 0;
  for (const [index, known] of searched.entries()) {
    const shared = names.filter((name) => known.has(name)).length;
    if (shared <= most) continue;
    best = index;
    most = shared;
  }
  return best;
}

function operationNames({ ports }: PortGroup): ReadonlySet<string> {
  return new Set(ports[0]?.binding.portType.operations.map(({ syntax }) => syntax.name));
}

/** The marshalling of an operation over HTTP GET or POST (WSDL 1.1 section 4). */
function linkHttpOperation(
  context: LinkContext,
  port: LinkedPort,
  abstract: AbstractOperation,
  binding: BindingOperation,
): HttpOperation {
  const fallback: HttpContent = port.kind === 'httpGet' ? { kind: 'urlEncoded' } : { kind: 'form' };
  const parameters = abstract.input?.parts ?? [];
  const input = binding.input?.http ?? fallback;
  const output = binding.output?.http ?? { kind: 'none' };
  return {
    port,
    location: binding.location ?? `/${abstract.messageName}`,
    input: input.kind === 'none' && parameters.length > 0 ? fallback : input,
    parameters,
    output,
    result: resultPart(context, abstract.output, output, binding),
  };
}

function resultPart(
  context: LinkContext,
  message: LinkedMessage | undefined,
  output: HttpContent,
  binding: BindingOperation,
): MessagePart | undefined {
  if (message === undefined || output.kind === 'none') return undefined;
  const name = 'part' in output ? output.part : undefined;
  if (name === undefined) return message.parts[0];
  const part = message.parts.find((one) => one.name === name);
  if (part !== undefined) return part;
  const span = binding.output?.span ?? binding.span;
  missingPart(context, message, { name, span }, 'is ignored');
  return message.parts[0];
}

/** The policies of several declarations; `undefined` if none has any. */
function policiesOf(
  ...owners: readonly (PolicySubject | undefined)[]
): readonly PolicyTerm[] | undefined {
  if (owners.every((one) => one?.policies === undefined)) return undefined;
  return owners.flatMap((one) => one?.policies ?? []);
}

/** Input for linking one operation of a SOAP binding. */
interface SoapOperationInput {
  readonly context: LinkContext;
  readonly messages: NameTable<LinkedMessage>;
  readonly port: LinkedPort;
  readonly abstract: AbstractOperation;
  readonly binding: BindingOperation;
}

/** The marshalling of an operation over a SOAP binding. Defects affect the `BindingOperation`. */
function linkSoapOperation(given: SoapOperationInput): SoapOperation {
  const { abstract, binding, port } = given;
  const input = linkDirection(given, binding.input, abstract.input, false);
  const output =
    abstract.syntax.output === undefined
      ? undefined
      : linkDirection(given, binding.output, abstract.output, true);
  return {
    port,
    action: binding.soapAction ?? '',
    sentAction: sentAction(port, binding),
    actions: actionsOf(port.portType, abstract.syntax, binding.soapAction),
    policies: policiesOf(binding, abstract.syntax),
    style: binding.style,
    input,
    output,
    faults: linkFaults(given, input.use),
  };
}

function sentAction(
  { kind, bodyIdentifies }: LinkedPort,
  { soapAction, soapActionRequired }: BindingOperation,
): string | undefined {
  const sends = kind === 'soap12' && bodyIdentifies !== true && soapActionRequired !== false;
  return sends && soapAction !== '' ? soapAction : undefined;
}

function linkDirection(
  given: SoapOperationInput,
  syntax: BindingMessage | undefined,
  message: LinkedMessage | undefined,
  response: boolean,
): SoapMessage {
  const { abstract, binding } = given;
  const body = syntax?.body;
  const headers = syntax === undefined ? noHeaders : linkHeaders(given, syntax, message);
  const elsewhere = partsElsewhere(syntax, message);
  const all = message?.parts ?? [];
  let parts = all;
  if (body?.parts !== undefined) {
    parts = partsNamed(given, message, { names: body.parts, span: body.span }, elsewhere);
  } else if (elsewhere.size > 0) parts = all.filter((part) => !elsewhere.has(part.name));
  const rpc = binding.style === 'rpc';
  if (rpc) parts = inParameterOrder(parts, abstract.syntax.parameterOrder);
  return {
    use: body?.use ?? 'literal',
    parts,
    rpcWrapper: rpc
      ? {
          namespace: body?.namespace ?? given.port.binding.namespace,
          localName: response ? `${abstract.syntax.name}Response` : abstract.syntax.name,
        }
      : undefined,
    assumedNamespace: rpc && body?.namespace === undefined ? true : undefined,
    headers,
    attachments: syntax === undefined ? noAttachments : linkAttachments(given, syntax, message),
    policies: policiesOf(
      syntax,
      response ? abstract.syntax.output : abstract.syntax.input,
      message?.syntax,
    ),
  };
}

// shared by most messages, which have none
const noHeaders: readonly HeaderPart[] = [];
const noAttachments: SoapMessage['attachments'] = [];
const nowhere: ReadonlySet<string> = new Set();

/** Names of parts in headers or attachments. */
function partsElsewhere(
  syntax: BindingMessage | undefined,
  message: LinkedMessage | undefined,
): ReadonlySet<string> {
  if (syntax === undefined) return nowhere;
  const { attachments, headers } = syntax;
  if (attachments.length === 0 && headers.length === 0) return nowhere;
  const elsewhere = new Set(attachments.map((attachment) => attachment.part));
  if (message === undefined) return elsewhere;
  for (const header of headers) {
    const own = header.message.defect !== undefined;
    if (own || sameQName(header.message.name, message.syntax.name)) elsewhere.add(header.part);
  }
  return elsewhere;
}

function linkAttachments(
  given: SoapOperationInput,
  syntax: BindingMessage,
  message: LinkedMessage | undefined,
): SoapMessage['attachments'] {
  if (syntax.attachments.length === 0) return noAttachments;
  return syntax.attachments.flatMap((attachment) => {
    const declared = message?.parts.find((part) => part.name === attachment.part);
    if (message === undefined || declared !== undefined) return [{ ...attachment, declared }];
    const missing = { name: attachment.part, span: syntax.span };
    missingPart(given.context, message, missing, 'is ignored');
    return [];
  });
}

/**
 * Parts listed by `soap:body/@parts`, in the order of the message. If none of them exists, those
 * that are not in headers or attachments.
 */
function partsNamed(
  given: SoapOperationInput,
  message: LinkedMessage | undefined,
  { names, span }: { readonly names: readonly string[]; readonly span: Span },
  elsewhere: ReadonlySet<string>,
): readonly MessagePart[] {
  if (message === undefined) return [];
  const missing = new Set(names);
  const found = message.parts.filter((part) => missing.delete(part.name));
  for (const name of missing) missingPart(given.context, message, { name, span }, 'is ignored');
  if (found.length > 0 || missing.size === 0) return found;
  return message.parts.filter((part) => !elsewhere.has(part.name));
}

/** Only a warning, because servers and clients can do without missing parts. */
function missingPart(
  context: LinkContext,
  message: LinkedMessage,
  { name, span }: { readonly name: string; readonly span: Span },
  consequence: string,
): void {
  const known = message.parts.map((part) => `'${part.name}'`).join(', ');
  const what = `Message '${message.syntax.name.localName}' has no part '${name}'`;
  context.defects.warn({
    code: 'ASMX3002',
    message: `${what}, which ${consequence}`,
    span,
    help: known === '' ? 'The message has no parts' : `Its parts are ${known}`,
    related: [{ message: 'the message', span: message.syntax.span }],
  });
}

/**
 * `parameterOrder` of an rpc operation (WSDL 1.1 section 2.4.6). Parts that it does not list, such
 * as the result, come first.
 */
function inParameterOrder(
  parts: readonly MessagePart[],
  order: readonly string[] | undefined,
): readonly MessagePart[] {
  if (order === undefined || parts.length < 2) return parts;
  const rank = new Map(order.map((name, index) => [name, index]));
  return [...parts].sort((a, b) => (rank.get(a.name) ?? -1) - (rank.get(b.name) ?? -1));
}

function linkHeaders(
  given: SoapOperationInput,
  syntax: BindingMessage,
  direction: LinkedMessage | undefined,
): readonly HeaderPart[] {
  if (syntax.headers.length === 0) return noHeaders;
  return syntax.headers
    .map((header) => linkHeader(given, header, direction))
    .filter((header) => header !== undefined);
}

function linkHeader(
  given: SoapOperationInput,
  header: SoapHeader,
  direction: LinkedMessage | undefined,
): HeaderPart | undefined {
  const part = headerPart(given, header, direction);
  if (part === undefined) return undefined;
  const faults: MessagePart[] = [];
  for (const fault of header.faults) {
    const faultPart = headerPart(given, fault, undefined);
    if (faultPart !== undefined) faults.push(faultPart);
  }
  const { use, namespace, required } = header;
  return { part, use, namespace, required, faults };
}

/**
 * The part of a header in the message that it refers to; without a reference, in that of the
 * operation.
 */
function headerPart(
  given: SoapOperationInput,
  header: Pick<SoapHeader, 'message' | 'part' | 'span'>,
  direction: LinkedMessage | undefined,
): MessagePart | undefined {
  const { context, messages, binding } = given;
  if (header.message.defect !== undefined) {
    const own = direction?.parts.find((one) => one.name === header.part);
    if (own !== undefined) {
      context.defects.warn({
        code: 'ASMX1023',
        message: `${header.message.defect}: that of the operation is meant`,
        span: header.message.span,
      });
      return own;
    }
  }
  const message = messageNamed(context, messages, header.message, binding);
  if (message === undefined) return undefined;
  const part = message.parts.find((one) => one.name === header.part);
  if (part === undefined) {
    const missing = { name: header.part, span: header.span };
    missingPart(context, message, missing, 'is left out of the header');
  }
  return part;
}

/** @param use that of faults which the binding does not have */
function linkFaults(given: SoapOperationInput, use: SoapUse): readonly SoapFaultMessage[] {
  const faults: SoapFaultMessage[] = [];
  for (const { name, message, documentation } of given.abstract.faults) {
    const [part, more] = message.parts;
    if (part === undefined || more !== undefined) {
      const what = `Message '${message.syntax.name.localName}' of fault '${name}'`;
      given.context.defects.add(given.binding, {
        code: 'ASMX3004',
        message: `${what} has ${message.parts.length} parts instead of one`,
        span: message.syntax.span,
      });
      continue;
    }
    const bound = given.binding.faults.find((one) => one.name === name);
    faults.push({ name, use: bound?.use ?? use, part, documentation });
  }
  return faults;
}

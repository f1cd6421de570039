import { createDiagnosticBag, type DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { linkContract } from '../../model/link.ts';
import { addressOrigin, addressPath, serviceDemands } from '../../model/services.ts';
import type {
  Binding,
  BindingKind,
  Contract,
  Definitions,
  PortTypeOperation,
  Service,
} from '../../model/wsdl.ts';
import { sameQName } from '../../model/xml.ts';
import {
  bindingWords,
  type ContractNotation,
  namespaceFit,
  type OperationNotation,
  type ServiceNotation,
  type TypeNotation,
  whyNotHttp,
} from '../../model/yaml.ts';
import { sameSyntax } from '../wsdl/definitions.ts';
import { createMisfits, type Misfits, type TypeScope } from './fields.ts';
import {
  boundOperations,
  describeHttp,
  describeSoap,
  type HttpDescription,
  type SoapDescription,
} from './operation.ts';
import { defaultPath } from './text.ts';
import { createServiceScope, type PlacedType } from './types.ts';

/**
 * Describes a contract in the YAML notation.
 *
 * @param sink receives everything that the notation cannot express, with its position: an error
 *   if messages would change, otherwise a warning
 * @returns `undefined` if there is such an error
 */
export function describeContract(
  contract: Contract,
  sink: DiagnosticSink,
): ContractNotation | undefined {
  const misfits = createMisfits(sink);
  const services: ServiceNotation[] = [];
  const types = new Map<string, PlacedType>();
  const baseUrl = contract.baseUrl ?? commonOrigin(contract, misfits);
  const presence: TypeScope['presence'] = {};
  for (const definitions of contract.definitions) {
    for (const service of definitions.services) {
      const { scope, describeReached } = createServiceScope(definitions, service, {
        misfits,
        presence,
      });
      const path = pathOf(service, baseUrl, misfits);
      services.push(describeService(scope, definitions, service, path));
      for (const type of describeReached()) addType(types, type, misfits);
    }
  }
  checkWhole(contract, services, misfits);
  misfits.report();
  if (misfits.found) return undefined;
  const { name, documentation } = contract;
  const ordered = [...types.values()].map((one) => one.notation).sort(byPlace);
  return {
    name,
    namespace: services[0]?.namespace ?? '',
    baseUrl,
    documentation,
    elements: presence.unqualified ? 'unqualified' : undefined,
    allParameters: presence.allParameters === true,
    services,
    types: new Map(ordered.map((one) => [one.name, one])),
  };
}

/**
 * Checks requirements of the notation: services with operations, each at its own path and in a
 * namespace.
 */
function checkWhole(
  { definitions }: Contract,
  services: readonly ServiceNotation[],
  misfits: Misfits,
): void {
  const [first] = definitions;
  if (services.length === 0 && first !== undefined) {
    misfits.refuse(first.span, 'the contract has no service');
  }
  const paths = new Set<string>();
  for (const { name, namespace, operations, path, span } of services) {
    if (operations.length === 0) {
      misfits.refuse(span, `service '${name}' has no operation over SOAP or HTTP`);
    }
    const fit = namespaceFit(namespace);
    const message = `namespace '${namespace}' of service '${name}' is not an absolute URI`;
    if (fit === 'none') misfits.refuse(span, message);
    else if (fit === 'standard')
      misfits.refuse(span, `namespace '${namespace}' of service '${name}' belongs to a standard`);
    else if (fit === 'relative') misfits.drop(span, message);
    if (paths.has(path.toLowerCase())) {
      misfits.refuse(span, `service '${name}' has the path of another one, '${path}'`);
    }
    paths.add(path.toLowerCase());
  }
}

/** Document order within a file. Types of several files keep the order of discovery. */
function byPlace(a: TypeNotation, b: TypeNotation): number {
  return a.span.file === b.span.file ? a.span.start - b.span.start : 0;
}

/**
 * Adds a type, which may be in the namespace of each service, or in one and the same.
 *
 * @param types types by name
 */
function addType(types: Map<string, PlacedType>, type: PlacedType, misfits: Misfits): void {
  const { notation, namespace } = type;
  const { name, span } = notation;
  const known = types.get(name);
  if (known === undefined) {
    types.set(name, type);
    return;
  }
  const same = sameSyntax(
    { ...known.notation, namespace: undefined },
    { ...notation, namespace: undefined },
  );
  const isOwn = known.notation.namespace === undefined && notation.namespace === undefined;
  if (!same || (!isOwn && known.namespace !== namespace)) {
    misfits.refuse(
      span,
      `type '${name}' differs between two namespaces`,
      'The notation has one list of types for all services: convert one service with --service',
    );
  } else if (!isOwn) types.set(name, { ...known, notation: { ...known.notation, namespace } });
}

/** Scheme, host and port that all addresses share. */
function commonOrigin(contract: Contract, misfits: Misfits): string | undefined {
  let origin: string | undefined;
  for (const service of contract.definitions.flatMap((one) => one.services)) {
    for (const { address, span } of service.ports) {
      const found = address === undefined ? undefined : addressOrigin(address);
      if (found === undefined) continue;
      if (origin !== undefined && origin !== found) {
        misfits.refuse(
          span,
          `service '${service.name}' is at '${found}', another at '${origin}'`,
          "The notation has one 'baseUrl': convert one service with --service",
        );
        return origin;
      }
      origin = found;
    }
  }
  return origin;
}

function pathOf(service: Service, baseUrl: string | undefined, misfits: Misfits): string {
  let path: string | undefined;
  for (const { address, span } of service.ports) {
    if (address === undefined) continue;
    const found = addressPath(address, baseUrl);
    const trouble = addressTrouble(address, found);
    if (trouble !== undefined) {
      misfits.refuse(span, `address '${address}' ${trouble}`);
      continue;
    }
    if (path !== undefined && path !== found) {
      misfits.refuse(span, `service '${service.name}' has ports at '${path}' and at '${found}'`);
    }
    path ??= found;
  }
  return path ?? defaultPath(service.name);
}

function addressTrouble(address: string, path: string | undefined): string | undefined {
  if (path === undefined) return 'is not an http or https URL';
  if (/[?#]/.test(address)) return "holds more than a path after the host: '?' or '#'";
  if (path === '/') return 'has no path';
  if (!/^(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})+$/.test(path)) {
    return 'holds characters that should be percent-encoded';
  }
  if (/\/\/|\/\.{1,2}(\/|$)/.test(path)) return "holds '//', '.' or '..'";
  return undefined;
}

/** Describes a service; `path` is that of its address. */
function describeService(
  scope: TypeScope,
  definitions: Definitions,
  service: Service,
  path: string,
): ServiceNotation {
  const bindings = bindingsOf(scope, definitions, service);
  const kinds = bindingWords.filter((word) => bindings.has(word));
  const names = mergeOrders(ordersOf(scope, bindings));
  const bound: BoundByKind = new Map(
    [...bindings].map(([kind, binding]) => [kind, boundOperations(scope, binding)]),
  );
  const operations = names.flatMap((name) => describeOperation(scope, bound, name) ?? []);
  const soapActions = patternOf(operations, scope.namespace);
  const style = styleOf(scope, [...bindings.values()]);
  return {
    name: service.name,
    span: service.span,
    path,
    namespace: scope.namespace,
    bindings: kinds,
    soapActions,
    style,
    script: service.script,
    documentation: service.documentation,
    operations:
      soapActions === undefined
        ? operations
        : operations.map((one) => ({ ...one, soapAction: undefined })),
  };
}

/**
 * The pattern of actions that differ from the default, if several do so in one way: all end with
 * the name of their operation, after the same text.
 */
function patternOf(
  operations: readonly OperationNotation[],
  namespace: string,
): string | undefined {
  const soap = operations.filter(({ bindings }) => bindings.some((one) => one.startsWith('soap')));
  const starts = new Set(
    soap.map(({ name, soapAction }) =>
      soapAction?.endsWith(name) ? soapAction.slice(0, -name.length) : undefined,
    ),
  );
  const [start] = starts;
  if (soap.length < 2 || starts.size > 1 || start === undefined || /[{}]/.test(start)) {
    return undefined;
  }
  return start.startsWith(namespace)
    ? `{namespace}${start.slice(namespace.length)}{operation}`
    : `${start}{operation}`;
}

/** The style of the operations over SOAP, which is one. */
function styleOf({ misfits }: TypeScope, bindings: readonly Binding[]): 'rpc' | undefined {
  const operations = bindings
    .filter(({ kind }) => kind === 'soap11' || kind === 'soap12')
    .flatMap((one) => one.operations);
  const [first] = operations;
  const other = operations.find((one) => one.style !== first?.style);
  if (other !== undefined) {
    const message = `operation '${other.name}' is of style ${other.style}, unlike others`;
    misfits.refuse(
      other.span,
      message,
      'The notation has one style of all operations of a service',
    );
  }
  return first?.style === 'rpc' ? 'rpc' : undefined;
}

type Bindings = ReadonlyMap<BindingKind, Binding>;

/** The binding of each kind. The notation has one address for all of them. */
function bindingsOf(scope: TypeScope, definitions: Definitions, service: Service): Bindings {
  const found = new Map<BindingKind, Binding>();
  for (const port of service.ports) {
    const binding = definitions.bindings.find((one) => sameQName(one.name, port.binding.name));
    if (binding === undefined) continue;
    if (found.has(binding.kind)) {
      scope.misfits.refuse(
        port.span,
        `service '${service.name}' has two ports of binding '${binding.kind}'`,
        'The notation knows one of each kind',
      );
      continue;
    }
    found.set(binding.kind, binding);
  }
  const soap11 = found.get('soap11');
  const soap12 = found.get('soap12');
  if (soap11 && soap12 && declaredBy(scope, soap11) !== declaredBy(scope, soap12)) {
    scope.misfits.refuse(
      soap12.span,
      `the portTypes of service '${service.name}' for SOAP 1.1 and SOAP 1.2 differ`,
      'The notation knows one list of operations for both',
    );
  }
  return found;
}

/** A text that is equal for portTypes whose ports form one interface. */
function declaredBy({ index }: TypeScope, { portType }: Binding): string {
  const operations = index.portType(portType.name)?.operations ?? [];
  return operations
    .map(({ name, input, output }) =>
      JSON.stringify([name, input?.message.name, output?.message.name]),
    )
    .sort()
    .join();
}

/** Names of the bound operations in the order of each portType. */
function ordersOf(scope: TypeScope, bindings: Bindings): readonly (readonly string[])[] {
  return [...bindings.values()].map((binding) => {
    const all = [...bindings.values()].filter((one) =>
      sameQName(one.portType.name, binding.portType.name),
    );
    const bound = new Set(all.flatMap((one) => one.operations.map(({ name }) => name)));
    const declared = scope.index.portType(binding.portType.name)?.operations ?? [];
    return [...new Set(declared.map((one) => one.name))].filter((name) => bound.has(name));
  });
}

/**
 * An order that is consistent with all given orders, if possible. Among several candidates, the
 * first one comes next.
 */
function mergeOrders(orders: readonly (readonly string[])[]): readonly string[] {
  const waiting = new Set(orders.flat());
  const before = new Map<string, Set<string>>();
  for (const order of orders) {
    for (const [at, name] of order.entries()) {
      const earlier = order[at - 1];
      const known = before.get(name) ?? new Set();
      if (earlier !== undefined) known.add(earlier);
      before.set(name, known);
    }
  }
  const merged: string[] = [];
  const names = [...waiting];
  const isFree = (name: string): boolean =>
    waiting.has(name) && ![...(before.get(name) ?? [])].some((one) => waiting.has(one));
  for (let first = 0; first < names.length; ) {
    let at = first;
    while (at < names.length && !isFree(names[at] ?? '')) at += 1;
    const next = names[at] ?? names[first] ?? '';
    merged.push(next);
    waiting.delete(next);
    while (first < names.length && !waiting.has(names[first] ?? '')) first += 1;
  }
  return merged;
}

type BoundByKind = ReadonlyMap<BindingKind, ReturnType<typeof boundOperations>>;

function describeOperation(
  scope: TypeScope,
  bound: BoundByKind,
  name: string,
): OperationNotation | undefined {
  const { misfits } = scope;
  const owner = `operation '${name}'`;
  let declared: PortTypeOperation | undefined;
  let soap: SoapDescription | undefined;
  let http: HttpDescription | undefined;
  for (const kind of bindingWords) {
    const operation = bound.get(kind)?.get(name);
    if (operation === undefined) continue;
    const { span } = operation.bound;
    const { overload } = operation;
    if (overload !== undefined) {
      const help = 'The notation knows operations by their names';
      misfits.refuse(overload.span, `${owner} is overloaded`, help);
      return undefined;
    }
    declared ??= operation.declared;
    if (declared.documentation !== operation.declared.documentation) {
      const message = `the documentation of ${owner} differs between port types: the first is kept`;
      misfits.drop(operation.declared.span, message);
    }
    if (kind === 'soap11' || kind === 'soap12') {
      const described = describeSoap(scope, operation);
      if (described === undefined) return undefined;
      soap ??= described;
      if (!sameSyntax(soap, described)) {
        misfits.refuse(span, `${owner} differs between SOAP 1.1 and SOAP 1.2`);
      }
    } else {
      const described = describeHttp(scope, operation, soap);
      if (described === undefined) return undefined;
      http ??= described;
      if (!sameSyntax(http, described)) {
        misfits.refuse(span, `${owner} differs between GET and POST`);
      }
    }
  }
  if (declared === undefined) return undefined;
  const kinds = bindingWords.filter((kind) => bound.get(kind)?.has(name));
  return joinDescriptions(scope, { declared, soap, http }, kinds);
}

/** The descriptions of one operation by protocol. */
interface Descriptions {
  readonly declared: PortTypeOperation;
  readonly soap: SoapDescription | undefined;
  readonly http: HttpDescription | undefined;
}

function joinDescriptions(
  { misfits, kinds }: TypeScope,
  { declared, soap, http }: Descriptions,
  bindings: readonly BindingKind[],
): OperationNotation | undefined {
  const described = soap ?? http;
  if (described === undefined) return undefined;
  const { name, span, documentation } = declared;
  const { parameters, returns } = described;
  const whole: OperationNotation = {
    name,
    span,
    documentation,
    parameters,
    returns,
    headers: soap?.headers ?? [],
    faults: soap?.faults ?? [],
    oneWay: soap?.oneWay ?? false,
    bindings,
    soapAction: soap?.soapAction,
  };
  const reason = http && whyNotHttp(whole, kinds);
  if (reason !== undefined) {
    misfits.refuse(span, `operation '${name}' cannot be called by GET or POST: ${reason}`);
  }
  return whole;
}

/** Warns of what the policies of a contract demand, which the written contract does not say. */
export function reportLostPolicies(contract: Contract, sink: DiagnosticSink): void {
  const model = linkContract(contract, createDiagnosticBag());
  const misfits = createMisfits(sink);
  for (const service of model?.services ?? []) {
    for (const { span, text } of serviceDemands(service)) {
      misfits.drop(span, `What is written says nothing of a policy that demands ${text}`);
    }
  }
  misfits.report();
}

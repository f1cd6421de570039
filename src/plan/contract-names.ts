import {
  camelName,
  createFreeName,
  type FreeName,
  pascalName,
  reservedMethodNames,
  reservedTypeNames,
} from '../names/identifiers.ts';
import { commentText } from '../print/encode.ts';
import type {
  ContractPlan,
  InterfacePlan,
  OperationPlan,
  PayloadPlan,
  ServicePlan,
} from './result.ts';

/**
 * Names of one client or server: its interfaces and factories, and the private function that they
 * call.
 */
export interface FacetNames {
  readonly client: string;
  readonly handlers: string;
  readonly createClient: string;
  readonly createServer: string;
  readonly methods: string;
  readonly routes: string;
  readonly createGateway: string;
  readonly gatewayHooks: string;
  readonly createMcp: string;
  /** Constant with the operations of a gateway. */
  readonly doors: string;
}

/** Names of the first of several interfaces, in addition to those of its service. */
interface MainPortNames {
  readonly property: string;
  readonly client: string;
  readonly methods: string;
}

/**
 * Names of the interfaces for an operation's faults and headers; absent if it has none. Those for
 * what is read are the same if nothing more is read than must be written.
 */
interface OperationTypeNames {
  readonly faults?: string | undefined;
  readonly faultsRead?: string | undefined;
  readonly inputHeaders?: string | undefined;
  readonly inputHeadersRead?: string | undefined;
  readonly outputHeaders?: string | undefined;
  readonly outputHeadersRead?: string | undefined;
}

/** The interfaces of an operation's faults or headers: as written, and as read. */
interface PayloadNames {
  readonly written: string | undefined;
  readonly read: string | undefined;
}

function payloadNames(
  payloads: readonly PayloadPlan[],
  nameOf: (ending: string) => string,
): PayloadNames {
  if (payloads.length === 0) return { written: undefined, read: undefined };
  const written = nameOf('');
  const isSame = payloads.every(({ type, readType }) => type === readType);
  return { written, read: isSame ? written : nameOf('AsRead') };
}

/** All names declared in files other than types and descriptions. */
export interface FileNames {
  /** Absent if the contract has one service, whose factories then serve for the contract. */
  readonly contract?: FacetNames | undefined;
  readonly services: ReadonlyMap<ServicePlan, FacetNames>;
  readonly interfaces: ReadonlyMap<InterfacePlan, FacetNames>;
  /**
   * For services with several interfaces: the sub-object of a client that repeats the operations of
   * the first one.
   */
  readonly mainPorts: ReadonlyMap<ServicePlan, MainPortNames>;
  readonly operations: ReadonlyMap<OperationPlan, OperationTypeNames>;
  /** Interfaces of the SOAP headers of clients, by client, for those that have any. */
  readonly soapHeaders: ReadonlyMap<FacetNames, string>;
  /** Names of the contract's types and descriptors, and all names above. */
  readonly taken: ReadonlySet<string>;
}

/**
 * The name of a contract, distinguished from that of a service if it has several and one has the
 * same name.
 */
function wholeName(contract: ContractPlan): string {
  const shared = contract.services.some((service) => service.name === contract.name);
  return shared ? `${contract.name}Contract` : contract.name;
}

/**
 * Names everything that is not named after a single component of the contract. Types and
 * descriptors keep their names. If one of our names is already taken (by services in document
 * order, then the contract), it includes what it belongs to: `OrderServiceClient` if there is a
 * type `OrderClient`.
 */
export function planNames(contract: ContractPlan): FileNames {
  const taken = new Set<string>([
    ...reservedTypeNames,
    ...contract.types.map((type) => type.name),
    ...contract.operations.map((operation) => operation.descriptor),
  ]);
  const name = createFreeName(taken);
  const facet = (subject: string, kind: string): FacetNames => ({
    client: name(subject, kind, 'Client'),
    handlers: name(subject, kind, 'Handlers'),
    createClient: name(`create${subject}`, kind, 'Client'),
    createServer: name(`create${subject}`, kind, 'Server'),
    methods: name(camelName(subject), kind, 'Methods'),
    routes: name(camelName(subject), kind, 'Routes'),
    createGateway: name(`create${subject}`, kind, 'Gateway'),
    gatewayHooks: name(subject, kind, 'GatewayHooks'),
    createMcp: name(`create${subject}`, kind, 'Mcp'),
    doors: name(camelName(subject), kind, 'Doors'),
  });
  const services = new Map<ServicePlan, FacetNames>();
  const interfaces = new Map<InterfacePlan, FacetNames>();
  const mainPorts = new Map<ServicePlan, MainPortNames>();
  for (const service of contract.services) {
    const names = facet(service.name, 'Service');
    services.set(service, names);
    const [main, ...others] = service.interfaces;
    if (main === undefined) continue;
    interfaces.set(main, names);
    for (const other of others) interfaces.set(other, facet(other.name, 'Port'));
    if (others.length > 0) mainPorts.set(service, mainPort(service, main, name));
  }
  const whole = contract.services.length === 1 ? undefined : facet(wholeName(contract), 'Contract');
  const operations = new Map<OperationPlan, OperationTypeNames>();
  for (const operation of contract.operations) {
    const { descriptor, faults, inputHeaders, outputHeaders } = operation;
    const named = (payloads: readonly PayloadPlan[], suffix: string): PayloadNames =>
      payloadNames(payloads, (ending) => name(descriptor, 'Operation', suffix + ending));
    const [fault, input, output] = [
      named(faults, 'Faults'),
      named(inputHeaders, 'InputHeaders'),
      named(outputHeaders, 'OutputHeaders'),
    ];
    operations.set(operation, {
      faults: fault.written,
      faultsRead: fault.read,
      inputHeaders: input.written,
      inputHeadersRead: input.read,
      outputHeaders: output.written,
      outputHeadersRead: output.read,
    });
  }
  const soapHeaders = new Map<FacetNames, string>();
  const nameHeaders = (own: FacetNames, subject: string, all: readonly OperationPlan[]): void => {
    if (all.every((one) => one.inputHeaders.length === 0)) return;
    soapHeaders.set(own, name(subject, own === whole ? 'Contract' : 'Service', 'SoapHeaders'));
  };
  for (const [service, own] of services) nameHeaders(own, service.name, operationsOf(service));
  if (whole !== undefined) nameHeaders(whole, wholeName(contract), contract.operations);
  return { contract: whole, services, interfaces, mainPorts, operations, soapHeaders, taken };
}

/** The operations of all ports of a service. */
export function operationsOf(service: ServicePlan): readonly OperationPlan[] {
  return service.interfaces.flatMap((one) => one.operations);
}

/** The names of the first port. Names of operations and of other ports take precedence. */
function mainPort(service: ServicePlan, main: InterfacePlan, name: FreeName): MainPortNames {
  const port = pascalName(main.interface.name);
  const subject = port.startsWith(service.name) ? port : service.name + port;
  const members = new Set([
    ...reservedMethodNames,
    ...main.operations.map((operation) => operation.method),
    ...service.interfaces.slice(1).map((other) => other.property),
  ]);
  let property = camelName(main.interface.name);
  while (members.has(property)) property += 'Port';
  return {
    property,
    client: name(subject, 'Port', 'Client'),
    methods: name(camelName(subject), 'Port', 'Methods'),
  };
}

/** The names planned for a service or interface of the contract. */
export function facetOf<Key>(names: ReadonlyMap<Key, FacetNames>, key: Key): FacetNames {
  const found = names.get(key);
  if (found === undefined) throw new Error('a service or interface without names');
  return found;
}

/** What has a client and a server: a service, or all of them. */
export interface FactorySubject {
  readonly own: FacetNames;
  /** Its name, and how comments speak of it. */
  readonly title: string;
  readonly label: string;
  /** Absent for all of them. */
  readonly service?: ServicePlan | undefined;
  readonly operations: readonly OperationPlan[];
}

/** The services of a contract, then all of them if there are several. */
export function subjectsOf(contract: ContractPlan, names: FileNames): readonly FactorySubject[] {
  const { services, model, operations } = contract;
  const subjects = services.map((service): FactorySubject => {
    const title = service.service.name;
    const label = `service \`${commentText(title)}\``;
    const own = facetOf(names.services, service);
    return { own, title, label, service, operations: operationsOf(service) };
  });
  if (names.contract === undefined) return subjects;
  const label = `all services of contract \`${commentText(model.name)}\``;
  return [...subjects, { own: names.contract, title: model.name, label, operations }];
}

/**
 * Type parameter for `context.state` of handlers. Types of a contract have no `$` in their names.
 */
export const stateParameter = '$State';

/** Type parameter for `context.identity` of handlers. */
export const identityParameter = '$Identity';

/** Type parameter for `context.session` of handlers. */
export const sessionParameter = '$Session';

/** Names of the functions `createMock…`, by the names of their server. */
export function mockNames(
  contract: ContractPlan,
  names: FileNames,
): ReadonlyMap<FacetNames, string> {
  const name = createFreeName(new Set(names.taken));
  const found = contract.services.map((service) => {
    const facet = facetOf(names.services, service);
    return [facet, name(`createMock${service.name}`, 'Service', 'Server')] as const;
  });
  const { contract: whole } = names;
  if (whole === undefined) return new Map(found);
  return new Map([...found, [whole, name(`createMock${contract.name}`, 'Contract', 'Server')]]);
}

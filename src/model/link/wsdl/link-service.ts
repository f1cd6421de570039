import type { Span } from '../../../diagnostics/source-file.ts';
import { undeclared } from '../../common/qname.ts';
import { unmetDemands } from '../../demands/service-demands.ts';
import { addressPath } from '../../wsdl/address.ts';
import type { Contract, Definitions, Port, Service } from '../../wsdl/definitions.ts';
import type { LinkedPort, LinkedService } from '../../wsdl/service-model.ts';
import { addDangling, nearest, refused } from '../resolve.ts';
import { interfacesOf } from './interfaces.ts';
import type { LinkedDefinitions } from './link-binding.ts';
import { policiesOf } from './link-policies.ts';
import type { PortWithBinding } from './port-groups.ts';

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

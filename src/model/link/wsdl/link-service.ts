import type { Span } from '../../../diagnostics/source-file.ts';
import { addressPath } from '../../wsdl/address.ts';
import type { Contract, Definitions, Port, Service } from '../../wsdl/definitions.ts';
import type { LinkedPort, LinkedService } from '../../wsdl/service-model.ts';
import { addDangling, nearest, refused } from '../resolve.ts';
import { interfacesOf } from './interfaces.ts';
import type { LinkedDefinitions } from './link-binding.ts';
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
  return services
    .map((service) => linkService(linked, definitions, service, contract.baseUrl))
    .filter((service) => service !== undefined);
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

function linkService(
  linked: LinkedDefinitions,
  definitions: Definitions,
  service: Service,
  baseUrl: string | undefined,
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
    const bound = linkPort(linked, port, baseUrl);
    if (bound !== undefined) ports.push(bound);
  }
  const interfaces = interfacesOf(linked, ports);
  if (interfaces.every((one) => one.operations.length === 0)) return undefined;
  const path = ports.find(({ port }) => port.path !== undefined)?.port.path;
  return {
    name: service.name,
    namespace: definitions.targetNamespace,
    path: path ?? `/${service.name}`,
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
  baseUrl: string | undefined,
): PortWithBinding | undefined {
  if (refused(linked.context.defects, port.binding, port)) return undefined;
  const { name } = port.binding;
  const binding = linked.bindings.get(name);
  if (binding === undefined) {
    const what = { reference: port.binding, kind: 'Binding', inSchema: false };
    addDangling(linked.context.defects, port, what, () =>
      nearest(name.localName, linked.bindings.localNames(name.namespace)),
    );
    return undefined;
  }
  if (binding === 'broken') return undefined;
  const linkedPort: LinkedPort = {
    name: port.name,
    kind: binding.syntax.kind,
    binding: name,
    portType: binding.portType.syntax.name,
    address: port.address,
    path: addressPath(port.address, baseUrl),
    span: port.span,
  };
  return { port: linkedPort, binding };
}

import { type QName, qnameKey } from '../../model/common/qname.ts';
import type { Binding, Definitions, PortType, Service } from '../../model/wsdl/definitions.ts';
import { withoutUnusedComponents } from './unused-components.ts';

/** {@link createServiceParts} for one service. */
export function onlyService(definitions: Definitions, service: string): Definitions {
  return createServiceParts(definitions)(service);
}

/**
 * Returns the definitions of one service: with the bindings, portTypes and messages it uses, and
 * all schemas. Definitions with one service are returned unchanged. The time for each service is
 * proportional to its size.
 */
export function createServiceParts(definitions: Definitions): (service: string) => Definitions {
  const bindingsOf = picker(definitions.bindings);
  const portTypesOf = picker(definitions.portTypes);
  const messagesOf = picker(definitions.messages);
  const servicesOf = new Map<string, Service[]>();
  for (const one of definitions.services) {
    const same = servicesOf.get(one.name);
    if (same === undefined) servicesOf.set(one.name, [one]);
    else same.push(one);
  }
  return (service) => {
    const services = servicesOf.get(service) ?? [];
    if (services.length === definitions.services.length) return definitions;
    const ports = services.flatMap((one) => one.ports);
    const bindings = bindingsOf(ports.map((port) => port.binding.name));
    const portTypes = portTypesOf(bindings.map((one) => one.portType.name));
    const messages = messagesOf(messageNames(portTypes, bindings));
    return { ...definitions, services, bindings, portTypes, messages };
  };
}

/** Finds constructs by name, in the order of the document. */
function picker<T extends { readonly name: QName }>(
  all: readonly T[],
): (names: readonly QName[]) => readonly T[] {
  const positions = new Map<string, number[]>();
  for (const [index, { name }] of all.entries()) {
    const same = positions.get(qnameKey(name));
    if (same === undefined) positions.set(qnameKey(name), [index]);
    else same.push(index);
  }
  return (names) =>
    [...new Set(names.map(qnameKey))]
      .flatMap((key) => positions.get(key) ?? [])
      .sort((a, b) => a - b)
      .flatMap((index) => all[index] ?? []);
}

/** Names of the messages that portTypes and bindings refer to. */
function messageNames(
  portTypes: readonly PortType[],
  bindings: readonly Binding[],
): readonly QName[] {
  const abstract = portTypes
    .flatMap((one) => one.operations)
    .flatMap(({ input, output, faults }) => [input, output, ...faults]);
  const headers = bindings
    .flatMap((one) => one.operations)
    .flatMap(({ input, output }) => [...(input?.headers ?? []), ...(output?.headers ?? [])])
    .flatMap((header) => [header, ...header.faults]);
  return [...abstract, ...headers].flatMap((one) => (one === undefined ? [] : [one.message.name]));
}

/**
 * The definitions with some operations of portTypes and bindings, and the messages and schema
 * components they use. Overloads stay together.
 *
 * @param keeps whether to keep the operations of a name
 */
export function onlyOperations(
  definitions: Definitions,
  keeps: (name: string) => boolean,
): Definitions {
  const portTypes = definitions.portTypes.map((portType) => ({
    ...portType,
    operations: portType.operations.filter((one) => keeps(one.name)),
  }));
  const bindings = definitions.bindings.map((binding) => ({
    ...binding,
    operations: binding.operations.filter((one) => keeps(one.name)),
  }));
  const messages = picker(definitions.messages)(messageNames(portTypes, bindings));
  const schemas = withoutUnusedComponents(definitions.schemas, messages);
  return { ...definitions, schemas, messages, portTypes, bindings };
}

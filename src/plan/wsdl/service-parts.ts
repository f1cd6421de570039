import type { Binding, Definitions } from '../../model/definitions.ts';
import { type QName, qnameKey } from '../../model/qname.ts';

/**
 * The definitions with one service alone: its bindings, portTypes and messages, and whatever no other service uses either.
 * Schemas stay whole.
 */
export function onlyService(definitions: Definitions, service: string): Definitions {
  const services = definitions.services.filter((one) => one.name === service);
  if (services.length === definitions.services.length) return definitions;
  const others = definitions.services.filter((one) => one.name !== service);
  const bindings = remaining(
    definitions.bindings,
    services.flatMap((one) => one.ports.map((port) => port.binding.name)),
    others.flatMap((one) => one.ports.map((port) => port.binding.name)),
  );
  const dropped = definitions.bindings.filter((one) => !bindings.includes(one));
  const portTypes = remaining(
    definitions.portTypes,
    bindings.map((one) => one.portType.name),
    dropped.map((one) => one.portType.name),
  );
  const messages = remaining(
    definitions.messages,
    messagesOf(definitions, bindings),
    messagesOf(definitions, dropped),
  );
  return { ...definitions, services, bindings, portTypes, messages };
}

/** Those that are used here, or nowhere. */
function remaining<T extends { readonly name: QName }>(
  all: readonly T[],
  here: readonly QName[],
  elsewhere: readonly QName[],
): readonly T[] {
  const used = new Set(here.map(qnameKey));
  const gone = new Set(elsewhere.map(qnameKey));
  return all.filter(({ name }) => used.has(qnameKey(name)) || !gone.has(qnameKey(name)));
}

/** Names of the messages that bindings and their portTypes mention. */
function messagesOf(definitions: Definitions, bindings: readonly Binding[]): readonly QName[] {
  const portTypes = new Set(bindings.map((one) => qnameKey(one.portType.name)));
  const abstract = definitions.portTypes
    .filter((one) => portTypes.has(qnameKey(one.name)))
    .flatMap((one) => one.operations)
    .flatMap(({ input, output, faults }) => [input, output, ...faults]);
  const headers = bindings
    .flatMap((one) => one.operations)
    .flatMap(({ input, output }) => [...(input?.headers ?? []), ...(output?.headers ?? [])])
    .flatMap((header) => [header, ...header.faults]);
  return [...abstract, ...headers].flatMap((one) => (one === undefined ? [] : [one.message.name]));
}

/**
 * The definitions without the operations that are not wanted, in portTypes and bindings alike. Messages and schemas stay, since
 * others may use them. Overloads stay together.
 *
 * @param wanted told the name of an operation
 */
export function onlyOperations(
  definitions: Definitions,
  wanted: (name: string) => boolean,
): Definitions {
  return {
    ...definitions,
    portTypes: definitions.portTypes.map((portType) => ({
      ...portType,
      operations: portType.operations.filter((one) => wanted(one.name)),
    })),
    bindings: definitions.bindings.map((binding) => ({
      ...binding,
      operations: binding.operations.filter((one) => wanted(one.name)),
    })),
  };
}

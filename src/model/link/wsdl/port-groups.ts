import type { BindingKind } from '../../wsdl/definitions.ts';
import type { LinkedPort } from '../../wsdl/service-model.ts';
import type { LinkedBinding } from './link-binding.ts';
import type { AbstractOperation, LinkedPortType } from './link-message.ts';

/** A port of a service with its binding. */
export interface PortWithBinding {
  readonly port: LinkedPort;
  readonly binding: LinkedBinding;
}

/** Ports that form one interface for callers, in the order of the service. */
export interface PortGroup {
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
export function groupPorts(ports: readonly PortWithBinding[]): readonly PortGroup[] {
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
export function isHttp(port: LinkedPort): boolean {
  return port.kind === 'httpGet' || port.kind === 'httpPost';
}

/** What distinguishes an operation from its overloads. */
export function keyOf(operation: AbstractOperation): string {
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

import type { BindingKind } from '../../wsdl/definitions.ts';
import type { LinkedPort } from '../../wsdl/service-model.ts';
import type { LinkedBinding } from './link-binding.ts';
import type { AbstractOperation, LinkedPortType } from './link-message.ts';

/** A port of a service with what it is bound to. */
export interface PortWithBinding {
  readonly port: LinkedPort;
  readonly binding: LinkedBinding;
}

/** Ports that callers see as one interface, in the order of the service. */
export interface PortGroup {
  readonly ports: PortWithBinding[];
}

/** HTTP ports look for their methods in so many interfaces: services have one or a few. */
const mostSearched = 64;

/**
 * Groups the ports of a service. SOAP ports of one portType, or of portTypes with the same
 * operations on the same messages, are one group; HTTP ports join the one they share most
 * operations with, since ASMX describes one set of methods by three portTypes (asmx-behaviour 9);
 * portTypes that really differ have groups of their own.
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

/** A group of SOAP ports in the making. */
interface SoapGroup extends PortGroup {
  /**
   * Numbers of the messages that ports of each kind put on the wire: ports of one kind put the
   * same.
   */
  readonly wires: Map<BindingKind, number>;
}

/**
 * A port joins the first group with the same operations whose ports of its own kind put the same
 * messages on the wire; where all ports of a group are of its kind, one of them must have its
 * portType. Groups are found by what that takes: they may be as many as ports.
 */
function groupSoapPorts(ports: readonly PortWithBinding[]): readonly PortGroup[] {
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
    // a group never loses a kind, so that the next search goes on from here
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

/** Numbers things by what is the same about them. */
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

/** What a binding puts on the wire: ports of two that do the same differ by address only. */
function wireText({ operations }: LinkedBinding): string {
  const syntax = operations.map(({ binding }) => binding);
  return JSON.stringify(syntax, (key, value: unknown) =>
    key === 'span' || key === 'documentation' ? undefined : value,
  );
}

/** Operations and messages of a portType, in whatever order. */
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
 * Position of the group an HTTP port shares most operations with; the first one where it shares
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

import { addressOrigin, addressPath } from '../../model/wsdl/address.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type {
  LinkedPort,
  LinkedService,
  ServiceOperation,
} from '../../model/wsdl/service-model.ts';
import { bindingKinds } from '../../model/wsdl/service-operations.ts';
import { match } from '../complex/match-items.ts';
import { compareDocumentation } from '../result/documentation.ts';
import {
  bothWays,
  type MatchedPair,
  type MatchedPairs,
  type Pair,
  type Places,
  placesOf,
} from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { bindingText, compareOperation, usesOf } from './compare-operation.ts';
import { comparePolicies } from './compare-policies.ts';
import { operationMatches } from './operation-matches.ts';
import type { ContractPair, OperationPair } from './operation-pair.ts';

/** Compares a service of both contracts, and returns the operations it compared. */
export function compareService(
  services: Pair<LinkedService>,
  contracts: ContractPair,
): readonly OperationPair[] {
  const { old, new: now } = services;
  const uses = serviceUses(old) | serviceUses(now);
  const whole = contracts.all.add({ label: now.name, ...placesOf(old, now) }, uses);
  compareDocumentation({ ...whole.whole, what: `service ${now.name}` }, old, now);
  if (old.name !== now.name) {
    const message = `service ${old.name} is called ${now.name} now`;
    whole.report('service-renamed', verdicts.compatible, message);
  }
  comparePorts(services, contracts.all);
  comparePolicies(services, contracts.all);
  return compareOperations(services, contracts);
}

function bindingsOf(service: LinkedService): readonly BindingKind[] {
  return service.ports.map((port) => port.kind);
}

/** Both directions over every binding of a service. */
export function serviceUses(service: LinkedService): number {
  return bothWays(bindingsOf(service));
}

function compareOperations(
  { old, new: now }: Pair<LinkedService>,
  contracts: ContractPair,
): readonly OperationPair[] {
  const { pairs, renamed, removed, added } = operationMatches(old, now, contracts.messages);
  const alone = (operation: ServiceOperation, places: Places): MatchedPair => {
    const label = `${now.name}.${operation.publicName}`;
    const matched = contracts.all.add({ label, ...places }, usesOf(operation));
    matched.operations.push({ label, uses: matched.uses });
    return matched;
  };
  for (const operation of removed) {
    const matched = alone(operation, placesOf(operation, now));
    matched.report('operation-removed', verdicts.breaksCallers, `${matched.label} removed`);
  }
  for (const { old: before, new: after } of renamed) {
    const matched = alone(before, placesOf(before, after));
    const name = `${now.name}.${after.publicName}`;
    const message = `${matched.label} removed; ${name} is new and has the same shape: renamed?`;
    matched.report('operation-renamed', verdicts.different, message);
  }
  for (const operation of added) {
    const matched = alone(operation, placesOf(old, operation));
    matched.report('operation-added', verdicts.breaksServers, `${matched.label} added`);
  }
  const [from, to] = [withSlash(old.namespace), withSlash(now.namespace)];
  const common = new Set(bindingsOf(old).filter((kind) => bindingsOf(now).includes(kind)));
  return pairs.map((pair) => {
    const compared: OperationPair = {
      ...contracts,
      ...pair,
      common,
      label: `${now.name}.${pair.new.publicName}`,
      roots: [],
      renamedNamespace: (action) =>
        action.startsWith(from) ? to + action.slice(from.length) : action,
    };
    compareOperation(compared);
    return compared;
  });
}

function withSlash(namespace: string): string {
  return namespace.endsWith('/') ? namespace : `${namespace}/`;
}

/** Pairs ports by kind and name, then by kind only. */
function comparePorts({ old, new: now }: Pair<LinkedService>, all: MatchedPairs): void {
  const exact = match(old.ports, now.ports, ({ kind, name }) => `${kind} ${name}`);
  const rest = match(exact.removed, exact.added, ({ kind }) => kind);
  const over = (kind: BindingKind): MatchedPair =>
    all.add({ label: now.name, ...placesOf(old, now) }, bothWays([kind]));
  for (const { old: before, new: after } of [...exact.pairs, ...rest.pairs]) {
    const paths = { old: pathOf(before, old), new: pathOf(after, now) };
    compareAddresses(over(after.kind), { old: before, new: after }, paths);
  }
  for (const { old: before, new: after } of rest.pairs) {
    const message = `port ${before.name} of ${now.name} is called ${after.name} now`;
    const matched = over(after.kind);
    matched.report('port-renamed', verdicts.compatible, message, placesOf(before, after));
  }
  // further ports of a kind that both have are other addresses of the same binding
  const both = ({ kind }: LinkedPort): boolean =>
    bindingsOf(old).includes(kind) && bindingsOf(now).includes(kind);
  for (const port of rest.removed.filter(both)) {
    const message = `port ${port.name} (${port.kind}) removed from ${now.name}`;
    const at = { old: port.span };
    over(port.kind).report('port-removed', verdicts.breaksCallers, message, at);
  }
  for (const port of rest.added.filter(both)) {
    const message = `port ${port.name} (${port.kind}) added to ${now.name}`;
    over(port.kind).report('port-added', verdicts.breaksServers, message, { new: port.span });
  }
  for (const kind of bindingKinds) {
    const before = old.ports.find((port) => port.kind === kind);
    const after = now.ports.find((port) => port.kind === kind);
    if ((before === undefined) === (after === undefined)) continue;
    const added = before === undefined;
    over(kind).report(
      added ? 'binding-added' : 'binding-removed',
      added ? verdicts.breaksServers : verdicts.breaksCallers,
      bindingText(now.name, kind, added),
      { old: before?.span, new: after?.span },
    );
  }
}

function pathOf(port: LinkedPort, service: LinkedService): string {
  return addressPath(port.address) ?? service.path;
}

function compareAddresses(
  matched: MatchedPair,
  { old, new: now }: Pair<LinkedPort>,
  paths: Pair<string>,
): void {
  const { label } = matched;
  const places = placesOf(old, now);
  if (paths.old !== paths.new) {
    const message = `${label} is served at ${paths.new} instead of ${paths.old}`;
    matched.report('address-changed', verdicts.different, message, places);
  }
  if (old.address === undefined || now.address === undefined) return;
  const [from, to] = [addressOrigin(old.address), addressOrigin(now.address)];
  if (from === to || from?.toLowerCase() === to?.toLowerCase()) return;
  const origins = `${to ?? 'not named'} instead of ${from ?? 'unnamed'}`;
  const message = `usual address of ${label} is ${origins}`;
  matched.report('default-address-changed', verdicts.compatible, message, places);
}

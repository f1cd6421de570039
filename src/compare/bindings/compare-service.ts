import type { Span } from '../../diagnostics/source-file.ts';
import { addressOrigin, addressPath } from '../../model/wsdl/address.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type {
  LinkedPort,
  LinkedService,
  ServiceOperation,
} from '../../model/wsdl/service-model.ts';
import type { ChangeKind } from '../result/change-kinds.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { bindingKinds, createPair, type MatchedPair, useOf } from '../result/matched-pair.ts';
import type { MatchedPairs } from '../result/matched-pairs.ts';
import { type Verdict, verdicts } from '../result/verdict.ts';
import { match, type Pair } from '../schema/match-items.ts';
import { compareOperation, type OperationContext, usesOf } from './compare-operation.ts';
import { operationMatches } from './operation-matches.ts';
import type { OperationPair } from './operation-pair.ts';

/** Compares a service both contracts have, and gives the operations it compared. */
export function compareService(
  matches: MatchedPairs,
  { old, new: now }: Pair<LinkedService>,
  contracts: Omit<OperationContext, 'common'>,
): readonly OperationPair[] {
  const places = { old: old.span, new: now.span };
  const uses = serviceUses(old) | serviceUses(now);
  const whole = matches.add(createPair({ label: now.name, subject: now.name, ...places, uses }));
  compareDocumentation(whole, now.name, `service ${now.name}`, old, now);
  if (old.name !== now.name) {
    whole.findings.push({
      kind: 'service-renamed',
      verdict: verdicts.compatible,
      subject: now.name,
      message: `service ${old.name} is called ${now.name} now`,
      ...places,
    });
  }
  comparePorts(matches, old, now);
  const kinds = (service: LinkedService): readonly BindingKind[] =>
    service.ports.map((port) => port.kind);
  const common = new Set(kinds(old).filter((kind) => kinds(now).includes(kind)));
  return compareOperations(matches, old, now, { ...contracts, common });
}

/** Both directions over every binding of a service. */
export function serviceUses(service: LinkedService): number {
  return service.ports.reduce(
    (uses, { kind }) => uses | useOf('request', kind) | useOf('response', kind),
    0,
  );
}

function compareOperations(
  matches: MatchedPairs,
  old: LinkedService,
  now: LinkedService,
  context: OperationContext,
): readonly OperationPair[] {
  const { pairs, renamed, removed, added } = operationMatches(old, now, context.messages);
  const report = (
    operation: ServiceOperation,
    kind: ChangeKind,
    verdict: Verdict,
    message: string,
    places: { readonly old: Span; readonly new: Span },
  ): void => {
    const label = `${now.name}.${operation.publicName}`;
    const matched = matches.add(
      createPair({ label, subject: label, ...places, uses: usesOf(operation) }),
    );
    matched.operations.push({ label, uses: matched.uses });
    matched.findings.push({
      kind,
      verdict,
      subject: label,
      message: `${label} ${message}`,
      ...places,
    });
  };
  for (const operation of removed) {
    const places = { old: operation.span, new: now.span };
    report(operation, 'operation-removed', verdicts.breaksCallers, 'removed', places);
  }
  for (const { old: before, new: after } of renamed) {
    const places = { old: before.span, new: after.span };
    const message = `removed; ${now.name}.${after.publicName} is new and has the same shape: renamed?`;
    report(before, 'operation-renamed', verdicts.different, message, places);
  }
  for (const operation of added) {
    const places = { old: old.span, new: operation.span };
    report(operation, 'operation-added', verdicts.breaksServers, 'added', places);
  }
  return pairs.map((pair) => {
    const { publicName } = pair.new;
    const made: OperationPair = {
      label: `${now.name}.${publicName}`,
      ...pair,
      messages: context.messages,
      roots: [],
      renamedNamespace: (action) => {
        const from = withSlash(old.namespace);
        return action.startsWith(from)
          ? withSlash(now.namespace) + action.slice(from.length)
          : action;
      },
    };
    compareOperation(matches, made, context);
    return made;
  });
}

function withSlash(namespace: string): string {
  return namespace.endsWith('/') ? namespace : `${namespace}/`;
}

/** Ports are paired by kind and name, then by kind alone. */
function comparePorts(matches: MatchedPairs, old: LinkedService, now: LinkedService): void {
  const exact = match(old.ports, now.ports, ({ kind, name }) => `${kind} ${name}`);
  const rest = match(exact.removed, exact.added, ({ kind }) => kind);
  const siteOf = (kind: BindingKind): MatchedPair => {
    const uses = useOf('request', kind) | useOf('response', kind);
    const places = { old: old.span, new: now.span };
    return matches.add(createPair({ label: now.name, subject: now.name, ...places, uses }));
  };
  for (const pair of [...exact.pairs, ...rest.pairs]) {
    compareAddresses(siteOf(pair.new.kind), pair, old, now);
  }
  for (const { old: before, new: after } of rest.pairs) {
    siteOf(after.kind).findings.push({
      kind: 'port-renamed',
      verdict: verdicts.compatible,
      subject: now.name,
      message: `port ${before.name} of ${now.name} is called ${after.name} now`,
      old: before.span,
      new: after.span,
    });
  }
  const has = (service: LinkedService, kind: BindingKind): boolean =>
    service.ports.some((port) => port.kind === kind);
  // further ports of a kind that both have: other addresses of the same wire
  const portChanged = (port: LinkedPort, added: boolean): void => {
    if (!has(old, port.kind) || !has(now, port.kind)) return;
    siteOf(port.kind).findings.push({
      kind: added ? 'port-added' : 'port-removed',
      verdict: added ? verdicts.breaksServers : verdicts.breaksCallers,
      subject: now.name,
      message: `port ${port.name} (${port.kind}) ${added ? 'added to' : 'removed from'} ${now.name}`,
      old: added ? old.span : port.span,
      new: added ? port.span : now.span,
    });
  };
  for (const port of rest.removed) portChanged(port, false);
  for (const port of rest.added) portChanged(port, true);
  for (const kind of bindingKinds) {
    if (has(old, kind) === has(now, kind)) continue;
    const added = has(now, kind);
    const port = (added ? now : old).ports.find((one) => one.kind === kind);
    siteOf(kind).findings.push({
      kind: added ? 'binding-added' : 'binding-removed',
      verdict: added ? verdicts.breaksServers : verdicts.breaksCallers,
      subject: now.name,
      message: `${now.name} can ${added ? 'be called' : 'no longer be called'} over ${kind}${added ? ' too' : ''}`,
      old: added ? old.span : port?.span,
      new: added ? port?.span : now.span,
    });
  }
}

function compareAddresses(
  matched: MatchedPair,
  { old, new: now }: Pair<LinkedPort>,
  oldService: LinkedService,
  newService: LinkedService,
): void {
  const path = (port: LinkedPort, service: LinkedService): string =>
    addressPath([port.address]) ?? service.path;
  const before = path(old, oldService);
  const after = path(now, newService);
  const places = { old: old.span, new: now.span };
  const subject = newService.name;
  if (before !== after) {
    matched.findings.push({
      kind: 'address-changed',
      verdict: verdicts.different,
      subject,
      message: `${newService.name} is served at ${after} instead of ${before}`,
      ...places,
    });
  }
  if (old.address === undefined || now.address === undefined) return;
  const [from, to] = [addressOrigin(old.address), addressOrigin(now.address)];
  if (from === to || from?.toLowerCase() === to?.toLowerCase()) return;
  matched.findings.push({
    kind: 'default-address-changed',
    verdict: verdicts.compatible,
    subject,
    message: `usual address of ${newService.name} is ${to ?? 'not named'} instead of ${from ?? 'unnamed'}`,
    ...places,
  });
}

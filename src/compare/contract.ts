import type { ChangeKind } from '../diagnostics/diagnostic.ts';
import { suggest } from '../diagnostics/words.ts';
import {
  addressOrigin,
  addressPath,
  bindingKinds,
  type LinkedPort,
  type LinkedService,
  type ServiceDemand,
  type ServiceInterface,
  type ServiceModel,
  type ServiceOperation,
  serviceDemands,
} from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import { qnameKey } from '../model/xml.ts';
import type { ElementDeclaration } from '../model/xsd/schema.ts';
import { contractMessages } from '../plan/messages.ts';
import {
  type ContractPair,
  compareHttpOperation,
  compareSoapOperation,
  type OperationMessagesOf,
  type OperationPair,
  operationPart,
  shapeWord,
} from './bindings.ts';
import { type CompareOptions, type Comparison, type Verdict, verdicts } from './change.ts';
import { globalPair } from './declarations.ts';
import { judge } from './judge.ts';
import {
  bothWays,
  compareDocumentation,
  documentUse,
  type MatchedPair,
  type MatchedPairs,
  type Pair,
  PairQueue,
  type Places,
  placesOf,
  useOf,
} from './matched-pair.ts';
import { type Matched, match } from './matching.ts';

/**
 * Compares two linked contracts. Classifies every difference by whom it breaks, and by the bindings
 * on which it is visible. Their notations do not matter.
 *
 * @param old the contract of existing callers and servers
 * @param now the contract that will replace it
 */
export function compareModels(
  old: ServiceModel,
  now: ServiceModel,
  options: CompareOptions = {},
): Comparison {
  const all = new PairQueue();
  const uses = [...old.services, ...now.services].reduce(
    (sum, service) => sum | serviceUses(service),
    0,
  );
  const whole = all.add({ label: now.name, old: startOf(old), new: startOf(now) }, uses);
  if (isXml(old) === isXml(now)) compareTitles(whole, old, now);
  const { pairs, removed, added } = serviceMatches(old, now);
  for (const service of removed) {
    serviceChanged(all, service, { old: service.span, new: startOf(now) }, false);
  }
  const written = saysWritten(old) && saysWritten(now);
  const messages = { old: messagesOf(old), new: messagesOf(now) };
  const operations = pairs.flatMap((pair) => compareService(pair, { all, written, messages }));
  for (const service of added) {
    serviceChanged(all, service, { old: startOf(old), new: service.span }, true);
  }
  const documents = old.isSchema && now.isSchema ? compareDocuments(all, old, now) : [];
  const compared = { all, old, new: now, operations: [...operations, ...documents], uses };
  return judge(compared, options);
}

/** The messages of operations, planned once one is asked for: most comparisons need none. */
function messagesOf(model: ServiceModel): OperationMessagesOf {
  let planned: OperationMessagesOf | undefined;
  return {
    of(operation) {
      planned ??= contractMessages(model);
      return planned.of(operation);
    },
  };
}

/**
 * Compares name and documentation of the contract itself, if both have the same notation;
 * converting does not preserve them. The name of a contract with one service is not used in
 * generated code.
 */
function compareTitles(matched: MatchedPair, old: ServiceModel, now: ServiceModel): void {
  const several = old.services.length > 1 && now.services.length > 1;
  if (several && old.name !== now.name) {
    const message = `the contract is called ${now.name} instead of ${old.name}`;
    matched.report('contract-renamed', verdicts.compatible, message);
  }
  compareDocumentation({ ...matched.whole, what: 'the contract' }, old, now);
}

function isXml(model: ServiceModel): boolean {
  return /^\s*</.test(model.files[0]?.text ?? '');
}

function startOf(model: ServiceModel): LinkedService['span'] | undefined {
  const [file] = model.files;
  return model.services[0]?.definitions.span ?? (file && { file, start: 0, end: 0 });
}

/**
 * Whether a contract can express what operations write to the response themselves: the YAML
 * notation, and WSDLs with its extension attributes.
 */
function saysWritten(model: ServiceModel): boolean {
  if (!isXml(model)) return true;
  return model.services.some((service) =>
    service.interfaces.some((one) =>
      one.operations.some((operation) => operation.written !== undefined),
    ),
  );
}

/** Services with the same name, then renamed ones that share their operations. */
function serviceMatches(old: ServiceModel, now: ServiceModel): Matched<LinkedService> {
  const named = match(old.services, now.services, ({ name }) => name);
  const alike = match(named.removed, named.added, (service) => operationNames(service).join(' '));
  const [before] = alike.removed;
  const [after] = alike.added;
  const single = old.services.length === 1 && now.services.length === 1;
  if (single && before !== undefined && after !== undefined) {
    const names = new Set(operationNames(before));
    if (operationNames(after).some((name) => names.has(name))) {
      return { pairs: [{ old: before, new: after }], removed: [], added: [] };
    }
  }
  return { ...alike, pairs: [...named.pairs, ...alike.pairs] };
}

function operationNames({ interfaces }: LinkedService): readonly string[] {
  return interfaces
    .flatMap((one) => one.operations.map((operation) => operation.messageName))
    .sort();
}

function serviceChanged(
  all: MatchedPairs,
  service: LinkedService,
  places: Places,
  added: boolean,
): void {
  const matched = all.add({ label: service.name, ...places }, serviceUses(service));
  if (added) {
    const message = `service ${service.name} added`;
    matched.report('service-added', verdicts.breaksServers, message);
  } else {
    const message = `service ${service.name} removed`;
    matched.report('service-removed', verdicts.breaksCallers, message);
  }
}

/** A document, with the pair of its root. */
interface DocumentPair {
  readonly label: string;
  readonly roots: readonly MatchedPair[];
}

/**
 * Compares the documents of two plain XML Schemas, the global elements that are not abstract: by
 * qualified name, then by local name, because the namespace may have changed. Those who write
 * documents count as callers, those who read them as servers.
 */
function compareDocuments(
  all: MatchedPairs,
  old: ServiceModel,
  now: ServiceModel,
): readonly DocumentPair[] {
  const exact = match(documentsOf(old), documentsOf(now), ({ name }) => qnameKey(name));
  const rest = match(exact.removed, exact.added, ({ name }) => name.localName);
  const alone = (element: ElementDeclaration): MatchedPair =>
    all.add({ label: labelOf(element), subject: element.name.localName }, documentUse);
  for (const element of rest.removed) {
    const message = `${labelOf(element)} removed`;
    const at = { old: element.span };
    alone(element).report('element-removed', verdicts.breaksCallers, message, at);
  }
  for (const element of rest.added) {
    const message = `${labelOf(element)} added`;
    alone(element).report('element-added', verdicts.compatible, message, { new: element.span });
  }
  return [...exact.pairs, ...rest.pairs].map((pair) => {
    const root = globalPair(all, pair.old, pair.new);
    root.uses |= documentUse;
    all.moved(root, pair);
    return { label: pair.new.name.localName, roots: [root] };
  });
}

function documentsOf({ elements, isSchema }: ServiceModel): readonly ElementDeclaration[] {
  return isSchema ? elements.filter((one) => !one.abstract) : [];
}

function labelOf({ name }: ElementDeclaration): string {
  return `element '${name.localName}'`;
}

/** Compares a service of both contracts, and returns the operations it compared. */
function compareService(
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
function serviceUses(service: LinkedService): number {
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

/** Operations of two services: those with the same name, those that seem renamed, and the rest. */
interface OperationMatches extends Matched<ServiceOperation> {
  readonly renamed: readonly Pair<ServiceOperation>[];
}

/**
 * Finds corresponding operations. If a service has several interfaces, these are paired first, by
 * name and then by order.
 */
function operationMatches(
  old: LinkedService,
  now: LinkedService,
  messages: Pair<OperationMessagesOf>,
): OperationMatches {
  const exact = match(old.interfaces, now.interfaces, ({ name }) => name);
  const rest = match(exact.removed, exact.added, () => '');
  const none = { name: '', ports: [], operations: [] };
  const sides: readonly (readonly [ServiceInterface, ServiceInterface])[] = [
    ...[...exact.pairs, ...rest.pairs].map((pair) => [pair.old, pair.new] as const),
    ...rest.removed.map((one) => [one, none] as const),
    ...rest.added.map((one) => [none, one] as const),
  ];
  const pairs: Pair<ServiceOperation>[] = [];
  const removed: ServiceOperation[] = [];
  const added: ServiceOperation[] = [];
  for (const [before, after] of sides) {
    const byMessage = match(before.operations, after.operations, keyOf);
    // the name of a message may follow its element
    const byName = match(byMessage.removed, byMessage.added, nameIfOnly(before, after));
    pairs.push(...byMessage.pairs, ...byName.pairs);
    removed.push(...byName.removed);
    added.push(...byName.added);
  }
  const renamed = renames(removed, added, messages);
  const [from, to] = [renamed.map((pair) => pair.old), renamed.map((pair) => pair.new)];
  return {
    pairs,
    renamed,
    removed: removed.filter((one) => !from.includes(one)),
    added: added.filter((one) => !to.includes(one)),
  };
}

/** The name of an operation, or of its message where several operations have one name. */
function nameIfOnly(
  ...sides: readonly ServiceInterface[]
): (operation: ServiceOperation) => string {
  const several = new Set<string>();
  for (const { operations } of sides) {
    const seen = new Set<string>();
    for (const { name } of operations) (seen.has(name) ? several : seen).add(name);
  }
  return (operation) => (several.has(operation.name) ? keyOf(operation) : operation.name);
}

function keyOf({ name, messageName }: ServiceOperation): string {
  return `${name} ${messageName}`;
}

/**
 * Pairs removed and added operations of the same shape, if there is only one candidate, or one with
 * a similar name.
 */
function renames(
  removed: readonly ServiceOperation[],
  added: readonly ServiceOperation[],
  messages: Pair<OperationMessagesOf>,
): readonly Pair<ServiceOperation>[] {
  if (removed.length === 0 || added.length === 0) return [];
  const byShape = new Map<string, ServiceOperation[]>();
  for (const operation of added) {
    const shape = shapeWord(operation, messages.new);
    byShape.set(shape, [...(byShape.get(shape) ?? []), operation]);
  }
  const left = new Map<string, number>();
  for (const operation of removed) {
    const shape = shapeWord(operation, messages.old);
    left.set(shape, (left.get(shape) ?? 0) + 1);
  }
  const pairs: Pair<ServiceOperation>[] = [];
  for (const operation of removed) {
    const shape = shapeWord(operation, messages.old);
    const candidates = byShape.get(shape) ?? [];
    const near = suggest(
      operation.messageName,
      candidates.map((one) => one.messageName),
    );
    // one without fields is too simple to recognise an operation by
    const alone = candidates.length === 1 && left.get(shape) === 1 && shape.includes(':');
    const found = alone ? candidates[0] : candidates.find((one) => one.messageName === near);
    if (found === undefined) continue;
    byShape.set(
      shape,
      candidates.filter((one) => one !== found),
    );
    pairs.push({ old: operation, new: found });
  }
  return pairs;
}

/**
 * Compares what the policies of a service demand. What is demanded anew, callers do not do yet;
 * what is demanded no longer, servers still expect.
 */
function comparePolicies({ old, new: now }: Pair<LinkedService>, all: MatchedPairs): void {
  const [before, after] = [demandsByText(old), demandsByText(now)];
  const report = (
    demand: ServiceDemand,
    kind: ChangeKind,
    verdict: Verdict,
    places: Parameters<ReturnType<MatchedPairs['add']>['report']>[3],
  ): void => {
    const kinds = demand.bindings ?? soapKinds(now);
    const matched = all.add({ label: now.name, ...placesOf(old, now) }, bothWays(kinds));
    matched.report(kind, verdict, `${now.name} ${words[kind as Word]} ${demand.text}`, places);
  };
  const { breaksCallers, breaksServers, compatible } = verdicts;
  for (const [text, demand] of after) {
    const known = before.get(text);
    const places = { old: known?.span ?? old.span, new: demand.span };
    const isFirm = isDemanded(demand);
    if (known === undefined) {
      const verdict = isFirm ? breaksCallers : breaksServers;
      const kind = isFirm ? 'policy-added' : 'policy-allowed';
      report(demand, kind, demand.isAnnounced ? compatible : verdict, places);
    } else if (isDemanded(known) !== isFirm) {
      const kind = isFirm ? 'policy-required' : 'policy-optional';
      report(demand, kind, isFirm ? breaksCallers : breaksServers, places);
    }
  }
  for (const [text, demand] of before) {
    if (after.has(text)) continue;
    const verdict = isDemanded(demand) ? breaksServers : breaksCallers;
    const at = { old: demand.span, new: now.span };
    report(demand, 'policy-removed', demand.isAnnounced ? compatible : verdict, at);
  }
}

/** Whether callers must do it: not one of several alternatives, and not only announced. */
function isDemanded({ isChoice, isAnnounced }: ServiceDemand): boolean {
  return !isChoice && isAnnounced !== true;
}

const words = {
  'policy-added': 'demands anew:',
  'policy-allowed': 'also accepts:',
  'policy-required': 'always demands now:',
  'policy-optional': 'no longer always demands:',
  'policy-removed': 'no longer demands or accepts:',
} as const;
type Word = keyof typeof words;

function demandsByText(service: LinkedService): ReadonlyMap<string, ServiceDemand> {
  return new Map(serviceDemands(service).map((one) => [one.text, one]));
}

function soapKinds({ ports }: LinkedService): readonly BindingKind[] {
  const kinds = ports.map(({ kind }) => kind).filter((kind) => kind.startsWith('soap'));
  return [...new Set(kinds)];
}

/** Compares an operation over all its bindings. */
function compareOperation(pair: OperationPair): void {
  const { old, new: now, label } = pair;
  const whole = operationPart(pair, usesOf(old) | usesOf(now));
  compareDocumentation(whole.whole, old, now);
  if (old.oneWay !== now.oneWay) {
    // callers either wait for an answer that no longer comes, or expect one that servers never sent
    const verdict = now.oneWay ? verdicts.breaksCallers : verdicts.breaksServers;
    const text = now.oneWay ? 'is one-way now' : 'gives an answer now';
    whole.report('one-way-changed', verdict, `${label} ${text}`);
  }
  if (pair.written && old.written !== now.written) {
    const [before, after] = [old.written ?? 'nothing', now.written ?? 'nothing'];
    const message = `${label} writes ${after} instead of ${before} to the HTTP response`;
    whole.report('written-changed', verdicts.different, message);
  }
  for (const binding of bindingKinds) bindingChanged(pair, binding);
  compareSoapOperation(pair, 'soap11');
  compareSoapOperation(pair, 'soap12');
  compareHttpOperation(pair, 'httpGet');
  compareHttpOperation(pair, 'httpPost');
}

/** Both directions over every binding of an operation. */
function usesOf(operation: ServiceOperation): number {
  return bothWays(bindingKinds.filter((binding) => operation[binding] !== undefined));
}

function bindingChanged(pair: OperationPair, binding: BindingKind): void {
  const added = pair.old[binding] === undefined;
  if (added === (pair.new[binding] === undefined) || !pair.common.has(binding)) return;
  const matched = operationPart(pair, useOf('request', binding));
  matched.report(
    added ? 'binding-added' : 'binding-removed',
    added ? verdicts.breaksServers : verdicts.breaksCallers,
    bindingText(pair.label, binding, added),
  );
}

/** Describes that something has become available over another binding, or no longer is. */
function bindingText(label: string, binding: BindingKind, added: boolean): string {
  if (added) return `${label} can be called over ${binding} too`;
  return `${label} can no longer be called over ${binding}`;
}

import type { LinkedService, ServiceModel } from '../model/wsdl/service-model.ts';
import { contractMessages } from '../plan/messages/contract-messages.ts';
import { compareService, serviceUses } from './bindings/compare-service.ts';
import { compareDocuments } from './complex/compare-documents.ts';
import { compareUnused } from './complex/compare-unused.ts';
import { type Matched, match } from './complex/match-items.ts';
import { judge } from './judge.ts';
import type { OperationMessagesOf } from './messages/shape-word.ts';
import type { CompareOptions, Comparison } from './result/change.ts';
import { compareDocumentation } from './result/documentation.ts';
import type { MatchedPair, MatchedPairs, Places } from './result/matched-pair.ts';
import { PairQueue } from './result/matched-pairs.ts';
import { verdicts } from './result/verdict.ts';

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
  all.finish();
  const unused = compareUnused(all, old, now);
  all.finish();
  const compared = { matches: all.list, operations: [...operations, ...documents], uses, unused };
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

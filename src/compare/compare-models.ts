import type { Span } from '../diagnostics/source-file.ts';
import type { LinkedService, ServiceModel } from '../model/wsdl/service-model.ts';
import { contractMessages } from '../plan/messages/contract-messages.ts';
import { compareService, serviceUses } from './bindings/compare-service.ts';
import { judge } from './judge.ts';
import type { Comparison } from './result/change.ts';
import { compareDocumentation } from './result/documentation.ts';
import { createPair, type MatchedPair } from './result/matched-pair.ts';
import { createMatchedPairs, type MatchedPairs } from './result/matched-pairs.ts';
import { verdicts } from './result/verdict.ts';
import { compareUnused } from './schema/compare-unused.ts';
import { match, type Pair } from './schema/match-items.ts';

/**
 * Compares two linked contracts and classifies every difference by whom it breaks and over which
 * bindings it is noticed. The notation they are written in makes no difference.
 *
 * @param old what callers and servers in use were made from
 * @param now what is to replace it
 */
export function compareModels(old: ServiceModel, now: ServiceModel): Comparison {
  const matches = createMatchedPairs();
  const uses = [...old.services, ...now.services].reduce(
    (sum, service) => sum | serviceUses(service),
    0,
  );
  const places = { old: startOf(old), new: startOf(now) };
  const whole = matches.add(createPair({ label: now.name, subject: now.name, ...places, uses }));
  if (isXml(old) === isXml(now)) compareTitles(whole, old, now);
  const { pairs, removed, added } = serviceMatches(old, now);
  for (const service of removed) servicesChanged(matches, service, now, false);
  const written = saysWritten(old) && saysWritten(now);
  const messages = { old: contractMessages(old), new: contractMessages(now) };
  const operations = pairs.flatMap((pair) => compareService(matches, pair, { written, messages }));
  for (const service of added) servicesChanged(matches, service, old, true);
  matches.finish();
  compareUnused(matches, old, now);
  matches.finish();
  return judge(matches.all, operations, uses);
}

/**
 * Name and text of the contract itself, where both are of one notation: the two do not keep them
 * alike. The name of a contract with one service names nothing in generated code.
 */
function compareTitles(matched: MatchedPair, old: ServiceModel, now: ServiceModel): void {
  const places = { old: matched.old, new: matched.new };
  const several = old.services.length > 1 && now.services.length > 1;
  if (several && old.name !== now.name) {
    matched.findings.push({
      kind: 'contract-renamed',
      verdict: verdicts.compatible,
      subject: now.name,
      message: `the contract is called ${now.name} instead of ${old.name}`,
      ...places,
    });
  }
  const described = ({ documentation }: ServiceModel, span: Span | undefined) => ({
    documentation,
    span,
  });
  const [before, after] = [described(old, matched.old), described(now, matched.new)];
  compareDocumentation(matched, now.name, 'the contract', before, after);
}

function isXml(model: ServiceModel): boolean {
  return /^\s*</.test(model.files[0]?.text ?? '');
}

function startOf(model: ServiceModel): LinkedService['span'] | undefined {
  const [file] = model.files;
  return model.services[0]?.definitions.span ?? (file && { file, start: 0, end: 0 });
}

/**
 * Whether a contract can say what operations write to the response themselves: only the YAML
 * notation can, and WSDLs that keep what it says.
 */
function saysWritten(model: ServiceModel): boolean {
  if (!isXml(model)) return true;
  return model.services.some((service) =>
    service.interfaces.some((one) =>
      one.operations.some((operation) => operation.written !== undefined),
    ),
  );
}

/** Services of one name; then, renamed, those that share their operations. */
function serviceMatches(
  old: ServiceModel,
  now: ServiceModel,
): {
  readonly pairs: readonly Pair<LinkedService>[];
  readonly removed: readonly LinkedService[];
  readonly added: readonly LinkedService[];
} {
  const named = match(old.services, now.services, ({ name }) => name);
  const alike = match(named.removed, named.added, operationNames);
  const [before, more] = alike.removed;
  const [after, evenMore] = alike.added;
  const single = old.services.length === 1 && now.services.length === 1;
  const pairs = [...named.pairs, ...alike.pairs];
  if (single && before !== undefined && after !== undefined && !more && !evenMore) {
    const names = new Set(operationNames(before).split(' '));
    if (
      operationNames(after)
        .split(' ')
        .some((name) => names.has(name))
    ) {
      return { pairs: [{ old: before, new: after }], removed: [], added: [] };
    }
  }
  return { pairs, removed: alike.removed, added: alike.added };
}

function operationNames({ interfaces }: LinkedService): string {
  const names = interfaces.flatMap((one) =>
    one.operations.map((operation) => operation.messageName),
  );
  return names.sort().join(' ');
}

function servicesChanged(
  matches: MatchedPairs,
  service: LinkedService,
  other: ServiceModel,
  added: boolean,
): void {
  const place = startOf(other);
  const matched = matches.add(
    createPair({ label: service.name, subject: service.name, uses: serviceUses(service) }),
  );
  matched.findings.push({
    kind: added ? 'service-added' : 'service-removed',
    verdict: added ? verdicts.breaksServers : verdicts.breaksCallers,
    subject: service.name,
    message: `service ${service.name} ${added ? 'added' : 'removed'}`,
    old: added ? place : service.span,
    new: added ? service.span : place,
  });
}

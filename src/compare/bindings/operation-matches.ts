import { suggest } from '../../diagnostics/suggest.ts';
import type {
  LinkedService,
  ServiceInterface,
  ServiceOperation,
} from '../../model/wsdl/service-model.ts';
import { type Matched, match } from '../complex/match-items.ts';
import { isBareShape, type OperationMessagesOf, shapeWord } from '../messages/shape-word.ts';
import type { Pair } from '../result/matched-pair.ts';

/** Operations of two services: those with the same name, those that seem renamed, and the rest. */
export interface OperationMatches extends Matched<ServiceOperation> {
  readonly renamed: readonly Pair<ServiceOperation>[];
}

/**
 * Finds corresponding operations. If a service has several interfaces, these are paired first, by
 * name and then by order.
 */
export function operationMatches(
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
    const alone = candidates.length === 1 && left.get(shape) === 1 && !isBareShape(shape);
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

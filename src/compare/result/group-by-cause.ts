import type { Change } from './change.ts';
import type { Cause, ReaderRole } from './matched-pair.ts';
import { listed } from './words.ts';

/** A change, and what it has in common with others. */
export interface Judged {
  readonly change: Change;
  readonly cause: Cause | undefined;
  /** Whom its hazards concern, if it has some. */
  readonly readers: ReadonlySet<ReaderRole>;
}

/**
 * Joins changes that have one cause: the same in the messages of several operations, or several
 * things of one kind that tell nothing each by itself. The first stands for all.
 */
export function groupByCause(judged: readonly Judged[]): readonly Change[] {
  const groups = new Map<string, Judged[]>();
  for (const [index, one] of judged.entries()) {
    const key = causeKey(one) ?? `${index}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map(joined);
}

/** Placeholders that no contract has. */
const operationMark = '\u0001';
const nameMark = '\u0002';

function causeKey({ change, cause }: Judged): string | undefined {
  const { kind, classes, bindings, hazards, help = '' } = change;
  const place = JSON.stringify([kind, classes, bindings, hazards]);
  if (cause !== undefined) return `${place} ${cause.key}`;
  const general = generalText(change);
  return general === undefined ? undefined : `${place} ${general} ${help}`;
}

/** The message of a change of one operation's message, without the operation. */
function generalText({ kind, message, operations }: Change): string | undefined {
  const [only, more] = operations;
  if (only === undefined || more !== undefined || !message.includes(only)) return undefined;
  // each of these is a matter of its own
  if (kind.startsWith('operation-')) return undefined;
  const name = only.slice(only.indexOf('.') + 1);
  // also inside names that follow that of the operation, such as those of results
  const inside = new RegExp(`(?<![A-Za-z])${escaped(name)}(?![a-z])`, 'g');
  return message.replaceAll(only, operationMark).replace(inside, nameMark);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function joined(group: readonly Judged[]): Change {
  const [first, ...others] = group as readonly [Judged, ...Judged[]];
  if (others.length === 0) return first.change;
  const changes = group.map(({ change }) => change);
  const operations = [...new Set(changes.flatMap((change) => change.operations))];
  const { cause, change } = first;
  const items = group.flatMap((one) => one.cause?.item ?? []);
  const message =
    cause === undefined
      ? (generalText(change) ?? change.message)
          .replaceAll(operationMark, `${operations.length} operations`)
          .replaceAll(nameMark, '…')
      : cause.sentence(group.length, listed(items));
  const subjects = changes.map(({ subject }) => subject);
  return { ...change, message, operations, subjects, operationsByClass: undefined };
}

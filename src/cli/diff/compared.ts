import type {
  Change,
  ChangeClass,
  Comparison,
  Hazard,
  IgnoredChange,
} from '../../compare/result/change.ts';
import { harmless } from '../../diagnostics/display-width.ts';
import { positionAt, type Span } from '../../diagnostics/source-file.ts';
import { counted } from '../terminal/counts.ts';
import type { DiffCommandOptions } from './options.ts';

/** Two contracts by their given paths, and their differences. */
export interface Compared {
  readonly old: string;
  readonly new: string;
  readonly comparison: Comparison;
  /** The changes to list. */
  readonly listed: readonly Change[];
}

/** Two contracts and their differences, as the options want them listed. */
export function comparedAs(
  { breakingOnly }: DiffCommandOptions,
  compared: Omit<Compared, 'listed'>,
): Compared {
  const { changes } = compared.comparison;
  const isListed = (change: Change): boolean =>
    breaksSomething(change) || change.hazards !== undefined;
  return { ...compared, listed: breakingOnly === true ? changes.filter(isListed) : changes };
}

/** Whether a change breaks callers or servers. */
export function breaksSomething({ classes }: Change): boolean {
  return classes.some((one) => one.startsWith('breaks'));
}

/** Why a change is accepted, and how long. */
export function reasonOf({ reason, until }: IgnoredChange): string {
  return until === undefined ? reason : `${reason} (until ${until})`;
}

/** Changes of the same classes under their heading. */
export interface ChangeGroup {
  readonly heading: string;
  readonly classes: readonly ChangeClass[];
  readonly changes: readonly Change[];
}

/** The changes in groups, the most severe first, without empty groups. */
export function groupsOf({ listed }: Compared): readonly ChangeGroup[] {
  const groups = new Map<string, Change[]>();
  for (const change of listed) {
    const heading = change.classes.join(', ');
    const group = groups.get(heading);
    if (group === undefined) groups.set(heading, [change]);
    else group.push(change);
  }
  return [...groups].map(([heading, list]) => ({
    heading,
    classes: list[0]?.classes ?? [],
    changes: list,
  }));
}

/** Number of changes of each class. One that breaks both sides counts twice. */
export function countsOf({ changes }: Comparison): Readonly<Record<ChangeClass, number>> {
  const count = (changeClass: ChangeClass): number =>
    changes.filter(({ classes }) => classes.includes(changeClass)).length;
  return {
    'breaks callers': count('breaks callers'),
    'breaks servers': count('breaks servers'),
    compatible: count('compatible'),
    documentation: count('documentation'),
  };
}

/** The result in one line: `2 changes break callers, 1 compatible change`. */
export function summaryOf(comparison: Comparison): string {
  const { changes, ignored } = comparison;
  if (changes.length + ignored.length === 0) return 'no changes';
  const counts = countsOf(comparison);
  const inDanger = changes.filter(({ hazards }) => hazards !== undefined).length;
  const breaking = (what: 'callers' | 'servers'): string => {
    const count = counts[`breaks ${what}`];
    return `${counted(count, 'change')} ${count === 1 ? 'breaks' : 'break'} ${what}`;
  };
  const parts = [
    counts['breaks callers'] > 0 ? breaking('callers') : '',
    counts['breaks servers'] > 0 ? breaking('servers') : '',
    counts.compatible > 0 ? counted(counts.compatible, 'compatible change') : '',
    counts.documentation > 0 ? counted(counts.documentation, 'documentation change') : '',
    inDanger > 0 ? `${inDanger} with hazards` : '',
    ignored.length > 0 ? `${ignored.length} ignored` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** A hazard in one line. */
export function hazardText({ stack, readers, effect, what, help }: Hazard): string {
  const effects = { loses: 'lose', wrong: 'misread', error: 'fail at' };
  const silence = effect === 'error' ? '' : ' in silence';
  return `${stack}: ${readers} ${effects[effect]} ${what.join(', ')}${silence}; ${help}`;
}

/** Version advice: `major`, with the steps of callers and servers if they differ. */
export function adviceOf({ step, callersStep, serversStep }: Comparison): string {
  if (callersStep === serversStep) return step;
  return `${step} (for callers alone: ${callersStep}, for servers alone: ${serversStep})`;
}

/** Bindings of a change in words: `all`, `none`, or their names. */
export function bindingWords({ bindings }: Change): readonly string[] {
  return bindings === 'all' ? ['all'] : bindings;
}

/**
 * Operations of a change, unless its subject names the only one; with what it breaks for each, if
 * that differs. Long lists are cut.
 */
export function operationWords({ operations, operationsByClass, subject }: Change): string {
  const [first] = operations;
  if (first === undefined || (operations.length === 1 && subject.startsWith(first))) return '';
  if (operationsByClass === undefined) return cutList(operations);
  const lists = Object.entries(operationsByClass).filter(([, list]) => list.length > 0);
  return lists.map(([name, list]) => `${cutList(list)} (${name})`).join('; ');
}

function cutList(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

/** `path:line:column`; empty if there is no position. */
export function placeWord(span: Span | undefined): string {
  if (span === undefined) return '';
  const { line, column } = positionAt(span.file, span.start);
  return `${harmless(span.file.path)}:${line}:${column}`;
}

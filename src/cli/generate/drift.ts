import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FileChange, FolderComparison } from '../../write/compare-files.ts';
import { unifiedDiff } from '../../write/diff.ts';
import { counted } from '../terminal/counts.ts';
import { pathFromHere } from '../terminal/shown-path.ts';

/** The results of `--check` as diagnostics, for programs: one for each file. */
export function driftOf(comparisons: readonly FolderComparison[]): readonly Diagnostic[] {
  return comparisons.flatMap((one) => one.changes.map((change) => driftAt(one, change)));
}

/** The results of `--check` as annotations: one for each folder, at its first file. */
export function driftNotes(comparisons: readonly FolderComparison[]): readonly Diagnostic[] {
  return comparisons.flatMap((one) => {
    const [first, ...more] = one.changes;
    if (first === undefined) return [];
    const drift = driftAt(one, first);
    if (more.length === 0) return drift;
    const rest = `${counted(more.length, 'more file')} of '${pathFromHere(one.directory)}'`;
    return { ...drift, message: `${drift.message}, as are ${rest}` };
  });
}

const words = { create: 'is missing', update: 'is not up to date', remove: 'is left over' };

function driftAt({ directory }: FolderComparison, { path, kind, before }: FileChange): Diagnostic {
  const file = { path: pathFromHere(`${directory}/${path}`), text: before ?? '' };
  return {
    code: 'ASMX7003',
    severity: 'error',
    message: `'${file.path}' ${words[kind]}`,
    span: { file, start: 0, end: 0 },
    help: 'run asmx-gen generate and commit what it writes',
  };
}

/**
 * The changes of a run as a unified diff. Of a file to be created or removed it has only the name:
 * one member of a type may bring a dozen files of the runtime.
 */
export function diffText(comparisons: readonly FolderComparison[]): string {
  return eachChange(comparisons, (path, { kind, before, after }) => {
    if (kind === 'create') return `--- /dev/null\n+++ b/${path}\n`;
    if (kind === 'remove') return `--- a/${path}\n+++ /dev/null\n`;
    return unifiedDiff(path, before, after);
  });
}

/** The changes of a run, one file on each line. */
export function changeList(comparisons: readonly FolderComparison[]): string {
  return eachChange(comparisons, (path, { kind }) => `${kind} ${path}\n`);
}

function eachChange(
  comparisons: readonly FolderComparison[],
  write: (path: string, change: FileChange) => string,
): string {
  return comparisons
    .flatMap(({ directory, changes }) =>
      changes.map((change) => write(pathFromHere(`${directory}/${change.path}`), change)),
    )
    .join('');
}

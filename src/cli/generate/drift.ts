import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FileChange, FolderComparison } from '../../write/compare-files.ts';
import { unifiedDiff } from '../../write/diff.ts';
import { pathFromHere } from '../terminal/shown-path.ts';

/** The results of `--check` as diagnostics, for programs. */
export function driftOf(comparisons: readonly FolderComparison[]): readonly Diagnostic[] {
  const words = { create: 'is missing', update: 'is not up to date', remove: 'is left over' };
  return comparisons.flatMap(({ directory, changes }) =>
    changes.map(({ path, kind, before }): Diagnostic => {
      const file = { path: pathFromHere(`${directory}/${path}`), text: before ?? '' };
      return {
        code: 'ASMX7003',
        severity: 'error',
        message: `'${file.path}' ${words[kind]}`,
        span: { file, start: 0, end: 0 },
        help: 'run asmx-gen generate and commit what it writes',
      };
    }),
  );
}

/** The changes of a run as a unified diff. */
export function diffText(comparisons: readonly FolderComparison[]): string {
  return eachChange(comparisons, (path, { before, after }) => unifiedDiff(path, before, after));
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

import { exportAll, type ModuleClause } from '../print/module-clauses.ts';
import type { FilePlan, PlanOptions } from '../result/plan.ts';
import { relativeEnding } from './module-imports.ts';
import { type Movable, splitByNamespace } from './split-files.ts';

/** Names that another part declares. */
export interface DeclaredElsewhere {
  readonly names: readonly string[];
  /** Specifier of that part. */
  readonly from: string;
}

/** The content of one file. */
export interface FileContent<T> {
  readonly items: readonly T[];
  /** Whether it is one of several parts, which use each other's items. */
  readonly isPart: boolean;
  /** Names that its items use and other parts declare, by part. */
  readonly elsewhere: readonly DeclaredElsewhere[];
  /** The parts of a split file. */
  readonly exports: readonly ModuleClause[];
}

/** A file of declarations. */
export interface DeclarationFile<T> {
  readonly name: 'types' | 'descriptions' | 'schemas' | 'elements';
  /** Whether it contains only types. */
  readonly typeOnly: boolean;
  /** Lines of a declaration, and the empty one before it. */
  readonly lines: (item: T) => number;
  /** Declarations of the same kind that some of them use. */
  readonly uses: (items: readonly T[]) => readonly string[];
  /** Whether others use a declaration as soon as they are loaded; default: none. */
  readonly isUsedAtOnce?: (item: T) => boolean;
  readonly view: (content: FileContent<T>) => object;
}

/**
 * Plans a file of declarations. In a large contract, it re-exports its parts. These import each
 * other and not this file: as modules of CommonJS they are often loaded in a circle, in which it
 * would still be empty.
 */
export function planDeclarationFiles<T extends Movable>(
  all: readonly T[],
  file: DeclarationFile<T>,
  options: PlanOptions,
): readonly FilePlan[] {
  const { name, typeOnly, lines, uses, isUsedAtOnce = () => false, view } = file;
  const planned = (path: string, content: FileContent<T>): FilePlan => ({
    path,
    template: name,
    view: view(content),
  });
  const parts = splitByNamespace(all, lines, isUsedAtOnce);
  if (parts === undefined) {
    return [planned(`${name}.ts`, { items: all, isPart: false, elsewhere: [], exports: [] })];
  }
  const ending = relativeEnding(options);
  const pathOf = (suffix: string): string => `./${name}-${suffix}${ending}`;
  const exports = parts.map(({ suffix }) => exportAll(pathOf(suffix), typeOnly));
  const places = new Map(
    parts.flatMap(({ suffix, items }) => items.map((one) => [one.name, suffix] as const)),
  );
  return [
    ...parts.map(({ suffix, items }) => {
      const elsewhere = byPlace(uses(items), places)
        .filter(([place]) => place !== suffix)
        .map(([place, names]) => ({ names: [...names], from: pathOf(place) }));
      return planned(`${name}-${suffix}.ts`, { items, isPart: true, elsewhere, exports: [] });
    }),
    planned(`${name}.ts`, { items: [], isPart: false, elsewhere: [], exports }),
  ];
}

/** Names by the part that declares them, in the order of the parts' names. */
function byPlace(
  used: readonly string[],
  places: ReadonlyMap<string, string>,
): readonly (readonly [place: string, names: ReadonlySet<string>])[] {
  const found = new Map<string, Set<string>>();
  for (const name of used) {
    const place = places.get(name) ?? '';
    found.set(place, (found.get(place) ?? new Set()).add(name));
  }
  return [...found].filter(([place]) => place !== '').sort(([a], [b]) => (a < b ? -1 : 1));
}

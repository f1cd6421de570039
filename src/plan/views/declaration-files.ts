import { exportAll, type ModuleClause } from '../print/module-clauses.ts';
import type { FilePlan, PlanOptions } from '../result/plan.ts';
import { relativeEnding } from './module-imports.ts';
import { splitByNamespace } from './split-files.ts';

/** A declaration that can be moved between files. */
interface Movable {
  readonly name: string;
  readonly namespace: string;
}

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
  readonly name: 'types' | 'codecs' | 'schemas';
  /** Whether it contains only types. */
  readonly typeOnly: boolean;
  /** Lines of a declaration, and the empty one before it. */
  readonly lines: (item: T) => number;
  /** Declarations of the same kind that some of them use. */
  readonly uses: (items: readonly T[]) => readonly string[];
  readonly view: (content: FileContent<T>) => object;
}

/**
 * Plans a file of declarations. In a large contract, it re-exports its parts. These import each
 * other and not this file: as modules of CommonJS they are often loaded in a circle, in which it
 * would still be empty.
 */
export function planDeclarationFiles<T extends Movable>(
  all: readonly T[],
  { name, typeOnly, lines, uses, view }: DeclarationFile<T>,
  options: PlanOptions,
): readonly FilePlan[] {
  const planned = (path: string, content: FileContent<T>): FilePlan => ({
    path,
    template: name,
    view: view(content),
  });
  const parts = splitByNamespace(all, lines);
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
      const elsewhere = declaredElsewhere(uses(items), (used) => {
        const place = places.get(used);
        return place === undefined || place === suffix ? undefined : pathOf(place);
      });
      return planned(`${name}-${suffix}.ts`, { items, isPart: true, elsewhere, exports: [] });
    }),
    planned(`${name}.ts`, { items: [], isPart: false, elsewhere: [], exports }),
  ];
}

/** @param from gives the specifier of the other part that declares a name */
function declaredElsewhere(
  used: readonly string[],
  from: (name: string) => string | undefined,
): readonly DeclaredElsewhere[] {
  const found = new Map<string, Set<string>>();
  for (const name of used) {
    const other = from(name);
    if (other !== undefined) found.set(other, (found.get(other) ?? new Set()).add(name));
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([other, names]) => ({ names: [...names], from: other }));
}

import { exportAll, type ModuleClause } from '../print/module-clauses.ts';
import type { FilePlan, PlanOptions } from '../result/plan.ts';
import { relativeEnding } from './module-imports.ts';
import { splitByNamespace } from './split-files.ts';

/** A declaration that can be moved between files. */
interface Movable {
  readonly name: string;
  readonly namespace: string;
}

/** The content of one file. */
export interface FileContent<T> {
  readonly items: readonly T[];
  /** Whether it is one of several parts, which use each other's items. */
  readonly isPart: boolean;
  /** Names that its items use and other parts declare. */
  readonly elsewhere: readonly string[];
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
 * Plans a file of declarations. In a large contract, it re-exports its parts, which import each
 * other through it.
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
  const exports = parts.map(({ suffix }) => exportAll(`./${name}-${suffix}${ending}`, typeOnly));
  return [
    ...parts.map(({ suffix, items }) => {
      const own = new Set(items.map((one) => one.name));
      const used = new Set(uses(items));
      const elsewhere = [...used].filter((one) => !own.has(one));
      return planned(`${name}-${suffix}.ts`, { items, isPart: true, elsewhere, exports: [] });
    }),
    planned(`${name}.ts`, { items: [], isPart: false, elsewhere: [], exports }),
  ];
}

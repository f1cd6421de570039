import { stringLiteral } from './encode.ts';
import { bracketed } from './layout.ts';

/** Names of one module, with types separate from values. */
export interface ModuleNames {
  readonly types?: readonly string[] | undefined;
  readonly values?: readonly string[] | undefined;
}

/** The text after `import` or `export`: `type { A, B } from './a.js';`. */
export interface ModuleClause {
  /** Whether the names are of types alone. */
  readonly typeOnly: boolean;
  /** The names in braces, `*`, or `* as` a name. */
  readonly names: string;
  /** Specifier of the module, as a string literal. */
  readonly from: string;
}

/** Imports or exports of names: types first, each sorted by code unit, without duplicates. */
export function moduleClauses(
  { types = [], values = [] }: ModuleNames,
  specifier: string,
): readonly ModuleClause[] {
  const from = stringLiteral(specifier);
  const clauses: ModuleClause[] = [];
  for (const [typeOnly, list] of [
    [true, types],
    [false, values],
  ] as const) {
    const items = [...new Set(list)].sort();
    const before = typeOnly ? 'import type ' : 'import ';
    const names =
      // prettier never breaks the braces of a single name
      items.length === 1
        ? `{ ${items[0]} }`
        : bracketed({ before, items, after: ` from ${from};` }, '{ ', ' }', ',');
    if (items.length > 0) clauses.push({ typeOnly, names, from });
  }
  return clauses;
}

/** Imports a whole module as one object. */
export function importAll(alias: string, specifier: string, typeOnly: boolean): ModuleClause {
  return { typeOnly, names: `* as ${alias}`, from: stringLiteral(specifier) };
}

/** The clause as a statement. */
export function exportStatement({ typeOnly, names, from }: ModuleClause): string {
  return `export ${typeOnly ? 'type ' : ''}${names} from ${from};`;
}

/** All exports of a module. */
export function exportAll(specifier: string, typeOnly = false): ModuleClause {
  return { typeOnly, names: '*', from: stringLiteral(specifier) };
}

import type { DataSetColumnType, DataSetRelation } from './data-set.ts';
import type { Constraints } from './read-constraints.ts';
import type { TableSchema } from './table-schema.ts';

/** Tables whose rows are inside rows of others, by the schema. */
export class NestedTables {
  readonly #pairs: [parent: TableSchema, child: TableSchema][] = [];
  /** Names that were tried, by table and name. */
  readonly #tried: Map<string, number> = new Map();

  add(parent: TableSchema, child: TableSchema): void {
    this.#pairs.push([parent, child]);
  }

  /**
   * Relates tables that the schema nests, but does not relate, as .NET does: by the one column of
   * the parent's primary key, or else by a column `<Parent>_Id` that no message declares.
   */
  relate({ primaryKeys, relations }: Constraints): void {
    const keys = new Map<string, string>();
    for (const [table, [column, ...others]] of primaryKeys) {
      if (column !== undefined && others.length === 0) keys.set(table, column);
    }
    const withKey = new Set(primaryKeys.map(([table]) => table));
    const related = new Set(relations.map(({ parent, child }) => pairName(parent, child)));
    for (const [parent, child] of this.#pairs) {
      const pair = pairName(parent.name, child.name);
      if (related.has(pair)) continue;
      related.add(pair);
      const key = keys.get(parent.name) ?? this.#addKey(parent);
      keys.set(parent.name, key);
      if (!withKey.has(parent.name)) primaryKeys.push([parent.name, [key]]);
      withKey.add(parent.name);
      const reference = this.#addColumn(child, key, parent.columns.get(key) ?? 'int');
      relations.push({
        name: `${parent.name}_${child.name}`,
        parent: parent.name,
        child: child.name,
        parentColumns: [key],
        childColumns: [reference],
      });
    }
  }

  #addKey(parent: TableSchema): string {
    const key = this.#addColumn(parent, `${parent.name}_Id`, 'int');
    parent.key = key;
    parent.details.set(key, { mapping: 'hidden', seed: '0' });
    parent.required.push(key);
    return key;
  }

  /** Adds a column under a name that its table does not have. */
  #addColumn(
    { name, columns, details }: TableSchema,
    wanted: string,
    type: DataSetColumnType,
  ): string {
    const tried = pairName(name, wanted);
    let free = wanted;
    for (let next = this.#tried.get(tried) ?? 0; columns.has(free); next += 1) {
      free = `${wanted}_${next}`;
      this.#tried.set(tried, next + 1);
    }
    columns.set(free, type);
    details.set(free, { mapping: 'hidden' });
    return free;
  }
}

/** One text for two names. */
function pairName(one: string, other: string): string {
  return JSON.stringify([one, other]);
}

/** Relations by their tables, of which the first tells to which row a nested row belongs. */
export class NestedRelations {
  readonly #relations: Map<string, DataSetRelation> = new Map();

  constructor(relations: readonly DataSetRelation[]) {
    for (const one of [...relations].reverse()) {
      this.#relations.set(pairName(one.parent, one.child), one);
    }
  }

  between(parent: string, child: string): DataSetRelation | undefined {
    return this.#relations.get(pairName(parent, child));
  }
}

import type { QName } from './qname.ts';

/**
 * A map by qualified name, which needs no combined keys. Keeps the order of insertion within a
 * namespace.
 */
export interface NameTable<T> {
  get(name: QName): T | undefined;
  set(name: QName, value: T): void;
  /** Namespaces with at least one name. */
  namespaces(): Iterable<string>;
  /** Local names in a namespace. */
  localNames(namespace: string): Iterable<string>;
}

/** Creates an empty table. */
export function createNameTable<T>(): NameTable<T> {
  const tables = new Map<string, Map<string, T>>();
  // consecutive names usually have the same namespace
  let latest: Map<string, T> | undefined;
  let latestNamespace: string | undefined;
  return {
    get({ namespace, localName }) {
      if (namespace !== latestNamespace) {
        const table = tables.get(namespace);
        if (table === undefined) return undefined;
        latest = table;
        latestNamespace = namespace;
      }
      return latest?.get(localName);
    },
    set(name, value) {
      let table = tables.get(name.namespace);
      if (table === undefined) {
        table = new Map();
        tables.set(name.namespace, table);
      }
      table.set(name.localName, value);
    },
    namespaces: () => tables.keys(),
    localNames: (namespace) => tables.get(namespace)?.keys() ?? [],
  };
}

import {
  type Complain,
  type DataEntry,
  type DataMap,
  type DataNode,
  describeData,
} from './data-node.ts';
import { didYouMean } from './suggest.ts';

/** Codes for the four kinds of errors in keys and values. */
export interface DataCodes {
  readonly unknownKey: 'ASMX1011' | 'ASMX5002';
  readonly missingKey: 'ASMX1012' | 'ASMX5002';
  readonly wrongKind: 'ASMX1013' | 'ASMX5002';
}

/**
 * Reads typed values from data nodes. Each function reports a wrong value and returns `undefined`.
 */
export interface DataReader<P> {
  readonly complain: Complain<P>;
  map(node: DataNode<P>, what: string): DataMap<P> | undefined;
  /** Reports keys other than `known`; `owner` completes "in …". */
  keys(map: DataMap<P>, known: readonly string[], owner: string): void;
  /** The entry of a required key. `absent` describes how to report that it is missing. */
  required(
    map: DataMap<P>,
    key: string,
    owner: string,
    absent: { readonly place: P; readonly help?: string | undefined },
  ): DataEntry<P> | undefined;
  string(node: DataNode<P>, what: string): string | undefined;
  boolean(node: DataNode<P>, what: string): boolean | undefined;
  /** One of several words. */
  word<W extends string>(node: DataNode<P>, words: readonly W[], what: string): W | undefined;
  list(node: DataNode<P>, what: string): readonly DataNode<P>[] | undefined;
}

/** Creates a reader that reports with the given codes. */
export function createDataReader<P>(complain: Complain<P>, codes: DataCodes): DataReader<P> {
  function wrong(node: DataNode<P>, what: string, expected: string, help?: string): undefined {
    const message = `${what} must be ${expected}, not ${describeData(node)}`;
    complain(node.place, codes.wrongKind, message, { help });
    return undefined;
  }
  return {
    complain,
    map(node, what) {
      return node.kind === 'map' ? node : wrong(node, what, 'a map');
    },
    keys(map, known, owner) {
      for (const entry of map.entries) {
        if (known.includes(entry.key)) continue;
        complain(entry.place, codes.unknownKey, `unknown key '${entry.key}' in ${owner}`, {
          help: didYouMean(entry.key, known) ?? `known keys are ${known.join(', ')}`,
        });
      }
    },
    required(map, key, owner, { place, help }) {
      const found = map.entries.find((entry) => entry.key === key);
      if (found === undefined) {
        complain(place, codes.missingKey, `key '${key}' is missing in ${owner}`, { help });
      }
      return found;
    },
    string(node, what) {
      if (node.kind === 'scalar' && typeof node.value === 'string') {
        // no file name, URL or XML can have it
        return node.value.includes('\0') ? wrong(node, what, 'a text without U+0000') : node.value;
      }
      const numeric = node.kind === 'scalar' && node.value !== null && node.value !== undefined;
      return wrong(node, what, 'a text', numeric ? `put it in quotes: '${node.text}'` : undefined);
    },
    boolean(node, what) {
      if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
      return wrong(node, what, 'true or false');
    },
    word(node, words, what) {
      const text = node.kind === 'scalar' ? node.value : undefined;
      const found = words.find((word) => word === text);
      if (found !== undefined) return found;
      const help = typeof text === 'string' ? didYouMean(text, words) : undefined;
      return wrong(node, what, `one of ${words.join(', ')}`, help);
    },
    list(node, what) {
      return node.kind === 'list' ? node.items : wrong(node, what, 'a list');
    },
  };
}

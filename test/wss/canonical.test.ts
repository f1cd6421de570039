import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { ExclusiveCanonicalization } from 'xml-crypto';
import { canonicalise, readTree } from '../../src/runtime/signatures/message.ts';
import { numbers, randomNamespaces } from '../runtime/random-namespaces.ts';

interface Parser {
  parseFromString(text: string, type: string): { readonly documentElement: unknown };
}
/** The DOM of xml-crypto. */
const { DOMParser } = createRequire(createRequire(import.meta.url).resolve('xml-crypto'))(
  '@xmldom/xmldom',
) as { readonly DOMParser: new () => Parser };

const ours = (text: string, inclusive: readonly string[] = []): string => {
  const tree = readTree(text);
  return canonicalise(tree, tree.root, { inclusive }).text;
};
const theirs = (text: string): string =>
  new ExclusiveCanonicalization().process(
    new DOMParser().parseFromString(text, 'text/xml').documentElement as never,
    {},
  ) as string;

describe('the canonical form', () => {
  test('is that of xml-crypto, for random documents', () => {
    let compared = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const text = randomNamespaces(numbers(seed));
      let own: string;
      try {
        own = ours(text);
      } catch {
        // Two attributes have one name.
        continue;
      }
      expect(own).toBe(theirs(text));
      compared++;
    }
    expect(compared).toBeGreaterThan(200);
  });

  test('has the declarations that names use, where they are used', () => {
    expect(ours('<a xmlns="urn:a" xmlns:b="urn:b" xmlns:c="urn:c"><b:d c:e="1"/></a>')).toBe(
      '<a xmlns="urn:a"><b:d xmlns:b="urn:b" xmlns:c="urn:c" c:e="1"></b:d></a>',
    );
    expect(ours('<a xmlns="urn:a"><b xmlns=""><c/></b></a>')).toBe(
      '<a xmlns="urn:a"><b xmlns=""><c></c></b></a>',
    );
  });

  test('has those of a PrefixList, where they are in scope', () => {
    const text = '<a xmlns="urn:a" xmlns:b="urn:b" xmlns:c="urn:c"><d xmlns:b="urn:e"/></a>';
    expect(ours(text, ['b', 'x'])).toBe(
      '<a xmlns="urn:a" xmlns:b="urn:b"><d xmlns:b="urn:e"></d></a>',
    );
    expect(ours('<b:a xmlns="urn:a" xmlns:b="urn:b"/>', [''])).toBe(
      '<b:a xmlns="urn:a" xmlns:b="urn:b"></b:a>',
    );
  });

  test('sorts attributes by namespace and name, by code points', () => {
    const text =
      '<a xmlns:z="urn:a" xmlns:b="urn:b" b:a="1" z:a="2" \ufb01="3" \u{10330}="4" b="5"/>';
    expect(ours(text)).toBe(
      '<a xmlns:b="urn:b" xmlns:z="urn:a" b="5" \ufb01="3" \u{10330}="4" z:a="2" b:a="1"></a>',
    );
  });

  test('says which prefixes of values it does not bind', () => {
    const unbound = (text: string): readonly (readonly [string, string])[] => {
      const tree = readTree(text);
      return [...canonicalise(tree, tree.root).unbound];
    };
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    expect(unbound('<a xmlns:q="urn:q">q:x</a>')).toEqual([['q', 'urn:q']]);
    expect(unbound('<q:a xmlns:q="urn:q">q:x</q:a>')).toEqual([]);
    expect(unbound(`<q:a xmlns:q="urn:q" xmlns="urn:d" ${xsi} xsi:type="T"/>`)).toEqual([
      ['', 'urn:d'],
    ]);
    expect(unbound('<a xmlns:q="urn:q" b="q:x">http://x q:x</a>')).toEqual([['q', 'urn:q']]);
  });

  test('looks at each word of a value once, however many prefixes there are', () => {
    // compared with each other, as many would take minutes
    const words = Array.from({ length: 60_000 }, (_, at) => `p${at}:${at % 2 ? 'x' : at}`);
    const tree = readTree(`<a>${words.join(' ')}</a>`);
    const { loose } = canonicalise(tree, tree.root);
    expect(loose).toHaveLength(30_000);
    expect(loose.at(-1)).toMatchObject({ prefix: 'p59999', uri: undefined });
  });
});

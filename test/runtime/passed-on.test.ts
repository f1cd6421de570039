import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { C14nCanonicalization, ExclusiveCanonicalization } from 'xml-crypto';
import { captureNodes } from '../../src/runtime/types/content.ts';
import { captureElement } from '../../src/runtime/xml/capture.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { writeXmlElement, writeXmlNodes, type XmlElement } from '../../src/runtime/xml/writer.ts';
import { numbers, randomNamespaces } from './random-namespaces.ts';
import { passedOn, signedDocument, signedDocuments } from './signed-documents.ts';

interface Dom {
  readonly documentElement: unknown;
}
/** The DOM of xml-crypto. */
const { DOMParser } = createRequire(createRequire(import.meta.url).resolve('xml-crypto'))(
  '@xmldom/xmldom',
) as { readonly DOMParser: new () => { parseFromString(text: string, type: string): Dom } };

function canonical(text: string, kind: 'inclusive' | 'exclusive' = 'inclusive'): string {
  const { documentElement } = new DOMParser().parseFromString(text, 'text/xml');
  const how = kind === 'inclusive' ? new C14nCanonicalization() : new ExclusiveCanonicalization();
  return how.process(documentElement as never, {}) as string;
}

/** An element inside another one. */
function captureIn(outer: string, inner: string): XmlElement {
  const reader = new XmlReader(outer.replace('><', `>${inner}<`));
  reader.nextTag();
  reader.nextTag();
  return captureElement(reader);
}
const plain = '<e></e>';

describe('an element that was read is written with the same names and declarations', () => {
  test.each([
    [
      'declarations that nothing uses',
      '<a xmlns:x="u" xmlns:y="v" xmlns="w"><b xmlns:z="t" /></a>',
    ],
    ['a prefix of a value, at its place', '<a xmlns:x="u"><b c="x:d">x:e</b></a>'],
    ['the default namespace and a prefix of the same', '<a xmlns="u" xmlns:p="u"><p:b /><c /></a>'],
    ['two prefixes of one namespace', '<p:a xmlns:p="u" xmlns:q="u"><q:b><p:c /></q:b></p:a>'],
    ['both in attributes', '<a xmlns:p="u" xmlns:q="u" p:b="1" q:c="2"><d q:e="3" /></a>'],
    ['a prefix that changes', '<p:a xmlns:p="u"><p:b xmlns:p="v"><p:c /></p:b><p:d /></p:a>'],
    ['and comes back', '<p:a xmlns:p="u"><a xmlns:p="v" xmlns:q="u"><p:b xmlns:p="u" /></a></p:a>'],
    ['a default namespace in a prefixed element', '<p:a xmlns="u" xmlns:p="v"><b /></p:a>'],
    ['none inside of one', '<a xmlns="u"><b xmlns=""><c xmlns="u" /></b></a>'],
    ['a prefix that only a list has', '<a xmlns:p="u"><b PrefixList="p #default" /></a>'],
    ['a namespace with signs', '<p:a xmlns:p="u&amp;&quot;"><p:b /></p:a>'],
    [
      'a prefix as generated ones',
      '<a xmlns:d1p1="u" d1p1:b="1"><c xmlns:d1p1="v" d1p1:d="" /></a>',
    ],
  ])('%s', (_, source) => {
    expect(writeXmlElement(captureIn(plain, source), '')).toBe(source);
    expect(writeXmlElement(captureIn('<p:e xmlns:p="o" xmlns="w"></p:e>', source), 'w')).toMatch(
      /^<(?:a|p:a) /,
    );
  });

  test('what the tags around declare and it uses, it declares itself', () => {
    const outer = '<e xmlns:p="u" xmlns:q="v" xmlns:r="w" xmlns:s="x" xmlns:t="y"></e>';
    const inner = '<a><p:b q:c="r:d">http://x</p:b><l PrefixList="s" /></a>';
    expect(writeXmlElement(captureIn(outer, inner), '')).toBe(
      inner.replace('<a>', '<a xmlns:p="u" xmlns:q="v" xmlns:r="w" xmlns:s="x">'),
    );
  });

  test('names without a prefix in its values keep that they have no namespace', () => {
    const type = '<p:a xmlns:p="u" xmlns:i="i" i:type="T" />';
    expect(writeXmlElement(captureIn(plain, type), 'urn:contract')).toContain(' xmlns=""');
    expect(writeXmlElement(captureIn('<e xmlns="o"></e>', type), 'o')).not.toContain(' xmlns="');
  });

  test('copies and parts of it are the same XML, with other prefixes', () => {
    const read = captureIn(plain, '<p:a xmlns:p="u" xmlns:q="v" c="q:x"><p:b q:d="q:y" /></p:a>');
    expect(writeXmlElement({ ...read }, '')).toBe(
      '<a c="q:x" xmlns:q="v" xmlns="u"><b q:d="q:y" /></a>',
    );
    expect(writeXmlElement(JSON.parse(JSON.stringify(read)) as XmlElement, '')).toBe(
      '<a c="q:x" xmlns:q="v" xmlns="u"><b q:d="q:y" /></a>',
    );
    const [child] = read.children as readonly XmlElement[];
    expect(writeXmlElement(child as XmlElement, '')).toContain('xmlns="u"');
  });

  test('one that declares a prefix anew, which its tag has', () => {
    const read = captureIn(plain, '<p:a xmlns:p="u"><p:b /></p:a>');
    const changed: XmlElement = { ...read, namespaces: { p: 'v' } };
    expect(writeXmlElement(changed, '')).toBe('<a xmlns:p="v" xmlns="u"><b /></a>');
  });

  test('another runtime writes it, too: the property with its tag is registered', () => {
    const read = captureIn(plain, '<p:a xmlns:p="u"/>');
    const [symbol] = Object.getOwnPropertySymbols(read);
    expect(Symbol.keyFor(symbol as symbol)).toBe('asmx-gen.ReadTag');
    expect(Object.keys(read)).toEqual(['name', 'namespace']);
  });

  test('elements in one list do not influence each other', () => {
    const source = '<p:a xmlns:p="u" /><a xmlns="u" /><q:a xmlns:q="u" q:b="" /><a xmlns="u" />';
    const reader = new XmlReader(`<e>${source}</e>`);
    reader.nextTag();
    expect(writeXmlNodes(captureNodes(reader), '')).toBe(source);
  });

  test('300 random elements keep both canonical forms, inside of others and alone', () => {
    let compared = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const text = randomNamespaces(numbers(seed));
      let expected: string;
      try {
        new XmlReader(text).nextTag();
        expected = canonical(text);
        const written = writeXmlElement(captureIn(plain, text), '');
        expect(canonical(written)).toBe(expected);
        const moved = writeXmlElement(captureIn('<o:e xmlns:o="u" xmlns=""></o:e>', text), 'u');
        expect(canonical(moved, 'exclusive')).toBe(canonical(text, 'exclusive'));
        compared++;
      } catch (error) {
        // attributes of two prefixes may have one name
        if (!String(error).includes('duplicate')) throw error;
      }
    }
    expect(compared).toBeGreaterThan(150);
  });
});

describe('signed documents that are read and sent on', () => {
  test.each(signedDocuments)('%s.xml', (name, tag) => {
    const sent = passedOn(name, tag);
    const document = signedDocument(name);
    expect(canonical(sent)).toBe(canonical(document));
    expect(canonical(sent, 'exclusive')).toBe(canonical(document, 'exclusive'));
    expect(sent).toContain(/<[^>]*>/.exec(document)?.[0].match(/ xmlns:\w+="[^"]*"/)?.[0] ?? '');
  });
});

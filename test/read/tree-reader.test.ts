import { describe, expect, test } from '@jest/globals';
import { TreeReader } from '../../src/read/xml-tree.ts';
import { EOF, START, XmlError } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { createRandom } from '../runtime/random.ts';
import { mutate, randomDocument } from '../runtime/random-xml.ts';

/** Everything a reader says of a document's tags, and how it ends. */
function tagsOf(open: () => XmlReader): readonly unknown[] {
  const tags: unknown[] = [];
  try {
    const reader = open();
    for (let token = reader.nextTag(); token !== EOF; token = reader.nextTag()) {
      const { namespace, rawName, depth } = reader;
      tags.push([token, namespace, rawName, depth]);
      if (token !== START) continue;
      tags.push([reader.offset, reader.position, reader.selfClosed, ...reader.attributes]);
      const { scope } = reader.open;
      if (scope !== reader.stack[depth - 1]?.scope) tags.push([...scope.declared]);
    }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    tags.push([error.code, error.message, error.offset]);
  }
  return tags;
}

function expectSame(source: string): void {
  const limits = { depth: 400, attributes: 512, nameLength: 4096, textLength: 16_777_216 };
  const general = tagsOf(() => new XmlReader(source, { remember: false, limits }));
  expect(tagsOf(() => new TreeReader(source))).toEqual(general);
}

describe('TreeReader', () => {
  test.each([
    '<a><b x="1"/><b x="2" /><b x="3"></b><b x="4"\n/></a>',
    '<a><b x="1" y="2"/><b x="1"/><b y="2" x="1"/><b x="1"  y="2"/><b x="1" y=\'2\'/></a>',
    '<a><b x="1"/><b x="&lt;"/><b x="\t"/><b x=">"/><b x=""/><b x="="/></a>',
    '<a><b x="1"/><b x="1" x="2"/></a>',
    '<a><b x="1" y="2"/><b x="1"y="2"/></a>',
    '<a><b x="1"/><b x="<"/></a>',
    '<a><b x="1"/><b x="1</a>',
    '<a><b x="1"/><b x="1">',
    '<a><b x="1"/><b x="2"/ ></a>',
    '<a xmlns:p="urn:p" xmlns:q="urn:p"><b p:x="1"/><b q:x="1"/><b p:x="1" q:x="1"/></a>',
    '<a xmlns:p="urn:1"><p:b p:x="1"/><c xmlns:p="urn:2"><p:b p:x="1"/></c><p:b p:x="1"/></a>',
    '<a><b xmlns="urn:1"><c/></b><b xmlns="urn:2"><c/></b><b xmlns="urn:1"><c/></b></a>',
    '<a><b xmlns="u>1"><c/></b><b xmlns="u>2"><c/></b><b xmlns="u>1" /></a>',
    '<a><p:b/></a>',
    '<a>text &amp; more<b/> ]]&gt; <b/>]]></a>',
    `<a>${'<b x="1"/>'.repeat(3)}<b x="${'v'.repeat(5000)}"/><b x="2"/></a>`,
  ])('reads %j as the general reader does', (source) => {
    expectSame(source);
  });

  test('reads random documents, whole and damaged, as the general reader does', () => {
    for (let seed = 0; seed < 400; seed += 1) {
      const random = createRandom(seed);
      const pieces = [0, 1, 2].map(() => randomDocument(random).replace(/^<\?xml[^>]*>/, ''));
      let inside = '';
      for (let count = random.integer(8); count >= 0; count -= 1) inside += random.pick(pieces);
      const source = `<r xmlns:p="urn:p" xmlns:q="urn:q" xmlns:soap="urn:s">${inside}</r>`;
      expectSame(source);
      expectSame(mutate(random, source));
    }
  });
});

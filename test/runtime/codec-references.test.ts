import { describe, expect, test } from '@jest/globals';
import { inlineReferences } from '../../src/runtime/codec-references.ts';
import { missingNillable } from '../../src/runtime/codec-value.ts';
import { EOF, START, TEXT, XmlReader } from '../../src/runtime/xml-reader.ts';

/** Local names and texts of a Body without its references. */
function read(content: string, result?: string): readonly string[] {
  const reader = new XmlReader(`<Body>${content}</Body>`);
  reader.next();
  const inlined = inlineReferences(reader, result);
  const seen: string[] = [];
  for (let token = inlined.next(); token !== EOF; token = inlined.next()) {
    if (token === START) seen.push(inlined.local);
    if (token === TEXT) seen.push(`'${inlined.textValue}'`);
  }
  return seen;
}

describe('references of an encoded message', () => {
  test('what others refer to is no message of its own', () => {
    const content =
      '<r:OpResponse xmlns:r="urn:r"><OpResult href="#id1"/></r:OpResponse><e:Array xmlns:e="urn:e" id="id1"><Item>a</Item></e:Array>';
    expect(read(content)).toEqual(['OpResponse', 'OpResult', 'Item', "'a'"]);
  });

  test('an element with an id nobody refers to stays', () => {
    expect(read('<Op id="o"><a>1</a></Op>')).toEqual(['Op', 'a', "'1'"]);
  });

  test('SOAP encoding leaves null out', () => {
    const reader = new XmlReader('<Body><Op /></Body>');
    reader.next();
    expect(() => missingNillable(reader, 'Stock')).toThrow('Stock');
    expect(missingNillable(inlineReferences(reader), 'Stock')).toBeNull();
  });

  test('the only part of a response may have any name', () => {
    expect(read('<OpResponse><s-gensym3>1</s-gensym3></OpResponse>', 'OpResult')).toEqual([
      'OpResponse',
      'OpResult',
      "'1'",
    ]);
    expect(
      read('<OpResponse><a id="i">1</a><OpResult>2</OpResult></OpResponse>', 'OpResult'),
    ).toEqual(['OpResponse', 'a', "'1'", 'OpResult', "'2'"]);
    expect(read('<OpResponse/>', 'OpResult')).toEqual(['OpResponse']);
  });

  test('chains of references end with the depth of the reader', () => {
    const links = Array.from(
      { length: 5_000 },
      (_, index) => `<a id="i${index}"><b href="#i${index + 1}"/></a>`,
    );
    expect(() => read(`<Op><b href="#i0"/></Op>${links.join('')}<a id="i5000"/>`)).toThrow(
      'References are nested deeper than',
    );
  });
});

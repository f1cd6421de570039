import { describe, expect, test } from '@jest/globals';
import { inlineReferences } from '../../src/runtime/soap/encoding.ts';
import { missingNillable } from '../../src/runtime/types/message.ts';
import { EOF, isNil, START, TEXT } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { readError } from './read-events.ts';

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

  test('an element with an id no one refers to stays', () => {
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

  test('an accessor that is a reference may have any name, too', () => {
    const content = '<OpResponse><s-gensym3 href="#i"/></OpResponse><m id="i">1</m>';
    expect(read(content, 'OpResult')).toEqual(['OpResponse', 'OpResult', "'1'"]);
  });

  test('a reference to a reference is followed to the value', () => {
    const chain = '<m id="a" href="#b"/><m id="b" href="#c"/><m id="c">1</m>';
    expect(read(`<Op><x href="#a"/><y href="#b"/></Op>${chain}`)).toEqual([
      'Op',
      'x',
      "'1'",
      'y',
      "'1'",
    ]);
    const length = 20_000;
    const long = Array.from({ length }, (_, at) => `<m id="i${at}" href="#i${at + 1}"/>`);
    expect(read(`<Op><x href="#i0"/></Op>${long.join('')}<m id="i${length}">1</m>`)).toEqual([
      'Op',
      'x',
      "'1'",
    ]);
  });

  test('references that only refer to each other are an error, or nil', () => {
    for (const circle of ['<m id="a" href="#a"/>', '<m id="a" href="#b"/><m id="b" href="#a"/>']) {
      const content = `<Op><x href="#a"/></Op>${circle}`;
      const expected = /^x: The reference '#[ab]' refers to itself, and to no value\.$/;
      expect(() => read(content)).toThrow(expected);
      const added: string[] = [];
      const deviations = { lenient: true, count: 0, add: (path: string) => added.push(path) };
      const reader = new XmlReader(`<Body>${content}</Body>`, {
        deviations: { ...deviations, keep() {}, lose() {}, wasLost: () => false },
      } as never);
      reader.next();
      const inlined = inlineReferences(reader);
      inlined.nextTag();
      inlined.nextTag();
      expect([inlined.local, isNil(inlined), added]).toEqual(['x', true, ['x']]);
    }
    expect(() => read('<Op><x href="#a"/></Op><m id="a" href="#gone"/>')).toThrow(
      "x: The reference '#gone' has no target.",
    );
  });

  test('what refers to itself, or to nothing, is an error', () => {
    expect(() => read('<Op><a href="#i"/></Op><m id="i"><b href="#i"/></m>')).toThrow(
      "The reference '#i' refers to itself.",
    );
    expect(() => read('<Op id="o"><a><b href="#o"/></a></Op>')).toThrow('refers to itself');
    expect(() => read('<Op/><m id="i"><b href="#j"/></m><m id="j"><c href="#i"/></m>')).toThrow(
      'refers to itself',
    );
    expect(() => read('<Op><a href="#nowhere"/></Op>')).toThrow("'#nowhere' has no target");
  });

  test.each([
    ['<Op><a href="#x"/></Op>', 'a'],
    ['<Op><a/><a><b href="#x"/></a></Op>', 'a[1].b'],
    ['<Op><a href="#i"/></Op><m id="i"><b>1</b><c href="#x"/></m>', 'a.c'],
    ['<Op><l e:arrayType="x[2]" xmlns:e="urn:e"><i/><j><k href="#x"/></j></l></Op>', 'l[1].k'],
    ['<Op><a href="#i"/></Op><m id="i"><b href="#i"/></m>', 'a.b'],
    ['<Op href="#x"/>', 'Op'],
  ])('an error in %s has the path %s', (content, path) => {
    const reader = new XmlReader(`<Body>${content}</Body>`);
    reader.next();
    let error: unknown;
    try {
      inlineReferences(reader);
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({
      path,
      message: expect.stringMatching(`^${path.replaceAll(/[[\]]/g, '\\$&')}: `),
    });
    expect((error as { line: number }).line).toBe(1);
  });

  test('what many refer to is written out for each', () => {
    const row = '<row><id>1</id><customer href="#c"/></row>';
    const fields = Array.from({ length: 10 }, (_, at) => `<f${at}>${'x'.repeat(20)}</f${at}>`);
    const content = `<Op>${row.repeat(1000)}</Op><m id="c">${fields.join('')}</m>`;
    expect(read(content)).toHaveLength(1 + 1000 * (4 + 20));
    const list = Array.from(
      { length: 190 },
      (_, index) => `<a id="i${index}"><b>${'x'.repeat(40)}</b><n href="#i${index + 1}"/></a>`,
    );
    expect(read(`<Op><n href="#i0"/></Op>${list.join('')}<a id="i190"/>`)).toHaveLength(
      2 + 190 * 3,
    );
  });

  test('is refused before it would grow beyond bounds', () => {
    const times = (count: number, write: (at: number) => string): string =>
      Array.from({ length: count }, (_, at) => write(at)).join('');
    const link = (at: number): string => `<b href="#i${at}"/>`;
    const doubling = `${times(60, (at) => `<a id="i${at}">${link(at + 1).repeat(2)}</a>`)}<a id="i60"/>`;
    const chain = `${times(190, (at) => `<a id="i${at}">${link(at + 1)}</a>`)}<a id="i190"/>`;
    const long = (text: string): string => `<a id="i0">${text}</a>`;
    const refused = [
      `<Op>${link(0)}</Op>${doubling}`,
      `<Op>${link(0).repeat(1000)}</Op>${chain}`,
      `<Op>${link(0).repeat(4000)}</Op>${long('x'.repeat(100_000))}`,
      `<Op>${link(0).repeat(4000)}</Op>${long(`<c d="${'x'.repeat(10_000)}"/>`)}`,
      `<Op>${link(0).repeat(500)}</Op><p:a xmlns:p="${'u'.repeat(10_000)}" id="i0">${'<p:c/>'.repeat(20)}</p:a>`,
      `<Op>${link(0).repeat(100)}</Op><a id="i0">${`<${'n'.repeat(1000)} href="#i1"/>`.repeat(100)}</a><a id="i1"/>`,
      `<Op>${times(10, (at) => `<${'abcdefghij'[at]}>${'<d/>'.repeat(20_001)}</${'abcdefghij'[at]}>`)}</Op>`,
    ];
    for (const content of refused) {
      const error = readError(() => read(content));
      expect(error).toMatchObject({ kind: 'limit' });
    }
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

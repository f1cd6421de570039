import { describe, expect, test } from '@jest/globals';
import type { AnyOperation } from '../../src/runtime/operation/descriptor.ts';
import { soap11Version, soap12Version } from '../../src/runtime/operation/soap.ts';
import {
  encodings,
  inlineReferences,
  writeEncodedEnvelope,
  writeReferences,
} from '../../src/runtime/soap/encoding.ts';
import { soap11Server, soap12Server, writeResponse } from '../../src/runtime/soap/server.ts';
import { missingNillable } from '../../src/runtime/types/message.ts';
import { EOF, isNil, START, TEXT } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { readError } from './read-events.ts';

describe('codec references', () => {
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
      for (const circle of [
        '<m id="a" href="#a"/>',
        '<m id="a" href="#b"/><m id="b" href="#a"/>',
      ]) {
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
});

describe('soap references', () => {
  const types = 'http://tempuri.org/encodedTypes';
  const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
  const wrapper = (content: string): string =>
    `<q1:OpResponse xmlns:q1="http://tempuri.org/">${content}</q1:OpResponse>`;
  const typed = (name: string, type: string, content: string): string =>
    `<${name} xmlns:q2="${types}" xsi:type="q2:${type}">${content}</${name}>`;
  const array = (name: string, type: string, items: readonly string[]): string =>
    `<${name} xmlns:soapenc="${encoding}" xmlns:q2="${types}" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:type="soapenc:Array" soapenc:arrayType="${type}[${items.length}]">${items.join('')}</${name}>`;
  const refer = (content: string, version = soap11Version): string =>
    writeReferences(wrapper(content), 'http://tempuri.org/', version.binding);
  const answer = (content: string): string => `<tns:OpResponse>${content}</tns:OpResponse>`;

  describe('an encoded response', () => {
    test('keeps simple values in their place', () => {
      const content = '<OpResult xsi:type="xsd:string">a &lt;&#xD; é</OpResult><n>1</n>';
      expect(refer(content)).toBe(answer(content));
      expect(refer('<OpResult xsi:type="xsd:string" />')).toBe(
        answer('<OpResult xsi:type="xsd:string" />'),
      );
    });

    test('refers to objects, in the order they are met', () => {
      const inner = typed('Inner', 'B', '<x xsi:type="xsd:int">1</x>');
      const other = typed('Other', 'C', '');
      const deep = typed('Deep', 'D', '<y>2</y>');
      expect(refer(typed('OpResult', 'A', inner + other) + typed('second', 'A', deep))).toBe(
        answer('<OpResult href="#id1" /><second href="#id2" />') +
          '<types:A id="id1" xsi:type="types:A"><Inner href="#id3" /><Other href="#id4" /></types:A>' +
          '<types:A id="id2" xsi:type="types:A"><Deep href="#id5" /></types:A>' +
          '<types:B id="id3" xsi:type="types:B"><x xsi:type="xsd:int">1</x></types:B>' +
          '<types:C id="id4" xsi:type="types:C" />' +
          '<types:D id="id5" xsi:type="types:D"><y>2</y></types:D>',
      );
    });

    test('declares each prefix once in a tag', () => {
      const object = (type: string): string =>
        `<v xmlns:e="urn:e" xsi:type="e:${type}"><x xsi:type="xsd:int">1</x></v>`;
      expect(refer(object('Kind'))).toBe(
        answer('<v href="#id1" />') +
          '<q:Kind xmlns:q="urn:e" id="id1" xsi:type="q:Kind"><x xsi:type="xsd:int">1</x></q:Kind>',
      );
      const foreign =
        '<f:v xmlns:f="urn:f" xmlns:e="urn:e" xmlns:g="urn:g" f:k="1" g:k="2" xsi:type="e:Kind">x</f:v>';
      expect(refer(foreign)).toBe(
        answer(
          '<q:v xmlns:q="urn:f" xmlns:a="urn:g" xmlns:q2="urn:e" xsi:type="q2:Kind" q:k="1" a:k="2">x</q:v>',
        ),
      );
      const named = '<v xmlns:q="urn:n" xmlns:e="urn:e" xsi:type="e:Kind">q:n</v>';
      expect(refer(named)).toBe(
        answer('<v xmlns:q="urn:n" xmlns:q2="urn:e" xsi:type="q2:Kind">q:n</v>'),
      );
    });

    test('keeps what is nil', () => {
      const content =
        typed('OpResult', 'A', '<a xsi:nil="true" /><b>1</b>') +
        array('list', 'xsd:string', ['<item>x</item>', '<item xsi:nil="true" />']) +
        '<none xsi:nil="true" />';
      expect(refer(content)).toBe(
        answer('<OpResult href="#id1" /><list href="#id2" /><none xsi:nil="true" />') +
          '<types:A id="id1" xsi:type="types:A"><a xsi:nil="true" /><b>1</b></types:A>' +
          '<soapenc:Array id="id2" soapenc:arrayType="xsd:string[2]"><Item>x</Item><Item xsi:nil="true" /></soapenc:Array>',
      );
    });

    test('refers to items that are objects or arrays', () => {
      const items = ['<item><x>1</x></item>', '<item />', '<item xsi:nil="true" />'];
      const rows = [array('item', 'xsd:int', ['<item>1</item>']), array('item', 'xsd:int', [])];
      expect(refer(array('a', 'q2:B', items) + array('b', 'xsd:anyType', rows))).toBe(
        answer('<a href="#id1" /><b href="#id2" />') +
          '<soapenc:Array id="id1" soapenc:arrayType="types:B[3]"><Item href="#id3" /><Item href="#id4" /><Item xsi:nil="true" /></soapenc:Array>' +
          '<soapenc:Array id="id2" soapenc:arrayType="xsd:anyType[2]"><Item href="#id5" /><Item href="#id6" /></soapenc:Array>' +
          '<types:B id="id3" xsi:type="types:B"><x>1</x></types:B>' +
          '<types:B id="id4" xsi:type="types:B" />' +
          '<soapenc:Array id="id5" soapenc:arrayType="xsd:int[1]"><Item>1</Item></soapenc:Array>' +
          '<soapenc:Array id="id6" soapenc:arrayType="xsd:int[0]" />',
      );
    });

    test('names them as SOAP 1.2 does', () => {
      const content = typed('OpResult', 'A', array('l', 'xsd:int', ['<item>1</item>']));
      expect(refer(content, soap12Version)).toBe(
        answer('<OpResult soapenc:ref="id1" />') +
          '<types:A soapenc:id="id1" xsi:type="types:A"><l soapenc:ref="id2" /></types:A>' +
          '<soapenc:Array soapenc:id="id2" soapenc:itemType="xsd:int" soapenc:arraySize="1"><Item>1</Item></soapenc:Array>',
      );
    });

    test('leaves XML of its own, foreign names and attributes as they are', () => {
      const content =
        '<doc><a xmlns="urn:a" k="&quot;" xmlns:p="urn:p" p:l="1">t<b xmlns="" /></a></doc>' +
        '<c xmlns:e="urn:e" xsi:type="e:Kind">x</c>';
      expect(refer(content)).toBe(
        answer(
          '<doc><q:a xmlns:q="urn:a" xmlns:a="urn:p" k="&quot;" a:l="1">t<b /></q:a></doc>' +
            '<c xmlns:q="urn:e" xsi:type="q:Kind">x</c>',
        ),
      );
    });

    test('stays as it is beyond the limits of readers', () => {
      const deep = '<a>'.repeat(300) + '</a>'.repeat(300);
      expect(refer(deep)).toBe(wrapper(deep));
    });

    test.each([soap11Version, soap12Version])('reads as before: $binding', (version) => {
      const content = typed(
        'OpResult',
        'A',
        typed('Inner', 'B', '<x>1</x>') + typed('C', 'B', '<x>2</x>'),
      );
      const body = refer(content, version);
      const names = `xmlns:tns="http://tempuri.org/" xmlns:types="${types}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:soapenc="${encodings[version.binding]}"`;
      const reader = new XmlReader(`<body ${names}>${body}</body>`);
      reader.nextTag();
      const inlined = inlineReferences(reader).source;
      expect(
        inlined.replaceAll(/ (?:\w+:)?(?:id|type)="[^"]*"| xmlns(?::\w+)?="[^"]*"/g, ''),
      ).toMatch(
        /<(?:\w+:)?OpResponse><OpResult><Inner><x>1<\/x><\/Inner><C><x>2<\/x><\/C><\/OpResult>/,
      );
    });
  });
});

describe('soap12 rpc', () => {
  /** An operation with SOAP encoding whose response is what it is given. */
  const operation = {
    service: 'S',
    name: 'Add',
    path: '/S.asmx',
    namespace: 'urn:s',
    bindings: ['soap11', 'soap12'],
    soap: {
      action: 'urn:s/Add',
      writeEnvelope: writeEncodedEnvelope,
      writeRequest: () => '',
      readResponse: () => undefined,
      faults: [],
      inputHeaders: [],
      outputHeaders: [],
    },
  } as unknown as AnyOperation;
  const route = {
    operation,
    codec: { writeResponse: (output: unknown) => String(output), encode: writeReferences },
  };

  test('SOAP 1.2 names the return value of an RPC response (Part 2, section 4.2.1)', () => {
    const body =
      '<q1:AddResponse xmlns:q1="urn:s"><AddResult xsi:type="xsd:int">5</AddResult></q1:AddResponse>';
    const answer = writeResponse(soap12Server, route, body, '');
    expect(answer).toContain(' xmlns:rpc="http://www.w3.org/2003/05/soap-rpc" xmlns:xsi=');
    expect(answer).toContain(
      '<tns:AddResponse><rpc:result xmlns="">AddResult</rpc:result><AddResult ',
    );
    expect(writeResponse(soap11Server, route, body, '')).not.toContain('rpc');
  });

  test.each([
    '<AddResponse />',
    '<AddResponse><out>1</out></AddResponse>',
    '<AddResponse><AddResults /></AddResponse>',
  ])('%s has no return value to name', (body) =>
    expect(writeResponse(soap12Server, route, body, '')).toContain(
      `<soap:Body>${body}</soap:Body>`,
    ),
  );
});

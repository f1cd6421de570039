import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../src/runtime/client/call.ts';
import { soap11, soap12 } from '../../src/runtime/soap/client.ts';
import { writeEncodedEnvelope } from '../../src/runtime/soap/encoding.ts';
import { unexpectedElement } from '../../src/runtime/xml/asmx.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { type LoadedCodecs, loadCodecs } from './support/codecs.ts';
import { declaration, planText } from './support/contract.ts';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const encoding12 = 'http://www.w3.org/2003/05/soap-encoding';

/** An rpc service whose one parameter is an array of SOAP encoding. */
const service = (
  use: string,
  item = 'xs:int[]',
) => `<definitions name="Test" targetNamespace="urn:test" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="${encoding}" xmlns:t="urn:test">
<types><xs:schema targetNamespace="urn:test"><xs:import namespace="${encoding}"/><xs:complexType name="Numbers"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="${item}"/></xs:restriction></xs:complexContent></xs:complexType></xs:schema></types>
<message name="In"><part name="numbers" type="t:Numbers"/></message>
<portType name="P"><operation name="Test"><input message="t:In"/></operation></portType>
<binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Test"><s:operation soapAction=""/><input><s:body use="${use}" namespace="urn:test" encodingStyle="${encoding}"/></input></operation></binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://localhost/test.asmx"/></port></service>
</definitions>`;

describe('SOAP arrays', () => {
  test('say that they are one in encoded messages', () => {
    const xml = loadCodecs(planText(service('encoded'))).write('writeTestRequest', {
      numbers: [1, 2],
    });
    expect(xml).toContain('xsi:type="soapenc:Array" soapenc:arrayType="xsd:int[2]"');
  });

  test('keep the declared type in literal ones, as the schema demands', () => {
    const codecs = loadCodecs(planText(service('literal')));
    const xml = codecs.write('writeTestRequest', { numbers: [1, 2] });
    expect(xml).toContain('soapenc:arrayType="xsd:int[2]"');
    expect(xml).not.toContain('xsi:type');
    expect(codecs.readBody('readTestRequest', xml)).toEqual({ numbers: [1, 2] });
  });
});

/** Codecs of an encoded parameter that is an array of the type given. */
function arrayOf(item: string) {
  const planned = planText(service('encoded', item));
  const codecs = loadCodecs(planned);
  const read = (
    tag: string,
    items: string,
    more = '',
    { strict = false, deviations }: { strict?: boolean; deviations?: Deviations } = {},
  ): unknown => {
    const reader = new XmlReader(
      `<Body><t:Test xmlns:t="urn:test" xmlns:e="${encoding}" xmlns:e2="${encoding12}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><numbers ${tag}>${items}</numbers></t:Test>${more}</Body>`,
      { deviations },
    );
    reader.unexpected = strict ? unexpectedElement : undefined;
    reader.nextTag();
    return codecs.functions.readTestRequest?.(reader as never);
  };
  return { planned, codecs, read };
}

describe('SOAP arrays of arrays and of several dimensions', () => {
  test.each([
    ['xs:string[][]', 'readonly (readonly (string | null)[] | null)[]', [['a', 'b'], [], ['c']]],
    [
      'xs:int[,]',
      'readonly (readonly number[])[]',
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    [
      'xs:int[,,]',
      'readonly (readonly (readonly number[])[])[]',
      [
        [[1], [2]],
        [[3], [4]],
      ],
    ],
    ['xs:int[,][]', 'readonly (readonly (readonly number[])[] | null)[]', [[[1, 2]], [[3], [4]]]],
    [
      'xs:int[][,]',
      'readonly (readonly (readonly number[] | null)[])[]',
      [
        [[1, 2], [3]],
        [[], [4]],
      ],
    ],
    ['xs:int[,]', 'readonly (readonly number[])[]', []],
    ['xs:int[,]', 'readonly (readonly number[])[]', [[], []]],
    ['xs:int[2,3]', 'readonly (readonly number[])[]', [[1]]],
  ])('%s is %s', (item, type, numbers) => {
    const { planned, codecs } = arrayOf(item);
    expect(declaration(planned, 'TestInput')).toContain(`readonly numbers: ${type} | null;`);
    const xml = codecs.write('writeTestRequest', { numbers });
    expect(codecs.readBody('readTestRequest', xml)).toEqual({ numbers });
  });

  test('say their types and sizes', () => {
    const rows = arrayOf('xs:string[][]').codecs.write('writeTestRequest', { numbers: [['a']] });
    expect(rows).toContain('soapenc:arrayType="xsd:string[][1]"><item ');
    expect(rows).toContain('soapenc:arrayType="xsd:string[1]"><item>a</item>');
    const table = arrayOf('xs:int[,]').codecs.write('writeTestRequest', { numbers: [[1, 2]] });
    expect(table).toContain('soapenc:arrayType="xsd:int[1,2]"><item>1</item><item>2</item>');
  });

  test('rows of different lengths are refused where they are', () => {
    const { codecs } = arrayOf('xs:int[,]');
    expect(() => codecs.write('writeTestRequest', { numbers: [[1, 2], [3]] })).toThrow(
      'numbers[1]: Expected 2 items as in the first row, got 1.',
    );
    expect(() => codecs.write('writeTestRequest', { numbers: [[1], 2] })).toThrow(
      'numbers[1]: Expected an array',
    );
  });

  test('sizes of both versions are read, and one that is open', () => {
    const { read } = arrayOf('xs:int[,]');
    const items = '<i>1</i><i>2</i><i>3</i><i>4</i><i>5</i><i>6</i>';
    const numbers = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    for (const tag of [
      'e:arrayType="xsd:int[2,3]"',
      'e:arrayType="xsd:int[,3]"',
      'e2:itemType="xsd:int" e2:arraySize="2 3"',
      'e2:itemType="xsd:int" e2:arraySize="* 3"',
    ]) {
      expect(read(tag, items)).toEqual({ numbers });
    }
  });

  test.each([
    ['', 'it does not state its sizes'],
    ['e:arrayType="xsd:int[,]"', 'it does not state its sizes'],
    ['e:arrayType="xsd:int[2]"', 'it has 1 dimensions instead of 2'],
    ['e:arrayType="xsd:int[2,2]"', '3 items do not fill 2 by 2'],
    ['e:arrayType="xsd:int[,2]"', '3 items do not fill rows of 2'],
    ['e:arrayType="xsd:int[99999999,99999999]"', '3 items do not fill 99999999 by 99999999'],
  ])('items that are no table are refused: %s', (tag, message) => {
    const { read } = arrayOf('xs:int[,]');
    expect(() => read(tag, '<i>1</i><i>2</i><i>3</i>')).toThrow(`numbers: SOAP array: ${message}`);
  });

  test('empty rows cost no more than a thousand', () => {
    const { read } = arrayOf('xs:int[,]');
    expect(read('e:arrayType="xsd:int[3,0]"', '')).toEqual({ numbers: [[], [], []] });
    expect(() => read('e:arrayType="xsd:int[99999999,0]"', '')).toThrow('rows without items');
  });
});

describe('items that say their positions', () => {
  const item = (position: string, value: number): string =>
    `<i e:position="[${position}]">${value}</i>`;

  test('are put in order, also when they are references', () => {
    const { read } = arrayOf('xs:int[]');
    expect(read('', item('2', 3) + item('0', 1) + item('1', 2))).toEqual({ numbers: [1, 2, 3] });
    const table = arrayOf('xs:int[,]');
    const cells = item('1,0', 3) + item('1,1', 4) + item('0,0', 1) + item('0,1', 2);
    expect(table.read('e:arrayType="xsd:int[2,2]"', cells)).toEqual({
      numbers: [
        [1, 2],
        [3, 4],
      ],
    });
    const referred = '<i e:position="[1]" href="#a"/><i e:position="[0]">1</i>';
    expect(read('', referred, '<m id="a">2</m>')).toEqual({ numbers: [1, 2] });
  });

  test.each([
    ['e:offset="[2]"', '<i>1</i>', 'item 0 is left out'],
    ['e:offset="[2147483648]"', '<i>1</i>', 'item 0 is left out'],
    ['', item('0', 1) + item('2', 2), 'item 1 is left out'],
    ['', item('999999999999', 1), 'item 0 is left out'],
    ['', item('0', 1) + item('0', 2), 'item 1 is left out'],
    ['', item('1,1', 1), "'[1,1]' is no position in it"],
    ['', item('x', 1), "'[x]' is no position in it"],
    ['e:offset="2"', '', undefined],
  ])('sparse and partial arrays are refused: %s %s', (tag, items, message) => {
    const { read } = arrayOf('xs:int[]');
    if (message === undefined) expect(read(tag, items)).toEqual({ numbers: [] });
    else expect(() => read(tag, items)).toThrow(`SOAP array: ${message}`);
  });

  test.each([
    'e:arrayType="xsd:int[99999999]"',
    'e:arrayType="xsd:int[0]"',
    'e2:itemType="xsd:int" e2:arraySize="2"',
  ])(
    'a size that is not that of the items means nothing, unless the reader is strict: %s',
    (tag) => {
      const { read } = arrayOf('xs:int[]');
      expect(read(tag, '<i>1</i>')).toEqual({ numbers: [1] });
      const size = /\d+(?=\]?"$)/.exec(tag)?.[0];
      expect(() => read(tag, '<i>1</i>', '', { strict: true })).toThrow(
        `numbers: SOAP array: it has 1 items instead of ${size}`,
      );
      const fits = tag.replace(/\d+(?=\]?"$)/, '1');
      for (const sound of [fits, fits.replace(/\b1(?=\])/, ''), fits.replace(/"1"/, '"*"'), '']) {
        expect(read(sound, '<i>1</i>', '', { strict: true })).toEqual({ numbers: [1] });
      }
    },
  );
});

describe('the type an array says its items are of', () => {
  test.each([
    ['xs:int[]', 'e:arrayType="xsd:int[1]"', undefined],
    ['xs:int[]', 'e:arrayType="xsd:short[1]"', undefined],
    ['xs:int[]', 'e:arrayType="e:int[1]"', undefined],
    ['xs:int[]', 'e:arrayType="xsd:anyType[1]"', undefined],
    ['xs:int[]', 'e2:itemType="xsd:byte" e2:arraySize="1"', undefined],
    ['xs:int[]', 'e2:arraySize="1"', undefined],
    ['xs:int[]', 'e:arrayType="xsd:string[1]"', "'xsd:string', not of 'int'"],
    ['xs:int[]', 'e:arrayType="xsd:long[1]"', "'xsd:long', not of 'int'"],
    ['xs:int[]', 'e:arrayType="t:Small[1]"', undefined],
    ['xs:int[]', 'e2:itemType="xsd:string"', "'xsd:string', not of 'int'"],
    ['xs:int[]', 'e:arrayType="e:string[1]"', "'e:string', not of 'int'"],
    ['xs:int[][]', 'e:arrayType="xsd:int[][1]"', undefined],
    ['xs:int[][]', 'e2:itemType="e2:Array" e2:arraySize="1"', undefined],
    ['xs:int[][]', 'e:arrayType="xsd:long[][1]"', "'xsd:long[]', not of 'int'"],
  ])('%s with %s', (item, tag, message) => {
    const { read } = arrayOf(item);
    const items = item.endsWith('[][]') ? '<i><i>1</i></i>' : '<i>1</i>';
    const numbers = item.endsWith('[][]') ? [[1]] : [1];
    const deviations = new Deviations(false);
    expect(read(tag, items, '', { deviations })).toEqual({ numbers });
    const text = message && `SOAP array: its items are of ${message}.`;
    expect(deviations.list()).toEqual(
      text === undefined ? [] : [{ path: 'numbers', message: text }],
    );
    if (text === undefined) {
      expect(read(tag, items, '', { strict: true })).toEqual({ numbers });
    } else {
      expect(() => read(tag, items, '', { strict: true })).toThrow(`numbers: ${text}`);
    }
  });

  test('with a prefix that is not declared is an error to strict readers alone', () => {
    const { read } = arrayOf('xs:int[]');
    const tag = 'e:arrayType="none:int[1]"';
    expect(read(tag, '<i>1</i>')).toEqual({ numbers: [1] });
    expect(() => read(tag, '<i>1</i>', '', { strict: true })).toThrow("Prefix 'none'");
  });

  test('counts for items that do not say theirs, so that none of their content is lost', () => {
    const shapes = `<xs:complexType name="Shape"><xs:sequence><xs:element name="area" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="radius" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
    const text = service('encoded', 't:Shape[]').replace('</xs:schema>', `${shapes}</xs:schema>`);
    const codecs = loadCodecs(planText(text));
    const read = (tag: string, items: string): unknown =>
      codecs.readBody(
        'readTestRequest',
        `<t:Test xmlns:t="urn:test" xmlns:e="${encoding}" xmlns:e2="${encoding12}"><numbers ${tag}>${items}</numbers></t:Test>`,
      );
    const circle = { $type: 'Circle', area: 1, radius: 2 };
    const shape = { $type: 'Shape', area: 1 };
    const item = '<area>1</area><radius>2</radius>';
    for (const tag of ['e:arrayType="t:Circle[2]"', 'e2:itemType="t:Circle" e2:arraySize="2"']) {
      const items = `<i>${item}</i><i xsi:type="t:Shape"><area>1</area></i>`;
      expect(read(tag, items)).toEqual({ numbers: [circle, shape] });
    }
    expect(read('e:arrayType="t:Shape[1]"', `<i xsi:type="t:Circle">${item}</i>`)).toEqual({
      numbers: [circle],
    });
  });
});

describe('requests over SOAP 1.2', () => {
  /** The Body of a request of a client. */
  function bodyOf(
    codecs: LoadedCodecs,
    numbers: unknown,
    write: typeof soap12.writeRequest,
  ): string {
    const operation = {
      name: 'Test',
      namespace: 'urn:test',
      soap: {
        action: '',
        writeEnvelope: writeEncodedEnvelope,
        inputHeaders: [],
        writeRequest: (input: unknown) => codecs.write('writeTestRequest', input),
      },
    };
    const message = {
      operation,
      input: { numbers },
      endpoint: 'http://localhost/',
      soapHeaders: {},
    };
    const { body } = write(message as never);
    return /<soap:Body[^>]*>(.*)<\/soap:Body>/s.exec(String(body))?.[1] ?? '';
  }

  test.each([
    ['xs:int[]', [1, 2], 'itemType="xsd:int" soapenc:arraySize="2"'],
    ['xs:int[]', [], 'itemType="xsd:int" soapenc:arraySize="0"'],
    ['xs:int[,]', [[1, 2]], 'itemType="xsd:int" soapenc:arraySize="1 2"'],
    ['xs:string[][]', [['a'], []], 'itemType="soapenc:Array" soapenc:arraySize="2"'],
    [
      'xs:string[]',
      ['" soapenc:arrayType="xsd:int[1]">', '<a soapenc:arrayType="b[1]">'],
      'itemType="xsd:string" soapenc:arraySize="2"',
    ],
  ])('have the attributes of that version: %s of %j', (item, numbers, attributes) => {
    const { codecs } = arrayOf(item);
    const body = bodyOf(codecs, numbers, soap12.writeRequest);
    expect(body).toContain(`soapenc:${attributes}>`);
    expect(body).toContain(`<numbers xmlns:soapenc="${encoding12}"`);
    expect(body).not.toContain(encoding);
    expect(codecs.readBody('readTestRequest', body)).toEqual({ numbers });
    const old = bodyOf(codecs, numbers, soap11.writeRequest);
    expect(old).toBe(codecs.write('writeTestRequest', { numbers }));
  });
});

test('what is no size of an array is refused where it is written', () => {
  const { diagnostics } = planText(service('encoded', 'xs:int[[]'));
  expect(diagnostics).toMatchObject([
    { severity: 'error', message: "'[[]' is not a valid size of a SOAP array" },
  ]);
  const deep = planText(service('encoded', `xs:int${'[]'.repeat(17)}`)).diagnostics;
  expect(deep.map(({ severity }) => severity)).toEqual(['error']);
});

test('an array of itself is an error of the contract', () => {
  const { diagnostics } = planText(service('encoded', 't:Numbers[]'));
  expect(diagnostics).toMatchObject([
    { severity: 'error', message: "The items of array 'Numbers' are arrays without end" },
  ]);
});

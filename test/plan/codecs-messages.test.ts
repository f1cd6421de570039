import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../src/runtime/client/call.ts';
import { FormReader } from '../../src/runtime/forms/reader.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { loadCodecs } from './support/codecs.ts';
import { declaration, planText, wsdl } from './support/contract.ts';

const yaml = `
asmx: 1
name: School
namespace: http://tempuri.org/
bindings: [soap11, soap12, httpGet, httpPost]
services:
  School:
    operations:
      Ping: { parameters: {} }
      Find: { parameters: { name: 'string?', grade: int, marks: 'Mark[]?' }, returns: 'Student[]?' }
      Count: { parameters: { ids: 'long[]' }, returns: int }
      Name: { parameters: { id: long }, returns: 'string?' }
      Totals: { parameters: {}, returns: { sum: int, text: string } }
      Report: { parameters: { id: int }, returns: { written: json } }
types:
  Mark: { values: [A, B] }
  Student: { fields: { id: int, name: 'string?' } }
`;

describe('an ASMX service', () => {
  const planned = planText(yaml, {}, 'school.yaml');
  const codecs = loadCodecs(planned);
  const operation = (name: string) =>
    planned.plan?.operations.find((one) => one.operation.name === name);

  test('inputs and outputs are what a person would write', () => {
    const signature = (name: string) => {
      const found = operation(name);
      return [found?.method, found?.inputType, found?.outputType, found?.descriptor];
    };
    expect(signature('Ping')).toEqual(['ping', undefined, 'void', 'Ping']);
    expect(signature('Find')).toEqual([
      'find',
      'FindInput',
      'readonly (Student | null)[] | undefined',
      'Find',
    ]);
    expect(signature('Count')).toEqual(['count', 'CountInput', 'number', 'Count']);
    expect(signature('Name')).toEqual(['name', 'NameInput', 'string | undefined', 'Name']);
    expect(signature('Totals')).toEqual(['totals', undefined, 'TotalsOutput', 'Totals']);
    expect(signature('Report')).toEqual(['report', 'ReportInput', 'ReportOutput', 'Report']);
    expect(declaration(planned, 'ReportOutput')).toContain('export type ReportOutput = JsonValue;');
  });

  test('void requests and responses are constant', () => {
    expect(codecs.write('writePingRequest', undefined)).toBe(
      '<Ping xmlns="http://tempuri.org/" />',
    );
    expect(codecs.write('writePingResponse', undefined)).toBe(
      '<PingResponse xmlns="http://tempuri.org/" />',
    );
    expect(codecs.readBody('readPingRequest', '<other/>')).toEqual({});
    expect(codecs.readBody('readPingResponse', '<PingResponse xmlns="http://tempuri.org/"/>')).toBe(
      undefined,
    );
  });

  test('results are unwrapped, absent ones left out', () => {
    const students = [{ id: 1, name: 'a' }, null, { id: 2 }];
    const xml = codecs.write('writeFindResponse', students);
    expect(xml).toContain('<FindResponse xmlns="http://tempuri.org/"><FindResult><Student>');
    expect(codecs.readBody('readFindResponse', xml)).toEqual(students);
    expect(codecs.write('writeFindResponse', undefined)).toBe(
      '<FindResponse xmlns="http://tempuri.org/" />',
    );
    expect(
      codecs.readBody('readFindResponse', '<FindResponse xmlns="http://tempuri.org/" />'),
    ).toBe(undefined);
    expect(codecs.readBody('readCountResponse', codecs.write('writeCountResponse', 5))).toBe(5);
    expect(() => codecs.readBody('readCountResponse', '<x/>')).toThrow('CountResult');
  });

  test('several out parameters are an object', () => {
    const value = { sum: 3, text: 't' };
    const xml = codecs.write('writeTotalsResponse', value);
    expect(codecs.readBody('readTotalsResponse', xml)).toEqual(value);
  });

  test('a wrong body means defaults on a server', () => {
    const defaults = { defaults: true };
    expect(codecs.readBody('readFindRequest', '<Wrong/>', defaults)).toEqual({ grade: 0 });
  });

  test('scalars and arrays of them travel as forms', () => {
    expect(operation('Find')?.bindings).toContain('httpGet');
    const input = { name: 'a&b ü', grade: -3, marks: ['A', 'B'] };
    const form = codecs.write('writeFindForm', input);
    expect(form).toBe('name=a%26b%20%C3%BC&grade=-3&marks=A&marks=B');
    const read = codecs.functions.readFindForm as unknown as (form: unknown) => unknown;
    expect(read(new FormReader(form))).toEqual(input);
    expect(codecs.write('writeCountForm', { ids: [1n, 2n] })).toBe('ids=1&ids=2');
    const count = codecs.functions.readCountForm as unknown as (form: unknown) => unknown;
    expect(count(new FormReader('IDS=1&ids=2'))).toEqual({ ids: [1n, 2n] });
    expect(codecs.write('writePingForm', undefined)).toBe('');
  });

  test('results of GET and POST are documents of their own', () => {
    expect(codecs.write('writeNameResult', 'x<y')).toBe(
      '<string xmlns="http://tempuri.org/">x&lt;y</string>',
    );
    expect(codecs.write('writeNameResult', undefined)).toContain('xsi:nil="true"');
    const read = codecs.functions.readNameResult as unknown as (reader: unknown) => unknown;
    const reader = (text: string) => new XmlReader(text);
    expect(read(reader('<string xmlns="http://tempuri.org/">x&lt;y</string>'))).toBe('x<y');
    expect(read(reader(codecs.write('writeNameResult', undefined)))).toBe(undefined);
    const list = codecs.functions.readFindResult as unknown as (reader: unknown) => unknown;
    const text = codecs.write('writeFindResult', [{ id: 1 }, null]);
    expect(text).toMatch(/^<ArrayOfStudent xmlns="http:\/\/tempuri.org\/" xmlns:xsi=/);
    expect(list(reader(text))).toEqual([{ id: 1 }, null]);
  });

  test('a result with one list can be streamed', () => {
    expect(operation('Find')?.codecs.stream).toMatchObject({
      recordType: { flat: 'Student | null' },
      readRecord: { flat: '(reader) => readRoot($descriptions.findRecordMessage, reader)' },
      writeRecord: { flat: '(value) => writeMessage($descriptions.findRecordMessage, value)' },
      soapPath: [
        { namespace: 'http://tempuri.org/', local: 'FindResponse' },
        { namespace: 'http://tempuri.org/', local: 'FindResult' },
        { namespace: 'http://tempuri.org/', local: 'Student' },
      ],
    });
    expect(operation('Count')?.codecs.stream).toBe(undefined);
    expect(codecs.write('writeFindRecord', { id: 4 })).toBe('<Student><id>4</id></Student>');
  });
});

describe('other styles', () => {
  test('a bare request is the value of its element, or a property', () => {
    const planned = planText(
      wsdl({
        schema: `<xs:element name="Order"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="symbol" type="xs:string"/><xs:element name="price" type="xs:double"/>`,
        operations: {
          Submit: { input: 'Order', output: 'Order' },
          Quote: { input: 'symbol', output: 'price' },
        },
      }),
    );
    const codecs = loadCodecs(planned);
    expect(planned.plan?.operations.map((one) => [one.inputType, one.outputType])).toEqual([
      ['SubmitInput', 'Order'],
      ['QuoteInput', 'number'],
    ]);
    expect(codecs.write('writeQuoteRequest', { symbol: 'X' })).toBe(
      '<symbol xmlns="urn:test">X</symbol>',
    );
    expect(codecs.readBody('readQuoteRequest', '<symbol xmlns="urn:test">X</symbol>')).toEqual({
      symbol: 'X',
    });
    expect(codecs.readBody('readQuoteResponse', codecs.write('writeQuoteResponse', 1.5))).toBe(1.5);
    expect(
      codecs.readBody('readSubmitResponse', codecs.write('writeSubmitResponse', { id: 1 })),
    ).toEqual({ id: 1 });
  });

  const rpc = (
    use: string,
  ) => `<definitions name="Rpc" targetNamespace="urn:rpc" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:rpc" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">
<types><xs:schema targetNamespace="urn:rpc"><xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>
<xs:complexType name="Item"><xs:sequence><xs:element name="n" type="xs:int"/><xs:element name="next" type="t:Item" minOccurs="0" nillable="true"/></xs:sequence></xs:complexType>
<xs:complexType name="Items"><xs:complexContent><xs:restriction base="enc:Array"><xs:attribute ref="enc:arrayType" wsdl:arrayType="t:Item[]"/></xs:restriction></xs:complexContent></xs:complexType>
</xs:schema></types>
<message name="In"><part name="a" type="xs:int"/><part name="items" type="t:Items"/><part name="one" type="t:Item"/></message>
<message name="Out"><part name="result" type="t:Item"/></message>
<portType name="P"><operation name="go"><input message="t:In"/><output message="t:Out"/></operation></portType>
<binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="go"><s:operation soapAction="x"/><input><s:body use="${use}" namespace="urn:rpc" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></input><output><s:body use="${use}" namespace="urn:rpc"/></output></operation></binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://localhost/x"/></port></service></definitions>`;

  test('rpc parts are unqualified properties', () => {
    const planned = planText(rpc('literal'));
    const codecs = loadCodecs(planned);
    const value = { a: 1, items: [{ n: 1 }, { n: 2 }], one: { n: 3, next: { n: 4 } } };
    const xml = codecs.write('writeGoRequest', value);
    expect(xml).toContain('<go xmlns="urn:rpc"><a xmlns="">1</a><items xmlns="" ');
    expect(codecs.readBody('readGoRequest', xml)).toEqual(value);
    expect(planned.plan?.operations[0]?.outputType).toBe('Item');
    expect(
      codecs.readBody('readGoResponse', '<x:any xmlns:x="urn:y"><result><n>9</n></result></x:any>'),
    ).toEqual({ n: 9 });
  });

  test('encoded parts say their types, references are followed', () => {
    const codecs = loadCodecs(planText(rpc('encoded')));
    const value = { a: 1, items: [{ n: 1 }], one: { n: 3 } };
    const xml = codecs.write('writeGoRequest', value);
    expect(xml).toContain('<a xsi:type="xsd:int">1</a>');
    expect(xml).toContain('soapenc:arrayType="q2:Item[1]"');
    expect(codecs.readBody('readGoRequest', xml)).toEqual(value);
    const shared =
      '<r:go xmlns:r="urn:rpc"><a>1</a><items><item href="#i"/><item href="#i"/></items><one href="#i"/></r:go><multiRef id="i"><n>7</n><next href="#j"/></multiRef><multiRef id="j"><n>8</n></multiRef>';
    const item = { n: 7, next: { n: 8 } };
    expect(codecs.readBody('readGoRequest', shared)).toEqual({
      a: 1,
      items: [item, item],
      one: item,
    });
    const circle = '<r:go xmlns:r="urn:rpc"><one href="#i"/></r:go><m id="i"><next href="#i"/></m>';
    expect(() => codecs.readBody('readGoRequest', circle)).toThrow("'#i' refers to itself");
  });

  test('repeated members of encoded types say theirs, as single ones do', () => {
    const text = rpc('encoded').replace(
      '<xs:complexType name="Items">',
      `<xs:complexType name="Bag"><xs:sequence><xs:element name="one" type="xs:int"/><xs:element name="n" type="xs:int" maxOccurs="9"/><xs:element name="item" type="t:Item" minOccurs="0" maxOccurs="9"/>
<xs:sequence minOccurs="0" maxOccurs="9"><xs:element name="key" type="xs:string"/><xs:element name="list" type="t:ArrayOfInt"/></xs:sequence></xs:sequence></xs:complexType>
<xs:complexType name="ArrayOfInt"><xs:sequence><xs:element name="int" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
<xs:complexType name="Items">`,
    );
    const codecs = loadCodecs(
      planText(text.replace('name="one" type="t:Item"', 'name="one" type="t:Bag"')),
    );
    const bag = { one: 1, n: [2, 3], item: [{ n: 4 }], $sequence: [{ key: 'k', list: [5] }] };
    const value = { a: 1, items: [], one: bag };
    const xml = codecs.write('writeGoRequest', value);
    expect(xml).toContain(
      '<one xsi:type="xsd:int">1</one><n xsi:type="xsd:int">2</n><n xsi:type="xsd:int">3</n><item xmlns:q2="urn:rpc" xsi:type="q2:Item"><n xsi:type="xsd:int">4</n></item><key xsi:type="xsd:string">k</key><list><int xsi:type="xsd:int">5</int></list>',
    );
    expect(codecs.readBody('readGoRequest', xml)).toEqual(value);
  });
});

describe('a wrapper that comes twice', () => {
  const codecs = loadCodecs(
    planText(
      `
asmx: 1
name: School
namespace: urn:t
services:
  School:
    operations:
      Add: { parameters: { a: int, b: int, note: 'string?' }, returns: int }
      Put: { parameters: { student: Student, note: string, marks: 'int[]?' }, returns: Student }
      Tag: { parameters: { tags: 'string*', last: 'string?' } }
types:
  Student: { fields: { id: int, name: 'string?' } }
`,
      {},
      'school.yaml',
    ),
  );
  const wrapped = (name: string, ...contents: readonly string[]): string =>
    contents.map((one) => `<${name} xmlns="urn:t">${one}</${name}>`).join('');
  const read = (name: string, body: string, options: object = { defaults: true }): unknown =>
    codecs.readBody(`read${name}`, body, options);
  const student = '<student><id>1</id><name>Ann</name></student>';
  const ann = { id: 1, name: 'Ann' };

  test('keeps what the first one had, and later values win', () => {
    const add = (...contents: string[]) => read('AddRequest', wrapped('Add', ...contents));
    expect(add('<a>2</a>', '<b>3</b>')).toEqual({ a: 2, b: 3 });
    expect(add('<a>2</a><b>3</b>', '')).toEqual({ a: 2, b: 3 });
    expect(add('', '<a>2</a>', '<!-- c -->', '<b>3</b><b>4</b>', '<a>5</a>')).toEqual({
      a: 5,
      b: 3,
    });
    const empty = '<Add xmlns="urn:t"/>';
    const two = empty + wrapped('Add', '<a>2</a>') + empty;
    expect(read('AddRequest', two)).toEqual({ a: 2, b: 0 });
  });

  test('keeps classes, arrays and repeated elements', () => {
    const put = (...contents: string[]) => read('PutRequest', wrapped('Put', ...contents));
    const marks = (...all: number[]): string =>
      `<marks>${all.map((one) => `<int>${one}</int>`).join('')}</marks>`;
    expect(put(student, `<note>n</note>${marks(1)}`)).toEqual({
      student: ann,
      note: 'n',
      marks: [1],
    });
    expect(put(`${student}<note>n</note>${marks(1, 2)}`, marks(3))).toEqual({
      student: ann,
      note: 'n',
      marks: [3],
    });
    const other = '<student><id>2</id></student>';
    expect(put(`${student}<note>n</note>`, other)).toEqual({ student: { id: 2 }, note: 'n' });
    const tag = (...contents: string[]) => read('TagRequest', wrapped('Tag', ...contents));
    const tags = '<tags>a</tags><tags>b</tags>';
    expect(tag(tags, '<last>z</last>')).toEqual({ tags: ['a', 'b'], last: 'z' });
    expect(tag(tags, '<last>z</last><tags>c</tags>')).toEqual({ tags: ['c'], last: 'z' });
  });

  test('is read so where nothing is added, and between other elements', () => {
    const twice = wrapped('Put', student, '<note>n</note>').replace('</Put>', '</Put><x/>y<x/>');
    expect(read('PutRequest', twice, {})).toEqual({ student: ann, note: 'n' });
    expect(() => read('PutRequest', wrapped('Put', student, ''), {})).toThrow(
      "Missing required element 'note'.",
    );
    const deviations = new Deviations(false);
    expect(read('PutRequest', `${twice}<y/>`, { deviations })).toEqual({
      student: ann,
      note: 'n',
    });
    expect(deviations.list().map(({ message }) => message)).toEqual([
      "Element '{}x' is not expected here.",
      "Element '{}x' is not expected here.",
      "Element '{}y' is not expected here.",
    ]);
  });

  test('is read so in answers', () => {
    const results = ['<AddResult>1</AddResult>', ''];
    expect(read('AddResponse', wrapped('AddResponse', ...results), {})).toBe(1);
    expect(read('AddResponse', wrapped('AddResponse', ...results.reverse()), {})).toBe(1);
    const put = student.replaceAll('student>', 'PutResult>');
    expect(read('PutResponse', wrapped('PutResponse', put, ''), {})).toEqual(ann);
  });
});

import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../src/runtime/client/call.ts';
import { FormReader } from '../../src/runtime/forms/reader.ts';
import { sampleOf } from '../../src/runtime/schema.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { envelope, loadCodecs, roundTrip } from '../plan/support/codecs.ts';
import { compileFiles, generateText } from '../plan/support/compiled.ts';
import { declaration, planText, valueWsdl, wsdl } from '../plan/support/contract.ts';
import { renderText } from '../plan/support/render.ts';
import { type AnySchema, loadSchemas } from '../plan/support/schemas.ts';

describe('codecs messages', () => {
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
      expect(declaration(planned, 'ReportOutput')).toContain(
        'export type ReportOutput = JsonValue;',
      );
    });

    test('void requests and responses are constant', () => {
      expect(codecs.write('writePingRequest', undefined)).toBe(
        '<Ping xmlns="http://tempuri.org/" />',
      );
      expect(codecs.write('writePingResponse', undefined)).toBe(
        '<PingResponse xmlns="http://tempuri.org/" />',
      );
      expect(codecs.readBody('readPingRequest', '<other/>')).toEqual({});
      expect(
        codecs.readBody('readPingResponse', '<PingResponse xmlns="http://tempuri.org/"/>'),
      ).toBe(undefined);
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
      expect(operation('Find')?.functions.stream).toMatchObject({
        recordType: { flat: 'Student | null' },
        readRecord: { flat: '(reader) => readRoot($descriptions.findRecordMessage, reader)' },
        writeRecord: { flat: '(value) => writeMessage($descriptions.findRecordMessage, value)' },
        soapPath: [
          { namespace: 'http://tempuri.org/', local: 'FindResponse' },
          { namespace: 'http://tempuri.org/', local: 'FindResult' },
          { namespace: 'http://tempuri.org/', local: 'Student' },
        ],
      });
      expect(operation('Count')?.functions.stream).toBe(undefined);
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
      expect(codecs.readBody('readQuoteResponse', codecs.write('writeQuoteResponse', 1.5))).toBe(
        1.5,
      );
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
        codecs.readBody(
          'readGoResponse',
          '<x:any xmlns:x="urn:y"><result><n>9</n></result></x:any>',
        ),
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
      const circle =
        '<r:go xmlns:r="urn:rpc"><one href="#i"/></r:go><m id="i"><next href="#i"/></m>';
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
});

describe('codecs inheritance', () => {
  const shapes = valueWsdl(
    `<xs:complexType name="Value"><xs:sequence><xs:element name="shape" type="t:Shape" maxOccurs="unbounded"/><xs:element name="circle" type="t:Circle" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="Shape"><xs:sequence><xs:element name="color" type="xs:string"/></xs:sequence></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="radius" type="xs:double"/></xs:sequence><xs:attribute name="id" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Other"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="o" type="o:Thing"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
    {
      attributes: 'xmlns:o="urn:other"',
      schemas:
        '<xs:schema targetNamespace="urn:other" elementFormDefault="qualified"><xs:import namespace="urn:test"/><xs:complexType name="Thing"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="Far"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="y" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:schema>',
    },
  );

  describe('xsi:type', () => {
    const planned = planText(shapes);
    const codecs = loadCodecs(planned);

    test('types that can stand for each other are a union told apart by $type', () => {
      expect(declaration(planned, 'Shape')).toContain(
        `export type Shape = AnyOf<
  ShapeBase & { readonly $type?: 'Shape' | undefined },
  Far | Circle | Other
>;`,
      );
      expect(declaration(planned, 'Circle')).toBe(`/** complexType \`Circle\`. */
export interface Circle extends ShapeBase {
  readonly $type?: 'Circle' | undefined;
  /** Attribute, \`xs:int\`. */
  readonly id?: number | undefined;
  /** \`xs:double\`. */
  readonly radius: number;
}`);
    });

    test('names a type without a namespace where no other is the default one', () => {
      const found = loadCodecs(
        planText(
          valueWsdl(
            '<xs:import/><xs:complexType name="Value"><xs:sequence><xs:element name="shape" type="t:Shape"/></xs:sequence></xs:complexType><xs:complexType name="Shape"><xs:sequence><xs:element name="color" type="xs:string"/></xs:sequence></xs:complexType>',
            {
              schemas:
                '<xs:schema><xs:import namespace="urn:test"/><xs:complexType name="Free"><xs:complexContent><xs:extension base="t:Shape"/></xs:complexContent></xs:complexType></xs:schema>',
            },
          ),
        ),
      );
      const value = { value: { shape: { $type: 'Free', color: 'red' } } };
      const { xml, value: back } = roundTrip(found, value);
      expect(xml).toContain('xmlns="" xsi:type="Free"');
      expect(back).toEqual(value);
    });

    test('of another type than the only one of a place is an error', () => {
      const write = (circle: unknown) =>
        codecs.write('writeTestRequest', { value: { shape: [{ color: 'red' }], circle } });
      const circle = { color: 'c', radius: 2 };
      expect(write(circle)).toContain('<circle><color>c</color><radius>2</radius></circle>');
      for (const $type of ['Shape', 'Far', '', 1, null]) {
        expect(() => write({ $type, ...circle })).toThrow(
          "value.circle.$type: Expected one of 'Circle'.",
        );
      }
    });

    test('a list is no object', () => {
      const write = (value: unknown) => codecs.write('writeTestRequest', { value });
      const circle = { color: 'c', radius: 2 };
      expect(() => write({ shape: [{ color: 'red' }], circle: [circle] })).toThrow(
        'value.circle: Expected an object, got an array.',
      );
      expect(() => write({ shape: [[]] })).toThrow(
        'value.shape[0]: Expected an object, got an array.',
      );
    });

    test('is written and read', () => {
      const value = {
        value: {
          shape: [
            { $type: 'Shape', color: 'red' },
            { $type: 'Circle', color: 'blue', radius: 1.5, id: 4 },
            { $type: 'Far', color: 'green', y: 2 },
            { $type: 'Other', color: 'grey', o: { x: 1 } },
          ],
          circle: { $type: 'Circle', color: 'c', radius: 2 },
        },
      };
      const { xml, value: back } = roundTrip(codecs, value);
      expect(back).toEqual(value);
      expect(xml).toContain(
        '<shape xsi:type="Circle" id="4"><color>blue</color><radius>1.5</radius></shape>',
      );
      expect(xml).toContain(
        '<shape xmlns:q2="urn:other" xsi:type="q2:Far"><color>green</color><y xmlns="urn:other">2</y></shape>',
      );
      expect(xml).toContain('<circle><color>c</color><radius>2</radius></circle>');
    });

    test('of the declared type may be left out, and is read all the same', () => {
      const shape = { color: 'red' };
      const circle = { color: 'blue', radius: 1 };
      const { xml, value } = roundTrip(codecs, { value: { shape: [shape], circle } });
      expect(xml).not.toContain('xsi:type');
      expect(value).toEqual({
        value: { shape: [{ $type: 'Shape', ...shape }], circle: { $type: 'Circle', ...circle } },
      });
    });

    test('unknown types are errors both ways', () => {
      expect(() =>
        codecs.write('writeTestRequest', { value: { shape: [{ $type: 'Square', color: 'x' }] } }),
      ).toThrow("value.shape[0].$type: Expected one of 'Shape', 'Far', 'Circle', 'Other'.");
      const body =
        '<Test xmlns="urn:test"><value><shape xsi:type="Square"><color>x</color></shape></value></Test>';
      expect(() => codecs.readBody('readTestRequest', body)).toThrow(
        "The specified type was not recognized: name='Square', namespace='urn:test', at <shape xmlns='urn:test'>.",
      );
    });

    test('abstract types stand for themselves nowhere', () => {
      const abstract = planText(
        valueWsdl(`<xs:complexType name="Value" abstract="true"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="One"><xs:complexContent><xs:extension base="t:Value"/></xs:complexContent></xs:complexType>
<xs:complexType name="Two"><xs:complexContent><xs:extension base="t:Value"><xs:choice><xs:element name="b" type="xs:int"/><xs:element name="c" type="xs:int"/></xs:choice></xs:extension></xs:complexContent></xs:complexType>`),
      );
      expect(declaration(abstract, 'Value')).toContain(
        'export type Value = AnyOf<never, One | Two>;',
      );
      const loaded = loadCodecs(abstract);
      for (const value of [
        { $type: 'One', a: 1 },
        { $type: 'Two', a: 1, c: 2 },
      ]) {
        expect(roundTrip(loaded, { value }).value).toEqual({ value });
      }
      expect(() =>
        loaded.readBody('readTestRequest', '<Test xmlns="urn:test"><value><a>1</a></value></Test>'),
      ).toThrow("The specified type is abstract: name='Value'");
    });

    test('a base that no element has needs no $type', () => {
      const plain = planText(
        valueWsdl(`<xs:complexType name="Base" abstract="true"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Value"><xs:complexContent><xs:extension base="t:Base"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`),
      );
      expect(declaration(plain, 'Value')).toContain(
        'export interface Value extends Base {\n  /** `xs:int`. */\n  readonly b',
      );
      expect(roundTrip(loadCodecs(plain), { value: { a: 1, b: 2 } }).value).toEqual({
        value: { a: 1, b: 2 },
      });
    });
  });

  describe('substitution groups', () => {
    test('are unions whose key is the element', () => {
      const planned = planText(
        valueWsdl(`<xs:element name="animal" type="xs:string" abstract="true"/>
<xs:element name="cat" type="xs:string" substitutionGroup="t:animal"/>
<xs:element name="dog" type="t:Dog" substitutionGroup="t:animal"/>
<xs:complexType name="Dog"><xs:sequence><xs:element name="age" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Value"><xs:sequence><xs:element ref="t:animal"/><xs:element name="z" type="xs:int"/></xs:sequence></xs:complexType>`),
      );
      const codecs = loadCodecs(planned);
      expect(declaration(planned, 'AnimalElement')).toContain(`export type AnimalElement =
  | {
      readonly cat: string;
      readonly dog?: undefined;
    }
  | {
      readonly dog: Dog;
      readonly cat?: undefined;
    };`);
      for (const animal of [{ cat: 'tom' }, { dog: { age: 3 } }]) {
        const value = { value: { animal, z: 1 } };
        const { xml, value: back } = roundTrip(codecs, value);
        expect(back).toEqual(value);
        expect(xml).toContain(`<value><${Object.keys(animal)[0]}>`);
      }
      expect(() => codecs.write('writeTestRequest', { value: { animal: {}, z: 1 } })).toThrow(
        "must have one of 'cat', 'dog'",
      );
    });
  });

  describe('block', () => {
    const types = `<xs:complexType name="Shape"><xs:sequence><xs:element name="color" type="xs:string"/></xs:sequence></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="radius" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Red"><xs:complexContent><xs:restriction base="t:Shape"><xs:sequence><xs:element name="color" type="xs:string" fixed="red"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`;
    const value = (elements: string): string =>
      `<xs:complexType name="Value"><xs:sequence>${elements}</xs:sequence></xs:complexType>`;
    const body = (name: string, type: string, content: string): string =>
      `<Test xmlns="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><value><${name} xsi:type="${type}">${content}</${name}></value></Test>`;

    test('of a type keeps others out of its union, and out of messages', () => {
      const planned = planText(
        valueWsdl(
          value('<xs:element name="shape" type="t:Shape"/>') +
            types.replace('name="Shape"', 'name="Shape" block="restriction"'),
        ),
      );
      const codecs = loadCodecs(planned);
      expect(declaration(planned, 'Shape')).toContain(
        "export type Shape = AnyOf<ShapeBase & { readonly $type?: 'Shape' | undefined }, Circle>;",
      );
      const circle = { value: { shape: { $type: 'Circle', color: 'blue', radius: 1 } } };
      expect(roundTrip(codecs, circle).value).toEqual(circle);
      expect(() =>
        codecs.readBody('readTestRequest', body('shape', 'Red', '<color>red</color>')),
      ).toThrow('The specified type was not recognized');
    });

    test('of all leaves no union', () => {
      const planned = planText(
        valueWsdl(
          value(
            '<xs:element name="shape" type="t:Shape"/><xs:element name="circle" type="t:Circle"/>',
          ) + types.replace('name="Shape"', 'name="Shape" block="#all"'),
        ),
      );
      expect(declaration(planned, 'Shape')).toContain('export interface Shape {');
      expect(declaration(planned, 'Circle')).toContain('export interface Circle extends Shape {');
      const same = { value: { shape: { color: 'a' }, circle: { color: 'b', radius: 1 } } };
      expect(roundTrip(loadCodecs(planned), same).value).toEqual(same);
    });

    test('of an element is about that place alone', () => {
      const planned = planText(
        valueWsdl(
          value(
            '<xs:element name="any" type="t:Shape" minOccurs="0"/><xs:element name="plain" type="t:Shape" block="#all" minOccurs="0"/><xs:element name="wide" type="t:Shape" block="restriction" minOccurs="0" maxOccurs="unbounded"/>',
          ) + types,
        ),
      );
      const codecs = loadCodecs(planned);
      const text = declaration(planned, 'Value');
      expect(text).toContain('readonly any?: Shape | undefined;');
      expect(text).toMatch(
        /plain\?:\s+\|? ?\(?ShapeBase & \{ readonly \$type\?: 'Shape' \| undefined \}\)?/,
      );
      const circle = { $type: 'Circle', color: 'blue', radius: 1 };
      const shape = { $type: 'Shape', color: 'a' };
      const good = { value: { any: circle, plain: shape, wide: [circle, shape] } };
      expect(roundTrip(codecs, good).value).toEqual(good);
      expect(() => codecs.write('writeTestRequest', { value: { plain: circle } })).toThrow(
        "value.plain.$type: Expected one of 'Shape'.",
      );
      const red = { $type: 'Red', color: 'red' };
      expect(() => codecs.write('writeTestRequest', { value: { wide: [red] } })).toThrow(
        "value.wide[0].$type: Expected one of 'Shape', 'Circle'.",
      );
      expect(() =>
        codecs.readBody('readTestRequest', body('plain', 'Circle', '<color/><radius>1</radius>')),
      ).toThrow('value.plain: The specified type was not recognized');
      expect(() =>
        codecs.readBody('readTestRequest', body('wide', 'Red', '<color>red</color>')),
      ).toThrow('value.wide[0]: The specified type was not recognized');
    });

    test('of elements that repeat, may be nil or are optional compiles', async () => {
      const text = valueWsdl(
        value(
          `<xs:element name="one" type="t:Shape" block="#all" minOccurs="0"/>
        <xs:element name="many" type="t:Shape" block="#all" maxOccurs="unbounded"/>
        <xs:element name="nil" type="t:Shape" block="#all" nillable="true"/>
        <xs:element name="few" type="t:Few"/>
        <xs:element name="wide" type="t:Shape" block="restriction" maxOccurs="3"/>`,
        ) +
          '<xs:complexType name="Few"><xs:sequence><xs:element name="item" type="t:Shape" block="#all" nillable="true" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>' +
          types,
      );
      const plain = "(ShapeBase & { readonly $type?: 'Shape' | undefined })";
      const found = declaration(planText(text), 'Value').replace(/\s+/g, ' ');
      expect(found).toContain(`readonly one?: ${plain} | undefined;`);
      expect(found).toContain(`readonly many: readonly ${plain}[];`);
      expect(found).toContain(`readonly nil: ${plain} | null;`);
      const files = await generateText(text, { targets: ['client', 'server', 'schemas'] });
      expect(compileFiles(files)).toBe('');
    });
  });

  test('an attribute that an extension declares again is that of the base', () => {
    const planned = planText(
      valueWsdl(`<xs:complexType name="Value"><xs:complexContent><xs:extension base="t:Base">
  <xs:attribute name="name" type="xs:string" use="required"/><xs:attribute name="size" type="xs:int"/>
</xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Base"><xs:attribute name="name" type="xs:string"/></xs:complexType>`),
    );
    expect(planned.diagnostics.map(({ message }) => message)).toEqual([
      "Attribute 'name' is declared in the base 'Base', too",
    ]);
    expect(declaration(planned, 'Value')).not.toContain('name');
    const codecs = loadCodecs(planned);
    const value = { name: 'a', size: 1 };
    const xml = codecs.write('writeTestRequest', { value });
    expect(xml).toBe('<Test xmlns="urn:test"><value name="a" size="1" /></Test>');
    expect(codecs.readBody('readTestRequest', xml)).toEqual({ value });
  });
});

describe('codecs objects', () => {
  const order = valueWsdl(`
<xs:complexType name="Value">
  <xs:sequence>
    <xs:element name="id" type="xs:int"/>
    <xs:element name="name" type="xs:string" minOccurs="0"/>
    <xs:element name="note" type="xs:string" nillable="true"/>
    <xs:element name="due" type="xs:dateTime" minOccurs="0" nillable="true"/>
    <xs:element name="item" type="t:Item" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="tags" type="t:ArrayOfString" minOccurs="0"/>
  </xs:sequence>
  <xs:attribute name="version" type="xs:int" use="required"/>
  <xs:attribute name="lang" type="xs:string"/>
</xs:complexType>
<xs:complexType name="Item"><xs:sequence>
  <xs:element name="sku" type="t:Sku"/><xs:element name="count" type="xs:int"/><xs:element name="price" type="xs:decimal"/>
</xs:sequence></xs:complexType>
<xs:simpleType name="Sku"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}[0-9]+"/><xs:maxLength value="8"/></xs:restriction></xs:simpleType>
<xs:complexType name="ArrayOfString"><xs:sequence><xs:element name="string" type="xs:string" nillable="true" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`);

  const value = {
    version: 3,
    lang: 'a"b',
    id: 7,
    name: 'x & y <z>',
    note: null,
    due: undefined,
    item: [
      { sku: 'AB1', count: 1, price: '1.50' },
      { sku: 'CD22', count: -2, price: '0' },
    ],
    tags: ['a', null, ''],
  };

  describe('objects', () => {
    const planned = planText(order);
    const codecs = loadCodecs(planned);

    test('an interface says what is required, may be absent or nil', () => {
      expect(declaration(planned, 'Value')).toBe(`/** complexType \`Value\`. */
export interface Value {
  /** Attribute, \`xs:int\`. */
  readonly version: number;
  /** Attribute, \`xs:string\`. */
  readonly lang?: string | undefined;
  /** \`xs:int\`. */
  readonly id: number;
  readonly name?: string | undefined;
  readonly note: string | null;
  /** \`xs:dateTime\`. */
  readonly due?: string | null | undefined;
  readonly item?: readonly Item[] | undefined;
  /** \`ArrayOfString\`. */
  readonly tags?: readonly (string | null)[] | undefined;
}`);
    });

    test('a value comes back as it went', () => {
      const { xml, value: back } = roundTrip(codecs, { value });
      expect(xml).toBe(
        '<Test xmlns="urn:test"><value version="3" lang="a&quot;b"><id>7</id><name>x &amp; y &lt;z&gt;</name><note xsi:nil="true" />' +
          '<item><sku>AB1</sku><count>1</count><price>1.50</price></item><item><sku>CD22</sku><count>-2</count><price>0</price></item>' +
          '<tags><string>a</string><string xsi:nil="true" /><string /></tags></value></Test>',
      );
      expect(back).toEqual({ value });
    });

    test('the general path reads the same as the fast one', () => {
      const { xml } = roundTrip(codecs, { value });
      const pretty = xml
        .replaceAll('<item>', '\n  <!-- an item --><p:item xmlns:p="urn:test">')
        .replaceAll('</item>', '</p:item>')
        .replace(
          '<sku>AB1</sku><count>1</count>',
          '<count>1</count><unknown><x/></unknown><sku>AB1</sku><sku>ZZ9</sku>',
        );
      expect(codecs.readBody('readTestRequest', pretty)).toEqual({ value });
    });

    test('absent and empty arrays stay different', () => {
      const bare = { version: 1, id: 1, note: 'n' };
      expect(roundTrip(codecs, { value: { ...bare, tags: [] } }).value).toMatchObject({
        value: { tags: [] },
      });
      expect(roundTrip(codecs, { value: bare }).value).toEqual({ value: bare });
    });

    test('errors name the path, both ways', () => {
      const wrong = { ...value, item: [value.item[0], { sku: 'bad', count: 1, price: '1' }] };
      expect(() => codecs.write('writeTestRequest', { value: wrong })).toThrow(
        'value.item[1].sku: The value does not match the pattern [A-Z]{2}[0-9]+.',
      );
      const { xml } = roundTrip(codecs, { value });
      const broken = xml.replace('<count>-2</count>', '<count>two</count>');
      expect(() => codecs.readBody('readTestRequest', broken)).toThrow(
        "value.item[1].count: 'two' is not an int (-2147483648 to 2147483647).",
      );
      expect(() =>
        codecs.readBody('readTestRequest', xml.replace('<price>1.50</price>', '')),
      ).toThrow("value.item[0].price: Missing required element 'price'.");
    });

    test('on a server, missing numbers are zero and missing strings an error of ASMX', () => {
      const body = '<Test xmlns="urn:test"><value version="1"><note>n</note></value></Test>';
      expect(codecs.readBody('readTestRequest', body, { defaults: true })).toEqual({
        value: { version: 1, id: 0, note: 'n' },
      });
      expect(envelope('')).toContain('soap:Body');
    });
  });

  test('an empty element in a type whose name has no letter of ASCII is one tag', () => {
    const fields =
      '<xs:sequence><xs:element name="note" type="xs:string"/><xs:element name="inner" type="t:Адрес" minOccurs="0"/></xs:sequence>';
    const schema = `<xs:complexType name="Адрес">${fields}<xs:attribute name="id" type="xs:int"/></xs:complexType>
<xs:element name="Test" type="t:Адрес"/><xs:element name="TestResponse" type="t:Адрес"/>`;
    const codecs = loadCodecs(planText(wsdl({ schema })));
    expect(codecs.write('writeTestRequest', { note: '' })).toBe(
      '<Test xmlns="urn:test"><note /></Test>',
    );
  });
});

describe('codecs payloads', () => {
  const service = `<definitions name="Shop" targetNamespace="urn:shop" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop">
<types><xs:schema targetNamespace="urn:shop" elementFormDefault="qualified">
<xs:element name="Buy"><xs:complexType><xs:sequence><xs:element name="sku" type="xs:string"/><xs:element name="count" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="BuyResponse"><xs:complexType/></xs:element>
<xs:element name="Session"><xs:complexType><xs:sequence><xs:element name="token" type="xs:string"/></xs:sequence><xs:attribute name="id" type="xs:int"/></xs:complexType></xs:element>
<xs:element name="Trace" type="xs:long"/>
<xs:element name="SoldOut"><xs:complexType><xs:sequence><xs:element name="left" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="Other" type="xs:anyType"/>
</xs:schema></types>
<message name="BuyIn"><part name="parameters" element="t:Buy"/><part name="Session" element="t:Session"/></message>
<message name="BuyOut"><part name="parameters" element="t:BuyResponse"/><part name="Trace" element="t:Trace"/></message>
<message name="SoldOut"><part name="detail" element="t:SoldOut"/></message>
<message name="Other"><part name="detail" element="t:Other"/></message>
<message name="BuyHttpIn"><part name="sku" type="xs:string"/><part name="count" type="xs:string"/></message>
<message name="BuyHttpOut"/>
<portType name="Soap"><operation name="Buy"><input message="t:BuyIn"/><output message="t:BuyOut"/><fault name="SoldOut" message="t:SoldOut"/><fault name="Other" message="t:Other"/></operation></portType>
<portType name="Http"><operation name="Buy"><input message="t:BuyHttpIn"/><output message="t:BuyHttpOut"/></operation></portType>
<binding name="SoapB" type="t:Soap"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Buy"><s:operation soapAction="urn:shop/Buy"/>
<input><s:body use="literal" parts="parameters"/><s:header message="t:BuyIn" part="Session" use="literal"/></input>
<output><s:body use="literal" parts="parameters"/><s:header message="t:BuyOut" part="Trace" use="literal"/></output>
<fault name="SoldOut"><s:fault name="SoldOut" use="literal"/></fault><fault name="Other"><s:fault name="Other" use="literal"/></fault></operation></binding>
<binding name="HttpB" type="t:Http"><h:binding verb="GET"/><operation name="Buy"><h:operation location="/buy/(sku)/times/(count)"/><input><h:urlReplacement/></input><output/></operation></binding>
<service name="Shop"><port name="ShopSoap" binding="t:SoapB"><s:address location="http://localhost/shop.asmx"/></port><port name="ShopHttpGet" binding="t:HttpB"><h:address location="http://localhost/shop.asmx"/></port></service></definitions>`;

  describe('faults, headers, locations', () => {
    const planned = planText(service);
    const codecs = loadCodecs(planned);
    const operation = planned.plan?.operations[0];

    test('are typed payloads with their elements', () => {
      expect(operation?.faults.map(({ name, type }) => [name, type.flat])).toEqual([
        ['SoldOut', 'SoldOut'],
        ['Other', 'Buy$OtherFault'],
      ]);
      expect(declaration(planned, 'Buy$OtherFault')).toContain(
        'export type Buy$OtherFault = XmlElement;',
      );
      expect(operation?.inputHeaders).toMatchObject([
        {
          name: 'Session',
          type: { flat: 'Session' },
          element: { namespace: 'urn:shop', local: 'Session' },
        },
      ]);
      expect(operation?.outputHeaders).toMatchObject([{ name: 'Trace', type: { flat: 'bigint' } }]);
    });

    test('come back as they went', () => {
      const payloads = [
        ...(operation?.faults.slice(0, 1) ?? []),
        ...(operation?.inputHeaders ?? []),
        ...(operation?.outputHeaders ?? []),
      ];
      const values = [{ left: 3 }, { token: 't', id: 1 }, 5n];
      expect(payloads).toHaveLength(3);
      payloads.forEach(({ write, read, element }, index) => {
        const xml = codecs.write(write.flat, values[index]);
        expect(xml.startsWith(`<${element.local} xmlns="urn:shop"`)).toBe(true);
        const reader = new XmlReader(xml);
        reader.nextTag();
        const call = codecs.functions[read.flat] as unknown as (reader: XmlReader) => unknown;
        expect(call(reader)).toEqual(values[index]);
        expect(reader.depth).toBe(0);
      });
    });

    test('parameters in the path are encoded', () => {
      expect(
        codecs.write(operation?.functions.writeLocation?.flat ?? '', { sku: 'a/b ü', count: 2 }),
      ).toBe('/buy/a%2Fb%20%C3%BC/times/2');
      const read = codecs.functions[operation?.functions.readForm?.flat ?? ''] as unknown as (
        form: FormReader,
      ) => unknown;
      expect(read(new FormReader('sku=x&count=7'))).toEqual({ sku: 'x', count: 7 });
    });
  });

  describe('arrays kept as objects', () => {
    test('have the property of their items', () => {
      const planned = planText(
        valueWsdl(
          '<xs:complexType name="Value"><xs:sequence><xs:element name="all" type="t:ArrayOfInt" minOccurs="0"/></xs:sequence></xs:complexType><xs:complexType name="ArrayOfInt"><xs:sequence><xs:element name="int" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
        ),
        { arrays: 'keep' },
      );
      expect(declaration(planned, 'Value')).toContain('readonly all?: ArrayOfInt | undefined;');
      expect(declaration(planned, 'ArrayOfInt')).toContain(
        'readonly int?: readonly number[] | undefined;',
      );
      const value = { value: { all: { int: [1, 2] } } };
      expect(roundTrip(loadCodecs(planned), value).value).toEqual(value);
    });
  });
});

describe('codecs shared payloads', () => {
  const names = ['Buy', 'Sell'];

  /** Two operations with the same fault and header; two elements called `Gone`. */
  const service = `<definitions name="Shop" targetNamespace="urn:shop" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" xmlns:o="urn:other">
<types><xs:schema targetNamespace="urn:shop" elementFormDefault="qualified">
${names.map((one) => `<xs:element name="${one}"><xs:complexType/></xs:element><xs:element name="${one}Response"><xs:complexType/></xs:element>`).join('\n')}
<xs:element name="SoldOut"><xs:complexType><xs:sequence><xs:element name="left" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="Gone" type="xs:int"/>
<xs:element name="Session" type="xs:string"/>
</xs:schema>
<xs:schema targetNamespace="urn:other"><xs:element name="Gone" type="xs:string"/></xs:schema></types>
<message name="SoldOut"><part name="detail" element="t:SoldOut"/></message>
<message name="Gone"><part name="detail" element="t:Gone"/></message>
<message name="Lost"><part name="detail" element="o:Gone"/></message>
<message name="Heads"><part name="Session" element="t:Session"/><part name="again" element="t:Session"/></message>
${names.map((one) => `<message name="${one}In"><part name="p" element="t:${one}"/></message><message name="${one}Out"><part name="p" element="t:${one}Response"/></message>`).join('\n')}
<portType name="P">${names.map((one) => `<operation name="${one}"><input message="t:${one}In"/><output message="t:${one}Out"/><fault name="SoldOut" message="t:SoldOut"/><fault name="Gone" message="t:Gone"/><fault name="Lost" message="t:Lost"/></operation>`).join('')}</portType>
<binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${names.map((one) => `<operation name="${one}"><s:operation soapAction="${one}"/><input><s:body use="literal"/><s:header message="t:Heads" part="Session" use="literal"/><s:header message="t:Heads" part="again" use="literal"/></input><output><s:body use="literal"/><s:header message="t:Heads" part="Session" use="literal"/></output><fault name="SoldOut"><s:fault name="SoldOut" use="literal"/></fault><fault name="Gone"><s:fault name="Gone" use="literal"/></fault><fault name="Lost"><s:fault name="Lost" use="literal"/></fault></operation>`).join('')}</binding>
<service name="Shop"><port name="P" binding="t:B"><s:address location="http://localhost/shop.asmx"/></port></service></definitions>`;

  describe('functions of faults and headers', () => {
    const { plan } = planText(service);
    const operations = plan?.operations ?? [];
    const [buy, sell] = operations;

    test('are shared by operations', () => {
      expect(operations).toHaveLength(2);
      expect(sell?.faults).toEqual(buy?.faults);
      expect(sell?.inputHeaders).toEqual(buy?.inputHeaders);
      expect(buy?.faults[0]).toMatchObject({
        write: { flat: '(value) => writeMessage($descriptions.soldOutFaultMessage, value)' },
        read: { flat: '(reader) => readRoot($descriptions.soldOutFaultMessage, reader)' },
      });
      expect(buy?.outputHeaders[0]?.read).toEqual(buy?.inputHeaders[0]?.read);
      const described = plan?.descriptions.filter(({ name }) =>
        /(Fault|Header)Message$/.test(name),
      );
      // three elements of faults, and a header under two names
      expect(described).toHaveLength(4);
    });

    test('stay apart where elements of two namespaces have one name', () => {
      const read = buy?.faults.map((fault) => fault.read.flat);
      expect(read).toEqual([
        expect.stringContaining('.soldOutFaultMessage,'),
        expect.stringMatching(/\.gone\w{5}FaultMessage,/),
        expect.stringMatching(/\.gone\w{5}FaultMessage,/),
      ]);
      expect(new Set(read).size).toBe(3);
    });

    test('of a header say the name of its part, which errors mention', () => {
      expect(buy?.inputHeaders.map((header) => header.read.flat)).toEqual([
        "(reader) => readHeader($descriptions.sessionHeaderMessage, reader, 'Session')",
        "(reader) => readHeader($descriptions.sessionHeaderMessage, reader, 'again')",
      ]);
    });
  });
});

describe('codecs body types', () => {
  /** Codecs of an operation whose messages each have one part, which names a type. */
  function codecsOf(type: string, schema = '') {
    const text = wsdl({
      schema: `<xs:element name="Test"/><xs:element name="TestResponse"/>${schema}`,
    }).replace(/element="t:Test(Response)?"/g, `type="${type}"`);
    return loadCodecs(planText(text));
  }

  const order =
    '<xs:complexType name="Order"><xs:sequence><xs:element name="id" type="xs:int"/><xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>';

  describe('document messages whose part names a type (WSDL 1.1 section 3.5)', () => {
    const codecs = codecsOf('t:Order', order);
    const value = { id: 7, note: 'n' };
    const content = '<id xmlns="urn:test">7</id><note xmlns="urn:test">n</note>';

    test.each(['Request', 'Response'])('%s: the Body is of that type', (message) => {
      expect(codecs.write(`writeTest${message}`, value)).toBe(content);
      expect(codecs.readBody(`readTest${message}`, content)).toEqual(value);
      expect(codecs.readBody(`readTest${message}`, '<id xmlns="urn:test">7</id>')).toEqual({
        id: 7,
      });
    });

    test.each(['Request', 'Response'])(
      '%s: an element around it that is named after the part is read too',
      (message) => {
        for (const tag of ['<parameters>', '<parameters xmlns="urn:test">']) {
          const body = `\n${tag}${content}</parameters><more/>`;
          expect(codecs.readBody(`readTest${message}`, body)).toEqual(value);
        }
        const wrong = `<parameters>${content.replace('7', 'x')}</parameters>`;
        expect(() => codecs.readBody(`readTest${message}`, wrong)).toThrow("id: 'x' is not an int");
        expect(() => codecs.readBody(`readTest${message}`, content.replace('7', 'x'))).toThrow(
          "id: 'x' is not an int",
        );
      },
    );

    test('an element of the type is never taken for the part', () => {
      const own = codecsOf('t:Order', order.replaceAll('name="note"', 'name="parameters"'));
      const body = '<parameters xmlns="urn:test">n</parameters><id xmlns="urn:test">7</id>';
      expect(own.readBody('readTestRequest', body)).toEqual({ id: 7, parameters: 'n' });
    });

    test.each([
      [
        'attributes, which a Body cannot have',
        't:Tagged',
        { id: 1, x: 2 },
        '<parameters x="2"><id xmlns="urn:test">1</id></parameters>',
      ],
      ['text, which a Body cannot hold', 'xs:int', 5, '<parameters>5</parameters>'],
    ])('a type with %s is in an element named after the part', (_, type, result, xml) => {
      const tagged = codecsOf(
        type,
        '<xs:complexType name="Tagged"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence><xs:attribute name="x" type="xs:int"/></xs:complexType>',
      );
      expect(tagged.write('writeTestResponse', result)).toBe(xml);
      expect(tagged.readBody('readTestResponse', xml)).toEqual(result);
      const input = { parameters: result };
      expect(tagged.write('writeTestRequest', input)).toBe(xml);
      expect(tagged.readBody('readTestRequest', xml)).toEqual(input);
    });
  });
});

describe('wrapped messages', () => {
  /** Operation `Go`, whose element has a type without a name. */
  const contract = (
    content: string,
    others = '',
  ): string => `<definitions name="Way" targetNamespace="urn:way" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:way">
<types><xs:schema targetNamespace="urn:way" elementFormDefault="qualified">
<xs:element name="Go"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>
<xs:element name="GoResponse"><xs:complexType><xs:sequence>${others}</xs:sequence></xs:complexType></xs:element>
</xs:schema></types>
<message name="In"><part name="p" element="t:Go"/></message>
<message name="Out"><part name="p" element="t:GoResponse"/></message>
<portType name="P"><operation name="Go"><input message="t:In"/><output message="t:Out"/></operation></portType>
<binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Go"><s:operation soapAction="Go"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
<service name="Way"><port name="P" binding="t:B"><s:address location="http://localhost/way.asmx"/></port></service></definitions>`;

  const steps = '<xs:element name="step" type="xs:int" maxOccurs="unbounded"/>';

  function descriptionsOf(text: string): string {
    const { plan } = planText(text);
    if (plan === undefined) throw new Error('no plan');
    return renderText('descriptions', plan);
  }

  test('the type of a request alone is in its message', () => {
    const text = descriptionsOf(contract(steps));
    expect(text).toContain("wrapped('Go', nsWay, () => [");
    expect(text).not.toContain('goInputType');
    const codecs = loadCodecs(planText(contract(steps)));
    const xml = codecs.write('writeGoRequest', { step: [1, 2] });
    expect(codecs.readBody('readGoRequest', xml)).toEqual({ step: [1, 2] });
  });

  test('a type that contains itself has a constant, and a sample', () => {
    const circle = contract(`${steps}<xs:element ref="t:Go" minOccurs="0"/>`);
    expect(descriptionsOf(circle)).not.toContain('wrapped');
    const { GoInputSchema } = loadSchemas(circle);
    expect(sampleOf(GoInputSchema as AnySchema)).toEqual({
      step: [expect.any(Number), expect.any(Number)],
    });
  });

  test('a type of other content has one constant', () => {
    const text = descriptionsOf(contract(steps, '<xs:element ref="t:Go" minOccurs="0"/>'));
    expect(text).not.toContain('wrapped');
    expect(text.match(/repeated\('step'/g)).toHaveLength(1);
  });
});

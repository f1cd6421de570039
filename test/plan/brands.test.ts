import { expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { compileFiles, generateText } from './support/compiled.ts';
import { planText, valueWsdl } from './support/contract.ts';

const simple = (name: string, base: string, facets = ''): string =>
  `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
const text = valueWsdl(`
  ${simple('OrderId', 'xs:string', '<xs:maxLength value="4"/>')}
  ${simple('CustomerId', 'xs:string')}
  ${simple('Size', 'xs:int')}
  ${simple('Big', 'xs:long', '<xs:minInclusive value="1"/>')}
  ${simple('Flag', 'xs:boolean')}
  ${simple('Kind', 'xs:string', '<xs:enumeration value="a"/>')}
  <xs:simpleType name="Either"><xs:union memberTypes="t:Size t:OrderId"/></xs:simpleType>
  <xs:complexType name="Value"><xs:sequence>
    <xs:element name="id" type="t:OrderId"/>
    <xs:element name="customer" type="t:CustomerId"/>
    <xs:element name="size" type="t:Size"/>
    <xs:element name="big" type="t:Big" nillable="true"/>
    <xs:element name="flag" type="t:Flag"/>
    <xs:element name="kind" type="t:Kind"/>
    <xs:element name="either" type="t:Either"/>
    <xs:element name="ids"><xs:simpleType><xs:list itemType="t:OrderId"/></xs:simpleType></xs:element>
    <xs:element name="fixed" type="t:OrderId" fixed="x"/>
  </xs:sequence><xs:attribute name="usual" type="t:OrderId" default="y"/></xs:complexType>`);
const brands = { brands: true };

/** What a program with the generated types says to the compiler. */
async function compiled(program: string): Promise<string> {
  const files = await generateText(text, brands);
  const head = "import type { CustomerId, OrderId, Size, Value } from './types.js';\n";
  return compileFiles([...files, { path: 'program.ts', text: head + program }]);
}

test('plain values fit, and values are plain ones to read', async () => {
  const program = `export const id: OrderId = 'a';
export const size: Size = 1;
export const plain: string = id.toUpperCase();
export const read = (value: Value): string => value.id + value.size;
export const unused: CustomerId = 'c';
`;
  expect(await compiled(program)).toBe('');
});

test('a value of one type does not fit where another is wanted', async () => {
  const program = `export const swap = (id: OrderId, value: Value): CustomerId => id ?? value.id;
export const size: Size = 1;
`;
  expect(await compiled(program)).toContain(
    "Type 'OrderId' is not assignable to type 'CustomerId'",
  );
});

test('messages are those without brands', () => {
  const value = {
    value: {
      usual: 'y',
      ...{ id: 'a', customer: 'c', size: 1, big: 2n, flag: true, kind: 'a', either: 3 },
      ids: ['p', 'q'],
      fixed: 'x',
    },
  };
  const branded = roundTrip(loadCodecs(planText(text, brands)), value);
  expect(branded).toEqual(roundTrip(loadCodecs(planText(text)), value));
  expect(branded.value).toEqual(value);
});

test('a server gives what is missing the defaults of ASMX', () => {
  const read = (options: object): unknown =>
    loadCodecs(planText(text, options)).readBody(
      'readTestRequest',
      '<Test xmlns="urn:test"><value><id>a</id><customer>c</customer><kind>a</kind><either>1</either><ids/><fixed>x</fixed></value></Test>',
      { defaults: true },
    );
  expect(read(brands)).toEqual(read({}));
});

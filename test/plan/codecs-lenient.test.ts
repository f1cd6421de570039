import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../src/runtime/client/call.ts';
import { loadCodecs } from './support/codecs.ts';
import { planText, valueWsdl } from './support/contract.ts';

const planned = planText(
  valueWsdl(`
<xs:complexType name="Value">
  <xs:sequence>
    <xs:element name="sku" type="t:Sku"/>
    <xs:element name="percent" type="t:Percent"/>
    <xs:element name="fixed" type="xs:int" fixed="4"/>
    <xs:element name="numbers" type="t:Numbers"/>
    <xs:element name="either" type="t:Either"/>
    <xs:element name="pair" type="xs:int" minOccurs="2" maxOccurs="2"/>
    <xs:element name="shape" type="t:Shape"/>
    <xs:element name="plain" type="t:Plain"/>
    <xs:choice>
      <xs:element name="card" type="xs:string"/>
      <xs:element name="bank" type="xs:string"/>
    </xs:choice>
  </xs:sequence>
  <xs:attribute name="id" type="xs:int" use="required"/>
  <xs:attribute name="kind" type="t:Kind"/>
  <xs:attribute name="note" type="xs:string"/>
</xs:complexType>
<xs:simpleType name="Sku"><xs:restriction base="xs:string">
  <xs:pattern value="[A-Z]{2}"/><xs:maxLength value="2"/>
</xs:restriction></xs:simpleType>
<xs:simpleType name="Percent"><xs:restriction base="xs:int">
  <xs:maxInclusive value="100"/>
</xs:restriction></xs:simpleType>
<xs:simpleType name="Kind"><xs:restriction base="xs:string">
  <xs:enumeration value="a"/><xs:enumeration value="b"/>
</xs:restriction></xs:simpleType>
<xs:simpleType name="Numbers"><xs:list itemType="xs:int"/></xs:simpleType>
<xs:simpleType name="Either"><xs:union memberTypes="xs:int t:Kind"/></xs:simpleType>
<xs:complexType name="Shape" abstract="true"><xs:sequence>
  <xs:element name="area" type="xs:int"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence>
  <xs:element name="radius" type="xs:int"/>
</xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Plain"><xs:sequence>
  <xs:element name="a" type="xs:int"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Fancy"><xs:complexContent><xs:extension base="t:Plain"><xs:sequence>
  <xs:element name="b" type="xs:int"/>
</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`),
);

const attributes = 'id="1" kind="a" note="n"';
const circle = '<shape xsi:type="t:Circle"><area>1</area><radius>2</radius></shape>';
const content = `<sku>AB</sku><percent>50</percent><fixed>4</fixed><numbers>1 2</numbers><either>b</either><pair>1</pair><pair>2</pair>${circle}<plain><a>1</a></plain><card>c</card>`;

const sound = {
  id: 1,
  kind: 'a',
  note: 'n',
  sku: 'AB',
  percent: 50,
  fixed: 4,
  numbers: [1, 2],
  either: 'b',
  pair: [1, 2],
  shape: { $type: 'Circle', area: 1, radius: 2 },
  plain: { $type: 'Plain', a: 1 },
  card: 'c',
  bank: undefined,
};

describe('a lenient reader', () => {
  const codecs = loadCodecs(planned);
  const body = (tag: string, inner: string): string =>
    `<Test xmlns="urn:test" xmlns:t="urn:test"><value ${tag}>${inner}</value></Test>`;

  const rows = [
    ['a pattern', '<sku>AB</sku>', '<sku>ab</sku>', { sku: 'ab' }, ['value.sku']],
    ['a length', '<sku>AB</sku>', '<sku>ABC</sku>', { sku: 'ABC' }, ['value.sku']],
    ['a bound', '>50<', '>101<', { percent: 101 }, ['value.percent']],
    ['a fixed value', '>4<', '>5<', { fixed: 5 }, ['value.fixed']],
    ['an item', '>1 2<', '>1 x 2.0<', { numbers: [1, undefined, 2] }, ['value.numbers']],
    ['a union', '>b<', '>c<', { either: 'c' }, ['value.either']],
    ['too few', '<pair>2</pair>', '', { pair: [1] }, ['value']],
    ['too many', '<pair>2</pair>', '<pair>2</pair><pair>3</pair>', { pair: [1, 2, 3] }, ['value']],
    ['none of a list', '<pair>1</pair><pair>2</pair>', '', { pair: [] }, ['value.pair']],
    ['two branches', '</card>', '</card><bank>d</bank>', { bank: 'd' }, ['value']],
    ['no branch', '<card>c</card>', '', { card: undefined }, ['value']],
    ['no type', ' xsi:type="t:Circle"', '', { shape: undefined }, ['value.shape']],
    ['a type', '"t:Circle"', '"t:Square"', { shape: undefined }, ['value.shape']],
    ['a prefix', '"t:Circle"', '"x:Circle"', { shape: undefined }, ['value.shape', 'value.shape']],
    ['a type', '<plain>', '<plain xsi:type="t:Odd">', {}, ['value.plain']],
    ['an attribute', 'id="1"', '', { id: undefined }, ['value.id']],
    ['an attribute', 'id="1"', 'id="x"', { id: undefined }, ['value.id']],
    ['an attribute', 'kind="a"', 'kind="z"', { kind: 'z' }, ['value.kind']],
  ] as const;

  test.each(rows)('takes what is wrong with %s: %s as %j', (_, from, to, change, paths) => {
    const text = body(attributes.replace(from, to), content.replace(from, to));
    const deviations = new Deviations(true);
    expect(codecs.readBody('readTestRequest', text, { deviations })).toEqual({
      value: { ...sound, ...change },
    });
    expect(deviations.list().map((one) => one.path)).toEqual(paths);
    const watched = new Deviations(false);
    let error: unknown;
    try {
      codecs.readBody('readTestRequest', text, { deviations: watched });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ path: paths[0] });
    expect(watched.list()).toEqual([]);
  });

  test('takes characters XML forbids in an attribute, and no other reader learns it', () => {
    const text = body(attributes.replace('"n"', '"&#x1;"'), content);
    for (let time = 0; time < 3; time += 1) {
      const deviations = new Deviations(true);
      expect(codecs.readBody('readTestRequest', text, { deviations })).toEqual({
        value: { ...sound, note: '\u0001' },
      });
      expect(deviations.list().map((one) => one.path)).toEqual(['value.note']);
      expect(() => codecs.readBody('readTestRequest', text)).toThrow('0x1 is an invalid character');
    }
  });

  test('has a default of its own for nothing', () => {
    const deviations = new Deviations(true);
    const { length } = Object.keys(
      codecs.readBody('readTestRequest', body('', ''), { deviations }) as object,
    );
    expect(length).toBe(1);
    expect(deviations.list().map((one) => one.path)).toEqual([
      'value.id',
      'value',
      'value.sku',
      'value.percent',
      'value.fixed',
      'value.numbers',
      'value.either',
      'value.pair',
      'value.shape',
      'value.plain',
    ]);
  });
});

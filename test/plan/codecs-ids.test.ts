import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../src/runtime/client/call.ts';
import { unexpectedElement } from '../../src/runtime/xml/asmx.ts';
import { XmlReader, type XmlReaderOptions } from '../../src/runtime/xml/reader.ts';
import { type LoadedCodecs, loadCodecs } from './support/codecs.ts';
import { type Planned, planText, valueWsdl } from './support/contract.ts';
import { renderText } from './support/render.ts';

const planned = planText(
  valueWsdl(`
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="node" type="t:Node" minOccurs="0" maxOccurs="unbounded"/>
  <xs:element name="key" type="t:Key" minOccurs="0" maxOccurs="unbounded"/>
  <xs:element name="either" type="t:Either" minOccurs="0" maxOccurs="unbounded"/>
  <xs:element name="more" minOccurs="0"><xs:complexType>
    <xs:sequence><xs:any minOccurs="0" processContents="lax"/></xs:sequence>
    <xs:anyAttribute processContents="lax"/>
  </xs:complexType></xs:element>
</xs:sequence></xs:complexType>
<xs:complexType name="Node"><xs:sequence>
  <xs:element name="to" type="xs:IDREF" minOccurs="0"/>
  <xs:element name="all" type="xs:IDREFS" minOccurs="0"/>
  <xs:element name="node" type="t:Node" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence><xs:attribute name="id" type="xs:ID"/><xs:attribute name="ref" type="xs:IDREF"/></xs:complexType>
<xs:simpleType name="Key"><xs:restriction base="xs:ID"><xs:maxLength value="8"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Short"><xs:restriction base="xs:IDREFS"><xs:maxLength value="1"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Either"><xs:union memberTypes="xs:int t:Short xs:string"/></xs:simpleType>`),
);

const codecs = loadCodecs(planned);

function readerOf(content: string, options: XmlReaderOptions = {}): XmlReader {
  const reader = new XmlReader(
    `<Body><Test xmlns="urn:test"><value>\n${content}</value></Test></Body>`,
    options,
  );
  reader.nextTag();
  return reader;
}

function read(content: string, options?: XmlReaderOptions, from: LoadedCodecs = codecs): unknown {
  return from.functions.readTestRequest?.(readerOf(content, options) as never);
}

/** What a strict reader says of the content of a value: `undefined` where it takes it. */
function refusal(content: string): unknown {
  const reader = readerOf(content);
  reader.unexpected = unexpectedElement;
  try {
    codecs.functions.readTestRequest?.(reader as never);
    return undefined;
  } catch (error) {
    const { message, path, line, column } = error as Record<string, unknown>;
    return [message, path, line, column];
  }
}

const twice = "'a' is already used as an ID.";
const nowhere = (name: string): string => `Reference to undeclared ID is '${name}'.`;

/** Messages with what is wrong with them: text, path, and column in the second line. */
const wrong = [
  ['<node id="a"/><node id="a"/>', twice, 'value.node[1].id', 21],
  ['<node id="a"><node id="a"/></node>', twice, 'value.node[0].node[0].id', 20],
  ['<key>a</key><key> a </key>', twice, 'value.key[1]', 29],
  ['<node id="a"/><key>a</key>', twice, 'value.key[0]', 29],
  ['<node ref="b"/>', nowhere('b'), 'value.node[0].ref', 2],
  ['<node id="a"/><node><to>b</to></node>', nowhere('b'), 'value.node[1].to', 22],
  ['<node id="a"><all>a b a</all></node>', nowhere('b'), 'value.node[0].all', 15],
  ['<either>b</either>', nowhere('b'), 'value.either[0]', 2],
] as const;

describe('IDs of a message', () => {
  test.each(wrong)('a strict reader refuses %s', (content, message, path, column) => {
    expect(refusal(content)).toEqual([`${path}: ${message}`, path, 2, column]);
  });

  test.each(wrong)('others read %s, and tell those who listen', (content, message, path, _) => {
    const value = read(content);
    for (const lenient of [false, true]) {
      const deviations = new Deviations(lenient);
      expect(read(content, { deviations })).toEqual(value);
      expect(deviations.list()).toEqual([{ path, message }]);
    }
  });

  test.each([
    ['references before and after their IDs', '<node ref="b"/><node id="b"><to>b</to></node>'],
    [
      'one name for elements of all kinds',
      '<node id="a" ref="a"><all>a a k</all></node><key>k</key>',
    ],
    ['members of a union that take it at last', '<either>b c</either><either>1</either>'],
    ['XML without types, which may hold any IDs', '<node ref="b"/><more><x id="b"/></more>'],
    ['attributes without types', '<node ref="b"/><more id="b"/>'],
    ['no IDs', ''],
  ])('a strict reader takes %s', (_, content) => {
    expect(refusal(content)).toBeUndefined();
    const deviations = new Deviations(false);
    read(content, { deviations });
    expect(deviations.count).toBe(0);
  });

  test('an ID that is there three times is told twice', () => {
    const deviations = new Deviations(false);
    read('<key>a</key><key>a</key><key>b</key><key>a</key>', { deviations });
    expect(deviations.list().map(({ path }) => path)).toEqual(['value.key[1]', 'value.key[3]']);
  });

  test('a reader that no one listens to keeps none', () => {
    const reader = readerOf('<node id="a"/><node id="a"/>');
    codecs.functions.readTestRequest?.(reader as never);
    expect(reader.ids).toBeUndefined();
  });
});

describe('content whose order counts', () => {
  const ordered = loadCodecs(
    planText(
      valueWsdl(`<xs:complexType name="Value"><xs:sequence>
  <xs:choice maxOccurs="unbounded">
    <xs:sequence><xs:element name="a" type="xs:ID"/><xs:element name="b" type="xs:IDREF"/></xs:sequence>
    <xs:sequence><xs:element name="c" type="xs:ID"/><xs:element name="b" type="xs:IDREF"/></xs:sequence>
  </xs:choice>
  <xs:element name="a" type="xs:ID" minOccurs="0"/>
</xs:sequence></xs:complexType>`),
    ),
  );

  test('has each ID once, however it is read', () => {
    for (const [content, told] of [
      ['<a>x</a><b>x</b><c>y</c><b>x</b><a>z</a>', []],
      ['<a>x</a><b>x</b><c>x</c><b>q</b>', [twice.replace('a', 'x'), nowhere('q')]],
    ] as const) {
      const deviations = new Deviations(false);
      read(content, { deviations }, ordered);
      expect(deviations.list().map(({ message }) => message)).toEqual(told);
    }
  });
});

test('contracts without IDs have nothing of it', () => {
  const other = planText(
    valueWsdl(
      '<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="xs:NCName"/></xs:sequence></xs:complexType>',
    ),
  );
  if (planned.plan === undefined || other.plan === undefined) throw new Error('no plan');
  const reads = ({ plan }: Planned): string =>
    plan?.operations.map(({ codecs }) => codecs.readRequest?.flat ?? '').join() ?? '';
  expect(reads(planned)).toContain('checkingIds');
  expect(reads(other)).not.toBe('');
  expect(reads(other) + renderText('descriptions', other.plan)).not.toMatch(/Ids/);
});

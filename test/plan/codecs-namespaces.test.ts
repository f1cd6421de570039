import { describe, expect, test } from '@jest/globals';
import { loadCodecs } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';

const planned = planText(
  valueWsdl(`<xs:complexType name="Value"><xs:sequence>
    <xs:element name="Topic" type="t:Topic" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="Select" type="t:Selector" minOccurs="0" nillable="true"/>
    <xs:element name="Open" type="t:Open" minOccurs="0"/>
    <xs:element name="Kept" type="t:Open" minOccurs="0" nillable="true"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Topic" mixed="true">
    <xs:sequence><xs:any minOccurs="0" processContents="lax"/></xs:sequence>
    <xs:attribute name="Dialect" type="xs:anyURI" use="required"/>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:complexType name="Selector" mixed="true"/>
  <xs:complexType name="Open"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence>
    <xs:attribute name="no" type="xs:int" form="qualified"/>
    <xs:attribute name="scope" type="xs:QName" form="qualified"/><xs:anyAttribute namespace="##other"/>
  </xs:complexType>`),
);
const codecs = loadCodecs(planned);

/** Reads the content of the value in an element with declarations. */
function read(declarations: string, content: string): Readonly<Record<string, unknown>> {
  const body = `<Test xmlns="urn:test" ${declarations}><value>${content}</value></Test>`;
  return (codecs.readBody('readTestRequest', body) as { readonly value: never }).value;
}

/** Reads what was written, and the text. */
function back(value: unknown): { readonly value: unknown; readonly xml: string } {
  const xml = codecs.write('writeTestRequest', { value });
  const again = codecs.readBody('readTestRequest', xml) as { readonly value: unknown };
  return { value: again.value, xml };
}

describe('texts and attributes that the schema leaves open', () => {
  test('keep what their prefixes mean', () => {
    const value = read(
      'xmlns:one="urn:one" xmlns:k="urn:kinds" xmlns:n="urn:notes" xmlns:unused="u"',
      `<Topic Dialect="d:x" n:kind="k:Alarm">one:Video/one:Motion</Topic>
       <Topic xmlns:one="urn:two" Dialect="d">one:Video<x xmlns="" y="k:z">k:y</x></Topic>
       <Select>//one:Item[@k:id]</Select><Open n:x="one:a http://b" />`,
    );
    expect(value).toMatchObject({
      Topic: [
        { $namespaces: { one: 'urn:one', k: 'urn:kinds' }, $content: ['one:Video/one:Motion'] },
        { $namespaces: { one: 'urn:two' } },
      ],
      Select: { $namespaces: { one: 'urn:one', k: 'urn:kinds' } },
      Open: { $namespaces: { one: 'urn:one' } },
    });
    const { value: again, xml } = back(value);
    expect(again).toEqual(value);
    expect(xml).toContain('<Topic Dialect="d" xmlns:one="urn:two">one:Video<x ');
  });

  test('that have no prefixes have no namespaces', () => {
    const value = read(
      'xmlns:one="urn:one"',
      '<Topic Dialect="d">http://a</Topic><Select/><Open/>',
    );
    for (const one of [...(value.Topic as object[]), value.Select, value.Open]) {
      expect((one as { $namespaces?: unknown }).$namespaces).toBeUndefined();
    }
  });

  test('made by hand declare what they are given', () => {
    const Topic = [{ Dialect: 'd', $content: ['p:x'], $namespaces: { p: 'urn:p' } }];
    expect(back({ Topic }).value).toMatchObject({ Topic });
    expect(back({ Topic }).xml).toContain('<Topic Dialect="d" xmlns:p="urn:p">p:x</Topic>');
  });

  test('use their own prefixes in names of attributes, each declared once', () => {
    const value = {
      Open: {
        no: 1,
        $anyAttributes: [{ name: 'kind', namespace: 'urn:n', value: 'n:x' }],
        $namespaces: { n: 'urn:n' },
      },
    };
    const { xml } = back(value);
    expect(xml).toContain('n:kind="n:x"');
    expect(xml.split('xmlns:n="urn:n"')).toHaveLength(2);
  });

  test('may have prefixes that would be generated for something else', () => {
    const $namespaces = {
      a1: 'urn:1',
      a2: 'urn:2',
      n1: 'urn:3',
      n2: 'urn:4',
      d1p1: 'urn:5',
      a9: 'urn:6',
    };
    const texts = 'a1:x a2:x n1:x n2:x d1p1:x a9:x';
    const $anyAttributes = [{ name: 'b', namespace: 'urn:b', value: texts }];
    const value = {
      Topic: [{ Dialect: 'd', $anyAttributes, $namespaces, $content: [texts] }],
      Open: { no: 2, scope: '{urn:s}s', a: undefined, $anyAttributes, $namespaces },
    };
    expect(back(value).value).toMatchObject(value);
  });

  test('keep them on a nil element, too', () => {
    const value = read(
      'xmlns:k="urn:k" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"',
      '<Kept i:nil="true" k:x="k:y"/><Select i:nil="true"/>',
    );
    expect(value).toMatchObject({
      Kept: { $nil: true, $namespaces: { k: 'urn:k' } },
      Select: null,
    });
  });

  test('refuse a prefix that cannot be declared', () => {
    const write = ($namespaces: unknown) => () => back({ Open: { $namespaces } });
    expect(write({ xsi: 'urn:x' })).toThrow(
      "value.Open.$namespaces: The prefix 'xsi' cannot be declared here: the message uses it for 'http://www.w3.org/2001/XMLSchema-instance'.",
    );
    expect(write({ q1: 'urn:x' })).toThrow("'q1' cannot be declared here: its name has it");
    expect(write({ 'a b': 'urn:x' })).toThrow("The prefix 'a b' cannot be declared.");
    expect(write({ p: 1 })).toThrow('value.Open.$namespaces: Expected a namespace as a string');
    expect(write('p')).toThrow('value.Open.$namespaces: Expected an object with namespaces');
  });

  test('cannot make little XML grow without bounds', () => {
    const uri = 'u'.repeat(10_000);
    const topics = '<Topic Dialect="d">p:x</Topic>'.repeat(200);
    expect(() => read(`xmlns:p="${uri}"`, topics)).toThrow('too long');
  });

  test('say so in their types', () => {
    expect(declaration(planned, 'Topic')).toContain(
      '$namespaces?: Readonly<Record<string, string>> | undefined;',
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';

const other = (name: string, text: string) => ({ name, namespace: 'urn:o', children: [text] });

describe('an optional element before a wildcard that takes it, too', () => {
  const codecs = loadCodecs(
    planText(
      valueWsdl(
        '<xs:complexType name="Value"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/><xs:any minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
      ),
    ),
  );
  const a = { name: 'a', namespace: 'urn:test', children: ['2'] };
  const x = { name: 'x', namespace: 'urn:test' };

  test.each([
    ['<a>2</a><x/>', { a: 2, $any: [x] }],
    ['<x/><a>2</a>', { a: 2, $any: [x] }],
    ['<a>1</a><x/><a>2</a>', { a: 1, $any: [x, a] }],
    ['<x/><a>1</a><a>2</a>', { a: 1, $any: [x, a] }],
  ])('is read as ASMX does, by name: %s', (content, value) => {
    const body = `<Test xmlns="urn:test"><value>${content}</value></Test>`;
    expect(codecs.readBody('readTestRequest', body)).toEqual({ value });
    expect(roundTrip(codecs, { value }).value).toEqual({ value });
  });
});

describe('several wildcards', () => {
  const planned = planText(
    valueWsdl(`<xs:complexType name="Open"><xs:sequence><xs:element name="known" type="xs:int"/><xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence></xs:complexType>
<xs:complexType name="Value"><xs:complexContent><xs:extension base="t:Open"><xs:sequence><xs:element name="added" type="xs:int"/><xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`),
  );

  test('are properties of their own', () => {
    expect(declaration(planned, 'Value')).toContain('$anyAdded?: readonly XmlElement[]');
  });

  test('take what is at their place', () => {
    const value = {
      known: 1,
      $any: [other('a', 'x'), other('b', 'y')],
      added: 2,
      $anyAdded: [other('c', 'z')],
    };
    const back = roundTrip(loadCodecs(planned), { value });
    expect(back.xml).toMatch(/<known>.*<a .*<b .*<added>.*<c /);
    expect(back.value).toEqual({ value });
  });
});

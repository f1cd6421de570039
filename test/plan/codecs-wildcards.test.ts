import { describe, expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';

const other = (name: string, text: string) => ({ name, namespace: 'urn:o', children: [text] });

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

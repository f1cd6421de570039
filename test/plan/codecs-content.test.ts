import { describe, expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';

function both(schema: string, more = {}) {
  const planned = planText(valueWsdl(schema, more));
  return { planned, codecs: loadCodecs(planned) };
}

describe('content', () => {
  test('simple content is $value', () => {
    const { planned, codecs } = both(
      '<xs:complexType name="Value"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string" default="EUR"/></xs:extension></xs:simpleContent></xs:complexType>',
    );
    expect(declaration(planned, 'Value')).toContain('readonly $value: string;');
    const value = { value: { $value: '1.20', currency: 'USD' } };
    expect(roundTrip(codecs, value).value).toEqual(value);
    expect(roundTrip(codecs, { value: { $value: '1' } }).value).toEqual({
      value: { $value: '1', currency: 'EUR' },
    });
  });

  test('mixed content is a list of nodes', () => {
    const { codecs } = both(
      '<xs:complexType name="Value" mixed="true"><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence><xs:attribute name="a" type="xs:int"/></xs:complexType>',
    );
    const value = {
      value: {
        a: 1,
        $content: ['x ', { name: 'b', namespace: 'urn:test', children: ['y'] }, ' z'],
      },
    };
    expect(roundTrip(codecs, value).value).toEqual(value);
  });

  test('wildcards take elements and attributes no one else takes', () => {
    const { planned, codecs } = both(
      '<xs:complexType name="Value"><xs:sequence><xs:element name="a" type="xs:int"/><xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence><xs:attribute name="k" type="xs:string"/><xs:anyAttribute namespace="##any"/></xs:complexType>',
    );
    expect(declaration(planned, 'Value')).toContain(
      'readonly $any?: readonly XmlElement[] | undefined;',
    );
    const value = {
      value: {
        k: 'v',
        $anyAttributes: [
          { name: 'x', namespace: 'urn:o', value: '1' },
          { name: 'y', value: '/' },
        ],
        a: 1,
        $any: [{ name: 'e', namespace: 'urn:o' }],
      },
    };
    expect(roundTrip(codecs, value).value).toEqual(value);
  });

  test('anyType is the element', () => {
    const { codecs } = both(
      '<xs:complexType name="Value"><xs:sequence><xs:element name="a"/><xs:element name="b" type="xs:anyType" minOccurs="0"/></xs:sequence></xs:complexType>',
    );
    const value = { value: { a: { name: 'a', namespace: 'urn:test', children: ['5'] } } };
    expect(roundTrip(codecs, value).value).toEqual(value);
    const renamed = { value: { a: { name: 'other', namespace: '', children: ['5'] } } };
    expect(roundTrip(codecs, renamed).value).toEqual(value);
  });

  test('a DataSet is its schema and its diffgram', () => {
    const { planned, codecs } = both(
      '<xs:complexType name="Value"><xs:sequence><xs:element ref="xs:schema"/><xs:any/></xs:sequence></xs:complexType>',
    );
    expect(declaration(planned, 'Value')).toContain('readonly schema: XmlElement;');
    expect(declaration(planned, 'Value')).toContain('readonly diffgram: XmlElement;');
    const value = {
      value: {
        schema: { name: 'schema', namespace: 'http://www.w3.org/2001/XMLSchema' },
        diffgram: { name: 'diffgram', namespace: 'urn:schemas-microsoft-com:xml-diffgram-v1' },
      },
    };
    expect(roundTrip(codecs, value).value).toEqual(value);
  });

  test('recursion just works', () => {
    const { codecs } = both(
      '<xs:complexType name="Value"><xs:sequence><xs:element name="name" type="xs:string"/><xs:element name="child" type="t:Value" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
    );
    const value = {
      value: { name: 'a', child: [{ name: 'b', child: [{ name: 'c' }] }, { name: 'd' }] },
    };
    expect(roundTrip(codecs, value).value).toEqual(value);
  });

  test('no element or attribute name is lost to another', () => {
    const { planned, codecs } = both(
      '<xs:complexType name="Value"><xs:sequence><xs:element name="id" type="xs:int"/><xs:element name="constructor" type="xs:int" minOccurs="0"/><xs:element name="__proto__" type="xs:int" minOccurs="0"/><xs:element name="a-b" type="xs:int" minOccurs="0"/><xs:element name="a.b" type="xs:int" minOccurs="0"/></xs:sequence><xs:attribute name="id" type="xs:int"/></xs:complexType>',
    );
    expect(declaration(planned, 'Value')).toContain('readonly idAttribute?: number | undefined;');
    const value = {
      value: { id: 1, idAttribute: 2, constructorElement: 3, $proto: 4, 'a-b': 5, 'a.b': 6 },
    };
    expect(roundTrip(codecs, value).value).toEqual(value);
  });
});

describe('namespaces', () => {
  test('unqualified children under a qualified wrapper, and types of another namespace', () => {
    const { codecs } = both(
      '<xs:complexType name="Value"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="o" type="o:Thing"/><xs:element ref="o:global"/></xs:sequence><xs:attribute ref="o:flag"/><xs:attribute ref="xml:lang"/></xs:complexType>',
      {
        form: '',
        attributes: 'xmlns:o="urn:other"',
        schemas:
          '<xs:schema targetNamespace="urn:other" elementFormDefault="qualified"><xs:attribute name="flag" type="xs:boolean"/><xs:element name="global" type="xs:string"/><xs:complexType name="Thing"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType></xs:schema>',
      },
    );
    const value = { value: { flag: true, lang: 'en', a: 1, o: { x: 2 }, global: 'g' } };
    const { xml, value: back } = roundTrip(codecs, value);
    expect(xml).toBe(
      '<Test xmlns="urn:test"><value xmlns="" xmlns:a1="urn:other" a1:flag="true" xml:lang="en"><a>1</a><o><x xmlns="urn:other">2</x></o><global xmlns="urn:other">g</global></value></Test>',
    );
    expect(back).toEqual(value);
  });
});

import { describe, expect, test } from '@jest/globals';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { loadCodecs } from './support/codecs.ts';
import { declaration, planText } from './support/contract.ts';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';

/** An rpc service that takes and returns pupils. */
const service = (
  use: string,
) => `<definitions name="Test" targetNamespace="urn:test" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="${encoding}" xmlns:t="urn:test">
<types><xs:schema targetNamespace="urn:test"><xs:import namespace="${encoding}"/>
<xs:simpleType name="Grade"><xs:restriction base="xs:string"><xs:enumeration value="Low"/><xs:enumeration value="High"/></xs:restriction></xs:simpleType>
<xs:complexType name="Pupils"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="t:Pupil[]"/></xs:restriction></xs:complexContent></xs:complexType>
<xs:complexType name="Pupil"><xs:all><xs:element name="name" type="xs:string"/><xs:element name="photo" type="xs:base64Binary"/><xs:element name="friend" type="t:Pupil"/><xs:element name="age" type="xs:int"/><xs:element name="grade" type="t:Grade"/><xs:element name="any" type="xs:anyType"/><xs:element name="note" type="xs:string" nillable="true"/><xs:element name="rank" type="xs:int" nillable="true"/></xs:all></xs:complexType>
</xs:schema></types>
<message name="In"><part name="pupils" type="t:Pupils"/><part name="text" type="xs:string"/><part name="count" type="xs:int"/></message>
<message name="Out"><part name="pupil" type="t:Pupil"/></message>
<portType name="P"><operation name="Test"><input message="t:In"/><output message="t:Out"/></operation></portType>
<binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Test"><s:operation soapAction=""/><input><s:body use="${use}" namespace="urn:test" encodingStyle="${encoding}"/></input><output><s:body use="${use}" namespace="urn:test" encodingStyle="${encoding}"/></output></operation></binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://localhost/test.asmx"/></port></service>
</definitions>`;

const planned = planText(service('encoded'));
const codecs = loadCodecs(planned);

const nil = (...names: readonly string[]): string =>
  names.map((name) => `<${name} xsi:nil="true"/>`).join('');

function read(name: string, content: string, defaults = false): unknown {
  const reader = new XmlReader(
    `<Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:e="${encoding}" xmlns:t="urn:test">${content}</Body>`,
    { defaults },
  );
  reader.nextTag();
  return codecs.functions[name]?.(reader as never);
}

const answer = (content: string, more = ''): unknown =>
  read('readTestResponse', `<t:TestResponse>${content}</t:TestResponse>${more}`);
const request = (content: string, defaults = true): unknown =>
  read('readTestRequest', `<t:Test>${content}</t:Test>`, defaults);

/** A pupil of whom nothing is known, to a server. */
const nobody = {
  name: null,
  photo: null,
  friend: null,
  age: 0,
  grade: null,
  any: null,
  note: null,
  rank: null,
};
const names = Object.keys(nobody);

describe('null values in SOAP encoding', () => {
  test('are in the types', () => {
    const pupil = declaration(planned, 'Pupil');
    for (const line of [
      'readonly name: string | null;',
      'readonly photo: Uint8Array | null;',
      'readonly friend: Pupil | null;',
      'readonly age: number;',
      'readonly grade: Grade | null;',
      'readonly any: XmlElement | null;',
      'readonly note: string | null;',
      'readonly rank: number | null;',
    ]) {
      expect(pupil).toContain(line);
    }
    const input = declaration(planned, 'TestInput');
    expect(input).toContain('readonly pupils: readonly (Pupil | null)[] | null;');
    expect(input).toContain('readonly text: string | null;');
    expect(input).toContain('readonly count: number;');
  });

  test('may be left out of an answer or be nil', () => {
    const age = '<age>7</age>';
    const known = { ...nobody, age: 7 };
    const others = names.filter((name) => name !== 'age');
    expect(answer('')).toBeNull();
    expect(answer(nil('pupil'))).toBeNull();
    expect(answer(`<pupil>${age}</pupil>`)).toEqual(known);
    expect(answer(`<pupil>${nil(...others)}${age}</pupil>`)).toEqual(known);
    expect(answer('<pupil href="#a"/>', '<x id="a" xsi:nil="true"/>')).toBeNull();
    expect(answer(`<pupil><name/>${age}</pupil>`)).toEqual({ ...known, name: '' });
  });

  test('may be left out of a request or be nil', () => {
    const nothing = { pupils: null, text: null, count: 0 };
    expect(request('')).toEqual(nothing);
    expect(request(nil('pupils', 'text', 'count'))).toEqual(nothing);
    const list = `<pupils e:arrayType="t:Pupil[2]">${nil('item')}<item>${nil(...names)}</item></pupils>`;
    expect(request(list)).toEqual({ ...nothing, pupils: [null, nobody] });
  });

  test('of a number are an error with its path on a client', () => {
    expect(() => answer('<pupil><name/></pupil>')).toThrow("Missing required element 'age'.");
    const friend = '<pupil><age>1</age><friend><name/></friend></pupil>';
    expect(() => answer(friend)).toThrow(
      expect.objectContaining({ path: expect.stringMatching(/friend/) }),
    );
    expect(() => answer(`<pupil>${nil('age')}</pupil>`)).toThrow();
    expect(() => request('', false)).toThrow("Missing required element 'count'.");
    expect(request('<count>1</count>', false)).toMatchObject({ count: 1 });
  });

  test('are left out of what is written, except items and parts of requests', () => {
    const pupils = [null, { ...nobody, age: 1, grade: 'High' }];
    const xml = codecs.write('writeTestRequest', { pupils, text: null, count: 2 });
    expect(xml).toContain('<item xsi:nil="true" /><item');
    expect(xml).not.toContain('<name');
    expect(xml).toContain('<text xsi:nil="true" />');
    expect(codecs.readBody('readTestRequest', xml)).toEqual({ pupils, text: null, count: 2 });
    expect(codecs.write('writeTestResponse', null)).toBe('<q1:TestResponse xmlns:q1="urn:test" />');
  });

  test('are not in the types of literal messages', () => {
    const literal = planText(service('literal'));
    expect(declaration(literal, 'TestInput')).toContain('readonly text: string;');
    expect(declaration(literal, 'TestInput')).toContain('readonly pupils: readonly Pupil[];');
    expect(declaration(literal, 'Pupil')).toContain('readonly friend: Pupil;');
  });
});

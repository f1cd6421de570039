import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../../src/runtime/client/call.ts';
import type { MessageType } from '../../../src/runtime/type.ts';
import { wsdl } from '../../plan/support/contract.ts';
import { type Described, describeContract, readBody } from './describe-contract.ts';

const types = `
  <xs:complexType name="Pupil"><xs:sequence>
    <xs:element name="id" type="xs:int"/>
    <xs:element name="name" type="xs:string" minOccurs="0"/>
    <xs:element name="photo" type="xs:base64Binary" minOccurs="0"/>
    <xs:element name="mark" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="friend" type="t:Pupil" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="ArrayOfPupil"><xs:sequence>
    <xs:element name="Pupil" type="t:Pupil" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Either"><xs:choice>
    <xs:element name="card" type="xs:string" minOccurs="0"/>
    <xs:element name="bank" type="xs:string" minOccurs="0"/>
  </xs:choice></xs:complexType>
  <xs:complexType name="Ordered"><xs:sequence>
    <xs:element name="a" type="xs:int" minOccurs="0"/>
    <xs:element name="b" type="xs:int" minOccurs="0"/>
    <xs:element name="a" type="xs:int" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Open"><xs:sequence>
    <xs:element name="a" type="xs:int" minOccurs="0"/>
    <xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>`;

function contractOf(result: string): Described {
  return describeContract(
    wsdl({
      schema: `<xs:element name="Test"><xs:complexType/></xs:element>
      <xs:element name="TestResponse"><xs:complexType><xs:sequence>
        <xs:element name="TestResult" type="${result}" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>${types}`,
    }),
  );
}

const described = {
  list: contractOf('t:ArrayOfPupil'),
  one: contractOf('t:Pupil'),
  text: contractOf('xs:string'),
  either: contractOf('t:Either'),
  ordered: contractOf('t:Ordered'),
  open: contractOf('t:Open'),
};

type Kind = keyof typeof described;

const answer = (content: string): string =>
  `<TestResponse xmlns="urn:test">${content}</TestResponse>`;
const result = (content: string): string => answer(`<TestResult>${content}</TestResult>`);

function read(kind: Kind, content: string, lenient?: boolean): unknown {
  const message = described[kind]['Test response'] as MessageType<unknown>;
  const deviations = lenient === undefined ? undefined : new Deviations(lenient);
  return readBody(message, content, { deviations });
}

describe('what comes in another namespace is not taken for absent', () => {
  const pupil = (start: string): string => `<Pupil ${start}><id>1</id></Pupil>`;

  test.each([
    // a NuSOAP 0.9.5 server whose WSDL says elementFormDefault="qualified"
    ['list', answer('<TestResult xmlns=""><Pupil><id>1</id></Pupil></TestResult>'), '{}TestResult'],
    ['list', result(pupil('xmlns=""')), '{}Pupil'],
    ['list', result(pupil('xmlns=""').repeat(2)), '{}Pupil'],
    ['list', result(`${pupil('')}<Pupil xmlns="urn:o"/>`), '{urn:o}Pupil'],
    ['one', result('<id>1</id><name xmlns="">n</name>'), '{}name'],
    ['one', result('<id>1</id><photo xmlns="">QQ==</photo>'), '{}photo'],
    ['one', result('<id>1</id><mark>1</mark><mark xmlns="">2</mark>'), '{}mark'],
    ['one', result('<id>1</id><friend xmlns=""><id>1</id></friend>'), '{}friend'],
    ['one', result('<id>1</id><friend><id>2</id><name xmlns="">n</name></friend>'), '{}name'],
    ['text', answer('<TestResult xmlns="">x</TestResult>'), '{}TestResult'],
    [
      'text',
      '<TestResponse xmlns="urn:o"><TestResult>x</TestResult></TestResponse>',
      '{urn:o}TestResponse',
    ],
    ['either', result('<bank xmlns="">x</bank>'), '{}bank'],
    ['ordered', result('<b>1</b><a xmlns="">x</a>'), '{}a'],
  ] as const)('%s: %s', (kind, content, found) => {
    const name = found.slice(found.indexOf('}') + 1);
    for (const lenient of [undefined, false]) {
      expect(() => read(kind, content, lenient)).toThrow(
        `element '${name}'. Found ${found} instead.`,
      );
    }
    expect(() => read(kind, content, true)).not.toThrow();
    // ASMX skips it
    const message = described[kind]['Test response'] as MessageType<unknown>;
    expect(() => readBody(message, content, { defaults: true })).not.toThrow();
  });

  test('the error says where it is', () => {
    const content = result(
      pupil('') + pupil('').replace('</Pupil>', '<name xmlns="">n</name></Pupil>'),
    );
    expect(() => read('list', content)).toThrow(
      "TestResult[1].name: Missing element 'name'. Found {}name instead.",
    );
  });

  test('lenient readers read it, also where order matters', () => {
    expect(read('ordered', result('<a xmlns="">1</a><b>2</b><a>3</a>'), true)).toEqual(
      read('ordered', result('<a>1</a><b>2</b><a>3</a>')),
    );
    expect(read('list', result(pupil('xmlns=""')), true)).toMatchObject([{ id: 1 }]);
  });
});

test.each([
  ['one', result('<id>1</id><name xmlns="">n</name><name>m</name>'), { id: 1, name: 'm' }],
  ['one', result('<id>1</id><name>m</name><name xmlns="">n</name>'), { id: 1, name: 'm' }],
  ['one', result('<id>1</id><Name xmlns="">n</Name><other/>'), { id: 1, name: undefined }],
  ['one', result('<id>1</id><name>m</name><name>n</name>'), { id: 1, name: 'm' }],
  ['text', answer(''), undefined],
  ['open', result('<a xmlns="urn:o">1</a>'), { a: undefined }],
] as const)('%s: %s has nothing that is lost', (kind, content, value) => {
  if (value === undefined) expect(read(kind, content)).toBeUndefined();
  else expect(read(kind, content)).toMatchObject(value);
});

describe('an array whose items all have other names', () => {
  // Axis 1.4, rpc/literal: int[] as the WSDL does not say
  const content = result('<TestResult>1</TestResult><TestResult>2</TestResult>');

  test.each([undefined, false, true])('is not empty (lenient: %s)', (lenient) => {
    expect(() => read('list', content, lenient)).toThrow(
      "TestResult[0]: Missing element 'Pupil'. Found {urn:test}TestResult instead.",
    );
  });

  test('is empty for a server, as for ASMX', () => {
    const message = described.list['Test response'] as MessageType<unknown>;
    expect(readBody(message, content, { defaults: true })).toEqual([]);
  });

  test('may have others beside its own', () => {
    expect(read('list', result('<x/><Pupil><id>1</id></Pupil>'))).toMatchObject([{ id: 1 }]);
  });
});

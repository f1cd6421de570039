import { describe, expect, test } from '@jest/globals';
import type { Message } from '../../../src/runtime/types/message.ts';
import { valueWsdl } from '../../plan/support/contract.ts';
import { describeContract, readBody } from './describe-contract.ts';

const { 'Test request': request } = describeContract(
  valueWsdl(`<xs:complexType name="Value"><xs:sequence>
    <xs:element name="note" type="xs:string" nillable="true"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="More"><xs:complexContent><xs:extension base="t:Value"><xs:sequence>
    <xs:element name="more" type="xs:int"/>
  </xs:sequence></xs:extension></xs:complexContent></xs:complexType>`),
);

describe.each(['1999', '2000/10', '2001'])('XML Schema of %s', (year) => {
  const namespaces = `xmlns:i="http://www.w3.org/${year}/XMLSchema-instance" xmlns="urn:test"`;
  const read = (value: string): unknown =>
    readBody(request as Message<unknown>, `<Test ${namespaces}>${value}</Test>`);

  test.each(['i:nil="true"', 'i:null="1"', 'i:null=" true "'])('%s is nil', (nil) => {
    expect(read(`<value><note ${nil}/></value>`)).toEqual({
      value: { $type: 'Value', note: null },
    });
    const not = nil.replace(/1|true/, '0');
    expect(read(`<value><note ${not}>x</note></value>`)).toMatchObject({ value: { note: 'x' } });
  });

  test('says the type', () => {
    const more = '<value i:type="More"><note>x</note><more>1</more></value>';
    expect(read(more)).toEqual({ value: { $type: 'More', note: 'x', more: 1 } });
  });
});

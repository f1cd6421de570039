import { describe, expect, test } from '@jest/globals';
import { loadCodecs } from './support/codecs.ts';
import { planText, valueWsdl } from './support/contract.ts';

const planned = planText(
  valueWsdl(`
<xs:complexType name="Value">
  <xs:sequence>
    <xs:element name="id" type="xs:int"/>
    <xs:element name="listed" type="t:Listed" minOccurs="0"/>
    <xs:element name="single" type="t:Single" minOccurs="0"/>
    <xs:element name="pages" type="t:ArrayOfPage" minOccurs="0"/>
    <xs:choice minOccurs="0" maxOccurs="unbounded">
      <xs:element name="text" type="xs:string"/>
      <xs:element name="number" type="xs:int"/>
    </xs:choice>
    <xs:sequence minOccurs="0" maxOccurs="unbounded">
      <xs:element name="key" type="xs:int"/>
      <xs:element name="entry" type="xs:int"/>
    </xs:sequence>
  </xs:sequence>
</xs:complexType>
<xs:complexType name="Listed"><xs:sequence>
  <xs:element name="x" type="xs:int" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Single"><xs:sequence>
  <xs:element name="x" type="xs:int"/>
</xs:sequence></xs:complexType>
<xs:complexType name="ArrayOfPage"><xs:sequence>
  <xs:element name="Page" type="t:Page" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Page"><xs:sequence>
  <xs:element name="line" type="t:Line" minOccurs="0" maxOccurs="unbounded"/>
  <xs:element name="number" type="xs:int"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Line"><xs:sequence>
  <xs:element name="a" type="xs:int"/>
  <xs:element name="b" type="xs:int"/>
</xs:sequence></xs:complexType>`),
);

describe('the path of a value that cannot be read', () => {
  const codecs = loadCodecs(planned);
  const pathOf = (content: string, predict: boolean): unknown => {
    const body = `<Test xmlns="urn:test"><value>${content}</value></Test>`;
    try {
      codecs.readBody('readTestRequest', body, { predict });
    } catch (error) {
      return error instanceof Error && 'path' in error ? error.path : error;
    }
    return 'it can be read';
  };
  const line = '<line><a>1</a><b>2</b></line>';

  test.each([
    ['an element', '<id>one</id>', 'value.id'],
    ['one that did not come', '', 'value.id'],
    ['one of an object that did not come', '<id>1</id><single/>', 'value.single.x'],
    ['an item', '<id>1</id><listed><x>1</x><x>b</x></listed>', 'value.listed.x[1]'],
    [
      'no item, in an element beside one with items of that name',
      '<id>1</id><listed><x>1</x><x>2</x></listed><single><x>b</x></single>',
      'value.single.x',
    ],
    [
      'an item in an item of an array',
      `<id>1</id><pages><Page>${line}<number>1</number></Page><Page>${line}${line}<line><a>1</a><b>x</b></line></Page></pages>`,
      'value.pages[1].line[2].b',
    ],
    [
      'one that did not come in an item',
      `<id>1</id><pages><Page>${line}<line><a>1</a></line></Page></pages>`,
      'value.pages[0].line[1].b',
    ],
    [
      'one after a list',
      `<id>1</id><pages><Page>${line}<number>x</number></Page></pages>`,
      'value.pages[0].number',
    ],
    [
      'a branch of a repeated choice',
      '<id>1</id><text/><number>1</number><number>x</number>',
      'value.number[2]',
    ],
    [
      'one that did not come in a turn of a repeated sequence',
      '<id>1</id><key>1</key><entry>1</entry><key>2</key>',
      'value.entry[1]',
    ],
    ['the element that is open where the text ends', '<id>1</id><single><x>1', 'value.single.x'],
  ])('of %s', (_, content, path) => {
    expect(pathOf(content, true)).toBe(path);
    expect(pathOf(content, false)).toBe(path);
  });
});

import {
  complex,
  constrained,
  type FaultTable,
  restriction,
  type SoundTable,
  unique,
} from './row.ts';

const attribute = (text: string): string => complex(`¶<xs:attribute name="a" ${text}/>`);

/** Values that declarations give (XML Schema part 1 sections 3.2 and 3.3), and names in them. */
export const valueRows: FaultTable = {
  'Element Default Valid': [
    ['no number', '¶<xs:element name="e" type="xs:int" default="one"/>', 'ASMX3003'],
    ['out of range', '¶<xs:element name="e" type="xs:byte" default="200"/>', 'ASMX3003'],
    ['no such day', '¶<xs:element name="e" type="xs:date" fixed="2021-02-30"/>', 'ASMX3003'],
    [
      'against a pattern',
      `${restriction('xs:string', 'pattern=[a-z]+')}¶<xs:element name="e" type="t:A" default="A1"/>`,
      'ASMX3003',
    ],
    [
      'too long',
      `${restriction('xs:string', 'maxLength=2')}¶<xs:element name="e" type="t:A" default="abc"/>`,
      'ASMX3003',
    ],
    [
      'beyond a bound',
      `${restriction('xs:int', 'maxInclusive=9')}¶<xs:element name="e" type="t:A" default="10"/>`,
      'ASMX3003',
    ],
    [
      'not enumerated',
      `${restriction('xs:int', 'enumeration=1 enumeration=2')}¶<xs:element name="e" type="t:A" default="3"/>`,
      'ASMX3003',
    ],
    [
      'an item of a list',
      `<xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType>¶<xs:element name="e" type="t:L" default="1 b"/>`,
      'ASMX3003',
    ],
    [
      'no member of a union',
      `<xs:simpleType name="U"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType>¶<xs:element name="e" type="t:U" default="b"/>`,
      'ASMX3003',
    ],
    [
      'of simple content',
      `${complex('<xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent>')}¶<xs:element name="e" type="t:T" default="b"/>`,
      'ASMX3003',
    ],
    [
      'of elements',
      `${complex('<xs:sequence><xs:element name="a"/></xs:sequence>')}¶<xs:element name="e" type="t:T" default="b"/>`,
      'ASMX3003',
    ],
    [
      'of mixed content with a required element',
      `${complex('<xs:sequence><xs:element name="a"/></xs:sequence>', 'T', ' mixed="true"')}¶<xs:element name="e" type="t:T" default="b"/>`,
      'ASMX3012',
    ],
    [
      'of nothing',
      '<xs:complexType name="T"/>¶<xs:element name="e" type="t:T" default="b"/>',
      'ASMX3003',
    ],
  ],
  'Attribute Default Valid': [
    ['no number', attribute('type="xs:int" default="one"'), 'ASMX3003'],
    [
      'not enumerated',
      restriction('xs:string', 'enumeration=x') + attribute('type="t:A" fixed="y"'),
      'ASMX3003',
    ],
    ['no time', attribute('type="xs:time" default="25:00:00"'), 'ASMX3003'],
    ['no name', attribute('type="xs:NCName" default="a b"'), 'ASMX3003'],
    [
      'of a global attribute',
      '<xs:element name="e"/>¶<xs:attribute name="a" type="xs:int" default="one"/>',
      'ASMX3003',
    ],
    [
      'of a reference',
      `<xs:attribute name="a" type="xs:int"/>${complex('¶<xs:attribute ref="t:a" default="one"/>')}`,
      'ASMX3003',
    ],
  ],
  'default and fixed': [
    ['an element', '¶<xs:element name="e" default="a" fixed="a"/>', 'ASMX3003'],
    ['an attribute', attribute('default="a" fixed="a"'), 'ASMX3003'],
    [
      'a reference',
      `<xs:attribute name="a" type="xs:string"/>${complex('¶<xs:attribute ref="t:a" default="a" fixed="a"/>')}`,
      'ASMX3012',
    ],
    [
      'a required attribute with a default',
      attribute('type="xs:int" use="required" default="1"'),
      'ASMX3012',
    ],
    [
      'a prohibited attribute with a default',
      attribute('type="xs:int" use="prohibited" default="1"'),
      'ASMX3012',
    ],
    [
      'a required reference with a default',
      `<xs:attribute name="a" type="xs:string"/>${complex('¶<xs:attribute ref="t:a" use="required" default="a"/>')}`,
      'ASMX3012',
    ],
    [
      'another fixed value than the declaration',
      `<xs:attribute name="a" type="xs:string" fixed="x"/>${complex('¶<xs:attribute ref="t:a" fixed="y"/>')}`,
      'ASMX3012',
    ],
    [
      'a default where the declaration is fixed',
      `<xs:attribute name="a" type="xs:string" fixed="x"/>${complex('¶<xs:attribute ref="t:a" default="x"/>')}`,
      'ASMX3012',
    ],
  ],
  'values of xs:ID': [
    ['an element with a default', '¶<xs:element name="e" type="xs:ID" default="a"/>', 'ASMX3012'],
    ['an element that is fixed', '¶<xs:element name="e" type="xs:ID" fixed="a"/>', 'ASMX3012'],
    ['an attribute with a default', attribute('type="xs:ID" default="a"'), 'ASMX3012'],
    [
      'an attribute of a derived type',
      restriction('xs:ID', 'maxLength=9') + attribute('type="t:A" fixed="a"'),
      'ASMX3012',
    ],
    [
      'simple content',
      `${complex('<xs:simpleContent><xs:extension base="xs:ID"/></xs:simpleContent>')}¶<xs:element name="e" type="t:T" default="b"/>`,
      'ASMX3012',
    ],
  ],
  'representation of identity constraints': [
    [
      'no name',
      constrained('¶<xs:unique><xs:selector xpath="t:b"/><xs:field xpath="@c"/></xs:unique>'),
      'ASMX1023',
    ],
    [
      'a key with refer',
      constrained(
        '<xs:key name="u" refer="¶t:u"><xs:selector xpath="t:b"/><xs:field xpath="@c"/></xs:key>',
      ),
      'ASMX3003',
    ],
  ],
};

/** Neighbours of these that XML Schema allows. */
export const soundValues: SoundTable = {
  'values of their types': [
    '<xs:element name="e" type="xs:byte" default=" -128 "/>',
    '<xs:element name="e" type="xs:dateTime" fixed="2020-02-29T24:00:00-14:00"/>',
    `${restriction('xs:string', 'pattern=[a-z]+ maxLength=3')}<xs:element name="e" type="t:A" default="abc"/>`,
    `${restriction('xs:token', 'enumeration=a_b')}<xs:element name="e" type="t:A" default=" a  b "/>`,
    `${restriction('xs:int', 'enumeration=1')}<xs:element name="e" type="t:A" default="01"/>`,
    '<xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType><xs:element name="e" type="t:L" default=""/>',
    '<xs:simpleType name="U"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType><xs:element name="e" type="t:U" default="true"/>',
    `${complex('<xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence>', 'T', ' mixed="true"')}<xs:element name="e" type="t:T" default="b"/>`,
    '<xs:element name="e" default="anything"/>',
    '<xs:element name="e" type="xs:NMTOKENS" default="a b"/>',
  ],
  'attributes with values': [
    complex('<xs:attribute name="a" type="xs:int" use="required" fixed="1"/>'),
    complex('<xs:attribute name="a" type="xs:IDREF" default="x"/>'),
    `<xs:attribute name="a" type="xs:int" fixed="1"/>${complex('<xs:attribute ref="t:a" fixed="01"/>')}`,
    `<xs:attribute name="a" type="xs:string" default="x"/>${complex('<xs:attribute ref="t:a" default="y"/>')}`,
  ],
  'identity constraints, which are not judged': [
    unique('t:b', '@c'),
    unique('t:b[1]', '@c/text()'),
    constrained('<xs:unique name="u"/>'),
    constrained('<xs:key name="u"><xs:field xpath="@c"/><xs:selector/></xs:key>'),
    constrained(
      '<xs:keyref name="u" refer="t:v"><xs:selector xpath="t:b"/><xs:field xpath="@c"/></xs:keyref>',
    ),
    constrained('<xs:unique name="u"/><xs:key name="u"/>'),
  ],
};

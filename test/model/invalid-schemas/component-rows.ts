import {
  complex,
  derived,
  type FaultTable,
  restriction,
  type SoundTable,
  sequence,
} from './row.ts';

/** Components and how they fit one another (XML Schema part 1, schema component constraints). */
export const componentRows: FaultTable = {
  'attributes of a type': [
    ['one twice', complex('<xs:attribute name="a"/>¶<xs:attribute name="a"/>'), 'ASMX2002'],
    [
      'one beside a group that has it',
      `<xs:attributeGroup name="G"><xs:attribute name="a"/></xs:attributeGroup>${complex('<xs:attribute name="a"/>¶<xs:attributeGroup ref="t:G"/>')}`,
      'ASMX2002',
    ],
    [
      'one in a group twice',
      '<xs:attributeGroup name="G"><xs:attribute name="a"/>¶<xs:attribute name="a"/></xs:attributeGroup>',
      'ASMX2002',
    ],
    [
      'two of xs:ID',
      complex('<xs:attribute name="a" type="xs:ID"/>¶<xs:attribute name="b" type="xs:ID"/>'),
      'ASMX3016',
    ],
    [
      'two of types derived from xs:ID',
      restriction('xs:ID', 'maxLength=9') +
        complex('<xs:attribute name="a" type="t:A"/>¶<xs:attribute name="b" type="xs:ID"/>'),
      'ASMX3016',
    ],
    [
      'a second ID in an extension',
      complex('<xs:attribute name="a" type="xs:ID"/>', 'B') +
        derived('extension', 't:B', '¶<xs:attribute name="b" type="xs:ID"/>'),
      'ASMX3016',
    ],
    [
      'an attribute the base has',
      complex('<xs:attribute name="a"/>', 'B') +
        derived('extension', 't:B', '¶<xs:attribute name="a"/>'),
      'ASMX2002',
    ],
    [
      'two of xs:ID in a group',
      '<xs:attributeGroup name="G"><xs:attribute name="a" type="xs:ID"/>¶<xs:attribute name="b" type="xs:ID"/></xs:attributeGroup>',
      'ASMX3016',
    ],
    ['xmlns', complex('¶<xs:attribute name="xmlns" type="xs:string"/>'), 'ASMX3016'],
    ['xmlns as a global one', '¶<xs:attribute name="xmlns" type="xs:string"/>', 'ASMX3016'],
    [
      'one of XMLSchema-instance',
      '<xs:schema targetNamespace="http://www.w3.org/2001/XMLSchema-instance">¶<xs:attribute name="a" type="xs:string"/></xs:schema>',
      'ASMX3016',
    ],
  ],
  occurrence: [
    [
      'minOccurs above maxOccurs',
      sequence('¶<xs:element name="a" minOccurs="3" maxOccurs="2"/>'),
      'ASMX3003',
    ],
    ['minOccurs above the default', sequence('¶<xs:element name="a" minOccurs="2"/>'), 'ASMX3003'],
    [
      'minOccurs above a maxOccurs of 0',
      sequence('¶<xs:element name="a" minOccurs="1" maxOccurs="0"/>'),
      'ASMX3003',
    ],
    ['a maxOccurs of 0 alone', sequence('¶<xs:element name="a" maxOccurs="0"/>'), 'ASMX3003'],
    [
      'an unbounded minOccurs',
      sequence('<xs:element name="a" minOccurs="¶unbounded" maxOccurs="unbounded"/>'),
      'ASMX1023',
    ],
    ['a negative one', sequence('<xs:element name="a" minOccurs="¶-1"/>'), 'ASMX1023'],
    ['an all in a sequence', sequence('¶<xs:all/>'), 'ASMX1022'],
  ],
  'derivation of types': [
    [
      'an extension of a final type',
      complex('', 'B', ' final="extension"') + derived('extension', '¶t:B', ''),
      'ASMX3003',
    ],
    [
      'a restriction of a final type',
      restriction('xs:int', '').replace('name="A"', 'name="A" final="restriction"') +
        restriction('¶t:A', '', 'B'),
      'ASMX3003',
    ],
    [
      'a list of a final type',
      restriction('xs:int', '').replace('name="A"', 'name="A" final="list"') +
        '<xs:simpleType name="L"><xs:list itemType="¶t:A"/></xs:simpleType>',
      'ASMX3003',
    ],
    [
      'finalDefault',
      '<xs:schema targetNamespace="urn:t" finalDefault="extension"><xs:complexType name="B"/><xs:complexType name="T"><xs:complexContent><xs:extension base="¶t:B"/></xs:complexContent></xs:complexType></xs:schema>',
      'ASMX3003',
    ],
    [
      'a list of lists',
      '<xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType>¶<xs:simpleType name="M"><xs:list itemType="t:L"/></xs:simpleType>',
      'ASMX3003',
    ],
    [
      'a list of a union with a list',
      '<xs:simpleType name="U"><xs:union memberTypes="xs:int xs:NMTOKENS"/></xs:simpleType>¶<xs:simpleType name="M"><xs:list itemType="t:U"/></xs:simpleType>',
      'ASMX3003',
    ],
    [
      'mixed content extended by content that is not',
      complex('<xs:sequence><xs:element name="a"/></xs:sequence>', 'B', ' mixed="true"') +
        '<xs:complexType name="D"><xs:complexContent><xs:extension base="¶t:B"><xs:sequence><xs:element name="b"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
      'ASMX3003',
    ],
    [
      'content extended by mixed content',
      sequence('<xs:element name="a"/>', 'B') +
        '<xs:complexType name="D"><xs:complexContent mixed="true"><xs:extension base="¶t:B"><xs:sequence><xs:element name="b"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
      'ASMX3003',
    ],
    [
      'simple content of elements',
      sequence('<xs:element name="a"/>', 'B') +
        complex('<xs:simpleContent><xs:extension base="¶t:B"/></xs:simpleContent>'),
      'ASMX3003',
    ],
    [
      'simple content that restricts a simple type',
      complex('<xs:simpleContent><xs:restriction base="¶xs:int"/></xs:simpleContent>'),
      'ASMX3003',
    ],
    [
      'a simple type restricting xs:anySimpleType',
      restriction('¶xs:anySimpleType', ''),
      'ASMX3003',
    ],
  ],
  'circles and substitution groups': [
    [
      'a group that holds itself',
      '<xs:group name="G"><xs:sequence>¶<xs:group ref="t:G"/></xs:sequence></xs:group>',
      'ASMX2003',
    ],
    [
      'an attribute group that holds itself',
      '<xs:attributeGroup name="G">¶<xs:attributeGroup ref="t:G"/></xs:attributeGroup>',
      'ASMX2003',
    ],
    [
      'a union of itself',
      '¶<xs:simpleType name="U"><xs:union memberTypes="t:U xs:int"/></xs:simpleType>',
      'ASMX2003',
    ],
    ['a type of itself', derived('extension', '¶t:D', ''), 'ASMX2003'],
    [
      'substitution groups in a circle',
      '<xs:element name="a" substitutionGroup="¶t:b"/><xs:element name="b" substitutionGroup="t:a"/>',
      'ASMX2003',
    ],
    [
      'a member of another type',
      '<xs:element name="h" type="xs:int"/>¶<xs:element name="m" type="xs:date" substitutionGroup="t:h"/>',
      'ASMX3003',
    ],
    [
      'a member excluded by final',
      complex('', 'B') +
        derived('extension', 't:B', '') +
        '<xs:element name="h" type="t:B" final="extension"/>¶<xs:element name="m" type="t:D" substitutionGroup="t:h"/>',
      'ASMX3003',
    ],
    ['a head that is not declared', '<xs:element name="m" substitutionGroup="¶t:h"/>', 'ASMX2001'],
  ],
};

/** Neighbours of these that XML Schema allows. */
export const soundComponents: SoundTable = {
  attributes: [
    complex('<xs:attribute name="a" type="xs:ID"/><xs:attribute name="b" type="xs:IDREF"/>'),
    complex('<xs:attribute name="a" type="xs:ID"/>', 'B') +
      derived('restriction', 't:B', '<xs:attribute name="a" use="required" type="xs:ID"/>'),
    complex('<xs:attribute name="xmlnsx"/><xs:attribute name="type"/>'),
  ],
  occurrence: [
    sequence('<xs:element name="a" minOccurs="0" maxOccurs="0"/>'),
    complex(
      '<xs:all minOccurs="0"><xs:element name="a" minOccurs="0"/><xs:element name="b"/></xs:all>',
    ),
    // read as written, though XML Schema 1.0 does not allow them
    complex('<xs:all maxOccurs="2"><xs:element name="a" maxOccurs="unbounded"/></xs:all>'),
    `<xs:group name="G"><xs:all><xs:element name="a"/></xs:all></xs:group>${sequence('<xs:group ref="t:G" maxOccurs="2"/>')}`,
    complex('<xs:all><xs:element name="a"/></xs:all>', 'B') +
      derived('extension', 't:B', '<xs:all><xs:element name="b"/></xs:all>'),
  ],
};

import { complex, type FaultTable, restriction, type SoundTable, sequence } from './row.ts';

/**
 * How schemas are written (XML Schema part 1, schema representation constraints, and the schema for
 * schemas).
 */
export const formRows: FaultTable = {
  'identifiers of a document': [
    ['one given twice', '<xs:element name="e" id="a"/><xs:element name="f" id="¶a"/>', 'ASMX3014'],
    [
      'in different elements',
      '<xs:complexType name="T" id="a"><xs:sequence id="¶a"/></xs:complexType>',
      'ASMX3014',
    ],
    [
      'with spaces around',
      '<xs:element name="e" id="a"/><xs:element name="f" id="¶ a "/>',
      'ASMX3014',
    ],
    ['one with a colon', '<xs:element name="e" id="¶a:b"/>', 'ASMX3014'],
    ['one that is a number', '<xs:element name="e" id="¶1"/>', 'ASMX3014'],
    ['one that is empty', '<xs:element name="e" id="¶"/>', 'ASMX3014'],
    [
      'of an annotation',
      '<xs:element name="e" id="a"><xs:annotation id="¶a"/></xs:element>',
      'ASMX3014',
    ],
    [
      'of a facet',
      '<xs:simpleType name="A" id="a"><xs:restriction base="xs:string"><xs:length value="1" id="¶a"/></xs:restriction></xs:simpleType>',
      'ASMX3014',
    ],
  ],
  'attributes of a global element': [
    ['ref', '<xs:element name="e"/><xs:element name="f" ref="¶t:e"/>', 'ASMX3003'],
    ['form', '<xs:element name="e" form="¶qualified"/>', 'ASMX3003'],
    ['minOccurs', '<xs:element name="e" minOccurs="¶0"/>', 'ASMX3003'],
    ['maxOccurs', '<xs:element name="e" maxOccurs="¶1"/>', 'ASMX3003'],
    ['an unknown one', '<xs:element name="e" nilable="¶true"/>', 'ASMX3003'],
    [
      'one of the namespace of XML Schema',
      '<xs:element name="e" xs:nillable="¶true"/>',
      'ASMX3003',
    ],
  ],
  'attributes of a local element': [
    ['abstract', sequence('<xs:element name="a" abstract="¶true"/>'), 'ASMX3003'],
    [
      'substitutionGroup',
      `<xs:element name="h"/>${sequence('<xs:element name="a" substitutionGroup="¶t:h"/>')}`,
      'ASMX3003',
    ],
    ['final', sequence('<xs:element name="a" final="¶#all"/>'), 'ASMX3003'],
    ['use', sequence('<xs:element name="a" use="¶required"/>'), 'ASMX3003'],
  ],
  'an element with ref': [
    ['name', `<xs:element name="h"/>${sequence('<xs:element name="¶a" ref="t:h"/>')}`, 'ASMX3003'],
    [
      'type',
      `<xs:element name="h"/>${sequence('<xs:element ref="t:h" type="¶xs:int"/>')}`,
      'ASMX3003',
    ],
    [
      'nillable',
      `<xs:element name="h"/>${sequence('<xs:element ref="t:h" nillable="¶true"/>')}`,
      'ASMX3003',
    ],
    [
      'default',
      `<xs:element name="h"/>${sequence('<xs:element ref="t:h" default="¶x"/>')}`,
      'ASMX3003',
    ],
    [
      'fixed',
      `<xs:element name="h"/>${sequence('<xs:element ref="t:h" fixed="¶x"/>')}`,
      'ASMX3003',
    ],
    [
      'form',
      `<xs:element name="h"/>${sequence('<xs:element ref="t:h" form="¶qualified"/>')}`,
      'ASMX3003',
    ],
    [
      'block',
      `<xs:element name="h"/>${sequence('<xs:element ref="t:h" block="¶#all"/>')}`,
      'ASMX3003',
    ],
    [
      'a type inside',
      `<xs:element name="h"/>${sequence('<xs:element ref="t:h">¶<xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:element>')}`,
      'ASMX1022',
    ],
    [
      'a key inside',
      `<xs:element name="h"/>${sequence('<xs:element ref="t:h">¶<xs:key name="k"><xs:selector xpath="a"/><xs:field xpath="."/></xs:key></xs:element>')}`,
      'ASMX1022',
    ],
  ],
  'attributes of an attribute': [
    ['use of a global one', '<xs:attribute name="a" use="¶required"/>', 'ASMX3003'],
    ['form of a global one', '<xs:attribute name="a" form="¶qualified"/>', 'ASMX3003'],
    ['minOccurs', complex('<xs:attribute name="a" minOccurs="¶0"/>'), 'ASMX3003'],
    ['a value that use has not', complex('<xs:attribute name="a" use="¶maybe"/>'), 'ASMX1023'],
    [
      'name beside ref',
      `<xs:attribute name="g"/>${complex('<xs:attribute name="¶a" ref="t:g"/>')}`,
      'ASMX3003',
    ],
    [
      'type beside ref',
      `<xs:attribute name="g"/>${complex('<xs:attribute ref="t:g" type="¶xs:int"/>')}`,
      'ASMX3003',
    ],
    [
      'form beside ref',
      `<xs:attribute name="g"/>${complex('<xs:attribute ref="t:g" form="¶qualified"/>')}`,
      'ASMX3003',
    ],
    [
      'a type inside beside ref',
      `<xs:attribute name="g"/>${complex('<xs:attribute ref="t:g">¶<xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:attribute>')}`,
      'ASMX1022',
    ],
    [
      'a type inside beside type',
      complex(
        '¶<xs:attribute name="a" type="xs:int"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:attribute>',
      ),
      'ASMX1025',
    ],
    ['neither name nor ref', complex('¶<xs:attribute type="xs:int"/>'), 'ASMX1023'],
  ],
  'attributes of types and groups': [
    [
      'name of a type inside',
      '<xs:element name="e"><xs:complexType name="¶T"/></xs:element>',
      'ASMX3003',
    ],
    [
      'abstract of a type inside',
      '<xs:element name="e"><xs:complexType abstract="¶true"/></xs:element>',
      'ASMX3003',
    ],
    [
      'name of a simple type inside',
      '<xs:element name="e"><xs:simpleType name="¶T"><xs:restriction base="xs:int"/></xs:simpleType></xs:element>',
      'ASMX3003',
    ],
    [
      'final of a simple type inside',
      '<xs:element name="e"><xs:simpleType final="¶#all"><xs:restriction base="xs:int"/></xs:simpleType></xs:element>',
      'ASMX3003',
    ],
    [
      'ref of a global group',
      '<xs:group name="G" ref="¶t:H"><xs:sequence/></xs:group>',
      'ASMX3003',
    ],
    [
      'minOccurs of a global group',
      '<xs:group name="G" minOccurs="¶0"><xs:sequence/></xs:group>',
      'ASMX3003',
    ],
    [
      'minOccurs of a group’s content',
      '<xs:group name="G"><xs:sequence minOccurs="¶0"/></xs:group>',
      'ASMX3003',
    ],
    [
      'name of a group referred to',
      `<xs:group name="G"><xs:sequence/></xs:group>${complex('<xs:group name="¶x" ref="t:G"/>')}`,
      'ASMX3003',
    ],
    [
      'a group declared in a type',
      complex('¶<xs:group name="G"><xs:sequence/></xs:group>'),
      'ASMX2001',
    ],
    [
      'name of an attribute group referred to',
      `<xs:attributeGroup name="G"/>${complex('<xs:attributeGroup name="¶x" ref="t:G"/>')}`,
      'ASMX3003',
    ],
    ['ref of a global attribute group', '<xs:attributeGroup name="G" ref="¶t:H"/>', 'ASMX3003'],
    [
      'fixed of a pattern',
      '<xs:simpleType name="A"><xs:restriction base="xs:string"><xs:pattern value="a" fixed="¶true"/></xs:restriction></xs:simpleType>',
      'ASMX3003',
    ],
    ['a value that final has not', '<xs:complexType name="T" final="¶list"/>', 'ASMX1023'],
    ['a value that block has not', '<xs:element name="e" block="¶list"/>', 'ASMX1023'],
    ['#all beside another', '<xs:element name="e" block="¶#all extension"/>', 'ASMX1023'],
    ['a boolean that is none', '<xs:element name="e" nillable="¶yes"/>', 'ASMX1023'],
    ['a namespace list of a wildcard', sequence('<xs:any namespace="¶##any urn:a"/>'), 'ASMX1023'],
    ['an unknown keyword of a wildcard', sequence('<xs:any namespace="¶##all"/>'), 'ASMX1023'],
    ['processContents that is none', sequence('<xs:any processContents="¶none"/>'), 'ASMX1023'],
  ],
};

/** Neighbours of these that XML Schema allows. */
export const soundForms: SoundTable = {
  identifiers: [
    '<xs:element name="e" id="a"/><xs:element name="f" id="A"/><xs:element name="a" id="_1"/>',
    '<xs:schema targetNamespace="urn:t"><xs:element name="e" id="a"/></xs:schema><xs:schema targetNamespace="urn:u"><xs:element name="e" id="a"/></xs:schema>',
    complex('<xs:attribute name="id" type="xs:ID"/><xs:attribute name="a" fixed="id"/>'),
  ],
  'attributes that elements have': [
    '<xs:element name="e" nillable="true" abstract="true" final="#all" block="extension restriction substitution" xml:lang="en" t:more="x"/>',
    `<xs:element name="h"/>${sequence('<xs:element ref="t:h" minOccurs="0" maxOccurs="unbounded" id="a" t:more="x"/>')}`,
    complex('<xs:attribute name="a" form="qualified" use="prohibited"/>'),
    restriction('xs:string', 'maxLength=5!'),
    sequence('<xs:any namespace="##other" processContents="lax"/>') +
      sequence('<xs:any namespace="urn:a ##local ##targetNamespace urn:b"/>', 'U'),
  ],
};

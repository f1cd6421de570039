import { complex, constrained, type FaultTable, type SoundTable, sequence } from './row.ts';

const documentation = '<xs:annotation><xs:documentation>x</xs:documentation></xs:annotation>';

/** What is where in a schema (XML Schema part 1, schema for schemas). */
export const placementRows: FaultTable = {
  'text between the elements of a schema': [
    ['in a type', complex('<xs:sequence/>¶text'), 'ASMX1025'],
    [
      'in a sequence',
      complex('<xs:sequence>¶text<xs:element name="a"/></xs:sequence>'),
      'ASMX1025',
    ],
    [
      'in a facet',
      '<xs:simpleType name="A"><xs:restriction base="xs:string"><xs:enumeration value="a">¶a</xs:enumeration></xs:restriction></xs:simpleType>',
      'ASMX1025',
    ],
    ['in the schema', '<xs:element name="e"/>¶;', 'ASMX1025'],
    ['as CDATA', '<xs:element name="e">¶<![CDATA[x]]></xs:element>', 'ASMX1025'],
    [
      'in an annotation',
      '<xs:element name="e"><xs:annotation>¶text</xs:annotation></xs:element>',
      'ASMX1025',
    ],
  ],
  'elements given more often than allowed': [
    [
      'annotations of an element',
      `<xs:element name="e">${documentation}¶${documentation}</xs:element>`,
      'ASMX1025',
    ],
    [
      'annotations of a facet',
      `<xs:simpleType name="A"><xs:restriction base="xs:string"><xs:length value="1">${documentation}¶${documentation}</xs:length></xs:restriction></xs:simpleType>`,
      'ASMX1025',
    ],
    ['annotations of a type', complex(`${documentation}¶${documentation}`), 'ASMX1025'],
    [
      'types of an element',
      '<xs:element name="e"><xs:complexType/>¶<xs:complexType/></xs:element>',
      'ASMX1025',
    ],
    [
      'types of both kinds',
      '<xs:element name="e"><xs:complexType/>¶<xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:element>',
      'ASMX1025',
    ],
    [
      'types of an attribute',
      complex(
        '<xs:attribute name="a"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType>¶<xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:attribute>',
      ),
      'ASMX1025',
    ],
    [
      'varieties of a simple type',
      '<xs:simpleType name="A"><xs:restriction base="xs:int"/>¶<xs:list itemType="xs:int"/></xs:simpleType>',
      'ASMX1025',
    ],
    [
      'types of a list',
      '<xs:simpleType name="A"><xs:list><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType>¶<xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:list></xs:simpleType>',
      'ASMX1025',
    ],
    [
      'derivations',
      complex(
        '<xs:complexContent><xs:extension base="t:B"/>¶<xs:restriction base="t:B"/></xs:complexContent>',
      ) + complex('', 'B'),
      'ASMX1025',
    ],
    ['attribute wildcards', complex('<xs:anyAttribute/>¶<xs:anyAttribute/>'), 'ASMX1025'],
    ['content models', complex('<xs:sequence/>¶<xs:choice/>'), 'ASMX1022'],
    [
      'simple content beside attributes',
      complex(
        '<xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent>¶<xs:attribute name="a"/>',
      ),
      'ASMX1025',
    ],
    [
      'complex content beside a sequence',
      complex('<xs:complexContent><xs:extension base="t:B"/></xs:complexContent>¶<xs:sequence/>') +
        complex('', 'B'),
      'ASMX1025',
    ],
    [
      'an item type beside a type',
      '<xs:simpleType name="A">¶<xs:list itemType="xs:int"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:list></xs:simpleType>',
      'ASMX1025',
    ],
    [
      'a base beside a type',
      '<xs:simpleType name="A">¶<xs:restriction base="xs:int"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:restriction></xs:simpleType>',
      'ASMX1025',
    ],
  ],
  'elements where none may be': [
    ['in a wildcard', sequence('<xs:any>¶<xs:element name="a"/></xs:any>'), 'ASMX1022'],
    [
      'in a facet',
      '<xs:simpleType name="A"><xs:restriction base="xs:string"><xs:length value="1">¶<xs:length value="1"/></xs:length></xs:restriction></xs:simpleType>',
      'ASMX1022',
    ],
    [
      'in a reference to a group',
      `<xs:group name="G"><xs:sequence/></xs:group>${complex('<xs:group ref="t:G">¶<xs:sequence/></xs:group>')}`,
      'ASMX1022',
    ],
    [
      'in a reference to an attribute group',
      `<xs:attributeGroup name="G"/>${complex('<xs:attributeGroup ref="t:G">¶<xs:attribute name="a"/></xs:attributeGroup>')}`,
      'ASMX1022',
    ],
    [
      'in an import',
      '<xs:import namespace="urn:o">¶<xs:element name="e"/></xs:import>',
      'ASMX1022',
    ],
    [
      'in a selector',
      constrained(
        '<xs:key name="k"><xs:selector xpath="t:b">¶<xs:field xpath="@c"/></xs:selector><xs:field xpath="@c"/></xs:key>',
      ),
      'ASMX1022',
    ],
    ['of another namespace', '<xs:element name="e">¶<t:x/></xs:element>', 'ASMX1025'],
    ['an attribute in a sequence', sequence('¶<xs:attribute name="a"/>'), 'ASMX1022'],
    ['an element in a type', complex('¶<xs:element name="a"/>'), 'ASMX1022'],
    [
      'a sequence after an attribute',
      complex('<xs:attribute name="a"/>¶<xs:sequence/>'),
      'ASMX1022',
    ],
    ['two in an all', complex('<xs:all>¶<xs:any/></xs:all>'), 'ASMX1022'],
    [
      'a facet in a list',
      '<xs:simpleType name="A"><xs:list itemType="xs:int">¶<xs:length value="1"/></xs:list></xs:simpleType>',
      'ASMX1022',
    ],
  ],
  'imports and includes': [
    ['an import of the own namespace', '¶<xs:import namespace="urn:t"/>', 'ASMX3003'],
    [
      'an import of no namespace, without one',
      '<xs:schema targetNamespace="urn:t"/><xs:schema>¶<xs:import/></xs:schema>',
      'ASMX3003',
    ],
    ['an empty target namespace', '<xs:schema targetNamespace="¶"/>', 'ASMX3003'],
    ['an include without location', '¶<xs:include/>', 'ASMX1023'],
    ['an import of the empty namespace', '<xs:import namespace="¶"/>', 'ASMX3003'],
  ],
};

/** Neighbours of these that XML Schema allows. */
export const soundPlacement: SoundTable = {
  content: [
    `<xs:element name="e">${documentation}<!-- x --><xs:complexType>${documentation}<?x y?></xs:complexType></xs:element>`,
    `${documentation}<xs:element name="e"/>${documentation}${documentation}`,
    '<xs:element name="e"><xs:annotation><xs:appinfo>a<t:b>c</t:b></xs:appinfo><xs:documentation>a<t:b>c</t:b>d</xs:documentation><xs:documentation>e</xs:documentation></xs:annotation></xs:element>',
    '<xs:simpleType name="A"><xs:union memberTypes="xs:int"><xs:simpleType><xs:restriction base="xs:date"/></xs:simpleType><xs:simpleType><xs:restriction base="xs:time"/></xs:simpleType></xs:union></xs:simpleType>',
  ],
};

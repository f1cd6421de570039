import { body, type DefectRow, inSequence, row, simple, type } from './defect-document.ts';

/** Each kind of defect that a document can have, in an operation of its own. */
export const defects: readonly DefectRow[] = [
  row(
    'an element of a type that is not there',
    { types: '<xs:element name="Bad" type="¶t:Gone"/>' },
    'ASMX2001',
    "Type 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'an undeclared prefix',
    { types: '<xs:element name="Bad" type="¶q:Gone"/>' },
    'ASMX2001',
    "Prefix 'q' is not declared",
  ),
  row(
    'a reference to no element',
    inSequence('<xs:element ref="¶t:Gone"/>'),
    'ASMX2001',
    "Element 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a reference to no group',
    type('<xs:group ref="¶t:Gone"/>'),
    'ASMX2001',
    "Group 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a reference to no attribute',
    type('<xs:attribute ref="¶t:Gone"/>'),
    'ASMX2001',
    "Attribute 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a reference to no attribute group',
    type('<xs:attributeGroup ref="¶t:Gone"/>'),
    'ASMX2001',
    "Attribute group 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'an extension of nothing',
    type('<xs:complexContent><xs:extension base="¶t:Gone"/></xs:complexContent>'),
    'ASMX2001',
    "Type 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a restriction of nothing',
    simple('<xs:restriction base="¶t:Gone"/>'),
    'ASMX2001',
    "Type 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a list of nothing',
    simple('<xs:list itemType="¶t:Gone"/>'),
    'ASMX2001',
    "Type 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a union with nothing',
    simple('<xs:union memberTypes="¶xs:int t:Gone"/>'),
    'ASMX2001',
    "Type 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a substitution group without head',
    { types: '<xs:element name="Bad" substitutionGroup="¶t:Gone"/>' },
    'ASMX2001',
    "Element 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a part of no element',
    { message: '<message name="BadIn"><part name="p" element="¶t:Gone"/></message>' },
    'ASMX2001',
    "Element 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a part of no type',
    { message: '<message name="BadIn"><part name="p" type="¶t:Gone"/></message>' },
    'ASMX2001',
    "Type 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a part of both',
    { message: '<message name="BadIn">¶<part name="p" element="t:Bad" type="xs:int"/></message>' },
    'ASMX1023',
    "Part 'p' has both 'element' and 'type'",
  ),
  row(
    'an operation without its message',
    { operation: '<operation name="Bad"><input message="¶t:Gone"/></operation>' },
    'ASMX2001',
    "Message 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a fault without its message',
    {
      operation:
        '<operation name="Bad"><input message="t:BadIn"/><output message="t:GoodIn"/><fault name="f" message="¶t:Gone"/></operation>',
    },
    'ASMX2001',
    "Message 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a header without its message',
    {
      bound:
        '<operation name="Bad"><soap:operation soapAction="x"/><input><soap:body use="literal"/><soap:header message="¶t:Gone" part="p" use="literal"/></input></operation>',
    },
    'ASMX2001',
    "Message 'Gone' is not declared in namespace 'urn:t'",
  ),
  row(
    'a binding of no portType',
    {
      more: '<binding name="C" type="¶t:Gone"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/></binding>',
    },
    'ASMX2001',
    "PortType 'Gone' is not declared in namespace 'urn:t'",
    ['Good', 'Bad'],
  ),
  row(
    'an operation the portType does not have',
    { bound: `¶<operation name="Badd"><soap:operation soapAction="x"/>${body}</operation>` },
    'ASMX3002',
    "Operation 'Badd' of binding 'B' is not in portType 'P'",
  ),
  row(
    'an operation bound twice',
    {
      bound: `<operation name="Bad"><soap:operation soapAction="x"/>${body}</operation>¶<operation name="Bad"><soap:operation soapAction="y"/>${body}</operation>`,
    },
    'ASMX3002',
    "Binding 'B' describes operation 'Bad' more often than its portType",
    ['Good', 'Bad'],
  ),
  row(
    'two elements of one name',
    { types: '<xs:element name="Bad" type="xs:int"/>¶<xs:element name="Bad" type="xs:string"/>' },
    'ASMX2002',
    "Element 'Bad' is declared twice in namespace 'urn:t'",
  ),
  row(
    'two types of one name',
    {
      types:
        '<xs:complexType name="A"/>¶<xs:complexType name="A"><xs:attribute name="x"/></xs:complexType><xs:element name="Bad" type="t:A"/>',
    },
    'ASMX2002',
    "Type 'A' is declared twice in namespace 'urn:t'",
  ),
  row(
    'two messages of one name',
    {
      message:
        '<message name="BadIn"><part name="p" element="t:Bad"/></message>¶<message name="BadIn"><part name="q" element="t:Bad"/></message>',
    },
    'ASMX2002',
    "Message 'BadIn' is declared twice in namespace 'urn:t'",
  ),
  row(
    'two parts of one name',
    {
      message:
        '<message name="BadIn"><part name="p" element="t:Bad"/>¶<part name="p" element="t:Bad"/></message>',
    },
    'ASMX2002',
    "Message 'BadIn' has two parts named 'p'",
  ),
  row(
    'two portTypes of one name',
    { more: '¶<portType name="P"/>' },
    'ASMX2002',
    "PortType 'P' is declared twice in namespace 'urn:t'",
    ['Good', 'Bad'],
  ),
  row(
    'two bindings of one name',
    {
      more: '¶<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/></binding>',
    },
    'ASMX2002',
    "Binding 'B' is declared twice in namespace 'urn:t'",
    ['Good', 'Bad'],
  ),
  row(
    'two ports of one name',
    { port: '¶<port name="P" binding="t:B"/>' },
    'ASMX2002',
    "Service 'S' has two ports named 'P'",
    ['Good', 'Bad'],
  ),
  row(
    'two attributes of one name',
    type('<xs:attribute name="x"/>¶<xs:attribute name="x"/>'),
    'ASMX2002',
    "Attribute 'x' is declared twice in one type",
  ),
  row(
    'types that extend each other',
    {
      types:
        '<xs:complexType name="A"><xs:complexContent><xs:extension base="¶t:C"/></xs:complexContent></xs:complexType><xs:complexType name="C"><xs:complexContent><xs:extension base="t:A"/></xs:complexContent></xs:complexType><xs:element name="Bad" type="t:A"/>',
    },
    'ASMX2003',
    "Type 'C' is derived from itself",
  ),
  row(
    'groups in a circle',
    {
      types:
        '<xs:group name="G"><xs:sequence>¶<xs:group ref="t:G"/></xs:sequence></xs:group><xs:complexType name="A"><xs:group ref="t:G"/></xs:complexType><xs:element name="Bad" type="t:A"/>',
    },
    'ASMX2003',
    "Group 'G' in namespace 'urn:t' contains itself",
  ),
  row(
    'attribute groups in a circle',
    {
      types:
        '<xs:attributeGroup name="G">¶<xs:attributeGroup ref="t:G"/></xs:attributeGroup><xs:complexType name="A"><xs:attributeGroup ref="t:G"/></xs:complexType><xs:element name="Bad" type="t:A"/>',
    },
    'ASMX2003',
    "Attribute group 'G' in namespace 'urn:t' contains itself",
  ),
  row(
    'unions in a circle',
    {
      types:
        '¶<xs:simpleType name="A"><xs:union memberTypes="t:A"/></xs:simpleType><xs:element name="Bad" type="t:A"/>',
    },
    'ASMX2003',
    "Type 'A' is defined by itself",
  ),
  row(
    'a substitution group in a circle',
    { types: '<xs:element name="Bad" substitutionGroup="¶t:Bad"/>' },
    'ASMX2003',
    "Element 'Bad' is in a substitution group with itself",
  ),
  row(
    'maxOccurs below minOccurs',
    inSequence('¶<xs:element name="x" minOccurs="2" maxOccurs="1"/>'),
    'ASMX3003',
    "'minOccurs' 2 is above 'maxOccurs' 1",
    ['Good'],
    "Raise 'maxOccurs' to 2 at least, or lower 'minOccurs'",
  ),
  row(
    'minOccurs that is no number',
    inSequence('<xs:element name="x" minOccurs="¶many"/>'),
    'ASMX1023',
    "Attribute 'minOccurs' cannot be 'many'",
  ),
  row(
    'a facet without value',
    simple('<xs:restriction base="xs:string">¶<xs:maxLength/></xs:restriction>'),
    'ASMX1023',
    "Facet 'maxLength' needs attribute 'value'",
    ['Good'],
    'Write value="…", or remove the facet',
  ),
  row(
    'a length that is no number',
    simple('<xs:restriction base="xs:string">¶<xs:maxLength value="x"/></xs:restriction>'),
    'ASMX3003',
    "Facet 'maxLength' cannot be 'x'",
    ['Good'],
    'Write a whole number, 0 or more',
  ),
  row(
    'attributes in front of the content',
    type('<xs:attribute name="x"/>¶<xs:sequence/>'),
    'ASMX1022',
    "Element 'sequence' must come before 'attribute' in 'complexType'",
  ),
  row(
    'an unknown element of XML Schema',
    type('¶<xs:sequense/>'),
    'ASMX1022',
    "Element 'sequense' cannot be in 'complexType'",
  ),
  row(
    'a name that is no NCName',
    {
      types:
        '<xs:element name="Bad" type="t:A"/><xs:complexType name="A"><xs:sequence><xs:element name="¶a b"/></xs:sequence></xs:complexType>',
    },
    'ASMX3001',
    "'a b' is not an NCName",
  ),
  row(
    'an element without name',
    inSequence('¶<xs:element type="xs:int"/>'),
    'ASMX1023',
    "Element 'element' needs attribute 'name'",
    ['Good'],
    'Write name="…", or ref="…" for one declared elsewhere',
  ),
  row(
    'nillable that is no boolean',
    inSequence('<xs:element name="x" nillable="¶yes"/>'),
    'ASMX1023',
    "Attribute 'nillable' cannot be 'yes'",
  ),
  row(
    'default and fixed at once',
    type('¶<xs:attribute name="x" default="1" fixed="1"/>'),
    'ASMX3003',
    "Attribute 'x' has both a default and a fixed value",
  ),
  row(
    'use that is none',
    type('<xs:attribute name="x" use="¶needed"/>'),
    'ASMX1023',
    "Attribute 'use' cannot be 'needed'",
  ),
];

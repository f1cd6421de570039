import { wsdl } from './contract.ts';

/**
 * A contract with every construct of XML Schema that shapes TypeScript or codecs, under names long
 * and short.
 */
export const everything: string = wsdl({
  attributes: 'xmlns:o="urn:other:things"',
  schemas: `<xs:schema targetNamespace="urn:other:things" elementFormDefault="qualified">
<xs:attribute name="flag" type="xs:boolean"/><xs:element name="global" type="xs:string" nillable="true"/>
<xs:complexType name="Shape"><xs:sequence><xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
</xs:schema>`,
  operations: {
    Store: { input: 'Store', output: 'StoreResponse' },
    Find: { input: 'Find', output: 'FindResponse' },
    Ping: { input: 'Ping', output: 'PingResponse' },
    Tell: { input: 'Document' },
    Number: { input: 'number', output: 'number' },
    GetTheAnswerToAQuestionThatIsAskedWithAVeryLongNameIndeed: { input: 'Find', output: 'any' },
  },
  schema: `
<xs:element name="Ping"><xs:complexType/></xs:element><xs:element name="PingResponse"><xs:complexType/></xs:element>
<xs:element name="number" type="t:Rating" nillable="true"/><xs:element name="any"/>
<xs:element name="Store"><xs:complexType><xs:sequence><xs:element name="document" type="t:Document"/><xs:element name="shapes" type="t:ArrayOfShape" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="StoreResponse"><xs:complexType><xs:sequence><xs:element name="StoreResult" type="xs:long" minOccurs="0"/><xs:element name="when" type="xs:dateTime"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="Find"><xs:complexType><xs:choice><xs:element name="byName" type="t:Name"/><xs:sequence><xs:element name="from" type="xs:date"/><xs:element name="to" type="xs:date" minOccurs="0"/></xs:sequence></xs:choice></xs:complexType></xs:element>
<xs:element name="FindResponse"><xs:complexType><xs:sequence><xs:element name="FindResult" type="t:ArrayOfDocument" minOccurs="0" nillable="true"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="Document" type="t:Document"/>
<xs:complexType name="ArrayOfShape"><xs:sequence><xs:element name="Shape" type="t:Shape" minOccurs="0" maxOccurs="unbounded" nillable="true"/></xs:sequence></xs:complexType>
<xs:complexType name="ArrayOfDocument"><xs:sequence><xs:element name="Document" type="t:Document" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
<xs:complexType name="Shape" abstract="true"><xs:annotation><xs:documentation>A shape, */ @see nothing.
On two lines.</xs:documentation></xs:annotation><xs:sequence><xs:element name="color" type="t:Color"/></xs:sequence><xs:attribute name="id" type="xs:ID" use="required"/></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="radius" type="xs:double"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Polygon"><xs:complexContent><xs:extension base="t:Shape"><xs:choice><xs:element name="points" type="t:Points"/><xs:element name="corner" type="o:Shape" maxOccurs="unbounded"/></xs:choice></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Square"><xs:complexContent><xs:extension base="t:Polygon"><xs:attribute ref="o:flag"/></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Document"><xs:sequence>
  <xs:element name="title" type="t:Name"/><xs:element name="count" type="xs:unsignedShort" default="3"/>
  <xs:element name="version" type="xs:string" fixed="1.0" minOccurs="0"/>
  <xs:element name="rating" type="t:Rating" minOccurs="0" nillable="true"/>
  <xs:element name="class" type="xs:string" nillable="true"/>
  <xs:element name="a-name_that.is_no_identifier_and_so_long_that_it_hardly_fits_on_a_line" type="t:AnEnumerationWithAVeryLongNameThatNeverEndsAndGoesOnAndOn" minOccurs="0" maxOccurs="unbounded"/>
  <xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="para" type="t:Rich"/><xs:element name="image" type="xs:base64Binary"/><xs:element ref="t:block"/></xs:choice>
  <xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="key" type="xs:string"/><xs:element name="value" type="t:Size"/></xs:sequence>
  <xs:choice><xs:element name="text" type="xs:string"/><xs:element name="size" type="t:Size" nillable="true"/></xs:choice>
  <xs:choice minOccurs="0"><xs:element name="one" type="xs:int"/><xs:element name="two" type="xs:int"/><xs:element name="three" type="xs:int"/></xs:choice>
  <xs:element ref="o:global" minOccurs="0"/><xs:element ref="t:block" minOccurs="0"/>
  <xs:element name="inner" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="x" type="xs:int"/><xs:element name="document" type="t:Document" minOccurs="0"/></xs:sequence><xs:attribute name="kind"><xs:simpleType><xs:restriction base="xs:NMTOKEN"><xs:enumeration value="a"/><xs:enumeration value="b"/></xs:restriction></xs:simpleType></xs:attribute></xs:complexType></xs:element>
  <xs:element name="title" type="t:Name" minOccurs="0"/>
  <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
</xs:sequence><xs:attribute name="title" type="xs:string"/><xs:attribute name="tags" type="xs:NMTOKENS"/><xs:attribute ref="xml:lang"/><xs:attribute name="schemaVersionNumber" type="xs:decimal" default="1.0"/><xs:anyAttribute namespace="##other"/></xs:complexType>
<xs:element name="block" type="t:Rich"/><xs:element name="quote" type="t:Quote" substitutionGroup="t:block"/><xs:element name="rule" type="t:Rich" substitutionGroup="t:block"/>
<xs:complexType name="Rich" mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="b" type="t:Rich"/><xs:any namespace="##other"/></xs:choice><xs:attribute name="style" type="xs:string"/></xs:complexType>
<xs:complexType name="Quote" mixed="true"><xs:complexContent><xs:extension base="t:Rich"><xs:attribute name="by" type="xs:string" use="required"/></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Size"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="unit" type="t:Unit" default="mm"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:simpleType name="Unit"><xs:restriction base="xs:string"><xs:enumeration value="mm"><xs:annotation><xs:documentation>Millimetres.</xs:documentation></xs:annotation></xs:enumeration><xs:enumeration value="in"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Color"><xs:union memberTypes="t:Unit xs:int"/></xs:simpleType>
<xs:simpleType name="Rating"><xs:restriction base="xs:int"><xs:minInclusive value="1"/><xs:maxInclusive value="5"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Name"><xs:restriction base="xs:token"><xs:maxLength value="40"/><xs:pattern value="[A-Z][^\\s]*( [A-Z][^\\s]*)*"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Points"><xs:list itemType="xs:double"/></xs:simpleType>
<xs:simpleType name="AnEnumerationWithAVeryLongNameThatNeverEndsAndGoesOnAndOn"><xs:restriction base="xs:string"><xs:enumeration value="a value that is rather long"/><xs:enumeration value="another one that is long"/><xs:enumeration value="it's"/></xs:restriction></xs:simpleType>
`,
});

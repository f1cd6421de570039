/**
 * Content types of binary data (xmlmime, W3C note of May 2005), with which MTOM contracts annotate
 * base64.
 */
export const xmlMimeSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:xmime="http://www.w3.org/2005/05/xmlmime"
  targetNamespace="http://www.w3.org/2005/05/xmlmime">
  <xs:attribute name="contentType">
    <xs:simpleType>
      <xs:restriction base="xs:string">
        <xs:minLength value="3"/>
      </xs:restriction>
    </xs:simpleType>
  </xs:attribute>
  <xs:attribute name="expectedContentTypes" type="xs:string"/>
  <xs:complexType name="base64Binary">
    <xs:simpleContent>
      <xs:extension base="xs:base64Binary">
        <xs:attribute ref="xmime:contentType"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="hexBinary">
    <xs:simpleContent>
      <xs:extension base="xs:hexBinary">
        <xs:attribute ref="xmime:contentType"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
</xs:schema>`;

/** References to attachments (WS-I Attachments Profile 1.0, section 4.4). */
export const attachmentReferenceSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  targetNamespace="http://ws-i.org/profiles/basic/1.1/xsd">
  <xs:simpleType name="swaRef">
    <xs:restriction base="xs:anyURI"/>
  </xs:simpleType>
</xs:schema>`;

/** XML-binary optimized packaging (XOP, W3C, January 2005). */
export const xopSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:tns="http://www.w3.org/2004/08/xop/include"
  targetNamespace="http://www.w3.org/2004/08/xop/include" elementFormDefault="qualified">
  <xs:element name="Include" type="tns:Include"/>
  <xs:complexType name="Include">
    <xs:sequence>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    <xs:attribute name="href" type="xs:anyURI" use="required"/>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
</xs:schema>`;

/** Types whose values are attachments: an element that refers to its part by `cid:`. */
const attached = ['DataHandler', 'Image', 'Multipart', 'octet-stream', 'PlainText', 'Source'];

/** Types whose values are XML. */
const xml = ['Document', 'Element'];

/**
 * Types of Apache SOAP and Axis 1 for Java classes. PHP and Axis have them built in, so that
 * contracts use them without a schema.
 */
export const apacheSoapSchema: string = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:tns="http://xml.apache.org/xml-soap"
  targetNamespace="http://xml.apache.org/xml-soap">
  <xs:complexType name="mapItem">
    <xs:sequence>
      <xs:element name="key" type="xs:anyType" nillable="true"/>
      <xs:element name="value" type="xs:anyType" nillable="true"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="Map">
    <xs:sequence>
      <xs:element name="item" type="tns:mapItem" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="Vector">
    <xs:sequence>
      <xs:element name="item" type="xs:anyType" nillable="true" minOccurs="0"
        maxOccurs="unbounded"/>
    </xs:sequence>
  </xs:complexType>
  ${xml
    .map(
      (name) => `<xs:complexType name="${name}">
    <xs:sequence>
      <xs:any namespace="##any" processContents="skip" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>`,
    )
    .join('\n  ')}
  ${attached
    .map(
      (name) => `<xs:complexType name="${name}">
    <xs:attribute name="href" type="xs:anyURI"/>
  </xs:complexType>`,
    )
    .join('\n  ')}
</xs:schema>`;

const others = '<xs:anyAttribute namespace="##other" processContents="lax"/>';

function attributed(name: string, base: string, attribute = ''): string {
  return `<xs:complexType name="${name}">
    <xs:simpleContent>
      <xs:extension base="${base}">${attribute}${others}</xs:extension>
    </xs:simpleContent>
  </xs:complexType>`;
}

function references(name: string): string {
  return `<xs:complexType name="${name}">
    <xs:sequence>
      <xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
  </xs:complexType>`;
}

const codes = [
  'InvalidMessageInformationHeader',
  'MessageInformationHeaderRequired',
  'DestinationUnreachable',
  'ActionNotSupported',
  'EndpointUnavailable',
];

/** WS-Addressing as submitted to the W3C (August 2004). */
export const wsAddressing2004Schema: string = `<xs:schema
  xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:wsa="http://schemas.xmlsoap.org/ws/2004/08/addressing"
  targetNamespace="http://schemas.xmlsoap.org/ws/2004/08/addressing"
  elementFormDefault="qualified" blockDefault="#all">
  <xs:element name="EndpointReference" type="wsa:EndpointReferenceType"/>
  <xs:complexType name="EndpointReferenceType">
    <xs:sequence>
      <xs:element name="Address" type="wsa:AttributedURI"/>
      <xs:element name="ReferenceProperties" type="wsa:ReferencePropertiesType" minOccurs="0"/>
      <xs:element name="ReferenceParameters" type="wsa:ReferenceParametersType" minOccurs="0"/>
      <xs:element name="PortType" type="wsa:AttributedQName" minOccurs="0"/>
      <xs:element name="ServiceName" type="wsa:ServiceNameType" minOccurs="0"/>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    ${others}
  </xs:complexType>
  ${references('ReferencePropertiesType')}
  ${references('ReferenceParametersType')}
  ${attributed('ServiceNameType', 'xs:QName', '<xs:attribute name="PortName" type="xs:NCName"/>')}
  <xs:element name="MessageID" type="wsa:AttributedURI"/>
  <xs:element name="RelatesTo" type="wsa:Relationship"/>
  <xs:element name="To" type="wsa:AttributedURI"/>
  <xs:element name="Action" type="wsa:AttributedURI"/>
  <xs:element name="From" type="wsa:EndpointReferenceType"/>
  <xs:element name="ReplyTo" type="wsa:EndpointReferenceType"/>
  <xs:element name="FaultTo" type="wsa:EndpointReferenceType"/>
  ${attributed(
    'Relationship',
    'xs:anyURI',
    '<xs:attribute name="RelationshipType" type="xs:QName"/>',
  )}
  <xs:simpleType name="RelationshipTypeValues">
    <xs:restriction base="xs:QName"><xs:enumeration value="wsa:Reply"/></xs:restriction>
  </xs:simpleType>
  <xs:element name="ReplyAfter" type="wsa:ReplyAfterType"/>
  ${attributed('ReplyAfterType', 'xs:nonNegativeInteger')}
  <xs:element name="RetryAfter" type="wsa:RetryAfterType"/>
  ${attributed('RetryAfterType', 'xs:nonNegativeInteger')}
  <xs:simpleType name="FaultSubcodeValues">
    <xs:restriction base="xs:QName">
      ${codes.map((code) => `<xs:enumeration value="wsa:${code}"/>`).join('\n      ')}
    </xs:restriction>
  </xs:simpleType>
  <xs:attribute name="Action" type="xs:anyURI"/>
  ${attributed('AttributedQName', 'xs:QName')}
  ${attributed('AttributedURI', 'xs:anyURI')}
</xs:schema>`;

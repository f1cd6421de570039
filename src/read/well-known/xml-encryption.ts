/** XML Encryption (W3C, 2002; section 3). */
export const xmlEncryptionSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"
  targetNamespace="http://www.w3.org/2001/04/xmlenc#" elementFormDefault="qualified">
  <xs:import namespace="http://www.w3.org/2000/09/xmldsig#"/>
  <xs:complexType name="EncryptedType" abstract="true">
    <xs:sequence>
      <xs:element name="EncryptionMethod" type="xenc:EncryptionMethodType" minOccurs="0"/>
      <xs:element ref="ds:KeyInfo" minOccurs="0"/>
      <xs:element ref="xenc:CipherData"/>
      <xs:element ref="xenc:EncryptionProperties" minOccurs="0"/>
    </xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
    <xs:attribute name="Type" type="xs:anyURI"/>
    <xs:attribute name="MimeType" type="xs:string"/>
    <xs:attribute name="Encoding" type="xs:anyURI"/>
  </xs:complexType>
  <xs:complexType name="EncryptionMethodType" mixed="true">
    <xs:sequence>
      <xs:element name="KeySize" type="xenc:KeySizeType" minOccurs="0"/>
      <xs:element name="OAEPparams" type="xs:base64Binary" minOccurs="0"/>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="Algorithm" type="xs:anyURI" use="required"/>
  </xs:complexType>
  <xs:simpleType name="KeySizeType"><xs:restriction base="xs:integer"/></xs:simpleType>
  <xs:element name="CipherData" type="xenc:CipherDataType"/>
  <xs:complexType name="CipherDataType">
    <xs:choice>
      <xs:element name="CipherValue" type="xs:base64Binary"/>
      <xs:element ref="xenc:CipherReference"/>
    </xs:choice>
  </xs:complexType>
  <xs:element name="CipherReference" type="xenc:CipherReferenceType"/>
  <xs:complexType name="CipherReferenceType">
    <xs:choice>
      <xs:element name="Transforms" type="xenc:TransformsType" minOccurs="0"/>
    </xs:choice>
    <xs:attribute name="URI" type="xs:anyURI" use="required"/>
  </xs:complexType>
  <xs:complexType name="TransformsType">
    <xs:sequence>
      <xs:element ref="ds:Transform" maxOccurs="unbounded"/>
    </xs:sequence>
  </xs:complexType>
  <xs:element name="EncryptedData" type="xenc:EncryptedDataType"/>
  <xs:complexType name="EncryptedDataType">
    <xs:complexContent>
      <xs:extension base="xenc:EncryptedType">
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:element name="EncryptedKey" type="xenc:EncryptedKeyType"/>
  <xs:complexType name="EncryptedKeyType">
    <xs:complexContent>
      <xs:extension base="xenc:EncryptedType">
        <xs:sequence>
          <xs:element ref="xenc:ReferenceList" minOccurs="0"/>
          <xs:element name="CarriedKeyName" type="xs:string" minOccurs="0"/>
        </xs:sequence>
        <xs:attribute name="Recipient" type="xs:string"/>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:element name="AgreementMethod" type="xenc:AgreementMethodType"/>
  <xs:complexType name="AgreementMethodType" mixed="true">
    <xs:sequence>
      <xs:element name="KA-Nonce" type="xs:base64Binary" minOccurs="0"/>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="OriginatorKeyInfo" type="ds:KeyInfoType" minOccurs="0"/>
      <xs:element name="RecipientKeyInfo" type="ds:KeyInfoType" minOccurs="0"/>
    </xs:sequence>
    <xs:attribute name="Algorithm" type="xs:anyURI" use="required"/>
  </xs:complexType>
  <xs:element name="ReferenceList">
    <xs:complexType>
      <xs:choice maxOccurs="unbounded">
        <xs:element name="DataReference" type="xenc:ReferenceType"/>
        <xs:element name="KeyReference" type="xenc:ReferenceType"/>
      </xs:choice>
    </xs:complexType>
  </xs:element>
  <xs:complexType name="ReferenceType">
    <xs:sequence>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="URI" type="xs:anyURI" use="required"/>
  </xs:complexType>
  <xs:element name="EncryptionProperties" type="xenc:EncryptionPropertiesType"/>
  <xs:complexType name="EncryptionPropertiesType">
    <xs:sequence>
      <xs:element ref="xenc:EncryptionProperty" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>
  <xs:element name="EncryptionProperty" type="xenc:EncryptionPropertyType"/>
  <xs:complexType name="EncryptionPropertyType" mixed="true">
    <xs:choice maxOccurs="unbounded"><xs:any namespace="##other" processContents="lax"/></xs:choice>
    <xs:attribute name="Target" type="xs:anyURI"/>
    <xs:attribute name="Id" type="xs:ID"/>
    <xs:anyAttribute namespace="http://www.w3.org/XML/1998/namespace"/>
  </xs:complexType>
</xs:schema>`;

import { builtinNames } from '../../model/xsd/builtin-types.ts';

/** Elements of its copies of built-in types, with which untyped arrays name their items. */
const elements = ['base64', 'anyType', ...builtinNames]
  .filter((name) => name !== 'guid' && name !== 'char' && name !== 'anySimpleType')
  .map((name) => `<xs:element name="${name}" type="tns:${name}"/>`)
  .join('\n  ');

/**
 * Schema of the SOAP encoding, 1.1 or 1.2, as far as contracts refer to it. Its copies of built-in
 * types are treated as these, and `Array` gets its item type from `wsdl:arrayType`.
 */
export function soapEncodingSchema(namespace: string): string {
  const shared =
    namespace === 'http://schemas.xmlsoap.org/soap/encoding/'
      ? `<xs:attribute name="id" type="xs:ID"/>
    <xs:attribute name="href" type="xs:anyURI"/>`
      : `<xs:attribute ref="tns:id"/>
    <xs:attribute ref="tns:ref"/>`;
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${namespace}"
    targetNamespace="${namespace}">
  <xs:attribute name="root" type="xs:boolean"/>
  <xs:attribute name="id" type="xs:ID"/>
  <xs:attribute name="ref" type="xs:IDREF"/>
  <xs:attribute name="nodeType" type="xs:string"/>
  <xs:attribute name="arrayType" type="xs:string"/>
  <xs:attribute name="offset" type="xs:string"/>
  <xs:attribute name="position" type="xs:string"/>
  <xs:attribute name="itemType" type="xs:QName"/>
  <xs:attribute name="arraySize" type="xs:string"/>
  <xs:attributeGroup name="commonAttributes">
    ${shared}
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:attributeGroup>
  <xs:attributeGroup name="arrayAttributes">
    <xs:attribute ref="tns:arrayType"/>
    <xs:attribute ref="tns:offset"/>
  </xs:attributeGroup>
  <xs:attributeGroup name="arrayMemberAttributes">
    <xs:attribute ref="tns:position"/>
  </xs:attributeGroup>
  <xs:group name="Array">
    <xs:sequence>
      <xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
  </xs:group>
  <xs:group name="Struct">
    <xs:sequence>
      <xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
  </xs:group>
  <xs:complexType name="Array">
    <xs:group ref="tns:Array" minOccurs="0"/>
    <xs:attributeGroup ref="tns:arrayAttributes"/>
    <xs:attributeGroup ref="tns:commonAttributes"/>
  </xs:complexType>
  <xs:complexType name="Struct">
    <xs:group ref="tns:Struct" minOccurs="0"/>
    <xs:attributeGroup ref="tns:commonAttributes"/>
  </xs:complexType>
  <xs:simpleType name="arrayCoordinate"><xs:restriction base="xs:string"/></xs:simpleType>
  ${elements}
  <xs:element name="Array" type="tns:Array"/>
  <xs:element name="Struct" type="tns:Struct"/>
</xs:schema>`;
}

import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { namespaces } from '../../model/xml.ts';
import { builtinNames } from '../../model/xsd/schema.ts';
import type { SchemaDocument } from '../../model/xsd/schema-document.ts';
import { createSyntaxLog } from '../syntax.ts';
import { parseXmlTree } from '../xml-tree.ts';
import { readSchema } from './schema.ts';
import {
  baseFaultsSchema,
  baseNotificationSchema,
  brokeredNotificationSchema,
  resourceLifetimeSchema,
  resourcePropertiesSchema,
  resourceSchema,
  serviceGroupSchema,
  wsAddressing2004Schema,
  wsAddressingSchema,
  wsTopicsSchema,
} from './well-known-ws.ts';

const any = (namespace: string): string =>
  `<xs:sequence>
      <xs:any namespace="${namespace}" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>`;

/** The SOAP 1.1 envelope. */
export const soapEnvelope11Schema: string = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:tns="http://schemas.xmlsoap.org/soap/envelope/"
  targetNamespace="http://schemas.xmlsoap.org/soap/envelope/">
  <xs:attribute name="mustUnderstand" type="xs:boolean"/>
  <xs:attribute name="actor" type="xs:anyURI"/>
  <xs:attribute name="encodingStyle" type="tns:encodingStyle"/>
  <xs:simpleType name="encodingStyle">
    <xs:list itemType="xs:anyURI"/>
  </xs:simpleType>
  <xs:attributeGroup name="encodingStyle">
    <xs:attribute ref="tns:encodingStyle"/>
  </xs:attributeGroup>
  <xs:element name="Envelope" type="tns:Envelope"/>
  <xs:complexType name="Envelope">
    <xs:sequence>
      <xs:element ref="tns:Header" minOccurs="0"/>
      <xs:element ref="tns:Body"/>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="Header" type="tns:Header"/>
  <xs:complexType name="Header">
    ${any('##other')}
  </xs:complexType>
  <xs:element name="Body" type="tns:Body"/>
  <xs:complexType name="Body">
    ${any('##any')}
  </xs:complexType>
  <xs:element name="Fault" type="tns:Fault"/>
  <xs:complexType name="Fault">
    <xs:sequence>
      <xs:element name="faultcode" type="xs:QName"/>
      <xs:element name="faultstring" type="xs:string"/>
      <xs:element name="faultactor" type="xs:anyURI" minOccurs="0"/>
      <xs:element name="detail" type="tns:detail" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="detail">
    ${any('##any')}
  </xs:complexType>
</xs:schema>`;

/** The SOAP 1.2 envelope. */
export const soapEnvelope12Schema: string = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:tns="http://www.w3.org/2003/05/soap-envelope"
  targetNamespace="http://www.w3.org/2003/05/soap-envelope" elementFormDefault="qualified">
  <xs:import namespace="http://www.w3.org/XML/1998/namespace"/>
  <xs:attribute name="mustUnderstand" type="xs:boolean" default="false"/>
  <xs:attribute name="role" type="xs:anyURI"/>
  <xs:attribute name="relay" type="xs:boolean" default="false"/>
  <xs:attribute name="encodingStyle" type="xs:anyURI"/>
  <xs:element name="Envelope" type="tns:Envelope"/>
  <xs:complexType name="Envelope">
    <xs:sequence>
      <xs:element ref="tns:Header" minOccurs="0"/>
      <xs:element ref="tns:Body"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="Header" type="tns:Header"/>
  <xs:complexType name="Header">
    ${any('##any')}
  </xs:complexType>
  <xs:element name="Body" type="tns:Body"/>
  <xs:complexType name="Body">
    ${any('##any')}
  </xs:complexType>
  <xs:element name="Fault" type="tns:Fault"/>
  <xs:complexType name="Fault">
    <xs:sequence>
      <xs:element name="Code" type="tns:faultcode"/>
      <xs:element name="Reason" type="tns:faultreason"/>
      <xs:element name="Node" type="xs:anyURI" minOccurs="0"/>
      <xs:element name="Role" type="xs:anyURI" minOccurs="0"/>
      <xs:element name="Detail" type="tns:detail" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="faultreason">
    <xs:sequence>
      <xs:element name="Text" type="tns:reasontext" maxOccurs="unbounded"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="reasontext">
    <xs:simpleContent>
      <xs:extension base="xs:string">
        <xs:attribute ref="xml:lang" use="required"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="faultcode">
    <xs:sequence>
      <xs:element name="Value" type="xs:QName"/>
      <xs:element name="Subcode" type="tns:subcode" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="subcode">
    <xs:sequence>
      <xs:element name="Value" type="xs:QName"/>
      <xs:element name="Subcode" type="tns:subcode" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="detail">
    ${any('##any')}
  </xs:complexType>
</xs:schema>`;

/** Elements of its copies of built-in types, with which untyped arrays name their items. */
const encodingElements = ['base64', 'anyType', ...builtinNames]
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
  ${encodingElements}
  <xs:element name="Array" type="tns:Array"/>
  <xs:element name="Struct" type="tns:Struct"/>
</xs:schema>`;
}

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

/** Types whose values are attachments: an element that refers to its part by `cid:`. */
const attached = ['DataHandler', 'Image', 'Multipart', 'octet-stream', 'PlainText', 'Source'];

/** Types whose values are XML. */
const xml = ['Document', 'Element'];

/**
 * Types of Apache SOAP and Axis 1 for Java classes. PHP and Axis have them built in, so that
 * contracts use them without a schema.
 */
const apacheSoapSchema: string = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
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

/** ASMX's `guid` and `char`. Only makes the namespace known, because the types are built in. */
export const microsoftTypesSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  targetNamespace="http://microsoft.com/wsdl/types/" elementFormDefault="qualified">
  <xs:simpleType name="guid">
    <xs:restriction base="xs:string">
      <xs:pattern
        value="[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:simpleType name="char">
    <xs:restriction base="xs:unsignedShort"/>
  </xs:simpleType>
</xs:schema>`;

const names = [
  'anyType',
  'anyURI',
  'base64Binary',
  'boolean',
  'byte',
  'dateTime',
  'decimal',
  'double',
  'float',
  'int',
  'long',
  'QName',
  'short',
  'string',
  'unsignedByte',
  'unsignedInt',
  'unsignedLong',
  'unsignedShort',
];

const serializationElements = names
  .map((name) => `  <xs:element name="${name}" nillable="true" type="xs:${name}"/>`)
  .join('\n');

/** Elements and types of the data contract serializer, as WCF writes them with its contracts. */
export const serializationSchema: string = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:tns="http://schemas.microsoft.com/2003/10/Serialization/"
  targetNamespace="http://schemas.microsoft.com/2003/10/Serialization/"
  attributeFormDefault="qualified" elementFormDefault="qualified">
${serializationElements}
  <xs:element name="char" nillable="true" type="tns:char"/>
  <xs:simpleType name="char">
    <xs:restriction base="xs:int"/>
  </xs:simpleType>
  <xs:element name="duration" nillable="true" type="tns:duration"/>
  <xs:simpleType name="duration">
    <xs:restriction base="xs:duration">
      <xs:pattern value="\\-?P(\\d*D)?(T(\\d*H)?(\\d*M)?(\\d*(\\.\\d*)?S)?)?"/>
      <xs:minInclusive value="-P10675199DT2H48M5.4775808S"/>
      <xs:maxInclusive value="P10675199DT2H48M5.4775807S"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:element name="guid" nillable="true" type="tns:guid"/>
  <xs:simpleType name="guid">
    <xs:restriction base="xs:string">
      <xs:pattern
        value="[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:attribute name="FactoryType" type="xs:QName"/>
  <xs:attribute name="Id" type="xs:ID"/>
  <xs:attribute name="Ref" type="xs:IDREF"/>
</xs:schema>`;

/** Attributes of the `xml` prefix (xml.xsd). */
export const xmlNamespaceSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  targetNamespace="http://www.w3.org/XML/1998/namespace">
  <xs:attribute name="lang" type="xs:string"/>
  <xs:attribute name="space">
    <xs:simpleType>
      <xs:restriction base="xs:NCName">
        <xs:enumeration value="default"/>
        <xs:enumeration value="preserve"/>
      </xs:restriction>
    </xs:simpleType>
  </xs:attribute>
  <xs:attribute name="base" type="xs:anyURI"/>
  <xs:attribute name="id" type="xs:ID"/>
  <xs:attributeGroup name="specialAttrs">
    <xs:attribute ref="xml:base"/>
    <xs:attribute ref="xml:lang"/>
    <xs:attribute ref="xml:space"/>
    <xs:attribute ref="xml:id"/>
  </xs:attributeGroup>
</xs:schema>`;

/** XML Schema itself, as far as messages contain schemas: ASMX's DataSet includes its own. */
export const xmlSchemaSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  targetNamespace="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:element name="schema">
    <xs:complexType mixed="true">
      <xs:sequence>
        <xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
      </xs:sequence>
      <xs:anyAttribute processContents="lax"/>
    </xs:complexType>
  </xs:element>
</xs:schema>`;

/** XML Signature (W3C, 2002; section 4). */
const xmlSignatureSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:ds="http://www.w3.org/2000/09/xmldsig#" targetNamespace="http://www.w3.org/2000/09/xmldsig#"
  elementFormDefault="qualified">
  <xs:simpleType name="CryptoBinary"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:simpleType name="DigestValueType"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:simpleType name="HMACOutputLengthType"><xs:restriction base="xs:integer"/></xs:simpleType>
  <xs:element name="DigestValue" type="ds:DigestValueType"/>
  <xs:element name="Signature" type="ds:SignatureType"/>
  <xs:complexType name="SignatureType">
    <xs:sequence>
      <xs:element ref="ds:SignedInfo"/>
      <xs:element ref="ds:SignatureValue"/>
      <xs:element ref="ds:KeyInfo" minOccurs="0"/>
      <xs:element ref="ds:Object" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>
  <xs:element name="SignatureValue" type="ds:SignatureValueType"/>
  <xs:complexType name="SignatureValueType">
    <xs:simpleContent>
      <xs:extension base="xs:base64Binary"><xs:attribute name="Id" type="xs:ID"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:element name="SignedInfo" type="ds:SignedInfoType"/>
  <xs:complexType name="SignedInfoType">
    <xs:sequence>
      <xs:element ref="ds:CanonicalizationMethod"/>
      <xs:element ref="ds:SignatureMethod"/>
      <xs:element ref="ds:Reference" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>
  <xs:element name="CanonicalizationMethod" type="ds:CanonicalizationMethodType"/>
  <xs:complexType name="CanonicalizationMethodType" mixed="true">
    <xs:sequence>
      <xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    <xs:attribute name="Algorithm" type="xs:anyURI" use="required"/>
  </xs:complexType>
  <xs:element name="SignatureMethod" type="ds:SignatureMethodType"/>
  <xs:complexType name="SignatureMethodType" mixed="true">
    <xs:sequence>
      <xs:element name="HMACOutputLength" type="ds:HMACOutputLengthType" minOccurs="0"/>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="Algorithm" type="xs:anyURI" use="required"/>
  </xs:complexType>
  <xs:element name="Reference" type="ds:ReferenceType"/>
  <xs:complexType name="ReferenceType">
    <xs:sequence>
      <xs:element ref="ds:Transforms" minOccurs="0"/>
      <xs:element ref="ds:DigestMethod"/>
      <xs:element ref="ds:DigestValue"/>
    </xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
    <xs:attribute name="URI" type="xs:anyURI"/>
    <xs:attribute name="Type" type="xs:anyURI"/>
  </xs:complexType>
  <xs:element name="Transforms" type="ds:TransformsType"/>
  <xs:complexType name="TransformsType">
    <xs:sequence>
      <xs:element ref="ds:Transform" maxOccurs="unbounded"/>
    </xs:sequence>
  </xs:complexType>
  <xs:element name="Transform" type="ds:TransformType"/>
  <xs:complexType name="TransformType" mixed="true">
    <xs:choice minOccurs="0" maxOccurs="unbounded">
      <xs:any namespace="##other" processContents="lax"/>
      <xs:element name="XPath" type="xs:string"/>
    </xs:choice>
    <xs:attribute name="Algorithm" type="xs:anyURI" use="required"/>
  </xs:complexType>
  <xs:element name="DigestMethod" type="ds:DigestMethodType"/>
  <xs:complexType name="DigestMethodType" mixed="true">
    <xs:sequence>
      <xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="Algorithm" type="xs:anyURI" use="required"/>
  </xs:complexType>
  <xs:element name="KeyInfo" type="ds:KeyInfoType"/>
  <xs:complexType name="KeyInfoType" mixed="true">
    <xs:choice maxOccurs="unbounded">
      <xs:element ref="ds:KeyName"/>
      <xs:element ref="ds:KeyValue"/>
      <xs:element ref="ds:RetrievalMethod"/>
      <xs:element ref="ds:X509Data"/>
      <xs:element ref="ds:PGPData"/>
      <xs:element ref="ds:SPKIData"/>
      <xs:element ref="ds:MgmtData"/>
      <xs:any namespace="##other" processContents="lax"/>
    </xs:choice>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>
  <xs:element name="KeyName" type="xs:string"/>
  <xs:element name="MgmtData" type="xs:string"/>
  <xs:element name="KeyValue" type="ds:KeyValueType"/>
  <xs:complexType name="KeyValueType" mixed="true">
    <xs:choice>
      <xs:element ref="ds:DSAKeyValue"/>
      <xs:element ref="ds:RSAKeyValue"/>
      <xs:any namespace="##other" processContents="lax"/>
    </xs:choice>
  </xs:complexType>
  <xs:element name="RetrievalMethod" type="ds:RetrievalMethodType"/>
  <xs:complexType name="RetrievalMethodType">
    <xs:sequence>
      <xs:element ref="ds:Transforms" minOccurs="0"/>
    </xs:sequence>
    <xs:attribute name="URI" type="xs:anyURI"/>
    <xs:attribute name="Type" type="xs:anyURI"/>
  </xs:complexType>
  <xs:element name="X509Data" type="ds:X509DataType"/>
  <xs:complexType name="X509DataType">
    <xs:sequence maxOccurs="unbounded">
      <xs:choice>
        <xs:element name="X509IssuerSerial" type="ds:X509IssuerSerialType"/>
        <xs:element name="X509SKI" type="xs:base64Binary"/>
        <xs:element name="X509SubjectName" type="xs:string"/>
        <xs:element name="X509Certificate" type="xs:base64Binary"/>
        <xs:element name="X509CRL" type="xs:base64Binary"/>
        <xs:any namespace="##other" processContents="lax"/>
      </xs:choice>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="X509IssuerSerialType">
    <xs:sequence>
      <xs:element name="X509IssuerName" type="xs:string"/>
      <xs:element name="X509SerialNumber" type="xs:integer"/>
    </xs:sequence>
  </xs:complexType>
  <xs:element name="PGPData" type="ds:PGPDataType"/>
  <xs:complexType name="PGPDataType">
    <xs:choice>
      <xs:sequence>
        <xs:element name="PGPKeyID" type="xs:base64Binary"/>
        <xs:element name="PGPKeyPacket" type="xs:base64Binary" minOccurs="0"/>
        <xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
      <xs:sequence>
        <xs:element name="PGPKeyPacket" type="xs:base64Binary"/>
        <xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
    </xs:choice>
  </xs:complexType>
  <xs:element name="SPKIData" type="ds:SPKIDataType"/>
  <xs:complexType name="SPKIDataType">
    <xs:sequence maxOccurs="unbounded">
      <xs:element name="SPKISexp" type="xs:base64Binary"/>
      <xs:any namespace="##other" processContents="lax" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:element name="Object" type="ds:ObjectType"/>
  <xs:complexType name="ObjectType" mixed="true">
    <xs:sequence minOccurs="0" maxOccurs="unbounded">
      <xs:any namespace="##any" processContents="lax"/>
    </xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
    <xs:attribute name="MimeType" type="xs:string"/>
    <xs:attribute name="Encoding" type="xs:anyURI"/>
  </xs:complexType>
  <xs:element name="Manifest" type="ds:ManifestType"/>
  <xs:complexType name="ManifestType">
    <xs:sequence>
      <xs:element ref="ds:Reference" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>
  <xs:element name="SignatureProperties" type="ds:SignaturePropertiesType"/>
  <xs:complexType name="SignaturePropertiesType">
    <xs:sequence>
      <xs:element ref="ds:SignatureProperty" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>
  <xs:element name="SignatureProperty" type="ds:SignaturePropertyType"/>
  <xs:complexType name="SignaturePropertyType" mixed="true">
    <xs:choice maxOccurs="unbounded"><xs:any namespace="##other" processContents="lax"/></xs:choice>
    <xs:attribute name="Target" type="xs:anyURI" use="required"/>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>
  <xs:element name="DSAKeyValue" type="ds:DSAKeyValueType"/>
  <xs:complexType name="DSAKeyValueType">
    <xs:sequence>
      <xs:sequence minOccurs="0">
        <xs:element name="P" type="ds:CryptoBinary"/>
        <xs:element name="Q" type="ds:CryptoBinary"/>
      </xs:sequence>
      <xs:element name="G" type="ds:CryptoBinary" minOccurs="0"/>
      <xs:element name="Y" type="ds:CryptoBinary"/>
      <xs:element name="J" type="ds:CryptoBinary" minOccurs="0"/>
      <xs:sequence minOccurs="0">
        <xs:element name="Seed" type="ds:CryptoBinary"/>
        <xs:element name="PgenCounter" type="ds:CryptoBinary"/>
      </xs:sequence>
    </xs:sequence>
  </xs:complexType>
  <xs:element name="RSAKeyValue" type="ds:RSAKeyValueType"/>
  <xs:complexType name="RSAKeyValueType">
    <xs:sequence>
      <xs:element name="Modulus" type="ds:CryptoBinary"/>
      <xs:element name="Exponent" type="ds:CryptoBinary"/>
    </xs:sequence>
  </xs:complexType>
</xs:schema>`;

/** XML Encryption (W3C, 2002; section 3). */
const xmlEncryptionSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
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

const schemas: ReadonlyMap<string, () => string> = new Map([
  [namespaces.xml, () => xmlNamespaceSchema],
  [namespaces.xsd, () => xmlSchemaSchema],
  [namespaces.soapEncoding11, () => soapEncodingSchema(namespaces.soapEncoding11)],
  [namespaces.soapEncoding12, () => soapEncodingSchema(namespaces.soapEncoding12)],
  [namespaces.microsoftTypes, () => microsoftTypesSchema],
  [namespaces.soapEnvelope11, () => soapEnvelope11Schema],
  [namespaces.soapEnvelope12, () => soapEnvelope12Schema],
  ['http://schemas.microsoft.com/2003/10/Serialization/', () => serializationSchema],
  ['http://www.w3.org/2005/08/addressing', () => wsAddressingSchema],
  ['http://schemas.xmlsoap.org/ws/2004/08/addressing', () => wsAddressing2004Schema],
  ['http://docs.oasis-open.org/wsn/b-2', () => baseNotificationSchema],
  ['http://docs.oasis-open.org/wsn/br-2', () => brokeredNotificationSchema],
  ['http://docs.oasis-open.org/wsn/t-1', () => wsTopicsSchema],
  ['http://docs.oasis-open.org/wsrf/bf-2', () => baseFaultsSchema],
  ['http://docs.oasis-open.org/wsrf/r-2', () => resourceSchema],
  ['http://docs.oasis-open.org/wsrf/rl-2', () => resourceLifetimeSchema],
  ['http://docs.oasis-open.org/wsrf/rp-2', () => resourcePropertiesSchema],
  ['http://docs.oasis-open.org/wsrf/sg-2', () => serviceGroupSchema],
  ['http://www.w3.org/2005/05/xmlmime', () => xmlMimeSchema],
  ['http://ws-i.org/profiles/basic/1.1/xsd', () => attachmentReferenceSchema],
  ['http://www.w3.org/2004/08/xop/include', () => xopSchema],
  ['http://xml.apache.org/xml-soap', () => apacheSoapSchema],
  ['http://www.w3.org/2000/09/xmldsig#', () => xmlSignatureSchema],
  ['http://www.w3.org/2001/04/xmlenc#', () => xmlEncryptionSchema],
]);

/** Whether the schema of a namespace is built in. */
export function isWellKnown(namespace: string): boolean {
  return schemas.has(namespace);
}

const parsed = new Map<string, SchemaDocument>();

/** The built-in schema of a namespace, parsed on demand. */
export function wellKnownSchema(namespace: string): SchemaDocument | undefined {
  const known = parsed.get(namespace);
  if (known !== undefined) return known;
  const text = schemas.get(namespace)?.();
  if (text === undefined) return undefined;
  const sink = createDiagnosticBag();
  const root = parseXmlTree({ path: namespace, text }, sink);
  if (root === undefined) return undefined;
  const document = { ...readSchema(root, createSyntaxLog(sink)).document, builtin: true };
  parsed.set(namespace, document);
  return document;
}

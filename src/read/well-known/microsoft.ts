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

const elements = names
  .map((name) => `  <xs:element name="${name}" nillable="true" type="xs:${name}"/>`)
  .join('\n');

/** Elements and types of the data contract serializer, as WCF writes them with its contracts. */
export const serializationSchema: string = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:tns="http://schemas.microsoft.com/2003/10/Serialization/"
  targetNamespace="http://schemas.microsoft.com/2003/10/Serialization/"
  attributeFormDefault="qualified" elementFormDefault="qualified">
${elements}
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

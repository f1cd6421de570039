// A WSDL as large as one likes, of the constructs large ones are made of, so that growth can be
// looked at with everything else equal.

/**
 * Types every operation of one group shares: a record with an enumeration, an extension, a choice,
 * an attribute, a list of records.
 */
function groupTypes(group) {
  return `
      <s:simpleType name="State${group}"><s:restriction base="s:string"><s:enumeration value="Open"/><s:enumeration value="Closed"/></s:restriction></s:simpleType>
      <s:complexType name="Record${group}"><s:sequence>
        <s:element minOccurs="1" maxOccurs="1" name="Id" type="s:int"/>
        <s:element minOccurs="0" maxOccurs="1" name="Name" type="s:string"/>
        <s:element minOccurs="1" maxOccurs="1" name="State" type="tns:State${group}"/>
        <s:element minOccurs="1" maxOccurs="1" name="Changed" type="s:dateTime"/>
        <s:choice><s:element name="Amount" type="s:decimal"/><s:element name="Percent" type="s:double"/></s:choice>
      </s:sequence><s:attribute name="version" type="s:int"/></s:complexType>
      <s:complexType name="LongRecord${group}"><s:complexContent><s:extension base="tns:Record${group}"><s:sequence>
        <s:element minOccurs="0" maxOccurs="unbounded" name="Note" type="s:string"/>
        <s:element minOccurs="0" maxOccurs="1" name="Parent" type="tns:Record${group}"/>
      </s:sequence></s:extension></s:complexContent></s:complexType>
      <s:complexType name="ArrayOfRecord${group}"><s:sequence><s:element minOccurs="0" maxOccurs="unbounded" name="Record${group}" nillable="true" type="tns:Record${group}"/></s:sequence></s:complexType>`;
}

const elements = (name, group) => `
      <s:element name="${name}"><s:complexType><s:sequence>
        <s:element minOccurs="1" maxOccurs="1" name="id" type="s:int"/>
        <s:element minOccurs="0" maxOccurs="1" name="record" type="tns:LongRecord${group}"/>
      </s:sequence></s:complexType></s:element>
      <s:element name="${name}Response"><s:complexType><s:sequence>
        <s:element minOccurs="0" maxOccurs="1" name="${name}Result" type="tns:ArrayOfRecord${group}"/>
      </s:sequence></s:complexType></s:element>`;

const messages = (name) => `
  <message name="${name}SoapIn"><part name="parameters" element="tns:${name}"/></message>
  <message name="${name}SoapOut"><part name="parameters" element="tns:${name}Response"/></message>`;

const portTypeOperation = (name) => `
    <operation name="${name}"><documentation>What ${name} does.</documentation><input message="tns:${name}SoapIn"/><output message="tns:${name}SoapOut"/></operation>`;

const bindingOperation = (name) => `
    <operation name="${name}"><soap:operation soapAction="urn:growth/${name}" style="document"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;

/**
 * @param operations how many; four share one set of types
 * @param change a word that is in the documentation of one operation, for a contract that
 *   differs from another in that alone
 * @returns the text of a WSDL
 */
export function syntheticContract(operations, change = '') {
  const group = (index) => index >> 2;
  const names = Array.from({ length: operations }, (_, index) => ({
    name: `Change${index}Record`,
    group: group(index),
  }));
  const groups = Array.from({ length: group(operations - 1) + 1 }, (_, index) => index);
  const each = (write) => names.map(({ name, group }) => write(name, group)).join('');
  return `<?xml version="1.0" encoding="utf-8"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:growth" targetNamespace="urn:growth" name="Growth">
  <types>
    <s:schema elementFormDefault="qualified" targetNamespace="urn:growth">${groups.map(groupTypes).join('')}${each(elements)}
    </s:schema>
  </types>${each(messages)}
  <portType name="GrowthSoap">${each(portTypeOperation)}
  </portType>
  <binding name="GrowthSoap" type="tns:GrowthSoap"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each(bindingOperation)}
  </binding>
  <service name="Growth"><documentation>A service of ${operations} operations. ${change}</documentation><port name="GrowthSoap" binding="tns:GrowthSoap"><soap:address location="http://localhost/Growth.asmx"/></port></service>
</definitions>
`;
}

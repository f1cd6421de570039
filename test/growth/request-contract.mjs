// The contract of the requests whose work is counted: an operation for each kind of content, over
// every binding.

const scalars =
  'string int long integer decimal double float boolean dateTime date time duration base64Binary hexBinary anyURI QName token ' +
  'normalizedString gYear unsignedByte language NMTOKENS';

const optional = (name, type) => `<xs:element name="${name}" type="${type}" minOccurs="0"/>`;
const many = (name, type, more = '') =>
  `<xs:element name="${name}" type="${type}" minOccurs="0" maxOccurs="unbounded"${more}/>`;
const restricted = (name, base, facets) =>
  `<xs:element name="${name}" minOccurs="0"><xs:simpleType><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType></xs:element>`;

/** Types by name; each has an operation of the same name that takes and gives one. */
const contents = {
  Values: `<xs:sequence>
    ${scalars
      .split(' ')
      .map((name) => optional(name, `xs:${name}`))
      .join('')}
    <xs:element name="numbers" minOccurs="0"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:element>
    <xs:element name="either" minOccurs="0"><xs:simpleType><xs:union memberTypes="xs:int xs:date t:Color"/></xs:simpleType></xs:element>
    ${optional('color', 't:Color')}
    ${restricted('code', 'xs:string', '<xs:pattern value="(a|aa)*b"/>')}
    ${restricted('word', 'xs:token', '<xs:pattern value="[a-z ]*"/><xs:maxLength value="100"/>')}
    ${restricted('amount', 'xs:decimal', '<xs:totalDigits value="9"/>')}</xs:sequence>`,
  Choices: `<xs:choice minOccurs="0" maxOccurs="unbounded">
    <xs:element name="x" type="xs:string"/><xs:element name="y" type="xs:int"/><xs:element name="z" type="xs:string" maxOccurs="unbounded"/></xs:choice>`,
  Turns: `<xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="a" type="xs:string"/>${optional('b', 'xs:string')}</xs:sequence>`,
  Branches: `<xs:choice minOccurs="0" maxOccurs="unbounded">
    <xs:sequence><xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:string"/></xs:sequence>
    <xs:element name="c" type="xs:string" minOccurs="2" maxOccurs="3"/></xs:choice>`,
  Rows: `<xs:sequence>${many('Row', 't:Row', ' nillable="true"')}</xs:sequence>`,
  Keep: '<xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence><xs:anyAttribute/>',
  Shapes: `<xs:sequence>${many('Shape', 't:Shape')}</xs:sequence>`,
  Links: `<xs:sequence>${many('Link', 't:Link')}</xs:sequence>`,
};
const mixed = `<xs:complexType name="Mix" mixed="true"><xs:sequence>${many('b', 'xs:string')}</xs:sequence></xs:complexType>`;

const types = `
  ${Object.entries(contents)
    .map(([name, content]) => `<xs:complexType name="${name}">${content}</xs:complexType>`)
    .join('\n  ')}
  ${mixed}
  <xs:simpleType name="Color"><xs:restriction base="xs:string"><xs:enumeration value="red"/><xs:enumeration value="green"/></xs:restriction></xs:simpleType>
  <xs:complexType name="Row"><xs:sequence><xs:element name="id" type="xs:int"/>${optional('name', 'xs:string')}${optional('tags', 't:Tags')}
    ${optional('rows', 't:Rows')}</xs:sequence><xs:attribute name="label" type="xs:string"/></xs:complexType>
  <xs:complexType name="Tags"><xs:sequence>${many('string', 'xs:string')}</xs:sequence></xs:complexType>
  <xs:complexType name="Shape"><xs:sequence>${optional('title', 'xs:string')}</xs:sequence></xs:complexType>
  <xs:complexType name="Link"><xs:sequence>${optional('to', 'xs:IDREFS')}${many('Link', 't:Link')}</xs:sequence><xs:attribute name="id" type="xs:ID"/><xs:attribute name="ref" type="xs:IDREF"/></xs:complexType>
  <xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence>${optional('radius', 'xs:int')}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Node"><xs:sequence>${many('text', 'xs:string')}${many('node', 't:Node', ' nillable="true"')}</xs:sequence></xs:complexType>
  <xs:element name="Session" type="xs:string"/>
  <xs:element name="Text" type="xs:string"/>`;

const operations = [...Object.keys(contents), 'Mix'];
const each = (list, write) => list.map(write).join('\n  ');

const elements = each(
  operations,
  (
    name,
  ) => `<xs:element name="${name}"><xs:complexType><xs:sequence>${optional('value', `t:${name}`)}</xs:sequence></xs:complexType></xs:element>
  <xs:element name="${name}Response"><xs:complexType><xs:sequence>${optional(`${name}Result`, `t:${name}`)}</xs:sequence></xs:complexType></xs:element>`,
);
const messages = each(
  operations,
  (name) => `<message name="${name}In"><part name="parameters" element="t:${name}"/></message>
  <message name="${name}Out"><part name="parameters" element="t:${name}Response"/></message>`,
);
const portOperation = (name, input = name, output = name) =>
  `<operation name="${name}"><input message="t:${input}In"/><output message="t:${output}Out"/></operation>`;

const encodings = {
  soap: 'http://schemas.xmlsoap.org/soap/encoding/',
  soap12: 'http://www.w3.org/2003/05/soap-encoding',
};

function soapBinding(soap) {
  const action = (name) => `soapAction="urn:growth/${name}"`;
  const body = `<${soap}:body use="literal"/>`;
  const header = `<${soap}:header message="t:Head" part="session" use="literal"/>`;
  const encoded = `<${soap}:body use="encoded" namespace="urn:growth" encodingStyle="${encodings[soap]}"/>`;
  return `<binding name="${soap}" type="t:GrowthSoap"><${soap}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  ${each(operations, (name) => `<operation name="${name}"><${soap}:operation ${action(name)}/><input>${body}${header}</input><output>${body}</output></operation>`)}
  <operation name="Join"><${soap}:operation ${action('Join')} style="rpc"/><input>${encoded}</input><output>${encoded}</output></operation>
  <operation name="Attach"><${soap}:operation ${action('Attach')}/><input><mime:multipartRelated>
    <mime:part><${soap}:body parts="parameters" use="literal"/></mime:part><mime:part><mime:content part="file" type="image/png"/></mime:part>
    </mime:multipartRelated></input><output>${body}</output></operation></binding>`;
}

function httpBinding(name, verb, location, input) {
  return `<binding name="${name}" type="t:${name}"><http:binding verb="${verb}"/><operation name="Find"><http:operation location="${location}"/>
    <input>${input}</input><output><mime:mimeXml part="Body"/></output></operation></binding>`;
}

const port = (name, soap, binding) =>
  `<port name="${name}" binding="t:${binding}"><${soap}:address location="http://localhost/growth"/></port>`;

/**
 * A WSDL with operations over SOAP 1.1, SOAP 1.2, HTTP GET (also with its parameters in the path)
 * and HTTP POST.
 */
export const requestContract = `<definitions name="Growth" targetNamespace="urn:growth" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
  xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:growth">
  <types><xs:schema targetNamespace="urn:growth" elementFormDefault="qualified">${types}
  ${elements}</xs:schema></types>
  ${messages}
  <message name="Head"><part name="session" element="t:Session"/></message>
  <message name="JoinIn"><part name="root" type="t:Node"/></message>
  <message name="JoinOut"><part name="JoinResult" type="t:Node"/></message>
  <message name="AttachIn"><part name="parameters" element="t:Values"/><part name="file" type="xs:base64Binary"/></message>
  <message name="FindIn"><part name="text" type="xs:string"/><part name="number" type="xs:int"/></message>
  <message name="FindOut"><part name="Body" element="t:Text"/></message>
  <portType name="GrowthSoap">
  ${each(operations, (name) => portOperation(name))}
  ${portOperation('Join')}
  ${portOperation('Attach', 'Attach', 'Values')}</portType>
  ${each(['GrowthHttpGet', 'GrowthHttpPost'], (name) => `<portType name="${name}">${portOperation('Find')}</portType>`)}
  ${soapBinding('soap')}
  ${soapBinding('soap12')}
  ${httpBinding('GrowthHttpGet', 'GET', '/Find', '<http:urlEncoded/>')}
  ${httpBinding('GrowthHttpPost', 'POST', '/Find', '<mime:content type="application/x-www-form-urlencoded"/>')}
  <service name="Growth">${port('GrowthSoap', 'soap', 'soap')}${port('GrowthSoap12', 'soap12', 'soap12')}
  ${port('GrowthHttpGet', 'http', 'GrowthHttpGet')}${port('GrowthHttpPost', 'http', 'GrowthHttpPost')}</service>
</definitions>`;

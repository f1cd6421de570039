// The contract that every stack gets: document/literal, wrapped, qualified, as ASMX publishes it.

const fault = '<w:fault name="InvalidPhone" message="t:Problem"/>';

/** Operations: the content of request and answer; no answer is one-way. */
const operations = {
  Get: ['<x:element name="id" type="x:int"/>', result('Get', 't:Student'), fault],
  List: ['', result('List', 't:Students')],
  Who: ['<x:element name="id" type="x:int"/>', result('Who', 't:Person')],
  Ping: ['', ''],
  Save: [
    '<x:element name="student" type="t:Student"/><x:element name="note" type="x:string" minOccurs="0"/>',
    result('Save', 'x:string'),
    fault,
  ],
  Echo: ['<x:element name="values" type="t:Values"/>', result('Echo', 't:Values')],
  Notify: ['<x:element name="text" type="x:string" minOccurs="0"/>'],
};

/** Operations that a contract has where it names them. */
const others = {
  Find: ['<x:element name="id" type="x:int"/>', result('Find', 't:Students')],
  Price: ['<x:element name="price" type="t:Money" minOccurs="1"/>', result('Price', 't:Money')],
};
const otherTypes = {
  Price: `<x:complexType name="Money"><x:simpleContent><x:extension base="x:decimal">
  <x:attribute name="currency" type="x:string"/>
</x:extension></x:simpleContent></x:complexType>`,
};

function result(name, type) {
  return `<x:element name="${name}Result" type="${type}" minOccurs="0"/>`;
}

const types = `
<x:complexType name="Person"><x:sequence>
  <x:element name="id" type="x:int"/><x:element name="name" type="x:string"/>
</x:sequence></x:complexType>
<x:complexType name="Student"><x:complexContent><x:extension base="t:Person"><x:sequence>
  <x:element name="born" type="x:date" minOccurs="0"/>
  <x:element name="mark" type="x:int" minOccurs="0"/>
  <x:element name="kind" type="t:Kind" minOccurs="0"/>
  <x:element name="tag" type="x:string" minOccurs="0" maxOccurs="unbounded"/>
  <x:element name="address" type="t:Address" minOccurs="0"/>
</x:sequence><x:attribute name="seen" type="x:boolean"/></x:extension></x:complexContent></x:complexType>
<x:complexType name="Students"><x:sequence>
  <x:element name="Student" type="t:Student" minOccurs="0" maxOccurs="unbounded"/>
</x:sequence></x:complexType>
<x:complexType name="Address"><x:sequence>
  <x:element name="city" type="x:string"/><x:element name="zip" type="x:string" minOccurs="0"/>
</x:sequence></x:complexType>
<x:simpleType name="Kind"><x:restriction base="x:string">
  <x:enumeration value="A"/><x:enumeration value="B"/>
</x:restriction></x:simpleType>
<x:complexType name="Values"><x:sequence>
  <x:element name="text" type="x:string" minOccurs="0"/>
  <x:element name="flag" type="x:boolean" minOccurs="0"/>
  <x:element name="count" type="x:int" minOccurs="0"/>
  <x:element name="long" type="x:long" minOccurs="0"/>
  <x:element name="price" type="x:decimal" minOccurs="0"/>
  <x:element name="weight" type="x:double" minOccurs="0"/>
  <x:element name="at" type="x:dateTime" minOccurs="0"/>
  <x:element name="day" type="x:date" minOccurs="0"/>
  <x:element name="hour" type="x:time" minOccurs="0"/>
  <x:element name="photo" type="x:base64Binary" minOccurs="0"/>
  <x:element name="level" type="x:int" nillable="true"/>
</x:sequence></x:complexType>
<x:element name="InvalidPhone"><x:complexType><x:sequence>
  <x:element name="reason" type="x:string"/>
</x:sequence></x:complexType></x:element>`;

const versions = {
  Soap: ['soap', 'http://schemas.xmlsoap.org/wsdl/soap/'],
  Soap12: ['soap12', 'http://schemas.xmlsoap.org/wsdl/soap12/'],
  HttpGet: ['http', 'http://schemas.xmlsoap.org/wsdl/http/'],
  HttpPost: ['http', 'http://schemas.xmlsoap.org/wsdl/http/'],
};
const mime = ['mime', 'http://schemas.xmlsoap.org/wsdl/mime/'];

/** Bindings to HTTP as ASMX publishes them, of one operation, by name. */
const httpBindings = {
  HttpGet: ['GET', '<http:urlEncoded/>'],
  HttpPost: ['POST', '<mime:content type="application/x-www-form-urlencoded"/>'],
};
const httpBinding = (name) => {
  const [verb, input] = httpBindings[name];
  return `<w:message name="${name}In"><w:part name="id" type="x:string"/></w:message>
<w:message name="${name}Out"><w:part name="Body" element="t:Person"/></w:message>
<w:portType name="School${name}">
<w:operation name="Who"><w:input message="t:${name}In"/><w:output message="t:${name}Out"/></w:operation>
</w:portType>
<w:binding name="School${name}" type="t:School${name}">
<http:binding verb="${verb}"/><w:operation name="Who"><http:operation location="/Who"/><w:input>${input}</w:input>
<w:output><mime:mimeXml part="Body"/></w:output></w:operation>
</w:binding>`;
};

/**
 * The contract as WSDL.
 * @param url where the service is
 * @param ports `Soap`, `Soap12`, `HttpGet`, `HttpPost`
 * @param only names of the operations to have
 * @param namespace its target namespace
 * @param imports where a schema is that it imports
 */
export function contract({
  url,
  ports = ['Soap'],
  only = Object.keys(operations),
  namespace = 'urn:school',
  imports = '',
}) {
  const known = Object.entries({ ...operations, ...others });
  const chosen = known.filter(([name]) => only.includes(name));
  const each = (write) => chosen.map(write).join('\n');
  const element = (name, content) => {
    const type =
      content === ''
        ? '<x:complexType/>'
        : `<x:complexType><x:sequence>${content}</x:sequence></x:complexType>`;
    return `<x:element name="${name}">${type}</x:element>`;
  };
  const message = (name, of) =>
    `<w:message name="${name}"><w:part name="parameters" element="t:${of}"/></w:message>`;
  const binding = (port) => {
    if (port in httpBindings) return httpBinding(port);
    const [soap] = versions[port];
    const body = `<${soap}:body use="literal"/>`;
    const faults = `<w:fault name="InvalidPhone"><${soap}:fault name="InvalidPhone" use="literal"/></w:fault>`;
    return `<w:binding name="School${port}" type="t:SchoolSoap">
<${soap}:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>
${each(
  ([name, [, output, known]]) =>
    `<w:operation name="${name}"><${soap}:operation soapAction="urn:school/${name}"/><w:input>${body}</w:input>` +
    `${output === undefined ? '' : `<w:output>${body}</w:output>`}${known ? faults : ''}</w:operation>`,
)}
</w:binding>`;
  };
  const hasHttp = ports.some((port) => port in httpBindings);
  const prefixes = new Map([...ports.map((port) => versions[port]), ...(hasHttp ? [mime] : [])]);
  const text = `<?xml version="1.0" encoding="utf-8"?>
<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:x="http://www.w3.org/2001/XMLSchema"
  ${[...prefixes].map(([prefix, name]) => `xmlns:${prefix}="${name}"`).join(' ')} xmlns:t="urn:school"
  targetNamespace="urn:school" name="School">
<w:types><x:schema targetNamespace="urn:school" elementFormDefault="qualified">
${imports === '' ? '' : `<x:import namespace="urn:other" schemaLocation="${imports}"/>`}
${each(
  ([name, [input, output]]) =>
    element(name, input) + (output === undefined ? '' : element(`${name}Response`, output)),
)}
${types}${only.map((name) => otherTypes[name] ?? '').join('')}
${hasHttp ? '<x:element name="Person" type="t:Person"/>' : ''}
</x:schema></w:types>
${each(
  ([name, [, output]]) =>
    message(`${name}SoapIn`, name) +
    (output === undefined ? '' : message(`${name}SoapOut`, `${name}Response`)),
)}
<w:message name="Problem"><w:part name="detail" element="t:InvalidPhone"/></w:message>
<w:portType name="SchoolSoap">
${each(
  ([name, [, output, known = '']]) =>
    `<w:operation name="${name}"><w:input message="t:${name}SoapIn"/>` +
    `${output === undefined ? '' : `<w:output message="t:${name}SoapOut"/>`}${known}</w:operation>`,
)}
</w:portType>
${ports.map(binding).join('\n')}
<w:service name="School">
${ports
  .map(
    (port) =>
      `<w:port name="School${port}" binding="t:School${port}"><${versions[port][0]}:address location="${url}"/></w:port>`,
  )
  .join('\n')}
</w:service>
</w:definitions>
`;
  return text.replaceAll('urn:school', namespace);
}

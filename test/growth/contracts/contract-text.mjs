// Parts of contracts that grow. Names have four digits at any size, so that eight times the parts
// are eight times the text.

/** What `write` makes of the numbers below `count`, as one text. */
export const each = (count, write) =>
  Array.from({ length: count }, (_, at) => write(String(at).padStart(4, '0'), at)).join('\n');

export const element = (name, type = 'xs:string', more = '') =>
  `<xs:element name="${name}" type="${type}"${more}/>`;
export const optional = (name, type) => element(name, type, ' minOccurs="0"');
export const model = (kind, content, more = '') => `<xs:${kind}${more}>${content}</xs:${kind}>`;
export const sequence = (content, more) => model('sequence', content, more);
export const choice = (content, more) => model('choice', content, more);
export const many = ' minOccurs="0" maxOccurs="unbounded"';
export const complexType = (name, content, more = '') =>
  `<xs:complexType name="${name}"${more}>${content}</xs:complexType>`;
export const extension = (name, base, content) =>
  complexType(
    name,
    `<xs:complexContent><xs:extension base="${base}">${content}</xs:extension></xs:complexContent>`,
  );
export const simpleType = (name, content) =>
  `<xs:simpleType name="${name}">${content}</xs:simpleType>`;
export const restriction = (base, facets) =>
  `<xs:restriction base="${base}">${facets}</xs:restriction>`;
export const enumeration = (value) => `<xs:enumeration value="${value}"/>`;

const namespaces = `xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
  xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t"`;

export const definitions = (content) =>
  `<definitions name="Growth" targetNamespace="urn:t" ${namespaces}>${content}</definitions>`;
export const types = (content, more = '') =>
  `<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified"${more}>${content}</xs:schema></types>`;
export const message = (name, parts) => `<message name="${name}">${parts}</message>`;
export const elementPart = (name) => `<part name="parameters" element="t:${name}"/>`;
export const operation = (name, more = '') =>
  `<operation name="${name}"><input message="t:${name}In"/><output message="t:${name}Out"/>${more}</operation>`;
export const portType = (name, operations) => `<portType name="${name}">${operations}</portType>`;
export const soapBinding = (name, type, operations, style = 'document') =>
  `<binding name="${name}" type="t:${type}"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="${style}"/>${operations}</binding>`;
const literal = '<soap:body use="literal"/>';
export const boundOperation = (name, input = literal, output = literal, more = '') =>
  `<operation name="${name}"><soap:operation soapAction="urn:t/${name}"/><input>${input}</input><output>${output}</output>${more}</operation>`;
export const port = (name, binding) =>
  `<port name="${name}" binding="t:${binding}"><soap:address location="http://localhost/growth"/></port>`;
export const service = (name, ports) => `<service name="${name}">${ports}</service>`;

/** Request and answer elements of an operation, with what is in the request. */
export const wrappers = (name, content) =>
  `<xs:element name="${name}"><xs:complexType>${content}</xs:complexType></xs:element>
  <xs:element name="${name}Response"><xs:complexType>${sequence(optional('Result', 'xs:string'))}</xs:complexType></xs:element>`;
export const messagesOf = (name) =>
  `${message(`${name}In`, elementPart(name))}${message(`${name}Out`, elementPart(`${name}Response`))}`;

/** Port type, binding and service of one operation. */
export const oneOperation = `${messagesOf('Do')}
  ${portType('GrowthSoap', operation('Do'))}
  ${soapBinding('GrowthSoap', 'GrowthSoap', boundOperation('Do'))}
  ${service('Growth', port('GrowthSoap', 'GrowthSoap'))}`;

/**
 * A WSDL of one operation.
 *
 * @param schema beside the elements of the operation
 * @param content what is in its request element
 */
export const contract = (schema, content = sequence(optional('value', 't:T'))) =>
  definitions(`${types(`${wrappers('Do', content)}\n${schema}`)}\n${oneOperation}`);

/** A WSDL of one operation whose type `T` has the content. */
export const content = (text, schema = '') => contract(`${complexType('T', text)}\n${schema}`);

/** Elements that name types, for the request. */
export const uses = (count, type) => sequence(each(count, (id) => optional(`u${id}`, type(id))));

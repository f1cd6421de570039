// Contracts whose root has a number of elements, each of a type of its own, or that have a number of
// operations.

const repeat = (count, write) => Array.from({ length: count }, (_, index) => write(index)).join('');
const fields = (index) =>
  `<xs:sequence><xs:element name="A${index}" type="xs:string"/></xs:sequence>`;
const types = (count) =>
  repeat(count, (index) => `<xs:complexType name="T${index}">${fields(index)}</xs:complexType>`);
const elements = (count, more = '') =>
  repeat(count, (index) => `<xs:element name="E${index}" type="s:T${index}"${more}/>`);
const derived = (index, base) => `<xs:complexType name="T${index}"><xs:complexContent>
  <xs:extension base="s:${base}">${fields(index)}</xs:extension></xs:complexContent></xs:complexType>`;
/** Simple elements with a letter and the number. */
const simple = (index, letters) =>
  [...letters].map((one) => `<xs:element name="${one}${index}" type="xs:string"/>`).join('');
const choice = (index, letters = 'ab') => `<xs:choice>${simple(index, letters)}</xs:choice>`;
const sequenceOf = (count, write) => root(`<xs:sequence>${repeat(count, write)}</xs:sequence>`);
/** A step of extension with a choice of its own; the last one is the root. */
const step = (
  index,
  count,
) => `<xs:complexType name="${index === count - 1 ? 'Root' : `T${index}`}">
  <xs:complexContent><xs:extension base="s:${index === 0 ? 'Base' : `T${index - 1}`}">
  <xs:sequence>${choice(index)}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
/** Types that derive from the root, of which one has the root in a choice. */
const recursive = `<xs:complexType name="Wider"><xs:complexContent>
  <xs:extension base="s:Root"><xs:attribute name="Extra" type="xs:int"/></xs:extension>
  </xs:complexContent></xs:complexType>
  <xs:complexType name="Deeper"><xs:complexContent><xs:extension base="s:Wider"><xs:choice>
  <xs:element name="Left" type="xs:int"/><xs:element name="Right" type="s:Root"/>
  </xs:choice></xs:extension></xs:complexContent></xs:complexType>`;
const root = (content) => `<xs:complexType name="Root">${content}</xs:complexType>`;

/** The schema's types, by how the elements are in the root. */
const schemas = {
  sequence: (count) =>
    types(count) + root(`<xs:sequence>${elements(count, ' minOccurs="0"')}</xs:sequence>`),
  choice: (count) => types(count) + root(`<xs:choice>${elements(count)}</xs:choice>`),
  repeatedChoice: (count) =>
    types(count) + root(`<xs:choice maxOccurs="unbounded">${elements(count)}</xs:choice>`),
  derivedTypes: (count) =>
    root('<xs:sequence><xs:element name="Id" type="xs:string"/></xs:sequence>') +
    repeat(count, (index) => derived(index, 'Root')) +
    recursive,
  choices: (count) => sequenceOf(count, (index) => choice(index)),
  wideChoices: (count) => sequenceOf(count / 6, (index) => choice(index, 'abcdefghijklmnopqrst')),
  optionalPairs: (count) =>
    sequenceOf(count, (index) => `<xs:sequence minOccurs="0">${simple(index, 'ab')}</xs:sequence>`),
  steps: (count) =>
    `<xs:complexType name="Base"><xs:sequence/></xs:complexType>${repeat(count / 3, (index) => step(index, count / 3))}`,
  operations: (count) =>
    types(count) + root('<xs:sequence><xs:element name="Id" type="xs:string"/></xs:sequence>'),
};

/** Operations that take a type of their own, or one that takes the root. */
const messages = (kind, count) => {
  if (kind !== 'operations') return [{ operation: 'Send', element: 'Root' }];
  return Array.from({ length: count }, (_, index) => ({
    operation: `Send${index}`,
    element: `Sent${index}`,
    type: `T${index}`,
  }));
};

const joined = (all, write) => all.map(write).join('');

/**
 * A WSDL.
 * @param {keyof typeof schemas} kind what there is a number of
 * @param {number} count of elements, types or operations
 */
export function compiledContract(kind, count) {
  const all = messages(kind, count);
  return `<definitions name="S" targetNamespace="urn:s" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:s="urn:s" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <types><xs:schema targetNamespace="urn:s" elementFormDefault="qualified">
    ${schemas[kind](count)}${joined(
      all,
      ({ element, type = 'Root' }) => `<xs:element name="${element}" type="s:${type}"/>`,
    )}
  </xs:schema></types>
  ${joined(
    all,
    ({ operation, element }) => `<message name="${operation}Message">
    <part name="body" element="s:${element}"/></message>`,
  )}
  <portType name="P">${joined(
    all,
    ({ operation }) => `<operation name="${operation}">
    <input message="s:${operation}Message"/><output message="s:${operation}Message"/>
  </operation>`,
  )}</portType>
  <binding name="B" type="s:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${joined(
      all,
      ({ operation }) => `<operation name="${operation}">
      <soap:operation soapAction="urn:s/${operation}"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
    </operation>`,
    )}</binding>
  <service name="S"><port name="P" binding="s:B"><soap:address location="http://localhost/s"/></port>
  </service></definitions>`;
}

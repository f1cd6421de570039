/** What an rpc contract is made of. */
export interface RpcParts {
  readonly use: 'literal' | 'encoded';
  /** Content of the schema of `urn:rpc`; prefixes `xs`, `t`, `e` (SOAP encoding) and `w` (WSDL). */
  readonly schema?: string;
  readonly schemas?: string;
  /** Names and types of the parts of the request. */
  readonly input: Readonly<Record<string, string>>;
  readonly output: Readonly<Record<string, string>>;
  /** Names and types of declared faults, whose parts are all named `fault`. */
  readonly faults?: Readonly<Record<string, string>>;
}

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';

/** A WSDL with one operation in the style rpc, `Run`. */
export function rpcContract({
  use,
  schema = '',
  schemas = '',
  input,
  output,
  faults = {},
}: RpcParts): string {
  const parts = (given: Readonly<Record<string, string>>): string =>
    Object.entries(given)
      .map(([name, type]) => `<w:part name="${name}" type="${type}"/>`)
      .join('');
  const style = use === 'encoded' ? ` encodingStyle="${encoding}"` : '';
  const eachFault = (write: (name: string, type: string) => string): string =>
    Object.entries(faults)
      .map(([name, type]) => write(name, type))
      .join('');
  const body = `<s:body use="${use}" namespace="urn:rpc"${style}/>`;
  return `<w:definitions name="Rpc" targetNamespace="urn:rpc" xmlns:t="urn:rpc"
    xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="${encoding}" xmlns:p="urn:parts">
  <w:types>${schemas}<xs:schema targetNamespace="urn:rpc">${schema}</xs:schema></w:types>
  <w:message name="In">${parts(input)}</w:message>
  <w:message name="Out">${parts(output)}</w:message>
  ${eachFault((name, type) => `<w:message name="${name}"><w:part name="fault" type="${type}"/></w:message>`)}
  <w:portType name="P"><w:operation name="Run">
    <w:input message="t:In"/><w:output message="t:Out"/>
    ${eachFault((name) => `<w:fault name="${name}" message="t:${name}"/>`)}
  </w:operation></w:portType>
  <w:binding name="B" type="t:P">
    <s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <w:operation name="Run"><s:operation soapAction="urn:rpc/Run"/>
      <w:input>${body}</w:input><w:output>${body}</w:output>
      ${eachFault((name) => `<w:fault name="${name}"><s:fault name="${name}" use="${use}"${style}/></w:fault>`)}
    </w:operation>
  </w:binding>
  <w:service name="S"><w:port name="P" binding="t:B"><s:address location="http://localhost/s"/></w:port></w:service>
</w:definitions>`;
}

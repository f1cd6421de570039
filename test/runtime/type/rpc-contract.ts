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
  /** Names and types of headers, of requests and answers alike. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it has a port for SOAP 1.2, too. */
  readonly soap12?: true;
  /** Those of the headers that only its binding has. */
  readonly only12?: readonly string[];
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
  headers = {},
  soap12,
  only12 = [],
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
  const bodyOf = (prefix: string): string =>
    Object.keys(headers)
      .filter((name) => prefix === 's12' || !only12.includes(name))
      .map((name) => `<s:header message="t:Headers" part="${name}" use="${use}"${style}/>`)
      .concat(`<s:body use="${use}" namespace="urn:rpc"${style}/>`)
      .join('');
  const binding = (name: string, prefix: string): string =>
    `<w:binding name="${name}" type="t:P">
    <${prefix}:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <w:operation name="Run"><s:operation soapAction="urn:rpc/Run"/>
      <w:input>${bodyOf(prefix)}</w:input><w:output>${bodyOf(prefix)}</w:output>
      ${eachFault((fault) => `<w:fault name="${fault}"><s:fault name="${fault}" use="${use}"${style}/></w:fault>`)}
    </w:operation>
  </w:binding>`.replace(/<s:/g, `<${prefix}:`);
  const port = (name: string, prefix: string): string =>
    `<w:port name="${name}" binding="t:B${name}"><${prefix}:address location="http://localhost/s"/></w:port>`;
  return `<w:definitions name="Rpc" targetNamespace="urn:rpc" xmlns:t="urn:rpc"
    xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="${encoding}" xmlns:p="urn:parts">
  <w:types>${schemas}<xs:schema targetNamespace="urn:rpc">${schema}</xs:schema></w:types>
  <w:message name="In">${parts(input)}</w:message>
  <w:message name="Out">${parts(output)}</w:message>
  <w:message name="Headers">${parts(headers)}</w:message>
  ${eachFault((name, type) => `<w:message name="${name}"><w:part name="fault" type="${type}"/></w:message>`)}
  <w:portType name="P"><w:operation name="Run">
    <w:input message="t:In"/><w:output message="t:Out"/>
    ${eachFault((name) => `<w:fault name="${name}" message="t:${name}"/>`)}
  </w:operation></w:portType>
  ${binding('BP', 's')}${soap12 ? binding('BP12', 's12') : ''}
  <w:service name="S">${port('P', 's')}${soap12 ? port('P12', 's12') : ''}</w:service>
</w:definitions>`;
}

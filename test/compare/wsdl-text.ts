/** What of a small WSDL can be chosen. */
export interface WsdlParts {
  /** Declarations in the schema, beside the wrapper elements. */
  readonly schema?: string;
  /** Attributes of `xs:schema`. */
  readonly form?: string;
  /** Content of the request's wrapper. */
  readonly input?: string;
  /** Content of the response's wrapper. */
  readonly output?: string;
  /** Further messages. */
  readonly messages?: string;
  /** Further parts of the portType operation. */
  readonly operation?: string;
  /** Extra inside `wsdl:input` of the binding, after the body. */
  readonly bound?: string;
  /** Extra inside the binding operation. */
  readonly faults?: string;
  readonly action?: string;
  readonly style?: string;
  readonly use?: string;
  readonly namespace?: string;
  readonly port?: string;
  readonly address?: string;
  /** Further ports, and extensions of the service. */
  readonly ports?: string;
  readonly documentation?: string;
  /** Parts of an rpc request. */
  readonly parts?: string;
}

/** A WSDL with one service `S`, one SOAP 1.1 port and one operation `Op`. */
export function wsdl(given: WsdlParts = {}): string {
  const { namespace = 'urn:s', style = 'document', use = 'literal', port = 'SSoap' } = given;
  const form = given.form ?? 'elementFormDefault="qualified"';
  const parts = given.parts ?? '<w:part name="parameters" element="t:Op"/>';
  const body = style === 'rpc' ? `use="${use}" namespace="${namespace}"` : `use="${use}"`;
  return `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="${namespace}" targetNamespace="${namespace}">
  <w:types><x:schema targetNamespace="${namespace}" ${form}>
    <x:element name="Op"><x:complexType><x:sequence>${given.input ?? ''}</x:sequence></x:complexType></x:element>
    <x:element name="OpResponse"><x:complexType><x:sequence>${given.output ?? ''}</x:sequence></x:complexType></x:element>
    ${given.schema ?? ''}
  </x:schema></w:types>
  <w:message name="OpIn">${parts}</w:message>
  <w:message name="OpOut">${style === 'rpc' ? '' : '<w:part name="parameters" element="t:OpResponse"/>'}</w:message>
  ${given.messages ?? ''}
  <w:portType name="P"><w:operation name="Op">${given.documentation ?? ''}
    <w:input message="t:OpIn"/><w:output message="t:OpOut"/>${given.operation ?? ''}
  </w:operation></w:portType>
  <w:binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="${style}"/>
    <w:operation name="Op"><soap:operation soapAction="${given.action ?? 'urn:s/Op'}"/>
      <w:input><soap:body ${body}/>${given.bound ?? ''}</w:input><w:output><soap:body ${body}/></w:output>${given.faults ?? ''}
    </w:operation></w:binding>
  <w:service name="S"><w:port name="${port}" binding="t:B"><soap:address location="${given.address ?? 'http://h/s.asmx'}"/></w:port>${given.ports ?? ''}</w:service>
</w:definitions>`;
}

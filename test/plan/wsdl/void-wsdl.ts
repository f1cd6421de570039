/** A void operation as ASMX's WSDL shows it. */
export interface VoidOperation {
  readonly name: string;
  readonly parameters: readonly (readonly [name: string, type: string])[];
}

const head = `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:tns="http://tempuri.org/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:tm="http://microsoft.com/wsdl/mime/textMatching/" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="http://tempuri.org/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">
  <wsdl:types>
    <s:schema elementFormDefault="qualified" targetNamespace="http://tempuri.org/">
`;

function element({ name, parameters }: VoidOperation): string {
  const fields = parameters
    .map(
      ([parameter, type]) =>
        `            <s:element minOccurs="1" maxOccurs="1" name="${parameter}" type="s:${type}" />\n`,
    )
    .join('');
  const content =
    parameters.length === 0
      ? '        <s:complexType />\n'
      : `        <s:complexType>\n          <s:sequence>\n${fields}          </s:sequence>\n        </s:complexType>\n`;
  return `      <s:element name="${name}">
${content}      </s:element>
      <s:element name="${name}Response">
        <s:complexType />
      </s:element>
`;
}

function soapMessages({ name }: VoidOperation): string {
  return `  <wsdl:message name="${name}SoapIn">
    <wsdl:part name="parameters" element="tns:${name}" />
  </wsdl:message>
  <wsdl:message name="${name}SoapOut">
    <wsdl:part name="parameters" element="tns:${name}Response" />
  </wsdl:message>
`;
}

function httpMessages(verb: string): (operation: VoidOperation) => string {
  return ({ name, parameters }) => {
    const parts = parameters.map(([one]) => `    <wsdl:part name="${one}" type="s:string" />\n`);
    const input = parts.length === 0 ? ' />' : `>\n${parts.join('')}  </wsdl:message>`;
    return `  <wsdl:message name="${name}Http${verb}In"${input}
  <wsdl:message name="${name}Http${verb}Out" />
`;
  };
}

function portType(service: string, kind: string, operations: readonly VoidOperation[]): string {
  const described = operations.map(
    ({ name }) => `    <wsdl:operation name="${name}">
      <wsdl:input message="tns:${name}${kind}In" />
      <wsdl:output message="tns:${name}${kind}Out" />
    </wsdl:operation>
`,
  );
  return `  <wsdl:portType name="${service}${kind}">\n${described.join('')}  </wsdl:portType>\n`;
}

function soapBinding(
  service: string,
  soap: string,
  port: string,
  operations: readonly VoidOperation[],
): string {
  const described = operations.map(
    ({ name }) => `    <wsdl:operation name="${name}">
      <${soap}:operation soapAction="http://tempuri.org/${name}" style="document" />
      <wsdl:input>
        <${soap}:body use="literal" />
      </wsdl:input>
      <wsdl:output>
        <${soap}:body use="literal" />
      </wsdl:output>
    </wsdl:operation>
`,
  );
  return `  <wsdl:binding name="${port}" type="tns:${service}Soap">
    <${soap}:binding transport="http://schemas.xmlsoap.org/soap/http" />
${described.join('')}  </wsdl:binding>
`;
}

function httpBinding(service: string, verb: string, operations: readonly VoidOperation[]): string {
  const content =
    verb === 'Get'
      ? '<http:urlEncoded />'
      : '<mime:content type="application/x-www-form-urlencoded" />';
  const described = operations.map(
    ({ name }) => `    <wsdl:operation name="${name}">
      <http:operation location="/${name}" />
      <wsdl:input>
        ${content}
      </wsdl:input>
      <wsdl:output />
    </wsdl:operation>
`,
  );
  return `  <wsdl:binding name="${service}Http${verb}" type="tns:${service}Http${verb}">
    <http:binding verb="${verb.toUpperCase()}" />
${described.join('')}  </wsdl:binding>
`;
}

/** WSDL of a service in `http://tempuri.org/` whose operations are void, as ASMX publishes it. */
export function voidWsdl(
  service: string,
  operations: readonly VoidOperation[],
  address: string,
): string {
  const port = (
    kind: string,
    prefix: string,
  ): string => `    <wsdl:port name="${service}${kind}" binding="tns:${service}${kind}">
      <${prefix}:address location="${address}" />
    </wsdl:port>
`;
  return [
    head,
    ...operations.map(element),
    '    </s:schema>\n  </wsdl:types>\n',
    ...operations.map(soapMessages),
    ...operations.map(httpMessages('Get')),
    ...operations.map(httpMessages('Post')),
    portType(service, 'Soap', operations),
    portType(service, 'HttpGet', operations),
    portType(service, 'HttpPost', operations),
    soapBinding(service, 'soap', `${service}Soap`, operations),
    soapBinding(service, 'soap12', `${service}Soap12`, operations),
    httpBinding(service, 'Get', operations),
    httpBinding(service, 'Post', operations),
    `  <wsdl:service name="${service}">\n`,
    port('Soap', 'soap'),
    port('Soap12', 'soap12'),
    port('HttpGet', 'http'),
    port('HttpPost', 'http'),
    '  </wsdl:service>\n</wsdl:definitions>',
  ].join('');
}

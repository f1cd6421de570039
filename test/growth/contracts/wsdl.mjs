// The WSDL part of a contract.
import {
  boundOperation,
  complexType,
  definitions,
  each,
  element,
  elementPart,
  message,
  messagesOf,
  oneOperation,
  operation,
  optional,
  port,
  portType,
  sequence,
  service,
  soapBinding,
  types,
  wrappers,
} from './contract-text.mjs';

const small = wrappers('Do', sequence(optional('value', 'xs:string')));
const httpOperation = (id) => `<operation name="Do${id}"><http:operation location="/Do${id}"/>
  <input><http:urlEncoded/></input><output><mime:mimeXml part="Body"/></output></operation>`;

export const wsdls = {
  operations: (n) =>
    definitions(`${types(each(n, (id) => wrappers(`Do${id}`, sequence(optional('value', 'xs:string')))))}
  ${each(n, (id) => messagesOf(`Do${id}`))}
  ${portType(
    'GrowthSoap',
    each(n, (id) => operation(`Do${id}`, '')),
  )}
  ${soapBinding(
    'GrowthSoap',
    'GrowthSoap',
    each(n, (id) => boundOperation(`Do${id}`)),
  )}
  ${service('Growth', port('GrowthSoap', 'GrowthSoap'))}`),
  'port types, bindings and services': (n) =>
    definitions(`${types(small)}${messagesOf('Do')}
  ${each(n, (id) => portType(`P${id}`, operation('Do')))}
  ${each(n, (id) => soapBinding(`B${id}`, `P${id}`, boundOperation('Do')))}
  ${each(n, (id) => service(`S${id}`, port(`Port${id}`, `B${id}`)))}`),
  'services with types of their own': {
    count: 5,
    // each WSDL has all of them
    restates: true,
    write: (n) =>
      definitions(`${types(each(n, (id) => wrappers(`Do${id}`, sequence(optional('value', 'xs:string')))))}
  ${each(n, (id) => messagesOf(`Do${id}`))}
  ${each(n, (id) => portType(`P${id}`, operation(`Do${id}`)))}
  ${each(n, (id) => soapBinding(`B${id}`, `P${id}`, boundOperation(`Do${id}`)))}
  ${each(n, (id) => service(`S${id}`, port(`Port${id}`, `B${id}`)))}`),
  },
  'ports of one service': (n) =>
    definitions(`${types(small)}${messagesOf('Do')}
  ${each(n, (id) => portType(`P${id}`, operation('Do')))}
  ${each(n, (id) => soapBinding(`B${id}`, `P${id}`, boundOperation('Do')))}
  ${service(
    'S',
    each(n, (id) => port(`Port${id}`, `B${id}`)),
  )}`),
  'ports of one binding': (n) =>
    definitions(`${types(small)}${messagesOf('Do')}${portType('P', operation('Do'))}
  ${soapBinding('B', 'P', boundOperation('Do'))}
  ${service(
    'S',
    each(n, (id) => port(`Port${id}`, 'B')),
  )}`),
  'messages that no one uses': (n) =>
    definitions(
      `${types(small)}${each(n, (id) => message(`M${id}`, elementPart('Do')))}${oneOperation}`,
    ),
  overloads: {
    count: 10,
    write: (n) =>
      definitions(`${types(each(n, (id) => wrappers(`Do${id}`, sequence(optional('value', 'xs:string')))))}
  ${each(n, (id) => messagesOf(`Do${id}`))}
  ${portType(
    'P',
    each(
      n,
      (id) =>
        `<operation name="Do"><input name="I${id}" message="t:Do${id}In"/><output name="O${id}" message="t:Do${id}Out"/></operation>`,
    ),
  )}
  ${soapBinding(
    'B',
    'P',
    each(
      n,
      (id) =>
        `<operation name="Do"><soap:operation soapAction="urn:t/Do${id}"/><input name="I${id}"><soap:body use="literal"/></input><output name="O${id}"><soap:body use="literal"/></output></operation>`,
    ),
  )}
  ${service('S', port('S', 'B'))}`),
  },
  'headers of an operation': (n) =>
    definitions(`${types(`${small}${each(n, (id) => element(`H${id}`))}`)}${messagesOf('Do')}
  ${each(n, (id) => message(`H${id}`, `<part name="header" element="t:H${id}"/>`))}
  ${portType('P', operation('Do'))}
  ${soapBinding('B', 'P', boundOperation('Do', `<soap:body use="literal"/>${each(n, (id) => `<soap:header message="t:H${id}" part="header" use="literal"/>`)}`))}
  ${service('S', port('S', 'B'))}`),
  'faults of an operation': (n) =>
    definitions(`${types(`${small}${each(n, (id) => element(`F${id}`))}`)}${messagesOf('Do')}
  ${each(n, (id) => message(`F${id}`, `<part name="fault" element="t:F${id}"/>`))}
  ${portType(
    'P',
    operation(
      'Do',
      each(n, (id) => `<fault name="F${id}" message="t:F${id}"/>`),
    ),
  )}
  ${soapBinding(
    'B',
    'P',
    boundOperation(
      'Do',
      undefined,
      undefined,
      each(n, (id) => `<fault name="F${id}"><soap:fault name="F${id}" use="literal"/></fault>`),
    ),
  )}
  ${service('S', port('S', 'B'))}`),
  'parts of an rpc operation': (n) =>
    definitions(`${message(
      'DoIn',
      each(n, (id) => `<part name="p${id}" type="xs:string"/>`),
    )}${message('DoOut', '<part name="result" type="xs:int"/>')}
  ${portType('P', operation('Do'))}
  ${soapBinding('B', 'P', boundOperation('Do', '<soap:body use="literal" namespace="urn:t"/>', '<soap:body use="literal" namespace="urn:t"/>'), 'rpc')}
  ${service('S', port('S', 'B'))}`),
  'SOAP arrays': (n) => {
    const body =
      '<soap:body use="encoded" namespace="urn:t" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>';
    return definitions(`${types(
      each(n, (id) =>
        complexType(
          `A${id}`,
          `<xs:complexContent><xs:restriction base="soapenc:Array"><xs:attribute ref="soapenc:arrayType" wsdl:arrayType="xs:int[]"/></xs:restriction></xs:complexContent>`,
        ),
      ),
    )}${message(
      'DoIn',
      each(n, (id) => `<part name="p${id}" type="t:A${id}"/>`),
    )}${message('DoOut', '<part name="result" type="xs:int"/>')}
  ${portType('P', operation('Do'))}${soapBinding('B', 'P', boundOperation('Do', body, body), 'rpc')}
  ${service('S', port('S', 'B'))}`);
  },
  'HTTP operations': (n) =>
    definitions(`${types(element('Text'))}
  ${each(n, (id) => `${message(`Do${id}In`, '<part name="text" type="xs:string"/>')}${message(`Do${id}Out`, '<part name="Body" element="t:Text"/>')}`)}
  ${portType(
    'P',
    each(n, (id) => operation(`Do${id}`)),
  )}
  <binding name="B" type="t:P"><http:binding verb="GET"/>${each(n, httpOperation)}</binding>
  ${service('S', '<port name="S" binding="t:B"><http:address location="http://localhost/growth"/></port>')}`),
};

import { namespaces } from '../../model/common/namespaces.ts';
import type { SoapMessage } from '../../model/wsdl/service-model.ts';
import { isAnyType } from '../../model/xsd/builtin-schema.ts';
import type { SchemaType } from '../../model/xsd/schema.ts';
import { operationFields } from '../../plan/messages/nested-fields.ts';
import type { LintFinding, LintRule } from '../rule.ts';
import { schoolContract } from './example.ts';
import { elementsOf, listNames, operationsIn, operationsOf } from './walk.ts';

const encodedBody =
  '<soap:body use="encoded" namespace="http://tempuri.org/" ' +
  `encodingStyle="${namespaces.soapEncoding11}" />`;

/** ASMX6011. */
export const encodedMessages: LintRule = {
  code: 'ASMX6011',
  level: 'hint',
  explanation:
    'SOAP encoding (`use="encoded"`) is read and written according to SOAP 1.1 section 5. The ' +
    'WS-I Basic Profile forbids it, several current toolkits refuse such a WSDL, and no schema ' +
    'validates the messages. If you control the service, offer document/literal, too.',
  example: `<wsdl:binding name="SchoolSoap" type="tns:SchoolSoap">
  <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http" />
  <wsdl:operation name="Enrol">
    <soap:operation soapAction="http://tempuri.org/Enrol" />
    <wsdl:input>${encodedBody}</wsdl:input>
    <wsdl:output>${encodedBody}</wsdl:output>
  </wsdl:operation>
</wsdl:binding>
`,
  find(model) {
    return model.services.flatMap((service) => {
      const encoded = operationsIn(service).filter(({ soap11, soap12 }) =>
        [soap11, soap12].some((soap) => isEncoded(soap?.input) || isEncoded(soap?.output)),
      );
      const [first] = encoded;
      if (first === undefined) return [];
      const names = listNames(encoded.map((operation) => operation.name));
      const message = `service '${service.name}' uses SOAP encoding in ${names}`;
      return [{ message, span: first.span }];
    });
  },
};

function isEncoded(message: SoapMessage | undefined): boolean {
  return message?.use === 'encoded';
}

/** ASMX6012. */
export const untypedValues: LintRule = {
  code: 'ASMX6012',
  level: 'hint',
  explanation:
    'The contract does not declare a type here (`xs:anyType`; `object` in .NET), so the ' +
    'generated property is an `XmlElement` whose content is not checked. Give the value a ' +
    'type, or agree with the other side on what is sent.',
  example: schoolContract(['Enrol: { parameters: { student: anyType } }']),
  find(model, messages) {
    const findings = operationsOf(model).flatMap(({ operation }) =>
      operationFields(messages.of(operation)).flatMap(({ wireName, value, span }) =>
        value.kind === 'xml' && wireName !== undefined && span !== undefined
          ? [untyped(`'${wireName}'`, span)]
          : [],
      ),
    );
    return distinct([...findings, ...untypedElements(messages.shaper.used.types)]);
  },
};

/** Elements without a type in the content of messages. */
function untypedElements(types: Iterable<SchemaType>): readonly LintFinding[] {
  return [...types].flatMap((type) =>
    type.kind === 'complex'
      ? elementsOf(type.ownParticle)
          .filter((element) => isAnyType(element.type))
          .map(({ name, span }) => untyped(`'${name.localName}'`, span))
      : [],
  );
}

function untyped(what: string, span: LintFinding['span']): LintFinding {
  return { message: `${what} may hold anything: the contract gives it no type`, span };
}

/** Bindings and operations may share messages, so there is one finding for each position. */
function distinct(findings: readonly LintFinding[]): readonly LintFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ span }) => {
    const key = `${span?.file.path}\0${span?.start}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** ASMX6013. */
export const defaultNamespace: LintRule = {
  code: 'ASMX6013',
  level: 'off',
  explanation:
    'Visual Studio gives every new service the namespace `http://tempuri.org/`, ' +
    'and the help page of ASMX recommends changing it before the service is published. Later, ' +
    'the change breaks all existing clients. ' +
    'This rule is off unless configured.',
  example: schoolContract(['Ping: {}']),
  find(model) {
    return model.services
      .filter((service) => /^https?:\/\/tempuri\.org\/?$/i.test(service.namespace))
      .map(({ name, namespace, span }) => ({
        message: `service '${name}' has the default namespace '${namespace}'`,
        span,
      }));
  },
};

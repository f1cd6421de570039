import { describe, expect, test } from '@jest/globals';
import { wellKnownSchema } from '../../src/read/xsd/well-known.ts';
import { linkFiles, wsdl } from './contract-text.ts';

const standards: readonly (readonly [string, string])[] = [
  ['WS-Addressing 1.0', 'http://www.w3.org/2005/08/addressing'],
  ['WS-Addressing of 2004', 'http://schemas.xmlsoap.org/ws/2004/08/addressing'],
  ['xmlmime', 'http://www.w3.org/2005/05/xmlmime'],
  ['XOP', 'http://www.w3.org/2004/08/xop/include'],
  ['XML Signature', 'http://www.w3.org/2000/09/xmldsig#'],
  ['XML Encryption', 'http://www.w3.org/2001/04/xmlenc#'],
  ['SOAP encoding 1.1', 'http://schemas.xmlsoap.org/soap/encoding/'],
  ['SOAP encoding 1.2', 'http://www.w3.org/2003/05/soap-encoding'],
  ['Apache SOAP', 'http://xml.apache.org/xml-soap'],
  ['SOAP 1.1', 'http://schemas.xmlsoap.org/soap/envelope/'],
  ['SOAP 1.2', 'http://www.w3.org/2003/05/soap-envelope'],
  ['WS-BaseNotification', 'http://docs.oasis-open.org/wsn/b-2'],
  ['WS-BrokeredNotification', 'http://docs.oasis-open.org/wsn/br-2'],
  ['WS-Topics', 'http://docs.oasis-open.org/wsn/t-1'],
  ['WS-BaseFaults', 'http://docs.oasis-open.org/wsrf/bf-2'],
  ['WS-Resource', 'http://docs.oasis-open.org/wsrf/r-2'],
  ['WS-ResourceLifetime', 'http://docs.oasis-open.org/wsrf/rl-2'],
  ['WS-ResourceProperties', 'http://docs.oasis-open.org/wsrf/rp-2'],
  ['WS-ServiceGroup', 'http://docs.oasis-open.org/wsrf/sg-2'],
];

/** A document that uses every type and element of a namespace. */
function usingAllOf(namespace: string, link: string): string {
  const { types = [], elements = [] } = wellKnownSchema(namespace) ?? {};
  const ofTypes = types.map(({ name }) => {
    const local = name?.localName ?? '';
    return `<xs:element name="type-${local}" type="n:${local}"/>`;
  });
  const ofElements = elements.map(
    ({ name }) =>
      `<xs:complexType name="holds-${name.localName}"><xs:sequence><xs:element ref="n:${name.localName}"/></xs:sequence></xs:complexType>`,
  );
  return wsdl(
    `<types><xs:schema targetNamespace="urn:t" xmlns:n="${namespace}">${link}${ofTypes.join('')}${ofElements.join('')}</xs:schema></types>`,
  );
}

describe.each(standards)('the schema of %s', (_, namespace) => {
  test.each([
    ['imported without a location', `<xs:import namespace="${namespace}"/>`],
    [
      'imported from where it cannot be had',
      `<xs:import namespace="${namespace}" schemaLocation="http://elsewhere.example/a.xsd"/>`,
    ],
    ['used without an import', ''],
  ])('is built in, whole and sound: %s', (_how, link) => {
    const { lines, model } = linkFiles({ 'a.wsdl': usingAllOf(namespace, link) });
    expect(lines.filter((line) => !line.includes('ASMX3005'))).toEqual([]);
    expect(model).toBeDefined();
  });
});

test('a WSDL import of a schema that is built in needs no document', () => {
  const { lines } = linkFiles({
    'a.wsdl': wsdl(
      '<import namespace="http://www.w3.org/2005/08/addressing" location="ws-addr.xsd"/><types><xs:schema targetNamespace="urn:t"><xs:element name="E" type="a:EndpointReferenceType" xmlns:a="http://www.w3.org/2005/08/addressing"/></xs:schema></types>',
    ),
  });
  expect(lines.filter((line) => !line.includes('ASMX3005'))).toEqual([]);
});

test.each([
  ['http://docs.oasis-open.org/wsn/b-2', 'Notify Subscribe Renew GetMessages InvalidFilterFault'],
  ['http://docs.oasis-open.org/wsrf/rp-2', 'GetResourceProperty SetResourceProperties'],
  ['http://schemas.xmlsoap.org/soap/encoding/', 'string int base64 Array Struct anyType'],
])('%s has %s', (namespace, names) => {
  const declared = wellKnownSchema(namespace)?.elements.map(({ name }) => name.localName);
  expect(declared).toEqual(expect.arrayContaining(names.split(' ')));
});

test('a member is added to a service group as its standard says', () => {
  const { model } = linkFiles({
    'a.wsdl': usingAllOf('http://docs.oasis-open.org/wsrf/sg-2', ''),
  });
  const namespace = 'http://docs.oasis-open.org/wsrf/sg-2';
  const membersOf = (localName: string): unknown => {
    const found = wellKnownSchema(namespace)?.elements.find(
      ({ name }) => name.localName === localName,
    );
    return JSON.stringify(found).match(/"localName":"[A-Z][A-Za-z]+"/g);
  };
  expect(model).toBeDefined();
  const names = (text: string): unknown[] =>
    text.split(' ').map((name) => expect.stringContaining(`"${name}"`));
  expect(membersOf('AddResponse')).toEqual(
    expect.arrayContaining(names('ServiceGroupEntryReference TerminationTime CurrentTime')),
  );
  expect(membersOf('Add')).toEqual(
    expect.arrayContaining(names('MemberEPR Content AbsoluteOrRelativeTimeType')),
  );
});

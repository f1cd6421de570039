import { describe, expect, test } from '@jest/globals';
import { planDocumentation } from '../../../src/files/documentation.ts';
import { replaceNamespace } from '../../../src/model/wsdl.ts';
import { publishedDocuments, publishedOriginals } from '../../../src/pages/published.ts';
import { createDocumentation, type DocumentRequest } from '../../../src/runtime/docs.ts';
import { contractOf, documentationPlanOf, modelOf } from '../contract-texts.ts';

const main = `<?xml version="1.0" encoding="ISO-8859-1"?>
<?xml-stylesheet href="wsdl.xsl"?>
<!-- Written by jim on BUILD01 -->
<wsdl:definitions targetNamespace="urn:main" name="Orders"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:soap='http://schemas.xmlsoap.org/wsdl/soap/' xmlns:soap12='http://schemas.xmlsoap.org/wsdl/soap12/'
    xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy" xmlns:b="urn:bindings" xmlns:tns="urn:main"
    xmlns:wsa="http://www.w3.org/2005/08/addressing">
  <wsp:Policy wsu:Id="P" xmlns:wsu="urn:wsu"><wsp:ExactlyOne/></wsp:Policy>
  <wsdl:import namespace="urn:bindings" location="http://build01/Orders.svc?wsdl=wsdl0"/>
  <wsdl:types>
    <xs:schema targetNamespace="urn:imports">
      <!-- a comment --><xs:import namespace="urn:types" schemaLocation = 'sub/types.xsd' />
      <xs:import namespace="urn:nowhere" schemaLocation="nowhere.xsd"/>
      <xs:import namespace="urn:afar" schemaLocation="http://afar.test/afar.xsd"/>
      <xs:annotation><xs:documentation><![CDATA[ <!-- stays --> ]]>A <b>bold</b> <!-- goes -->text.</xs:documentation></xs:annotation>
    </xs:schema>
  </wsdl:types>
  <wsdl:service name="Orders">
    <wsdl:documentation>Says \`\${much}\` \\\\ of orders</wsdl:documentation>
    <!-- the old one -->
    <wsdl:port name="Soap" binding="b:Soap">
      <soap:address location="http://build01:81/Orders.svc/one?a=1&amp;b=2"/>
    </wsdl:port>
    <wsdl:port name="Soap12" binding="b:Soap12">
      <soap12:address location='http://build01/Orders.svc'/>
      <wsa:EndpointReference><wsa:Address>http://build01/Orders.svc</wsa:Address></wsa:EndpointReference>
    </wsdl:port>
    <wsdl:port name="Queue" binding="b:Queue">
      <soap12:address location="net.msmq://build01/orders"/>
    </wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
const bindings =
  `<definitions targetNamespace="urn:bindings" xmlns="http://schemas.xmlsoap.org/wsdl/"
 xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
 xmlns:t="urn:types" xmlns:b="urn:bindings">
 <import namespace="urn:main" location="main.wsdl"/>
 <message name="In"><part name="p" element="t:Get"/></message>
 <message name="Out"><part name="p" element="t:Got"/></message>
 <portType name="Orders"><operation name="Get"><input message="b:In"/><output message="b:Out"/></operation></portType>
${['Soap', 'Soap12', 'Queue']
  .map(
    (name) => ` <binding name="${name}" type="b:Orders">
  <${name === 'Soap' ? 'soap' : 'soap12'}:binding transport="http://schemas.xmlsoap.org/soap/${name === 'Queue' ? 'queue' : 'http'}"/>
  <operation name="Get"><${name === 'Soap' ? 'soap' : 'soap12'}:operation soapAction=""/>
   <input><${name === 'Soap' ? 'soap' : 'soap12'}:body use="literal"/></input>
   <output><${name === 'Soap' ? 'soap' : 'soap12'}:body use="literal"/></output></operation>
 </binding>`,
  )
  .join('\n')}
</definitions>`.replaceAll('\n', '\r\n');
const types = `<!DOCTYPE xs:schema [ <!ENTITY x "<!-- "> ]>
<!-- types --><xs:schema targetNamespace="urn:types" xmlns:xs="http://www.w3.org/2001/XMLSchema">
 <xs:include schemaLocation="more.xsd"/>
 <xs:element name="Get" type="xs:string"/>
</xs:schema>`;
const more = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
 <xs:annotation><xs:appinfo><cache seconds="5" xmlns=""/></xs:appinfo></xs:annotation>
 <xs:include schemaLocation="types.xsd"/>
 <xs:element name="Got" type="xs:string"/>
</xs:schema>`;
const files = {
  'main.wsdl': main,
  'wsdl0.wsdl': bindings,
  'sub/types.xsd': types,
  'sub/more.xsd': more,
};

/** Answers of a server, on which the first service of a contract is published. */
function publisher(texts: Readonly<Record<string, string>>) {
  const model = modelOf(texts);
  const [service] = model.services;
  if (service === undefined) throw new Error('no service');
  const published = publishedDocuments(service.definitions, model.services);
  const { name, path, namespace } = service;
  const docs = { name, path, namespace, soapBindings: [], operations: [], published };
  const documentation = createDocumentation([docs]);
  return (query: string, request: Partial<DocumentRequest> = {}) =>
    documentation.answer({
      path,
      query,
      origin: 'https://shop.test/a&b',
      pages: true,
      wsdl: true,
      httpPost: 'everybody',
      ...request,
    });
}

test('white space before a location that goes is read once', () => {
  // in quadratic time this would take minutes
  const space = ' '.repeat(500_000);
  const spaced = main.replace('"urn:nowhere" ', `"urn:nowhere"${space}`);
  const body = publisher({ ...files, 'main.wsdl': spaced })('wsdl')?.body;
  expect(body).toContain('<xs:import namespace="urn:nowhere"/>');
});

describe('documents of a WSDL in several files', () => {
  const ask = publisher(files);
  const base = 'https://shop.test/a&amp;b';
  const url = `${base}/Orders.svc/one?a=1&amp;b=2`;

  test('the WSDL is the given one, but for addresses, locations and comments', () => {
    expect(ask('wsdl')?.headers['Content-Type']).toBe('text/xml; charset=utf-8');
    expect(ask('wsdl')?.body).toBe(`<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions targetNamespace="urn:main" name="Orders"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:soap='http://schemas.xmlsoap.org/wsdl/soap/' xmlns:soap12='http://schemas.xmlsoap.org/wsdl/soap12/'
    xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy" xmlns:b="urn:bindings" xmlns:tns="urn:main"
    xmlns:wsa="http://www.w3.org/2005/08/addressing">
  <wsp:Policy wsu:Id="P" xmlns:wsu="urn:wsu"><wsp:ExactlyOne/></wsp:Policy>
  <wsdl:import namespace="urn:bindings" location="${url}&amp;wsdl=wsdl0"/>
  <wsdl:types>
    <xs:schema targetNamespace="urn:imports">
      <xs:import namespace="urn:types" schemaLocation = '${url}&amp;xsd=xsd0' />
      <xs:import namespace="urn:nowhere"/>
      <xs:import namespace="urn:afar" schemaLocation="http://afar.test/afar.xsd"/>
      <xs:annotation><xs:documentation><![CDATA[ <!-- stays --> ]]>A <b>bold</b> text.</xs:documentation></xs:annotation>
    </xs:schema>
  </wsdl:types>
  <wsdl:service name="Orders">
    <wsdl:documentation>Says \`\${much}\` \\\\ of orders</wsdl:documentation>
    <wsdl:port name="Soap" binding="b:Soap">
      <soap:address location="${url}"/>
    </wsdl:port>
    <wsdl:port name="Soap12" binding="b:Soap12">
      <soap12:address location='${base}/Orders.svc'/>
      <wsa:EndpointReference><wsa:Address>${base}/Orders.svc</wsa:Address></wsa:EndpointReference>
    </wsdl:port>
  </wsdl:service>
</wsdl:definitions>`);
  });

  test('imports are at ?wsdl= and ?xsd=, in any letter case, and lead to each other', () => {
    const imported = ask('a=1&b=2&wsdl=wsdl0')?.body ?? '';
    expect(imported).toContain(`<import namespace="urn:main" location="${url}&amp;wsdl"/>`);
    expect(imported).not.toContain('\r');
    expect(imported).toContain('<binding name="Queue" type="b:Orders">');
    const schema = ask('XSD=xsd0')?.body ?? '';
    expect(schema).toBe(`<?xml version="1.0" encoding="utf-8"?>
<xs:schema targetNamespace="urn:types" xmlns:xs="http://www.w3.org/2001/XMLSchema">
 <xs:include schemaLocation="${url}&amp;xsd=xsd1"/>
 <xs:element name="Get" type="xs:string"/>
</xs:schema>`);
    expect(ask('xsd=xsd1')?.body).toContain('<xs:appinfo><cache seconds="5" xmlns=""/></xs:app');
    expect(ask('schema=xsd1')?.body).toBe(ask('xsd=xsd1')?.body);
  });

  test.each([
    ['wsdl=wsdl1', 'XML Web service description was not found.'],
    ['xsd=xsd2', 'Schema not found.'],
    ['schema=xsd', 'Schema not found.'],
  ])('there is no ?%s', (query, message) => {
    expect(ask(query)).toMatchObject({ status: 500, body: `${message}\r\n` });
  });

  test('what is published can be read again', () => {
    const part = (name: string) => [`${name}`, ask(name)?.body ?? ''] as const;
    const local = (text: string) =>
      text.replace(/https:[^"']*;(?:(wsdl|xsd)=)?(\w+)(["'])/g, '$2$3');
    const names = ['wsdl', 'wsdl=wsdl0', 'xsd=xsd0', 'xsd=xsd1'];
    const texts = names.map(part).map(([name, text]) => [name.replace(/.*=/, ''), local(text)]);
    const [service] = modelOf(Object.fromEntries(texts)).services;
    expect(service?.ports.map(({ name }) => name)).toEqual(['Soap', 'Soap12']);
  });

  test('a file for each document that is too long, and one WSDL without imports', () => {
    const plan = documentationPlanOf(modelOf(files), { targets: ['docs'] });
    const [docs] = planDocumentation(plan);
    const view = docs?.view as { published: object[]; services: { fields: string }[] };
    expect(view.published).toHaveLength(4);
    expect(view.services[0]?.fields).toContain('wsdl: `');
    const lines = `${'<!-- -->\n<xs:annotation />\n'.repeat(11_000)}`;
    const long = { ...files, 'sub/more.xsd': more.replace('<xs:element', `${lines}<xs:element`) };
    const paths = planDocumentation(documentationPlanOf(modelOf(long), { targets: ['docs'] }));
    expect(paths.map((one) => one.path)).toEqual([
      ...[1, 2, 3, 4, 5].map((one) => `docs-wsdl${one}.ts`),
      'docs.ts',
    ]);
  });
});

const verbs = `<definitions targetNamespace="urn:v" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:v"
 xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/">
 <message name="G"><part name="a" type="s:string" xmlns:s="http://www.w3.org/2001/XMLSchema"/></message>
 <message name="P"><part name="a" type="s:string" xmlns:s="http://www.w3.org/2001/XMLSchema"/></message>
 <message name="Both"/>
 <!-- ports -->
 <portType name="G"><operation name="Do"><input message="t:G"/><output message="t:Both"/></operation></portType>
 <portType name="P"><operation name="Do"><input message="t:P"/><output message="t:Both"/></operation></portType>
 <portType name="Unused"><operation name="Do"><input message="t:G"/></operation></portType>
${['G', 'P']
  .map(
    (
      one,
    ) => ` <binding name="${one}" type="t:${one}"><http:binding verb="${one === 'G' ? 'GET' : 'POST'}"/>
  <operation name="Do"><http:operation location="/Do"/><input>${one === 'G' ? '<http:urlEncoded/>' : '<mime:content type="application/x-www-form-urlencoded"/>'}</input><output/></operation></binding>`,
  )
  .join('\n')}
 <service name="V">
  <port name="G" binding="t:G"><http:address location="http://h/V.asmx"/></port>
  <port name="P" binding="t:P"><http:address location="http://h/V.asmx"/></port>
 </service>
</definitions>`;

test.each([
  ['everybody', 'everybody', ['G', 'P', 'Both', 'G', 'P', 'Unused', 'G', 'P', 'V', 'G', 'P']],
  ['everybody', 'otherMachine', ['G', 'Both', 'G', 'Unused', 'G', 'V', 'G']],
  ['nobody', 'everybody', ['G', 'P', 'Both', 'P', 'Unused', 'P', 'V', 'P']],
  ['nobody', 'thisMachine', ['G', 'Unused', 'V']],
] as const)(
  'for GET %s and POST %s, what nobody can use is left out',
  (httpGet, httpPost, names) => {
    const body = publisher({ 'v.wsdl': verbs })('wsdl', { httpGet, httpPost })?.body ?? '';
    const declared = body.matchAll(/<(?:message|portType|binding|service|port) name="(\w+)"/g);
    expect(Array.from(declared, ([, name]) => name)).toEqual(names);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: marks
    expect(body).not.toMatch(/[\0-\x08]|\n\s*\n/);
  },
);

describe('which contracts are published as they are', () => {
  const school = documentationPlanOf(modelOf(files));

  test('a WSDL, unless only some operations are generated', () => {
    expect(publishedOriginals(school)).toHaveLength(4);
    const { options } = school;
    expect(publishedOriginals({ ...school, options: { ...options, only: ['*'] } })).toBeUndefined();
  });

  test('as the configuration says', () => {
    const only = ['Get'];
    const plan = (publish: 'original' | 'rebuilt') => ({
      ...school,
      options: { ...school.options, only, publish },
    });
    expect(publishedOriginals(plan('original'))).toHaveLength(4);
    expect(publishedOriginals(plan('rebuilt'))).toBeUndefined();
  });

  test('not with another namespace', () => {
    const [definitions] = replaceNamespace(contractOf(files), 'urn:other').definitions;
    expect(definitions?.originals).toBeUndefined();
  });
});

test('discovery names the bindings in their namespaces', () => {
  const plan = documentationPlanOf(modelOf(files), { targets: ['docs'] });
  const [docs] = planDocumentation(plan);
  const [, names] = /soapBindings: (\[[^\]]*\])/.exec(JSON.stringify(docs?.view)) ?? [];
  expect(names).toBe("['{urn:bindings}Soap', '{urn:bindings}Soap12']");
  const soapBindings = ['{urn:bindings}Soap', 'Soap12'];
  const service = { name: 'Orders', path: '/o', namespace: 'urn:main', operations: [] };
  const request = { path: '/o', query: 'disco', pages: true, wsdl: true, origin: 'http://h' };
  const answer = createDocumentation([{ ...service, soapBindings }]).answer({
    ...request,
    httpPost: 'everybody',
  });
  expect(answer?.body).toContain('xmlns:q1="urn:bindings" binding="q1:Soap"');
  expect(answer?.body).toContain('xmlns:q2="urn:main" binding="q2:Soap12"');
});

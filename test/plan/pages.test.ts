import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { format } from 'prettier';
import {
  addressPlaceholder,
  documentDeclaration,
  wsdlAt,
  wsdlText,
} from '../../src/convert/wsdl/document.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { documentationOf, planDocumentation } from '../../src/files/documentation.ts';
import { findForeignStatement } from '../../src/format/guard.ts';
import { prettierStyle } from '../../src/format/prettier.ts';
import { replaceNamespace } from '../../src/model/wsdl.ts';
import { indentedText, type MarkupElement, type MarkupNode } from '../../src/model/xml.ts';
import { SharedOutlines, writeOutline } from '../../src/pages/outline.ts';
import { publishedDocuments, publishedOriginals } from '../../src/pages/published.ts';
import { type PageSample, PageSampleWriter } from '../../src/pages/samples.ts';
import { describeOperation, pageSampleText, serviceDocs } from '../../src/pages/service.ts';
import { contractMessages } from '../../src/plan/messages.ts';
import type { PlanOptions } from '../../src/plan/result.ts';
import { literal } from '../../src/print/encode.ts';
import { loadTemplates } from '../../src/render/templates.ts';
import {
  createDocumentation,
  type DocumentRequest,
  type ServiceDocs,
} from '../../src/runtime/docs.ts';
import { expandOutline } from '../../src/runtime/pages/operation-page.ts';
import { runs } from '../runs.ts';
import { contractOf, documentationPlanOf, modelOf } from './contract-texts.ts';
import { wsdl as contract } from './support/contract.ts';

describe('outline', () => {
  /** The school contract, and the valid contracts of the golden cases with all their files. */
  const contracts = [
    ['school', { 'school.yaml': readFileSync('specs/student-information.yaml', 'utf8') }] as const,
    ...readdirSync('test/golden').flatMap((name) => {
      const folder = `test/golden/${name}`;
      const files = readdirSync(folder);
      if (!files.includes('contract.wsdl') || name.startsWith('broken-schema')) return [];
      const read = ['contract.wsdl', ...files.filter((one) => one.endsWith('.xsd'))].map(
        (one) => [one, readFileSync(`${folder}/${one}`, 'utf8')] as const,
      );
      return [[name, Object.fromEntries(read)] as const];
    }),
  ];

  function element(tag: string, ...children: MarkupNode[]): MarkupElement {
    return { name: tag.replace(/ .*/s, ''), tag, children };
  }

  test.each(contracts)('the outlines of the WSDL of %s give their texts', (_, files) => {
    const { services } = modelOf(files);
    for (const { definitions } of services) {
      const root = wsdlAt(definitions)(() => addressPlaceholder);
      expect(expandOutline(writeOutline(root))).toBe(wsdlText(root));
    }
  });

  test('what is said again and again is a word, shapes come first', () => {
    const names = ['Add', 'Drop', 'Find', 'Move'];
    const messages = names.flatMap((name) => [
      element(
        `wsdl:message name="${name}SoapIn"`,
        element(`wsdl:part name="parameters" element="tns:${name}"`),
      ),
      element(
        `wsdl:message name="${name}SoapOut"`,
        element(`wsdl:part name="parameters" element="tns:${name}Response"`),
      ),
    ]);
    expect(writeOutline(element('wsdl:definitions', ...messages))).toBe(`=message
 <wsdl:message name="$1SoapIn"
  <wsdl:part name="$2" element="tns:$1"
=message2
 <wsdl:message name="$1SoapOut"
  <wsdl:part name="$2" element="tns:$1Response"
|${documentDeclaration}
<wsdl:definitions
 message Add parameters
 message2 Add parameters
 message Drop parameters
 message2 Drop parameters
 message Find parameters
 message2 Find parameters
 message Move parameters
 message2 Move parameters`);
  });

  test('children follow the line of what they are in, a long text goes on', () => {
    const fieldsOf = (letters: string): readonly MarkupElement[] =>
      [...letters].map((name) => element(`s:element name="${name}"`));
    const types = ['A', 'B', 'C', 'D'].map((name, at) =>
      element(
        `s:element name="${name}"`,
        element('s:complexType', element('s:sequence', ...fieldsOf('abcdefgh'.slice(0, at + 2)))),
      ),
    );
    const root = element('s:schema', ...types, element('s:d', 'one\ntwo\n  +three'));
    const outline = writeOutline(root);
    expect(outline).toMatch(/\n element A\n {2}element2 a\n {2}element2 b\n element B\n/);
    expect(outline).toContain('\n <s:d\n  "one\n  +two\n  +  +three');
    expect(expandOutline(outline)).toBe(wsdlText(root));
  });

  describe('whatever a text holds, it comes back', () => {
    const value = fc.oneof(
      fc.constantFrom('a', 'tns:abc', 'abc', 'abcIn', '$1', 'a $2', '', ' ', 'x y'),
      fc.string().map((text) => text.replace(/[<>&"\n\r]/g, '')),
    );
    const { node } = fc.letrec<{ node: MarkupElement }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc
          .tuple(fc.constantFrom('b', 'wsdl:b'), value)
          .map(([tag, name]) => element(`${tag} name="${name}"`)),
        fc.constantFrom(element('a'), element('a', 'one\n two'), element('a', 'x')),
        value.map((text) => element('a', text)),
        fc
          .tuple(
            fc.constantFrom('c', 'wsdl:c'),
            value,
            value,
            fc.array(tie('node'), { minLength: 1 }),
          )
          .map(([tag, name, type, inner]) =>
            element(`${tag} name="${name}" type="${type}"`, ...inner),
          ),
      ),
    }));

    test('random markup', () => {
      fc.assert(
        fc.property(fc.array(node, { minLength: 1 }), (nodes) => {
          const root = element('r', ...nodes, ...nodes, ...nodes, ...nodes);
          expect(expandOutline(writeOutline(root))).toBe(wsdlText(root));
        }),
        { numRuns: runs(300) },
      );
    });
  });

  describe('outlines with shapes in common', () => {
    const address = element(
      'to',
      element('name', '\u27e6string\u27e7'),
      element('street no="\u27e6int\u27e7"', '\u27e6string\u27e7'),
      '\u27e6xml\u27e7',
    );
    const pair = element('d', element('c', '$1'), element('c', '$1'));
    const documents = [
      [element('Send xmlns="urn:a"', address)],
      [element('Find xmlns="urn:a"', address), element('b')],
      [element('c', '$1'), pair],
      [pair],
      [],
    ];

    test('say once what is in several of them', () => {
      const shared = new SharedOutlines();
      const outlines = documents.map((one) => shared.add(one)).map((write) => write());
      const shapes = shared.shapes.join('\n');
      expect(shapes).toBe(`=to
 <to
  <name>\u27e6string\u27e7
  <street no="\u27e6int\u27e7"
   "\u27e6string\u27e7
  "\u27e6xml\u27e7`);
      expect(outlines[0]).toBe('<Send xmlns="urn:a"\n to');
      expect(outlines[3]).toBe('<d\n <c>$1\n <c>$1');
      expect(outlines.map((one) => expandOutline(one, shapes, 2))).toEqual(
        documents.map((one) => indentedText(one, 2)),
      );
    });

    test('text among elements, and over several lines', () => {
      const node = element('a', 'x\n', element('b', 'one\n  two'), 'y', element('c'));
      const outline = new SharedOutlines().add([node])();
      expect(expandOutline(outline)).toBe(indentedText([node]));
    });
  });
});

describe('plan documentation', () => {
  const templates = loadTemplates([], createDiagnosticBag());
  const path = 'specs/student-information.yaml';
  const school = modelOf({ [path]: readFileSync(path, 'utf8') });

  function files(options: Partial<PlanOptions> = {}): Readonly<Record<string, string>> {
    const header = { contract: '../../specs/a.yaml', lines: [] };
    const bag = createDiagnosticBag();
    const rendered = planDocumentation(documentationPlanOf(school, options)).map((file) => [
      file.path,
      templates.render(file.template, { ...file.view, header }, bag) ?? '',
    ]);
    expect(bag.diagnostics).toEqual([]);
    return Object.fromEntries(rendered);
  }

  describe('files', () => {
    test('docs.ts and a WSDL for each service', () => {
      const names = Object.keys(files());
      expect(names).toHaveLength(15);
      expect(names.slice(0, 2)).toEqual(['docs.ts', 'wsdl/AuthCodeSending.wsdl']);
    });

    test('only what the targets ask for', () => {
      expect(Object.keys(files({ targets: ['docs'] }))).toEqual(['docs.ts']);
      expect(Object.keys(files({ targets: ['wsdl'] }))).toHaveLength(14);
      expect(files({ targets: ['types', 'client'] })).toEqual({});
    });

    test('operations of a large service have files of their own, in their order', () => {
      const names = Array.from({ length: 600 }, (_, index) => `Do${index}`);
      const operations = names.map(
        (name) => `      ${name}: { parameters: { a: int, b: string } }`,
      );
      const text = `asmx: 1\nname: Big\nnamespace: urn:big\nservices:\n  Big:\n    operations:\n${operations.join('\n')}\n`;
      const plan = documentationPlanOf(modelOf({ 'big.yaml': text }), { targets: ['docs'] });
      const texts = new Map(
        planDocumentation(plan).map((one) => [
          one.path,
          templates.render(
            one.template,
            { ...one.view, header: { contract: 'big.yaml', lines: [] } },
            createDiagnosticBag(),
          ) ?? '',
        ]),
      );
      const parts = ['operations1', 'operations2', 'wsdl3', 'wsdl4'];
      expect([...texts.keys()]).toEqual([...parts.map((one) => `docs-${one}.ts`), 'docs.ts']);
      for (const text of texts.values()) expect(text.split('\n').length).toBeLessThan(12_000);
      const described = [...texts.values()].flatMap((one) => [
        ...one.matchAll(/^ {4}name: '(Do\d+)',$/gm),
      ]);
      expect(described.map(([, name]) => name)).toEqual(names);
      expect(texts.get('docs.ts')).toContain(
        "    operations: [...operations1, ...operations2],\n    wsdl: [wsdl3, wsdl4].join(''),\n",
      );
      const pieces = ['docs-wsdl3.ts', 'docs-wsdl4.ts'].map((one) => texts.get(one) ?? '');
      const constants = pieces.map((one) => one.replace(/[\s\S]*?= `/, '`').replace(/;\n$/, ''));
      const outline = runInNewContext(`[${constants.join(',')}].join('')`) as string;
      const [docs] = documentationOf(plan) as readonly ServiceDocs[];
      expect(outline).toBe(docs?.wsdl);
    });

    test('a WSDL file names the base URL of the contract, ends with a line end and can be read', () => {
      const text = files()['wsdl/AboutUs.wsdl'] ?? '';
      expect(text).toContain('location="http://localhost:8080/AboutUs.asmx"');
      expect(text.endsWith('</wsdl:definitions>\n')).toBe(true);
      expect(text).not.toContain('\r');
      expect(contractOf({ 'a.wsdl': text }).definitions[0]?.services[0]?.name).toBe('AboutUs');
    });

    test('operations that are not chosen are not described', () => {
      const plan = documentationPlanOf(school, { only: ['GetExamTable'] });
      const services = plan.services
        .filter((one) => one.name === 'Scheduals')
        .map((one) => ({
          ...one,
          interfaces: one.interfaces.map((part) => ({
            ...part,
            operations: part.operations.filter((each) => each.descriptor === 'GetExamTable'),
          })),
        }));
      const text = JSON.stringify(planDocumentation({ ...plan, services }).map((one) => one.view));
      expect(text).toContain('soapAction=\\"http://tempuri.org/GetExamTable\\"');
      expect(text).not.toContain('soapAction=\\"http://tempuri.org/GetClassSchedulByClassId\\"');
    });

    test('a body that is edited as a whole starts from a valid message', () => {
      const model = modelOf({
        'shop.yaml': `asmx: 1
name: Shop
namespace: urn:shop
services:
  Shop: { operations: { Send: { parameters: { order: Order } }, Pay: { parameters: { id: int } } } }
types:
  Order: { fields: { color: Color, lines: 'Line[]' } }
  Line: { fields: { count: int, gift: boolean } }
  Color: { values: [Red, Blue] }
`,
      });
      const [service] = documentationPlanOf(model).services;
      if (service === undefined) throw new Error('no service');
      const { shapes, operations } = serviceDocs(service, model.elements) as unknown as ServiceDocs;
      const [send, pay] = operations;
      const example = expandOutline(send?.soap?.example ?? '', shapes);
      expect(example).toContain('<color>Red</color>');
      expect(example.match(/<count>\d+<\/count>\n\s+<gift>true<\/gift>/g)).toHaveLength(2);
      expect(example).not.toMatch(/[\u27e6\u27e7]/);
      expect(pay?.soap?.example).toBeUndefined();
    });

    test('a SOAP-encoded body starts from values, types that hold themselves being nil', () => {
      const contract = readFileSync('test/golden/rpc-encoded/contract.wsdl', 'utf8');
      const model = modelOf({ 'a.wsdl': contract });
      const [service] = documentationPlanOf(model).services;
      if (service === undefined) throw new Error('no service');
      const { shapes, operations } = serviceDocs(service, model.elements) as unknown as ServiceDocs;
      const example = expandOutline(operations[0]?.soap?.example ?? '', shapes);
      expect(example).toBe(`<tns:Add>
  <numbers href="#id1" />
  <node href="#id2" />
</tns:Add>
<soapenc:Array id="id1" soapenc:arrayType="xsd:int[2]">
  <Item>19</Item>
  <Item>20</Item>
</soapenc:Array>
<tns:Node id="id2" xsi:type="tns:Node">
  <next xsi:nil="true" />
</tns:Node>`);
    });

    test('docs.ts is formatted as prettier leaves it and imports the runtime alone', async () => {
      const text = files()['docs.ts'] ?? '';
      expect(await format(text, { ...prettierStyle, parser: 'typescript' })).toBe(text);
      const imports = [...text.matchAll(/from '([^']+)'/g)].map((one) => one[1]);
      expect(new Set(imports)).toEqual(new Set(['./runtime/docs.js']));
      const fromPackage = files({ runtime: 'package' })['docs.ts'] ?? '';
      expect(fromPackage).toContain("from 'asmx-gen-runtime/docs';");
    });
  });

  describe('literals', () => {
    const long = 'x'.repeat(90);

    test.each([
      ['plain values', { a: 'b', c: 1, d: true, e: undefined }],
      ['long text', { description: long, nested: { text: `${long}${long}` } }],
      ['quotes', { a: "it's", b: 'say "it"', c: `both ' and "`, d: 'back\\slash\n\0' }],
      ['arrays', { short: ['a', 'b'], long: [long, long], empty: [], one: [long] }],
      [
        'arrays at the edge',
        { edge: ['a'.repeat(40), 'b'.repeat(41)], over: ['a'.repeat(40), 'b'.repeat(42)] },
      ],
      [
        'short objects',
        {
          one: [{ a: 'b', c: 'd' }],
          two: [
            { a: 'b', c: 'd' },
            { a: 'e', c: 'f' },
          ],
          over: [{ alpha: 'x'.repeat(40), beta: 'y'.repeat(36) }],
          edge: [{ alpha: 'x'.repeat(40), beta: 'y'.repeat(30) }],
        },
      ],
      [
        'single properties',
        { all: [{ a: 'b' }, { c: 'd' }], also: [{ a: 'b', x: undefined }, { c: 'd' }] },
      ],
      ['objects in arrays', { all: [{ a: 'b' }, { a: 'b', c: [{ d: 'e' }] }], none: {} }],
      ['wide characters', { text: '学'.repeat(44), list: ['学'.repeat(20), '学'.repeat(26)] }],
    ] as const)('%s are as prettier leaves them', async (_, value) => {
      const text = `const a: object = ${literal(value, 0, 18, 1)};\n`;
      expect(await format(text, { ...prettierStyle, parser: 'typescript' })).toBe(text);
    });
  });

  describe('text blocks', () => {
    test.each([
      ['a backtick', 'a`b', '`', '\\`'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what an attacker would write
      ['a hole', '${evil()}', '$${a}', '\\${a}', '\\\\${a}', '$', '{$}'],
      ['backslashes', '\\', 'a\\', '\\\\', '\\u0060', '\\n'],
      ['quotes', "it's", 'say "it"', '\\"'],
      ['line ends and controls', 'a\r\nb\rc\n', '\0\x07\x7f\x85\t', '\u2028\u2029', '\\\u2028'],
      ['formats', '\u202eevil\u2066', '\ufeff', '\u{e0001}'],
      ['lone surrogates', '\ud800', 'a\udc00b', '\udc00\ud800'],
      ['other letters', 'Ж学😀', 'é`学${'],
    ])('hold %s', async (_, ...values) => {
      const block = ['', ...values].join('\n');
      const expression = literal({ block: block }, 0, 18, 1);
      expect(runInNewContext(`(${expression}).block`)).toBe(block);
      const text = `const a: object = ${expression};\n`;
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(findForeignStatement(text)).toBeUndefined();
      expect(await format(text, { ...prettierStyle, parser: 'typescript' })).toBe(text);
    });
  });
});

describe('published', () => {
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
      const templates = loadTemplates([], createDiagnosticBag());
      const view = { ...docs?.view, header: { contract: '../a.wsdl', lines: [] } };
      const text = templates.render(docs?.template ?? '', view, createDiagnosticBag()) ?? '';
      expect(text.match(/\bquery: /g)).toHaveLength(4);
      expect(text).toContain('wsdl: `');
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
      expect(
        publishedOriginals({ ...school, options: { ...options, only: ['*'] } }),
      ).toBeUndefined();
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
});

describe('samples', () => {
  /** The parts of an operation's documentation these tests look at. */
  interface Docs {
    readonly name: string;
    readonly parameters?: readonly { name: string; type: string; values?: readonly string[] }[];
    readonly soap?: {
      readonly request: readonly string[];
      readonly response?: readonly string[];
      readonly requestHeader?: readonly string[];
    };
    readonly http?: {
      readonly parameters: readonly { name: string; type: string; repeated?: boolean }[];
      readonly result?: readonly string[];
    };
  }

  function docsOf(files: Readonly<Record<string, string>>): Readonly<Record<string, Docs>> {
    const model = modelOf(files);
    const messages = contractMessages(model);
    const operations = model.services.flatMap((service) =>
      service.interfaces.flatMap((one) => one.operations),
    );
    return Object.fromEntries(
      operations.map((one) => {
        const { docs, soap, http } = describeOperation(one, messages.of(one), 'urn:r');
        const textOf = (sample: PageSample | undefined) =>
          sample && pageSampleText(sample.nodes, 2);
        const samples = soap && {
          request: textOf(soap.request),
          response: textOf(soap.response),
          requestHeader: textOf(soap.requestHeader),
        };
        return [one.messageName, { ...docs, soap: samples, http } as unknown as Docs];
      }),
    );
  }

  /** A sample as people see it, placeholders in brackets. */
  function shown(sample: readonly string[] | undefined): string {
    return (sample ?? ['absent']).map((one, at) => (at % 2 === 0 ? one : `[${one}]`)).join('');
  }

  const shop = docsOf({
    'shop.yaml': `asmx: 1
name: Shop
namespace: urn:shop
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Shop:
    operations:
      Pay: { parameters: { id: guid, amount: decimal, letter: char, color: Color, paid: boolean } }
      Send: { parameters: { order: Order }, returns: int }
      Names: { parameters: { names: 'string[]' }, returns: 'Item[]' }
      Any: { parameters: { node: xml }, returns: dataset }
      Data: { returns: dataset }
      Totals: { returns: { total: int, open: long } }
      Ping: { oneWay: true, parameters: { text: string } }
types:
  Color: { values: [Red, dark-blue] }
  Item: { fields: { name: string, parent: Item? } }
  Order: { fields: { items: 'Item[]', color: Color } }
`,
  });

  describe('samples of SOAP messages', () => {
    test('simple values show the local name of their type, enumerations their values', () => {
      expect(shown(shop.Pay?.soap?.request)).toBe(`    <Pay xmlns="urn:shop">
      <id>[guid]</id>
      <amount>[decimal]</amount>
      <letter>[char]</letter>
      <color>[Red or dark-blue]</color>
      <paid>[boolean]</paid>
    </Pay>`);
    });

    test('void is an empty element', () => {
      expect(shown(shop.Pay?.soap?.response)).toBe('    <PayResponse xmlns="urn:shop" />');
    });

    test('arrays show two items, deep objects are nil', () => {
      expect(shown(shop.Send?.soap?.request)).toBe(`    <Send xmlns="urn:shop">
      <order>
        <items>
          <Item>
            <name>[string]</name>
            <parent xsi:nil="true" />
          </Item>
          <Item>
            <name>[string]</name>
            <parent xsi:nil="true" />
          </Item>
        </items>
        <color>[Red or dark-blue]</color>
      </order>
    </Send>`);
    });

    test('any XML shows xml, a DataSet its schema beside it', () => {
      expect(shown(shop.Any?.soap?.request)).toBe(
        '    <Any xmlns="urn:shop">\n      <node>[xml]</node>\n    </Any>',
      );
      expect(shown(shop.Any?.soap?.response)).toBe(`    <AnyResponse xmlns="urn:shop">
      <AnyResult>
        <xsd:schema>[schema]</xsd:schema>[xml]</AnyResult>
    </AnyResponse>`);
    });

    test('several out parameters are side by side', () => {
      expect(shown(shop.Totals?.soap?.response)).toContain(
        '      <total>[int]</total>\n      <open>[long]</open>',
      );
    });

    test('one-way has no response', () => {
      expect(shop.Ping?.soap?.response).toBeUndefined();
    });
  });

  describe('samples of HTTP messages', () => {
    test('parameters are strings whatever their type', () => {
      const types = shop.Names?.http?.parameters.map((one) => one.type);
      expect(types).toEqual(['string']);
      expect(shop.Names?.http?.parameters[0]?.repeated).toBe(true);
    });

    test('the result is the root element', () => {
      expect(shown(shop.Names?.http?.result)).toMatch(
        /^<ArrayOfItem xmlns="urn:shop">\n {2}<Item>\n {4}<name>\[string\]<\/name>/,
      );
    });

    test('a DataSet declares the namespace of its schema itself', () => {
      expect(shown(shop.Data?.http?.result)).toBe(`<DataSet xmlns="urn:shop">
  <schema xmlns="http://www.w3.org/2001/XMLSchema">[schema]</schema>[xml]</DataSet>`);
    });

    test('void has no result, complex parameters no HTTP at all', () => {
      expect(shop.Send?.http).toBeUndefined();
      expect(shop.Ping?.http?.result).toBeUndefined();
    });
  });

  describe('inputs of the test form', () => {
    test('are there when every parameter is a simple value', () => {
      expect(shop.Pay?.parameters).toEqual([
        { name: 'id', type: 'guid' },
        { name: 'amount', type: 'decimal' },
        { name: 'letter', type: 'char' },
        { name: 'color', type: 'Red or dark-blue', values: ['Red', 'dark-blue'] },
        { name: 'paid', type: 'boolean' },
      ]);
      expect(shop.Totals?.parameters).toEqual([]);
    });

    test('are of free text where a list, a box or a date would not take all values', () => {
      const types = `<s:simpleType name="Zoned"><s:restriction base="s:dateTime"><s:pattern value=".*Z"/></s:restriction></s:simpleType>
      <s:simpleType name="Days"><s:list itemType="s:date"/></s:simpleType>
      <s:simpleType name="Open"><s:union memberTypes="s:boolean s:string"/></s:simpleType>
      <s:simpleType name="Hue"><s:restriction base="s:string"><s:enumeration value="red"/><s:enumeration value="blue"/></s:restriction></s:simpleType>
      <s:simpleType name="Hues"><s:list itemType="t:Hue"/></s:simpleType>
      <s:element name="Set"><s:complexType><s:sequence>
        <s:element name="at" type="s:dateTime"/><s:element name="zoned" type="t:Zoned"/>
        <s:element name="days" type="t:Days"/><s:element name="open" type="t:Open"/>
        <s:element name="hue" type="t:Hue" default="blue"/><s:element name="hues" type="t:Hues"/>
        <s:element name="version" type="s:string" fixed="2013"/><s:element name="q" type="s:QName" default="t:a"/>
      </s:sequence></s:complexType></s:element>`;
      const { Set: set } = docsOf({
        'set.wsdl': contract({
          schema: types.replaceAll('s:', 'xs:'),
          operations: { Set: { input: 'Set' } },
        }),
      });
      expect(set?.parameters).toEqual([
        { name: 'at', type: 'dateTime' },
        { name: 'zoned', type: 'dateTime', freeText: true },
        { name: 'days', type: 'date', freeText: true },
        { name: 'open', type: 'boolean', freeText: true },
        { name: 'hue', type: 'red or blue', values: ['red', 'blue'], preset: 'blue' },
        { name: 'hues', type: 'red or blue', values: ['red', 'blue'], freeText: true },
        { name: 'version', type: 'string', preset: '2013' },
        { name: 'q', type: 'QName' },
      ]);
    });

    test('match the placeholders of the request one by one', () => {
      const placeholders = shop.Pay?.soap?.request.filter((_, at) => at % 2 === 1);
      expect(placeholders).toEqual(shop.Pay?.parameters?.map((one) => one.type));
    });

    test('are missing for objects and arrays', () => {
      expect(shop.Send?.parameters).toBeUndefined();
      expect(shop.Names?.parameters).toBeUndefined();
    });
  });

  describe('other styles', () => {
    const wsdl = (
      style: string,
      use: string,
      more: string,
    ): string => `<wsdl:definitions targetNamespace="urn:r" xmlns:tns="urn:r" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
<wsdl:types><s:schema targetNamespace="urn:r" elementFormDefault="qualified">
<s:element name="H" type="tns:Head"/><s:complexType name="Head"><s:sequence><s:element name="user" type="s:string"/></s:sequence><s:attribute name="kind" type="s:int"/></s:complexType>
<s:element name="bare" type="s:string"/><s:element name="shape" type="tns:Shape"/>
<s:complexType name="Shape" abstract="true"/><s:complexType name="Circle"><s:complexContent><s:extension base="tns:Shape"><s:choice><s:element name="radius" type="s:double"/><s:element name="width" type="s:double"/></s:choice></s:extension></s:complexContent></s:complexType>
</s:schema></wsdl:types>
<wsdl:message name="In">${more}</wsdl:message><wsdl:message name="Out"/><wsdl:message name="Hd"><wsdl:part name="H" element="tns:H"/></wsdl:message>
<wsdl:portType name="P"><wsdl:operation name="Op"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="B" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="${style}"/><wsdl:operation name="Op"><soap:operation soapAction="urn:r/Op"/><wsdl:input><soap:body use="${use}" namespace="urn:r"/><soap:header message="tns:Hd" part="H" use="literal"/></wsdl:input><wsdl:output><soap:body use="${use}" namespace="urn:r"/></wsdl:output></wsdl:operation></wsdl:binding>
<wsdl:service name="S"><wsdl:port name="B" binding="tns:B"><soap:address location="http://h/s"/></wsdl:port></wsdl:service></wsdl:definitions>`;

    test('headers have a sample, and then the envelope is edited as a whole', () => {
      const { Op } = docsOf({
        'a.wsdl': wsdl('document', 'literal', '<wsdl:part name="p" element="tns:bare"/>'),
      });
      expect(shown(Op?.soap?.requestHeader)).toBe(
        '    <H kind="[int]" xmlns="urn:r">\n      <user>[string]</user>\n    </H>',
      );
      expect(Op?.parameters).toBeUndefined();
      expect(shown(Op?.soap?.request)).toBe('    <bare xmlns="urn:r">[string]</bare>');
      expect(shown(Op?.soap?.response)).toBe('');
    });

    test('an abstract type shows a derived one, a choice its first branch', () => {
      const { Op } = docsOf({
        'a.wsdl': wsdl('document', 'literal', '<wsdl:part name="p" element="tns:shape"/>'),
      });
      expect(shown(Op?.soap?.request)).toBe(
        '    <shape xsi:type="Circle" xmlns="urn:r">\n      <radius>[double]</radius>\n    </shape>',
      );
    });

    test('rpc/literal has unqualified parts', () => {
      const { Op } = docsOf({
        'a.wsdl': wsdl('rpc', 'literal', '<wsdl:part name="a" type="s:int"/>'),
      });
      expect(shown(Op?.soap?.request)).toBe(
        '    <Op xmlns="urn:r">\n      <a xmlns="">[int]</a>\n    </Op>',
      );
    });

    test.each([
      ['tns:Circle', '    <radius xmlns="urn:r">[double]</radius>'],
      ['s:int', '    <p>[int]</p>'],
      ['tns:Head', '    <p kind="[int]">\n      <user xmlns="urn:r">[string]</user>\n    </p>'],
    ])('a document part by type %s is as generated code has it', (type, sample) => {
      const { Op } = docsOf({
        'a.wsdl': wsdl('document', 'literal', `<wsdl:part name="p" type="${type}"/>`),
      });
      expect(shown(Op?.soap?.request)).toBe(sample);
    });

    test('rpc/encoded has the namespace of the binding around its parts', () => {
      const text = wsdl('rpc', 'encoded', '<wsdl:part name="a" type="s:int"/>');
      const { Op } = docsOf({
        'a.wsdl': text.replaceAll('namespace="urn:r"', 'namespace="urn:o"'),
      });
      expect(shown(Op?.soap?.request)).toBe(
        '    <q1:Op xmlns:q1="urn:o">\n      <a xsi:type="xsd:int">[int]</a>\n    </q1:Op>',
      );
    });

    test('rpc/encoded has typed parts, and objects after the wrapper', () => {
      const { Op } = docsOf({
        'a.wsdl': wsdl(
          'rpc',
          'encoded',
          '<wsdl:part name="a" type="s:int"/><wsdl:part name="h" type="tns:Head"/>',
        ),
      });
      expect(shown(Op?.soap?.request)).toBe(`    <tns:Op>
      <a xsi:type="xsd:int">[int]</a>
      <h href="#id1" />
    </tns:Op>
    <tns:Head id="id1" xsi:type="tns:Head" kind="[int]">
      <tns:user xsi:type="xsd:string">[string]</tns:user>
    </tns:Head>`);
    });
  });

  test('the writer escapes text and attributes', () => {
    const out = new PageSampleWriter(false, 'Op');
    out.start('a');
    out.attribute('b', '"<&');
    out.text('<&>');
    out.end();
    out.placeholder('c');
    const { nodes, placeholders } = out.finish();
    expect(pageSampleText(nodes, 0)).toEqual(['<a b="&quot;&lt;&amp;">&lt;&amp;&gt;</a>', 'c', '']);
    expect(placeholders).toBe(1);
  });

  test('a type that contains itself many times stays small', () => {
    const fields = Array.from({ length: 30 }, (_, at) => `f${at}: 'Node[]'`).join(', ');
    const { Get } = docsOf({
      'n.yaml': `asmx: 1\nname: N\nnamespace: urn:n\nbindings: [soap11]\nservices:\n  N:\n    operations:\n      Get: { returns: Node }\ntypes:\n  Node: { fields: { ${fields} } }\n`,
    });
    expect(shown(Get?.soap?.response).length).toBeLessThan(40_000);
  });

  test('a bare element has its children as parameters', () => {
    const text = readFileSync(resolve('test/cli/cases/files/country.wsdl'), 'utf8');
    const docs = docsOf({ 'country.wsdl': text });
    expect(docs.getCountry).toMatchObject({ parameters: [{ name: 'name', type: 'string' }] });
  });
});

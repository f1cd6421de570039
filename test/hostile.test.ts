import { describe, expect, test } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { ts } from 'ts-morph';
import { findSyntaxProblem } from '../src/format/files.ts';
import { generate } from '../src/generate.ts';
import type { PlanOptions } from '../src/plan/result.ts';

/** Texts that would end the place they are in, if they stood there as they are. */
const breakOuts: readonly string[] = [
  "'; evil(); '",
  '"; evil(); "',
  '`; evil(); `',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what an attacker would write
  '${evil()}',
  '*/ evil(); /*',
  '// */\nevil();',
  "\\'; evil(); //",
  '\\',
  'a\nevil();\r\nevil();',
  '\u2028evil();\u2029',
  '</script><script>evil()</script>',
  ']]><evil/>',
  '--><evil/>',
  '{{evil}}{{{evil}}}',
  '@ts-nocheck @import evil',
  '\u202eevil\u2066',
];

/** Places of a contract and of its settings that hold free text. */
const places = [
  'documentation',
  'namespace',
  'action',
  'address',
  'location',
  'enumeration',
  'default',
  'pattern',
  'path',
  'header',
  'baseUrl',
] as const;
type Place = (typeof places)[number];

function xml(text: string): string {
  return text.replace(/[&<>"'\n\r\t]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A contract with a text in one place, and what is harmless in all others. */
function contract(place: Place, text: string): string {
  const at = (one: Place, harmless: string): string =>
    xml(place === one ? `${harmless}${text}` : harmless);
  const documentation = `<documentation>${at('documentation', 'Words')}</documentation>`;
  const annotation = `<s:annotation><s:documentation>${at('documentation', 'Words')}</s:documentation></s:annotation>`;
  const ns = at('namespace', 'http://example.org/a');
  return `<definitions name="Sample" targetNamespace="${ns}" xmlns:t="${ns}"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
    xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  ${documentation}
  <types><s:schema elementFormDefault="qualified" targetNamespace="${ns}">
    <s:element name="Paint"><s:complexType>${annotation}<s:sequence>
      <s:element name="color" type="t:Color">${annotation}</s:element>
      <s:element name="size" type="s:string" default="${at('default', 'x')}"/>
      <s:element name="code" type="t:Code" minOccurs="0"/>
    </s:sequence></s:complexType></s:element>
    <s:element name="PaintResponse"><s:complexType/></s:element>
    <s:simpleType name="Color">${annotation}<s:restriction base="s:string">
      <s:enumeration value="${at('enumeration', 'red')}">${annotation}</s:enumeration>
      <s:enumeration value="blue"/>
    </s:restriction></s:simpleType>
    <s:simpleType name="Code"><s:restriction base="s:string">
      <s:pattern value="${at('pattern', '[a-z]')}"/>
    </s:restriction></s:simpleType>
  </s:schema></types>
  <message name="PaintIn"><part name="parameters" element="t:Paint"/></message>
  <message name="PaintOut"><part name="parameters" element="t:PaintResponse"/></message>
  <message name="PingIn"><part name="size" type="s:string"/></message>
  <message name="PingOut"/>
  <portType name="SampleSoap"><operation name="Paint">${documentation}
    <input message="t:PaintIn"/><output message="t:PaintOut"/></operation></portType>
  <portType name="SampleHttpGet"><operation name="Ping">${documentation}
    <input message="t:PingIn"/><output message="t:PingOut"/></operation></portType>
  <binding name="SampleSoap" type="t:SampleSoap">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Paint"><soap:operation soapAction="${at('action', 'http://example.org/a/Paint')}"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <binding name="SampleHttpGet" type="t:SampleHttpGet"><http:binding verb="GET"/>
    <operation name="Ping"><http:operation location="${at('location', '/Ping')}"/>
      <input><http:urlEncoded/></input><output/></operation>
  </binding>
  <service name="Sample">${documentation}
    <port name="SampleSoap" binding="t:SampleSoap"><soap:address location="${at('address', 'http://localhost/Sample.asmx')}"/></port>
    <port name="SampleHttpGet" binding="t:SampleHttpGet"><http:address location="${at('address', 'http://localhost/Sample.asmx')}"/></port>
  </service>
</definitions>`;
}

function options(place: Place | undefined, text: string): PlanOptions {
  const at = (one: Place, harmless: string): string =>
    place === one ? `${harmless}${text}` : harmless;
  return {
    targets: ['types', 'client', 'server', 'docs', 'wsdl'],
    runtime: 'package',
    contractPath: at('path', '../sample.wsdl'),
    importExtension: 'js',
    header: at('header', 'Licence'),
    types: {},
    arrays: 'unwrap',
    renames: {},
    only: [],
    baseUrl: at('baseUrl', 'http://localhost'),
  };
}

async function generated(place: Place, text: string) {
  const bytes = new TextEncoder().encode(contract(place, text));
  const host = { readFile: (path: string) => (path === 'sample.wsdl' ? bytes : undefined) };
  return generate({ input: 'sample.wsdl', options: options(place, text) }, host);
}

/**
 * The kinds of a file's statements; no identifier in it may be one that a text would have brought
 * along.
 */
function shape(text: string): readonly string[] {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ES2023, true);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === 'evil') throw new Error('a text became code');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return file.statements.map((statement) => ts.SyntaxKind[statement.kind] ?? '');
}

/** Names and structure of an XML text; fails when it is not well-formed. */
function elements(text: string): string {
  const names: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => names.push(`${tag.local}(${Object.keys(tag.attributes).length})`));
  parser.write(text).close();
  return names.join(' ');
}

/** What texts are; most files are the same for every hostile text. */
const known = new Map<string, unknown>();

async function shapes(
  files: readonly { path: string; text: string }[],
): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {};
  for (const { path, text } of files) {
    const code = path.endsWith('.ts');
    if (code && !known.has(text)) expect(await findSyntaxProblem(text)).toBeUndefined();
    if (!known.has(text)) known.set(text, code ? shape(text) : elements(text));
    found[path] = known.get(text);
  }
  return found;
}

const harmless = await shapes((await generated('documentation', '')).files);

test('the harmless contract generates every file', () => {
  expect(Object.keys(harmless)).toEqual(
    expect.arrayContaining([
      'types.ts',
      'descriptions.ts',
      'client.ts',
      'server.ts',
      'docs.ts',
      'wsdl/Sample.wsdl',
    ]),
  );
});

// what a pattern is made of decides how it is checked: there only the identifiers tell
describe.each(places)('hostile text as %s', (place) => {
  test.each(breakOuts)('%j adds no node to the syntax tree', async (text) => {
    const { files, diagnostics } = await generated(place, text);
    const failed = diagnostics.some((one) => one.severity === 'error');
    if (failed) expect(files).toEqual([]);
    else expect(await shapes(files)).toEqual(place === 'pattern' ? expect.anything() : harmless);
    expect(diagnostics.map((one) => one.code)).not.toContain('ASMX9002');
  });
});

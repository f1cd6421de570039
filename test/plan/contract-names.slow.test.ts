import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { ts } from 'ts-morph';
import type { PlanOptions } from '../../src/plan/result.ts';
import { compileFiles, generateText, type OutputFile } from './support/compiled.ts';

const goldens = resolve(import.meta.dirname, '../golden');

/** Whether an identifier names a property, which clashes with nothing in scope. */
function isProperty(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  return (
    (ts.isPropertyAccessExpression(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyAssignment(parent)) &&
    parent.name === node
  );
}

/** Every identifier of a file that is in scope somewhere. */
function identifiersOf({ path, text }: OutputFile): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isProperty(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  if (path.endsWith('.ts')) visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Names a contract declares, as generated code capitalizes them. */
function declaredNames(text: string): readonly string[] {
  const attributes = [...text.matchAll(/\bname="(\w{3,})"/g)].map(([, name = '']) => name);
  const keys = [...text.matchAll(/^\s+(\w{3,}):/gm)].map(([, name = '']) => name);
  return [...attributes, ...keys].map((name) => name.charAt(0).toUpperCase() + name.slice(1));
}

/**
 * Identifiers that generated code has of its own: of every golden, those without a name of its
 * contract in them.
 */
function ownIdentifiers(): readonly string[] {
  const found = new Set<string>();
  for (const name of readdirSync(goldens)) {
    const folder = join(goldens, name, 'expected');
    if (!existsSync(folder)) continue;
    const contracts = readdirSync(join(goldens, name)).filter((one) =>
      /\.(wsdl|ya?ml|xsd)$/.test(one),
    );
    const declared = contracts.flatMap((one) =>
      declaredNames(readFileSync(join(goldens, name, one), 'utf8')),
    );
    for (const path of readdirSync(folder).filter((one) => one.endsWith('.ts'))) {
      const text = readFileSync(join(folder, path), 'utf8');
      for (const one of identifiersOf({ path, text })) {
        if (!declared.some((word) => one !== word && one.includes(word))) found.add(one);
      }
    }
  }
  return [...found];
}

/** A name as a contract spells it: XML has no `$` in names, .NET escapes it. */
const ncName = (identifier: string): string => identifier.replaceAll('$', '_x0024_');

/** What a contract names. */
interface Names {
  readonly types?: readonly string[];
  readonly operations?: readonly string[];
  readonly services?: readonly string[];
  readonly fields?: readonly string[];
}

const schema = `
<xs:complexType name="Area"><xs:sequence><xs:element name="size" type="xs:int" minOccurs="0"/></xs:sequence><xs:attribute name="size" type="xs:int"/></xs:complexType>
<xs:complexType name="City"><xs:complexContent><xs:extension base="t:Area"><xs:choice><xs:element name="mayor" type="xs:string"/><xs:element name="council" type="xs:string" maxOccurs="unbounded"/></xs:choice></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Atlas"><xs:sequence><xs:element name="area" type="t:Area"/><xs:choice maxOccurs="unbounded"><xs:element name="x" type="xs:long"/><xs:element name="y" type="t:Kind"/></xs:choice><xs:any processContents="lax"/></xs:sequence></xs:complexType>
<xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:pattern value="[a-z]+"/><xs:maxLength value="9"/></xs:restriction></xs:simpleType>
<xs:element name="Ask" type="t:City"/><xs:element name="Tell" type="t:Atlas"/><xs:element name="Bad" type="t:Area"/>`;

/** An operation with the messages of its request, response, header and fault. */
interface Operation {
  readonly name: string;
  readonly input: string;
  readonly output: string;
  readonly extra: string;
}

const message = (name: string): string =>
  `<w:message name="${name}"><w:part name="p" element="t:${name}"/></w:message>`;

function port(name: string, operations: readonly Operation[]): string {
  const abstract = operations.map(
    (one) =>
      `<w:operation name="${one.name}"><w:input message="t:${one.input}"/><w:output message="t:${one.output}"/><w:fault name="${one.extra}" message="t:${one.extra}"/></w:operation>`,
  );
  const bound = operations.map(
    (one) =>
      `<w:operation name="${one.name}"><s:operation soapAction="urn:c/${one.name}"/><w:input><s:header message="t:${one.extra}" part="p" use="literal"/><s:body use="literal"/></w:input><w:output><s:body use="literal"/></w:output><w:fault name="${one.extra}"><s:fault name="${one.extra}" use="literal"/></w:fault></w:operation>`,
  );
  return `<w:portType name="${name}">${abstract.join('')}</w:portType><w:binding name="${name}" type="t:${name}"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound.join('')}</w:binding>`;
}

const service = (name: string, binding: string): string =>
  `<w:service name="${name}"><w:port name="${binding}" binding="t:${binding}"><s:address location="http://localhost/${name}.asmx"/></w:port></w:service>`;

/** A contract with an operation that has it all, beside what is named as wished. */
function contract({ types = [], operations = [], services = [], fields = [] }: Names): string {
  const survey = (name: string): Operation => ({
    name,
    input: 'Ask',
    output: 'Tell',
    extra: 'Bad',
  });
  const typed = types.map((name, index): Operation => {
    const element = `E${index}-${ncName(name)}`;
    return { name: `Use${index}`, input: element, output: element, extra: element };
  });
  const declared = types.map(
    (name, index) =>
      `<xs:complexType name="${ncName(name)}"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType><xs:element name="${typed[index]?.input}" type="t:${ncName(name)}"/>`,
  );
  const members = fields.map(
    (name) => `<xs:element name="${ncName(name)}" type="t:Kind" minOccurs="0"/>`,
  );
  const form = `<xs:complexType name="Form"><xs:sequence>${members.join('')}</xs:sequence><xs:attribute name="xml" type="xs:string"/></xs:complexType><xs:element name="Form" type="t:Form"/>`;
  const extra = typed.map(({ input }) => message(input)).join('');
  return `<w:definitions name="Geo" targetNamespace="urn:c" xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:c" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<w:types><xs:schema targetNamespace="urn:c" elementFormDefault="qualified">${schema}${form}${declared.join('')}</xs:schema></w:types>
${message('Ask')}${message('Tell')}${message('Bad')}${message('Form')}${extra}
${port('Geo', [survey('Survey'), ...operations.map((name) => survey(ncName(name))), ...typed])}
${port('Fill', [{ name: 'Fill', input: 'Form', output: 'Form', extra: 'Form' }])}
${service('Geo', 'Geo')}${service('Fill', 'Fill')}${services.map((name) => service(ncName(name), 'Fill')).join('')}
</w:definitions>`;
}

const targets: PlanOptions['targets'] = ['types', 'client', 'server', 'docs', 'soap'];

/**
 * What a contract of its own, and every identifier made from that, are called in generated code.
 */
async function allIdentifiers(): Promise<readonly string[]> {
  const files = await generateText(contract({}), { targets });
  const names = new Set([...ownIdentifiers(), ...files.flatMap((one) => [...identifiersOf(one)])]);
  for (const name of ['Area', 'City', 'Atlas', 'Kind', 'Form']) names.delete(name);
  for (const name of ['Survey', 'Geo', 'Fill', 'Bad']) names.delete(name);
  names.add('State');
  return [...names].sort();
}

test('generated code has no identifier of its own that a contract can bring', async () => {
  const names = await allIdentifiers();
  for (const one of ['$State', 'caller', 'Handler', 'City$Fields', 'GeoClient']) {
    expect(names).toContain(one);
  }
  const files: OutputFile[] = [];
  for (const kind of ['types', 'operations', 'services', 'fields']) {
    for (const file of await generateText(contract({ [kind]: names }), { targets })) {
      files.push({ ...file, path: `${kind}/${file.path}` });
    }
  }
  expect(compileFiles(files)).toBe('');
}, 120_000);

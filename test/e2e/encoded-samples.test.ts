import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GeneratedFolder, generateText } from './generated-module.ts';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const encoded = `use="encoded" encodingStyle="${encoding}"`;
const heads = `<soap:header message="t:Heads" part="h" ${encoded} namespace="urn:e"/><soap:header message="t:Heads" part="lit" use="literal"/>`;

const arrayOf = (name: string, item: string): string =>
  `<xs:complexType name="${name}"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="${item}[]"/></xs:restriction></xs:complexContent></xs:complexType>`;
const struct = (name: string, content: string, more = ''): string =>
  `<xs:complexType name="${name}"${more}>${content}</xs:complexType>`;
const sequence = (...fields: readonly string[]): string =>
  `<xs:sequence>${fields.map((field) => `<xs:element ${field}/>`).join('')}</xs:sequence>`;

const types = `<xs:schema targetNamespace="urn:e"><xs:import namespace="${encoding}"/><xs:import namespace="urn:o"/>
${arrayOf('Strings', 'xs:string')}${arrayOf('People', 't:Person')}${arrayOf('Nodes', 't:Node')}
${struct('Person', sequence('name="name" type="xs:string"', 'name="boss" type="t:Person" nillable="true"', 'name="tags" type="t:Strings"'))}
${struct('Node', sequence('name="id" type="xs:int"', 'name="inner" type="t:Nodes"'))}
${struct('Base', sequence('name="id" type="xs:int"'), ' abstract="true"')}
${struct('Derived', `<xs:complexContent><xs:extension base="t:Base">${sequence('name="x" type="xs:int"')}</xs:extension></xs:complexContent>`)}
${struct('Repeated', sequence('name="a" type="xs:int" minOccurs="2" maxOccurs="unbounded"'))}
${struct('Amount', '<xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="unit" type="xs:string" use="required"/></xs:extension></xs:simpleContent>')}
${struct('Qualified', sequence('name="q" type="xs:int" form="qualified"'))}
${struct('Wide', sequence(...Array.from({ length: 12 }, (_, at) => `name="f${at}" type="t:People"`)))}
<xs:element name="lit">${struct('', sequence('name="z" type="xs:int"')).replace(' name=""', '')}</xs:element>
</xs:schema>
<xs:schema targetNamespace="urn:o" elementFormDefault="qualified"><xs:import namespace="urn:e"/>
${struct('Thing', sequence('name="v" type="xs:int"', 'name="p" type="t:Person"'))}
</xs:schema>`;

/** Name, style, type of the part, headers. */
const operations = [
  ['Rpc', 'rpc', 't:Person', ''],
  ['Array', 'rpc', 't:People', ''],
  ['Itself', 'rpc', 't:Node', ''],
  ['Abstract', 'rpc', 't:Base', ''],
  ['Repeat', 'rpc', 't:Repeated', ''],
  ['Attribute', 'rpc', 't:Amount', ''],
  ['Qualified', 'rpc', 't:Qualified', ''],
  ['Other', 'rpc', 'o:Thing', ''],
  ['Many', 'rpc', 't:Wide', ''],
  ['Head', 'rpc', 'xs:int', heads],
  ['DocStruct', 'document', 't:Person', ''],
  ['DocArray', 'document', 't:People', ''],
  ['DocSimple', 'document', 'xs:int', ''],
  ['DocHead', 'document', 't:Qualified', heads],
  ['Literal', 'rpc', 'xs:int', heads],
] as const;

function contract(): string {
  const messages = operations.map(
    ([name, , type]) =>
      `<message name="${name}In"><part name="p" type="${type}"/></message><message name="${name}Out"><part name="r" type="${type}"/></message>`,
  );
  const ports = operations.map(
    ([name]) =>
      `<operation name="${name}"><input message="t:${name}In"/><output message="t:${name}Out"/></operation>`,
  );
  const bound = operations.map(([name, style, , headers]) => {
    const use = name === 'Literal' ? 'use="literal"' : encoded;
    const side = `<soap:body ${use}${style === 'rpc' ? ' namespace="urn:e"' : ''}/>${headers}`;
    return `<operation name="${name}"><soap:operation soapAction="urn:e/${name}" style="${style}"/><input>${side}</input><output>${side}</output></operation>`;
  });
  return `<definitions name="Enc" targetNamespace="urn:e" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:w="http://schemas.xmlsoap.org/wsdl/"
  xmlns:e="${encoding}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:e" xmlns:o="urn:o">
<types>${types}</types><message name="Heads"><part name="h" type="t:Person"/><part name="lit" element="t:lit"/></message>
${messages.join('\n')}<portType name="P">${ports.join('\n')}</portType>
<binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${bound.join('\n')}</binding>
<service name="Enc"><port name="P" binding="t:B"><soap:address location="http://localhost/enc"/></port></service></definitions>`;
}

type Headers = Readonly<Record<string, unknown>>;
interface Context {
  readonly soapHeaders: Headers;
}
type Handler = (input: object, context: Context) => unknown;
interface Module {
  createEncClient(
    options: object,
  ): Readonly<
    Record<
      string,
      { raw(input: object, options: object): Promise<{ result: unknown; soapHeaders: Headers }> }
    >
  >;
  createEncServer(handlers: Readonly<Record<string, Handler>>): {
    fetch(request: Request): Promise<Response>;
  };
}

let folder: GeneratedFolder;
let module: Module;

beforeAll(async () => {
  folder = await generateText('enc.wsdl', contract());
  module = (await folder.load()) as unknown as Module;
});

afterAll(() => folder.remove());

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|amp);/g, (_, name: string) => characters[name] ?? '');
/** Texts of all elements of one kind in a page that contain an envelope. */
const envelopes = (page: string, tag: string): readonly string[] =>
  [...page.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'g'))]
    .map(([, text = '']) => plain(text))
    .filter((text) => text.includes(':Envelope'));
/** A sample with values instead of placeholders. */
const filled = (sample: string): string =>
  sample.slice(sample.indexOf('<?xml')).replaceAll(/([>"])int([<"])/g, '$17$2');

test.each(operations)('samples of %s (%s, %s) are read', async (name, style, _, headers) => {
  const seen: [object, Headers][] = [];
  const method = name[0]?.toLowerCase() + name.slice(1);
  const server = module.createEncServer(
    Object.fromEntries(
      operations.map(([one]) => [
        one[0]?.toLowerCase() + one.slice(1),
        (input: object, { soapHeaders }: Context) => {
          seen.push([input, soapHeaders]);
        },
      ]),
    ),
  );
  const page = await (await server.fetch(new Request(`http://test/enc?op=${name}`))).text();
  const [request = '', answer = ''] = envelopes(page, 'pre');
  const requests = [filled(request), ...envelopes(page, 'textarea')];
  for (const body of requests) {
    const sent = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"urn:e/${name}"` };
    await server.fetch(new Request('http://test/enc', { method: 'POST', headers: sent, body }));
  }
  expect(seen).toHaveLength(requests.length);
  const [[input, soapHeaders] = [{}, {}]] = seen;
  const client = module.createEncClient({
    baseUrl: 'http://test',
    fetch: async () =>
      new Response(filled(answer), { headers: { 'content-type': 'text/xml; charset=utf-8' } }),
  });
  const got = await client[method]?.raw(input, { soapHeaders });
  const tags = ['string', 'string'];
  const person = { name: 'string', boss: null, tags };
  const expected: Readonly<Record<string, unknown>> = {
    Rpc: person,
    Array: [person, person],
    Itself: { id: 7, inner: [] },
    Abstract: { $type: 'Derived', id: 7, x: 7 },
    Repeat: { a: [7, 7] },
    Attribute: { unit: 'string', $value: 7 },
    Qualified: { q: 7 },
    Other: { v: 7, p: person },
    DocStruct: person,
    DocArray: [person, person],
    DocHead: { q: 7 },
  };
  if (name !== 'Many') expect(got?.result).toEqual(expected[name] ?? 7);
  const isBare = style === 'document' && ['DocStruct', 'DocHead'].includes(name);
  expect(isBare ? input : Object.values(input)[0]).toEqual(got?.result);
  const all = { h: person, lit: { z: 7 } };
  expect([soapHeaders, got?.soapHeaders]).toEqual(headers === '' ? [{}, {}] : [all, all]);
});

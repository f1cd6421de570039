import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from '../cli/run-cli.ts';
import { compileStrictly } from '../compile-strictly.ts';
import { compileSources, resultOf } from './compiled-program.ts';

const wsdl = `<definitions name="Desk" targetNamespace="urn:desk" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:desk">
  <types><xs:schema targetNamespace="urn:desk" elementFormDefault="qualified">
    <xs:complexType name="Base">
      <xs:sequence><xs:element name="major" type="xs:int" fixed="3"/></xs:sequence>
      <xs:attribute name="v" type="xs:string" fixed="1"/><xs:attribute name="lang" type="xs:string" default="en"/>
    </xs:complexType>
    <xs:complexType name="Derived"><xs:complexContent><xs:extension base="t:Base"><xs:sequence>
      <xs:element name="minor" type="xs:int" fixed="4"/><xs:element name="note" type="xs:string" fixed="n" minOccurs="0"/>
    </xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:complexType name="Chosen"><xs:sequence>
      <xs:element name="kind" type="xs:string" fixed="k"/>
      <xs:choice><xs:element name="a" type="xs:string" fixed="A"/><xs:element name="b" type="xs:string"/></xs:choice>
    </xs:sequence></xs:complexType>
    <xs:complexType name="Turns"><xs:sequence maxOccurs="unbounded">
      <xs:element name="g" type="xs:string" fixed="G" nillable="true"/><xs:element name="h" type="xs:string"/>
    </xs:sequence></xs:complexType>
    <xs:element name="Order"><xs:complexType><xs:sequence>
      <xs:element name="base" type="t:Base" maxOccurs="unbounded"/><xs:element name="chosen" type="t:Chosen"/><xs:element name="turns" type="t:Turns"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Limit" type="xs:int" fixed="7"/>
    <xs:element name="Other" type="xs:string"/>
  </xs:schema></types>
  <message name="Put"><part name="body" element="t:Order"/></message>
  <message name="Parts"><part name="limit" element="t:Limit"/><part name="other" element="t:Other"/></message>
  <portType name="Port">
    <operation name="Put"><input message="t:Put"/><output message="t:Put"/></operation>
    <operation name="Split"><input message="t:Parts"/><output message="t:Parts"/></operation>
  </portType>
  <binding name="Binding" type="t:Port">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Put"><soap:operation soapAction="urn:desk/Put"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
    <operation name="Split"><soap:operation soapAction="urn:desk/Split" style="rpc"/><input><soap:body use="literal" namespace="urn:desk"/></input><output><soap:body use="literal" namespace="urn:desk"/></output></operation>
  </binding>
  <service name="Desk"><port name="Port" binding="t:Binding"><soap:address location="http://localhost/desk"/></port></service>
</definitions>`;

const program = `
import { createDeskClient, createDeskServer, type Order, type OrderAsRead } from './desk/index.js';

/** What codecs add need not be given, and is there in what is read: none of this compiles else. */
const order: Order = {
  base: [{}, { $type: 'Derived', lang: 'de' }],
  chosen: { b: 'x' },
  // a fixed value is never nil: XML Schema 1.0, cvc-elt 3.2.2
  turns: { $sequence: [{ h: '1' }, { g: 'G', h: '2' }] },
};

function values({ base, chosen, turns }: OrderAsRead): readonly unknown[] {
  const majors: readonly 3[] = base.map((one) => one.major);
  const versions: readonly '1'[] = base.map((one) => one.v);
  const languages: readonly string[] = base.map((one) => one.lang);
  const minors: readonly (4 | undefined)[] = base.map((one) => one.$type === 'Derived' ? one.minor : undefined);
  // @ts-expect-error it may be absent
  const notes: readonly 'n'[] = base.map((one) => one.$type === 'Derived' ? one.note : 'n');
  const kind: 'k' = chosen.kind;
  const turn: readonly 'G'[] = turns.$sequence.map(({ g }) => g);
  return [majors, versions, languages, minors, notes, kind, turn];
}

// @ts-expect-error what was not read may lack it
const asRead: OrderAsRead = order;

export async function lines(): Promise<unknown> {
  const found: unknown[] = [asRead === order];
  const server = createDeskServer({
    put(input) {
      found.push(values(input));
      return input;
    },
    split({ limit, other }) {
      const seven: 7 = limit;
      found.push([seven, other]);
      return { other };
    },
  });
  const client = createDeskClient({ baseUrl: 'http://test', fetch: server.fetch });
  found.push(values(await client.put(order)));
  const { limit } = await client.split({ other: 'o' });
  const seven: 7 = limit;
  return [...found, seven];
}
`;

let folder: TestFolder;

beforeAll(async () => {
  folder = createFolder({ 'desk.wsdl': wsdl, 'package.json': '{ "type": "module" }\n' });
  const args = ['generate', 'desk.wsdl', '-o', 'src/desk', '--targets', 'types,client,server'];
  const { code, stderr } = await runCli(args, { cwd: folder.path });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  folder.write('src/main.ts', program);
}, 60_000);

afterAll(() => folder.remove());

test('fixed and default values may be left out of what is written, and are in what is read', () => {
  compileSources(folder);
  const read = [[3, 3], ['1', '1'], ['en', 'de'], [null, 4], ['n', null], 'k', ['G', 'G']];
  expect(resultOf(folder, 'js/main.js', 'lines')).toEqual([true, read, read, [7, 'o'], 7]);
}, 120_000);

test.each(['TypeScript 5.9', 'TypeScript 6'] as const)(
  '%s takes the same',
  (compiler) => {
    expect(compileStrictly(folder.path, { compiler, include: ['src'] })).toBe('');
  },
  120_000,
);

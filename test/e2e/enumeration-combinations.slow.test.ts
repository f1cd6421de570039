import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from '../cli/run-cli.ts';
import { compileSources, resultOf } from './compiled-program.ts';

const values = (...all: readonly string[]) =>
  all.map((one) => `<xs:enumeration value="${one}"/>`).join('');
const simple = (name: string, base: string, facets: string) =>
  `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;

const wsdl = `<definitions name="Odd" targetNamespace="urn:odd" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:odd">
  <types><xs:schema targetNamespace="urn:odd" elementFormDefault="qualified">
    ${simple('Odd', 'xs:string', values('', 'a-b', 'a_b', '__proto__', 'constructor', '1', '01', "it's &quot;*/", ' x', 'ä'))}
    ${simple('Nums', 'xs:int', values('1', '02', '-3'))}
    ${simple('Longs', 'xs:long', values('1', '9007199254740993'))}
    ${simple('Color', 'xs:token', values('red', 'green'))}
    ${simple('Size', 'xs:token', values('S', 'red'))}
    <xs:simpleType name="Either"><xs:union memberTypes="t:Nums t:Color t:Size"/></xs:simpleType>
    <xs:simpleType name="Colors"><xs:list itemType="t:Color"/></xs:simpleType>
    ${simple('Few', 't:Either', values('red', 'S'))}
    ${simple('Lists', 't:Colors', values('red green', 'red'))}
    ${simple('Code', 'xs:string', '<xs:maxLength value="3"/>')}
    <xs:element name="Order"><xs:complexType><xs:sequence>
      <xs:element name="odd" type="t:Odd" maxOccurs="unbounded"/>
      <xs:element name="nums" type="t:Nums" default="02"/>
      <xs:element name="longs" type="t:Longs" fixed="9007199254740993"/>
      <xs:element name="proto" type="t:Odd" fixed="__proto__"/>
      <xs:element name="either" type="t:Either" maxOccurs="3"/>
      <xs:element name="colors" type="t:Colors"/><xs:element name="lists" type="t:Lists"/>
      <xs:element name="few" type="t:Few" nillable="true"/><xs:element name="code" type="t:Code"/>
    </xs:sequence>
    <xs:attribute name="empty" type="t:Odd" default=""/><xs:attribute name="dash" type="t:Odd" fixed="a-b" use="required"/>
    </xs:complexType></xs:element>
  </xs:schema></types>
  <message name="Put"><part name="body" element="t:Order"/></message>
  <portType name="Port"><operation name="Put"><input message="t:Put"/><output message="t:Put"/></operation></portType>
  <binding name="Binding" type="t:Port"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Put"><soap:operation soapAction="urn:odd/Put"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="Odd"><port name="Odd" binding="t:Binding"><soap:address location="http://localhost/odd"/></port></service>
</definitions>`;

const program = (folder: string) => `
import {
  Color, createMockOddServer, createOddClient, Few, fromJson, Longs, Nums, Odd, Put, OrderSchema, sample, Size, toJson,
  type PutInput,
} from './${folder}/index.js';

const all: readonly Odd[] = Object.values(Odd);
const input: PutInput = {
  odd: all, nums: Nums['2'], either: [Size.S, Color.green, Nums['-3']], colors: [Color.red],
  lists: [Color.red, Color.green], few: Few.red, code: 'abc',
};

export async function lines(): Promise<readonly unknown[]> {
  const server = createMockOddServer({ put: (given) => given });
  const client = createOddClient({ baseUrl: 'http://test', fetch: server.fetch });
  const back = await client.put(input);
  const json: unknown = JSON.parse(JSON.stringify(toJson(OrderSchema, back)));
  const same = [back, sample(Put), fromJson(OrderSchema, json)].map((one) => OrderSchema['~standard'].validate(one).issues);
  const wrong = ['toString', 'valueOf', 'a b'].map((one) =>
    OrderSchema['~standard'].validate({ ...back, odd: [one] }).issues?.[0]?.path.join('.'));
  return [json, same, wrong, back.proto === Odd.__proto__, back.longs === Longs['9007199254740993']];
}
`;

let folder: TestFolder;

beforeAll(async () => {
  const common = { input: 'odd.wsdl', enums: 'const', brands: true };
  const targets = ['types', 'client', 'server', 'schemas'];
  const contracts = [
    { ...common, targets, output: 'src/typed' },
    { ...common, targets, output: 'src/plain', emit: 'js' },
  ];
  folder = createFolder({
    'odd.wsdl': wsdl,
    'asmx-gen.config.json': JSON.stringify({ contracts }),
    'package.json': '{ "type": "module" }\n',
    'src/typed.ts': program('typed'),
    'src/plain.ts': program('plain'),
  });
  const { code, stderr } = await runCli(['generate'], { cwd: folder.path });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  compileSources(folder);
  cpSync(join(folder.path, 'src/plain'), join(folder.path, 'js/plain'), { recursive: true });
}, 120_000);

afterAll(() => folder.remove());

test.each(['typed', 'plain'])(
  'enumerations of awkward values, with schemas and brands: %s',
  (name) => {
    const json = {
      empty: '',
      dash: 'a-b',
      odd: ['1', '', 'a-b', 'a_b', '__proto__', 'constructor', '01', 'it\'s "*/', ' x', 'ä'],
      nums: 2,
      longs: '9007199254740993',
      proto: '__proto__',
      either: ['S', 'green', -3],
      colors: ['red'],
      lists: ['red', 'green'],
      few: 'red',
      code: 'abc',
    };
    const places = ['odd.0', 'odd.0', 'odd.0'];
    expect(resultOf(folder, `js/${name}.js`, 'lines')).toEqual([
      json,
      [null, null, null],
      places,
      true,
      true,
    ]);
  },
);

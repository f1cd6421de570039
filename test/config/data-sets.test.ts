import { describe, expect, test } from '@jest/globals';
import { readConfigText } from '../../src/config/load.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { generate } from '../../src/generate.ts';
import { planOptions } from '../plan/support/contract.ts';

function settingsOf(dataSets: unknown) {
  const bag = createDiagnosticBag();
  const text = JSON.stringify({ contracts: [{ input: 'a.wsdl', dataSets }] });
  const settings = readConfigText({ path: 'asmx-gen.config.json', text }, bag);
  return { read: settings?.[0]?.dataSets, errors: bag.diagnostics.map(({ message }) => message) };
}

describe('dataSets of the configuration', () => {
  test('names rows by table, or schema files', () => {
    const { read, errors } = settingsOf({
      'S.One': { 'A Table': 'Row', Other: 'sets\\other.xsd' },
      'S.Two': 'sets/two.xsd',
    });
    expect(errors).toEqual([]);
    expect(read).toEqual({
      'S.One': { rowTypes: { 'A Table': 'Row' }, schemas: ['sets/other.xsd'] },
      'S.Two': { rowTypes: {}, schemas: ['sets/two.xsd'] },
    });
  });

  test('refuses anything else', () => {
    expect(settingsOf({ 'S.One': { Table: 'not a name' } }).errors).toEqual([
      "'not a name' is neither a row type nor a schema file",
    ]);
    expect(settingsOf({ 'S.One': 'Row' }).errors).toEqual([
      "'S.One' in 'dataSets' is not a schema file",
    ]);
    expect(settingsOf({ 'S.One': 5 }).errors).toHaveLength(1);
  });
});

describe('schema files of DataSets', () => {
  const contract = `asmx: 1
name: School
namespace: urn:school
services: { School: { operations: { GetRooms: { returns: dataset } } } }
`;
  const table =
    '<xs:element name="Room"><xs:complexType><xs:sequence>@</xs:sequence></xs:complexType></xs:element>';
  const schema = `<xs:schema id="Rooms" xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="Rooms"><xs:complexType><xs:choice maxOccurs="unbounded">${table.replace('@', '<xs:element name="Id" type="xs:int"/>')}</xs:choice></xs:complexType></xs:element></xs:schema>`;

  async function generated(file: string | undefined) {
    const texts: Record<string, string | undefined> = { 'school.yaml': contract, 'r.xsd': file };
    const dataSets = { 'School.GetRooms': { rowTypes: {}, schemas: ['r.xsd'] } };
    const request = { input: 'school.yaml', options: { ...planOptions, dataSets } };
    const readFile = (path: string) => {
      const text = texts[path];
      return text === undefined ? undefined : new TextEncoder().encode(text);
    };
    return generate(request, { readFile });
  }

  test('give the rows their types, and are inputs', async () => {
    const { files, inputs } = await generated(schema);
    const types = files.find(({ path }) => path === 'types.ts')?.text;
    expect(types).toContain('export interface RoomsRoomRow {\n  readonly Id: number;\n}');
    expect(inputs.find(({ path }) => path === 'r.xsd')?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['no file', undefined, /cannot be read: it does not exist/],
    ['no schema', '<a/>', /is no schema of a DataSet/],
    ['a schema without tables', schema.replace(/<xs:choice.*choice>/, ''), /is no schema/],
  ])('%s is an error', async (_, file, message) => {
    const { diagnostics, files } = await generated(file);
    expect(files).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: 'ASMX5002', severity: 'error', message: expect.stringMatching(message) },
    ]);
  });
});

describe('a typed DataSet whose schema the contract lacks', () => {
  // as SoapCore describes it
  const wsdl = (name: string) => `<wsdl:definitions name="S" targetNamespace="urn:s"
 xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:s" xmlns:s="http://www.w3.org/2001/XMLSchema"
 xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"><wsdl:types><s:schema targetNamespace="urn:s"
 elementFormDefault="qualified"><s:element name="GetTyped"><s:complexType/></s:element>
 <s:element name="GetTypedResponse"><s:complexType><s:sequence><s:element name="GetTypedResult" minOccurs="0">
 <s:complexType><s:sequence><s:any namespace="${name}"/></s:sequence></s:complexType></s:element></s:sequence>
 </s:complexType></s:element></s:schema></wsdl:types>
 <wsdl:message name="In"><wsdl:part name="parameters" element="t:GetTyped"/></wsdl:message>
 <wsdl:message name="Out"><wsdl:part name="parameters" element="t:GetTypedResponse"/></wsdl:message>
 <wsdl:portType name="P"><wsdl:operation name="GetTyped"><wsdl:input message="t:In"/>
 <wsdl:output message="t:Out"/></wsdl:operation></wsdl:portType><wsdl:binding name="B" type="t:P">
 <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="GetTyped">
 <soap:operation soapAction="urn:s/GetTyped"/><wsdl:input><soap:body use="literal"/></wsdl:input>
 <wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding><wsdl:service name="S">
 <wsdl:port name="P" binding="t:B"><soap:address location="http://localhost/S.svc"/></wsdl:port>
 </wsdl:service></wsdl:definitions>`;
  const schema = `<xs:schema id="Set" targetNamespace="urn:set" elementFormDefault="qualified"
 xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">
 <xs:element name="Set" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
 <xs:element name="Room"><xs:complexType><xs:sequence><xs:element name="Born" type="xs:date" minOccurs="0"/>
 <xs:element name="Code" type="xs:hexBinary"/><xs:element name="Size" type="xs:integer"/></xs:sequence>
 </xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>`;

  async function generated(namespace: string) {
    const texts: Record<string, string> = { 's.wsdl': wsdl(namespace), 'set.xsd': schema };
    const dataSets = { 'S.GetTyped': { rowTypes: {}, schemas: ['set.xsd'] } };
    const request = { input: 's.wsdl', options: { ...planOptions, dataSets } };
    return generate(request, {
      readFile: (path: string) => new TextEncoder().encode(texts[path]),
    });
  }

  test('is that of the file', async () => {
    const { files, diagnostics } = await generated('urn:set');
    expect(diagnostics).toEqual([]);
    const types = files.find(({ path }) => path === 'types.ts')?.text ?? '';
    expect(types).toMatch(
      / extends DataSetOf<SetRows> \{\n.*\n {2}readonly schema\?: .*\n.*\n {2}readonly diffgram: /,
    );
    expect(types).toContain(
      'export interface SetRoomRow {\n  readonly Born?: string | undefined;\n' +
        '  readonly Code: Uint8Array;\n  readonly Size: bigint;\n}',
    );
    const index = files.find(({ path }) => path === 'index.ts')?.text;
    expect(index).toContain('readDataSet');
  });

  test('is an error if the file has another namespace', async () => {
    const { files, diagnostics } = await generated('urn:other');
    expect(files).toEqual([]);
    expect(diagnostics).toMatchObject([
      {
        code: 'ASMX5002',
        message:
          "the schema 'set.xsd' of 'dataSets' has the target namespace 'urn:set', " +
          "which no wildcard of 'S.GetTyped' allows",
        help: "the contract has a wildcard for 'urn:other'",
      },
    ]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readConfigText } from '../../src/config/load.ts';
import { writeWsdl } from '../../src/convert/wsdl/document.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { generate } from '../../src/generate.ts';
import { publishedDocuments } from '../../src/pages/published.ts';
import { planContract } from '../../src/plan/contract.ts';
import type { ContractPlan } from '../../src/plan/result.ts';
import { createDocumentation } from '../../src/runtime/docs.ts';
import { readDataSet, writeDataSet } from '../../src/runtime/index.ts';
import { unexpectedElement } from '../../src/runtime/xml/asmx.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { contractOf, modelOf } from './contract-texts.ts';
import { envelope, loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planOptions, planText, valueWsdl } from './support/contract.ts';

describe('data sets', () => {
  const folder = new URL('../fixtures/data-sets/', import.meta.url);
  const textOf = (path: string): string => readFileSync(new URL(path, folder), 'utf8');
  const files = {
    'typed.wsdl': textOf('typed.wsdl'),
    'Typed/Typed-schema-StockSet.xsd': textOf('Typed/Typed-schema-StockSet.xsd'),
  };

  /** The contract with a typed DataSet as ASMX publishes it. */
  function typedPlan(): { readonly plan: ContractPlan | undefined; readonly diagnostics: [] } {
    const sink = { report: ({ message }: { message: string }) => Promise.reject(message) };
    return { plan: planContract(modelOf(files), planOptions, sink), diagnostics: [] };
  }

  describe('a typed DataSet', () => {
    const planned = typedPlan();
    const codecs = loadCodecs(planned);
    const answer = textOf('typed-answer.xml');

    test('is the schema and the diffgram, where the contract has one wildcard', () => {
      const text = declaration(planned, 'GetResponseGetResult');
      expect(text).toContain('readonly schema?: XmlElement | undefined;');
      expect(text).toContain('readonly diffgram: XmlElement;');
    });

    test('is read and written as it was', () => {
      const body = `<GetResponse xmlns="urn:typed"><GetResult>${answer}</GetResult></GetResponse>`;
      const result = codecs.readBody('readGetResponse', body) as object;
      expect(readDataSet(result)).toMatchObject({
        name: 'StockSet',
        namespace: 'urn:stockset',
        tables: { Part: [{ Id: 1, Name: 'bolt' }] },
        changes: [{ table: 'Part', state: 'inserted' }],
      });
      const written = codecs.write('writeGetResponse', result);
      expect(written).toMatch(/<GetResult><xs:schema (?:xmlns\S* )*id="StockSet"/);
      expect(written).toContain(
        '<xs:element name="StockSet" msdata:IsDataSet="true" msdata:Locale="en-US">',
      );
      expect(written).toMatch(/<diffgr:diffgram [^>]*xmlns:diffgr=/);
      expect(written).toContain(
        '<Part diffgr:id="Part1" msdata:rowOrder="0" diffgr:hasChanges="inserted">',
      );
      expect(codecs.readBody('readGetResponse', written)).toEqual(result);
      const get = codecs.write('writeGetResult', result);
      expect(get).toMatch(/^<StockSet xmlns="urn:typed".*<xs:schema [^>]*id="StockSet"/);
    });

    test('is accepted by strict readers', () => {
      const body = `<Put xmlns="urn:typed"><s>${answer}</s></Put>`;
      const reader = new XmlReader(envelope(body));
      reader.nextTag();
      reader.nextTag();
      reader.unexpected = unexpectedElement;
      const input = codecs.functions.readPutRequest?.(reader as never) as { s: object } | undefined;
      expect(readDataSet(input?.s).tables).toEqual({ Part: [{ Id: 1, Name: 'bolt' }] });
    });

    test('may leave out its schema', () => {
      const [, diffgram = ''] = answer.split('</xs:schema>');
      const body = `<Put xmlns="urn:typed"><s>${diffgram}</s></Put>`;
      const { s } = codecs.readBody('readPutRequest', body) as { s: object };
      expect(readDataSet(s).tables).toEqual({ Part: [{ Id: '1', Name: 'bolt' }] });
    });

    test('has its schema at ?schema=', () => {
      const model = modelOf(files);
      const [service] = model.services;
      if (service === undefined) throw new Error('no service');
      const { name, path, namespace } = service;
      const published = publishedDocuments(service.definitions, model.services);
      const docs = { name, path, namespace, soapBindings: [], operations: [], published };
      const ask = (query: string) =>
        createDocumentation([docs]).answer({
          path,
          query,
          origin: 'http://h',
          pages: true,
          wsdl: true,
          httpPost: 'everybody',
        });
      expect(ask('wsdl')?.body).toContain('schemaLocation="http://h/Typed.asmx?schema=StockSet"');
      expect(ask('schema=StockSet')?.body).toContain('msdata:IsDataSet="true"');
      expect(ask('schema=Other')?.status).toBe(500);
    });

    test('is marked in a WSDL that is rebuilt', () => {
      const [definitions] = contractOf(files).definitions;
      if (definitions === undefined) throw new Error('no definitions');
      expect(writeWsdl(definitions, undefined)).toContain(
        'name="StockSet" msdata:IsDataSet="true"',
      );
    });
  });

  test('a wildcard for a namespace without a DataSet is any element', () => {
    const planned = planText(
      valueWsdl(
        '<xs:complexType name="Value"><xs:sequence><xs:any namespace="urn:other"/></xs:sequence></xs:complexType>',
      ),
    );
    expect(declaration(planned, 'Value')).toContain('readonly $any: XmlElement;');
    expect(planned.plan?.hasDataSets).toBe(false);
  });

  test.each([
    ['a reference to a schema and any element', '<xs:element ref="xs:schema"/><xs:any/>'],
    [
      'two wildcards of a DataTable',
      '<xs:any minOccurs="0" maxOccurs="unbounded" namespace="http://www.w3.org/2001/XMLSchema" processContents="lax"/><xs:any minOccurs="1" namespace="urn:schemas-microsoft-com:xml-diffgram-v1" processContents="lax"/>',
    ],
    [
      'a repeated sequence of two wildcards',
      '<xs:sequence maxOccurs="unbounded"><xs:any minOccurs="0" namespace="http://www.w3.org/2001/XMLSchema" processContents="lax"/><xs:any minOccurs="0" namespace="urn:schemas-microsoft-com:xml-diffgram-v1" processContents="lax"/></xs:sequence>',
    ],
  ])('what writeDataSet returns can be sent as %s', (_, content) => {
    const planned = planText(
      valueWsdl(
        `<xs:complexType name="Value"><xs:sequence>${content}</xs:sequence></xs:complexType>`,
      ),
    );
    expect(planned.plan?.hasDataSets).toBe(true);
    const codecs = loadCodecs(planned);
    const set = writeDataSet({ name: 'S', tables: { T: [{ a: 1 }] } });
    const { xml, value } = roundTrip(codecs, { value: set });
    expect(xml).toContain('<xs:schema id="S"');
    expect(xml.match(/<diffgr:diffgram/g)).toHaveLength(1);
    expect(readDataSet((value as { value: object }).value).tables).toEqual({ T: [{ a: 1 }] });
  });
});

describe('data set rows', () => {
  const yaml = (types = '') => `asmx: 1
name: School
namespace: urn:school
services:
  School:
    operations:
      GetStudents: { returns: dataset }
      GetRooms: { returns: dataset }
      SaveTeachers: { parameters: { teachers: datatable${types} } }
types:
  Teacher: { fields: { Id: int } }
`;

  const description = {
    name: 'Room Set',
    namespace: '',
    columns: { 'Class Room': { Id: 'int', Size: 'decimal', Any: 'anyType', Big: 'long' } },
    required: { 'Class Room': ['Id'] },
    primaryKeys: {},
    relations: [],
  };

  function planned(dataSets: Parameters<typeof planText>[1], types = '') {
    return planText(yaml(types), dataSets, 'school.yaml');
  }

  describe('rows of DataSets that the configuration names', () => {
    test('have the columns of a schema', () => {
      const plan = planned({ dataSets: { 'School.GetRooms': { rowTypes: {}, description } } });
      expect(declaration(plan, 'GetRoomsResponseGetRoomsResult')).toContain(
        'extends DataSetOf<RoomSetRows>',
      );
      expect(declaration(plan, 'RoomSetRows')).toContain(
        "readonly 'Class Room': RoomSetClassRoomRow;",
      );
      const row = declaration(plan, 'RoomSetClassRoomRow');
      expect(row).toContain('readonly Id: number;');
      expect(row).toContain('readonly Size?: string | undefined;');
      expect(row).toContain('readonly Any?: DataSetValue | undefined;');
      expect(row).toContain('readonly Big?: bigint | undefined;');
    });

    test('have the names that the configuration gives', () => {
      const rowTypes = { 'Class Room': 'Room', Student: 'Student' };
      const plan = planned({ dataSets: { 'School.GetRooms': { rowTypes, description } } });
      expect(declaration(plan, 'RoomSetRows')).toContain("readonly 'Class Room': Room;");
      expect(declaration(plan, 'Room')).toContain('readonly Id: number;');
      expect(declaration(plan, 'Student')).toContain('= DataSetRow;');
    });

    test('may be types of the contract', () => {
      const rowTypes = { Teacher: 'Teacher' };
      const plan = planned({ dataSets: { 'School.SaveTeachers': { rowTypes } } }, ', one: Teacher');
      expect(declaration(plan, 'SaveTeachersRows')).toContain('readonly Teacher: Teacher;');
      expect(declaration(plan, 'Teacher')).toContain('readonly Id: number;');
    });

    test('types that several operations share have none, unless they have the same', () => {
      const students = { rowTypes: { Student: 'Student' } };
      const one = planned({ dataSets: { 'School.GetStudents': students } });
      expect(declaration(one, 'DataSet')).not.toContain('extends');
      expect(declaration(one, 'GetRoomsResponseGetRoomsResult')).not.toContain('extends');
      const rooms = { rowTypes: {}, description };
      const both = planned({
        dataSets: { 'School.GetStudents': rooms, 'School.GetRooms': rooms },
      });
      expect(declaration(both, 'DataSet')).toContain('extends DataSetOf<RoomSetRows>');
    });
  });
});

describe('data sets', () => {
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
});

import { describe, expect, test } from '@jest/globals';
import { readConfigText } from '../../src/config/load-config.ts';
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

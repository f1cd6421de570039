import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { writeWsdl } from '../../src/convert/wsdl/document.ts';
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
    expect(writeWsdl(definitions, undefined)).toContain('name="StockSet" msdata:IsDataSet="true"');
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

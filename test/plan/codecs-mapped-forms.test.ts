import { describe, expect, test } from '@jest/globals';
import { FormReader } from '../../src/runtime/forms/reader.ts';
import { loadCodecs } from './support/codecs.ts';
import { planText, valueWsdl } from './support/contract.ts';

const microsoft = 'http://microsoft.com/wsdl/types/';

const contract = `asmx: 1
name: Test
namespace: urn:test
bindings: [soap11, httpGet, httpPost]
services:
  Test:
    operations:
      Book: { parameters: { at: dateTime, price: decimal, seats: long, days: 'dateTime[]', rate: double } }
`;
const texts = 'at=2%2F29%2F2024 1:05 PM&price=1,234.50-&seats=%2B5 &days=29-Feb-2024&rate=Infinity';
const own = { module: './own.ts', type: 'Own', parse: 'parseOwn', format: 'formatOwn' };
const functions = {
  parseOwn: (text: string) => ({ own: text }),
  formatOwn: (value: { readonly own: string }) => value.own,
};

describe('GET and POST have the texts of .NET for types that are mapped to others', () => {
  test.each([
    [
      'built-in ones',
      { types: { dateTime: 'Date', decimal: 'number', long: 'string' } },
      {
        at: new Date('2024-02-29T13:05:00'),
        price: -1234.5,
        seats: '5',
        days: [new Date('2024-02-29T00:00:00')],
        rate: Number.POSITIVE_INFINITY,
      },
    ],
    [
      'those of modules',
      { types: { own: { dateTime: own, decimal: own, long: own, double: own } } },
      {
        at: { own: '2024-02-29T13:05:00' },
        price: { own: '-1234.50' },
        seats: { own: '5' },
        days: [{ own: '2024-02-29T00:00:00' }],
        rate: { own: 'INF' },
      },
    ],
  ])('%s', (_, options, value) => {
    const codecs = loadCodecs(planText(contract, options as never, 'test.yaml'), functions);
    const readForm = codecs.functions.readBookForm as unknown as (form: FormReader) => unknown;
    expect(readForm(new FormReader(texts))).toEqual(value);
    expect(codecs.write('writeBookForm', value)).toContain('&rate=Infinity');
    expect(() => readForm(new FormReader(texts.replace('1,234', 'x')))).toThrow(
      'Cannot convert x.50- to System.Decimal.',
    );
  });

  test('what the mapped type cannot be is told with the text that came', () => {
    const options = { types: { long: 'number' } };
    const codecs = loadCodecs(planText(contract, options as never, 'test.yaml'));
    const readForm = codecs.functions.readBookForm as unknown as (form: FormReader) => unknown;
    const form = new FormReader(texts.replace('%2B5 ', '+9007199254740993'.replace('+', '%2B')));
    expect(() => readForm(form)).toThrow('Cannot convert +9007199254740993 to long.');
  });
});

describe('the DateTimeOffset of .NET, where a Date stands for a dateTime', () => {
  const type = (name: string, base: string): string =>
    `<xs:simpleType name="${name}"><xs:restriction base="${base}"/></xs:simpleType>`;
  const offsets = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${microsoft}">${type('dateTimeOffset', 'xs:dateTime')}</xs:schema>`;

  test.each(['m:dateTimeOffset', 't:Moment', 't:Late'])('%s has a zone', (name) => {
    const late = type('Late', 'm:dateTimeOffset').replace(
      '/></xs:simpleType>',
      '><xs:minInclusive value="0001-01-01T00:00:00Z"/></xs:restriction></xs:simpleType>',
    );
    const contract = valueWsdl(
      `<xs:import namespace="${microsoft}"/>${type('Moment', 'm:dateTimeOffset')}${late}<xs:complexType name="Value"><xs:sequence><xs:element name="at" type="${name}"/></xs:sequence></xs:complexType>`,
    ).replace('<xs:schema ', `${offsets}<xs:schema xmlns:m="${microsoft}" `);
    const plan = planText(contract, { types: { dateTime: 'Date' } });
    const value = { value: { at: new Date('0001-01-01T00:00:00Z') } };
    expect(loadCodecs(plan).write('writeTestRequest', value)).toContain(
      '<at>0001-01-01T00:00:00Z</at>',
    );
  });
});

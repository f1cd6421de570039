import { expect, test } from '@jest/globals';
import { fromJson, sampleOf, toJson } from '../../src/runtime/schema.ts';
import { compileFiles, generateText } from './support/compiled.ts';
import { type AnySchema, loadSchemas } from './support/schemas.ts';

interface Money {
  readonly cents: number;
}

const money = {
  parseMoney: (text: string): Money => ({ cents: Math.round(Number(text) * 100) }),
  formatMoney: ({ cents }: Money): string => (cents / 100).toFixed(2),
};
const source = `export interface Money { readonly cents: number }
export const parseMoney = (text: string): Money => ({ cents: Math.round(Number(text) * 100) });
export const formatMoney = ({ cents }: Money): string => (cents / 100).toFixed(2);
`;

const contract = `
asmx: 1
name: Shop
namespace: urn:shop
services:
  Shop:
    operations:
      Pay: { parameters: { price: Price, fees: 'decimal*', tip: 'decimal?' }, returns: decimal }
types:
  Price: { restricts: decimal, maxInclusive: 50 }
`;
const own = { import: '../money.js', type: 'Money', parse: 'parseMoney', format: 'formatMoney' };
const types = { own: { decimal: own } };
const schemas = loadSchemas(contract, { path: 'shop.yaml', types, modules: { money } });
const input = schemas.PayInputSchema as AnySchema;
const value = { price: { cents: 1250 }, fees: [{ cents: 1 }] };
const json = { price: '12.50', fees: ['0.01'] };

test("types of the user's own are texts in JSON", () => {
  expect(toJson(input, value)).toEqual(json);
  expect(fromJson(input, json)).toEqual(value);
  expect(schemas.PriceSchema?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' })).toEqual(
    expect.objectContaining({ type: 'string' }),
  );
});

test('facets hold, and errors say the path', () => {
  const { issues } = input['~standard'].validate({ ...value, price: { cents: 5100 } });
  expect(issues).toEqual([
    { path: ['price'], message: expect.stringContaining('must be at most 50') },
  ]);
});

test('what cannot be read says why, also where `format` would take it', () => {
  const words = {
    parseMoney: (text: string): string => {
      if (text.startsWith('-')) throw new RangeError('no debts');
      return `${text} EUR`;
    },
    formatMoney: (amount: string): string => amount.replace(' EUR', ''),
  };
  const other = loadSchemas(contract, { path: 'shop.yaml', types, modules: { money: words } });
  const read = (change: object): unknown =>
    fromJson(other.PayInputSchema as AnySchema, { ...json, ...change });
  expect(read({})).toEqual({ price: '12.50 EUR', fees: ['0.01 EUR'] });
  expect(() => read({ price: '-1.00' })).toThrow(
    expect.objectContaining({
      code: 'decode',
      path: 'price',
      message: "PayInput.price: '-1.00' cannot be read: no debts",
    }),
  );
  expect(() => read({ price: '60', fees: ['1', 'much', 5], tip: null })).toThrow(
    [
      "PayInput.price: '60' must be at most 50.",
      "PayInput.fees.1: 'much' is not a decimal.",
      'PayInput.fees.2: Expected a text, got the number 5.',
      'PayInput.tip: Expected a text, got null.',
    ].join('\n'),
  );
});

test('samples are values of the type', () => {
  const sample = sampleOf(input) as typeof value;
  expect(sample.price).toEqual({ cents: expect.any(Number) });
  expect(input['~standard'].validate(sample)).toEqual({ value: sample });
});

test('samples of booleans that are a type of their own are texts that it can read', () => {
  const words = {
    parseMoney: (text: string): object => ({ isOn: text === 'true' }),
    formatMoney: ({ isOn }: { readonly isOn: boolean }): string => String(isOn),
  };
  const { SwitchInputSchema } = loadSchemas(
    contract.replace(/Pay: .*/, 'Switch: { parameters: { light: boolean } }'),
    { path: 'shop.yaml', types: { own: { boolean: own } }, modules: { money: words } },
  );
  expect(sampleOf(SwitchInputSchema as AnySchema)).toEqual({
    light: { isOn: expect.any(Boolean) },
  });
});

test('the files compile', async () => {
  const targets = ['types', 'client', 'schemas'] as const;
  const options = { targets, types: { own: { decimal: { ...own, import: './money.js' } } } };
  const files = await generateText(contract, options);
  expect(compileFiles([...files, { path: 'money.ts', text: source }])).toBe('');
});

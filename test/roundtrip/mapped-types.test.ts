import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PlanOptions } from '../../src/plan/result.ts';
import { loadCodecs } from '../plan/support/codecs.ts';
import { planText } from '../plan/support/contract.ts';
import { runs } from '../runs.ts';

/** What Node 26 has. The package has no types without the compiler's library of Temporal. */
const polyfill: string = 'temporal-polyfill';
const { Temporal }: { readonly Temporal: object } = await import(polyfill);

const contract = `asmx: 1
name: Mapped
namespace: urn:mapped
services:
  Mapped:
    operations:
      Put: { parameters: { value: Record }, returns: void }
types:
  Record:
    fields:
      moment: dateTime
      day: date
      hour: time
      span: duration
      days: 'date[]'
      maybe: dateTime?
      nil: date | null
      amount: Amount
      kind: Kind
      id: Id
  Amount: { restricts: decimal, fractionDigits: 2 }
  Kind: { values: [praise, blame, other one] }
  Id: { restricts: string, maxLength: 40 }
`;

/** Values as the wire has them, in the form in which they are written. */
const two = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((one) => String(one).padStart(2, '0'));
const zone = fc.constantFrom('', 'Z', '+02:00', '-05:30', '+14:00', '-14:00');
const year = fc.integer({ min: -9999, max: 20_000 }).filter((one) => one !== 0);
const day = fc.tuple(year, two(1, 12), two(1, 28)).map(([y, month, date]) => {
  const digits = String(Math.abs(y)).padStart(4, '0');
  return `${y < 0 ? '-' : ''}${digits}-${month}-${date}`;
});
const fraction = fc
  .integer({ min: 0, max: 999_999_999 })
  .map((one) => `.${String(one).padStart(9, '0')}`.replace(/\.?0+$/, ''));
const hour = fc
  .tuple(two(0, 23), two(0, 59), two(0, 59), fraction)
  .map(([hours, minutes, seconds, rest]) => `${hours}:${minutes}:${seconds}${rest}`);
const moment = fc.tuple(day, hour, zone).map(([date, time, end]) => `${date}T${time}${end}`);
const unit = fc.integer({ min: 1, max: 100_000 });
const span = fc
  .tuple(fc.constantFrom('', '-'), unit, unit, unit, unit, fraction)
  .map(([sign, y, d, h, s, rest]) => `${sign}P${y}Y${d}DT${h}H${s}${rest}S`);
const record = fc.record({
  moment,
  day,
  hour,
  span,
  days: fc.array(day, { minLength: 1, maxLength: 3 }),
  maybe: fc.option(moment, { nil: undefined }),
  nil: fc.option(day, { nil: null }),
  amount: fc.integer({ min: -10_000, max: 10_000 }).map((one) => (one / 100).toFixed(2)),
  kind: fc.constantFrom('praise', 'blame', 'other one'),
  id: fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
});

const money = {
  parseMoney: (text: string): object => ({ cents: Math.round(Number(text) * 100) }),
  formatMoney: ({ cents }: { readonly cents: number }): string => (cents / 100).toFixed(2),
};
const own = { import: './money.js', type: 'Money', parse: 'parseMoney', format: 'formatMoney' };
const temporal = {
  dateTime: 'Temporal',
  date: 'Temporal',
  time: 'Temporal',
  duration: 'Temporal',
  temporal: polyfill,
} as const;

const plain = loadCodecs(planText(contract, {}, 'mapped.yaml'));

describe('random values go from text to values and back', () => {
  test.each<[string, Partial<PlanOptions>]>([
    ['of Temporal', { types: temporal }],
    ["of the user's own", { types: { own: { Amount: own } } }],
    ['of types of their own', { brands: true }],
    ['of enumerations as objects', { enums: 'const' }],
    ['of all of these', { types: { ...temporal, own: { Amount: own } }, brands: true }],
  ])('%s', (_, options) => {
    const Kind = { praise: 'praise', blame: 'blame', 'other one': 'other one' };
    const codecs = loadCodecs(planText(contract, options, 'mapped.yaml'), {
      Temporal,
      Kind,
      ...money,
    });
    const check = fc.property(record, (value) => {
      const xml = plain.write('writePutRequest', { value });
      const read = codecs.readBody('readPutRequest', xml);
      const again = codecs.write('writePutRequest', read);
      expect(again).toBe(xml);
      expect(plain.readBody('readPutRequest', again)).toEqual({ value });
    });
    fc.assert(check, { numRuns: runs(200), seed: 7 });
  });
});

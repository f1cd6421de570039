import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PlanOptions } from '../../src/plan/result.ts';
import { enterBody, enterHeader, enterRoot } from '../../src/runtime/operation/soap.ts';
import { readHeaders } from '../../src/runtime/soap/details.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { loadCodecs } from '../plan/support/codecs.ts';
import { planText } from '../plan/support/contract.ts';
import { runs } from '../runs.ts';
// @ts-expect-error a script without declarations
import { sections } from './constructs.mjs';

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

describe('foreign', () => {
  /** Messages as other stacks write them, each against the one value they all mean. */
  const folder = fileURLToPath(new URL('../fixtures/foreign/', import.meta.url));
  const planned = planText(readFileSync(`${folder}orders.wsdl`, 'utf8'));
  const codecs = loadCodecs(planned);

  type Verb = 'readRequest' | 'readResponse' | 'readResult';

  function reader(operation: string, verb: Verb): (reader: XmlReader) => unknown {
    const plan = planned.plan?.operations.find((one) => one.operation.name === operation);
    const found = codecs.functions[plan?.functions[verb]?.flat ?? ''];
    if (found === undefined) throw new Error(`no ${verb} of ${operation}`);
    return found as unknown as (reader: XmlReader) => unknown;
  }

  /** Reads the Body of a whole message with the codec of an operation, and the rest up to the end. */
  function readMessage(text: string, operation: string, verb: Verb): unknown {
    const xml = new XmlReader(text);
    const version = enterRoot(xml);
    if (version === undefined) throw new Error(`no envelope: ${xml.namespace}`);
    let part = enterHeader(xml, version);
    if (part === 'header') {
      readHeaders(xml, []);
      part = enterBody(xml, version);
    }
    if (part !== 'body') throw new Error(part);
    const value = reader(operation, verb)(xml);
    while (xml.depth > 0) xml.next();
    return value;
  }

  function readResult(text: string, operation: string): unknown {
    const xml = new XmlReader(text);
    const value = reader(operation, 'readResult')(xml);
    while (xml.depth > 0) xml.next();
    return value;
  }

  /**
   * Stacks write the moment in forms of their own, and a note that is not there as nil, empty or not
   * at all.
   */
  interface Habits {
    readonly placed?: string;
    readonly note?: string | null | undefined;
  }

  const offset = '2024-02-29T13:05:06+00:00';
  const milliseconds = '2024-02-29T13:05:06.000Z';
  const habits: Readonly<Record<string, Readonly<Record<string, Habits>>>> = {
    'document-wrapped': {
      wcf: { placed: '2024-02-29T14:05:06.0000000+01:00' },
      cxf: { placed: milliseconds, note: undefined },
      metro: { note: '' },
      axis1: { placed: milliseconds },
      axis2: { placed: milliseconds },
      gsoap: { note: undefined },
      delphi: { placed: milliseconds },
      'node-soap': { note: undefined },
      coldfusion: { placed: milliseconds },
      sap: { note: undefined },
    },
    'document-bare': {
      cxf: { note: undefined },
      metro: { note: '' },
      axis1: { placed: milliseconds },
      gsoap: { note: undefined },
      'node-soap': { note: undefined },
      coldfusion: { placed: milliseconds },
      sap: { note: undefined },
      zeep: { note: undefined },
      suds: { placed: offset, note: undefined },
    },
    'rpc-literal': { suds: { placed: offset } },
    'rpc-encoded': {
      coldfusion: { placed: milliseconds },
      suds: { placed: offset },
      axis1: { placed: milliseconds },
      'axis1-inline': { placed: milliseconds },
      delphi: { placed: milliseconds },
    },
    soap12: {
      cxf: { note: undefined },
      metro: { note: '' },
      axis2: { placed: milliseconds },
      'axis1-soap12': { placed: milliseconds },
      gsoap: { note: undefined },
      'node-soap': { note: undefined },
      coldfusion: { placed: milliseconds },
      sap: { note: undefined },
    },
    'http-result': { 'GetOrder.php': { note: undefined } },
  };

  function order(style: string, stack: string): Record<string, unknown> {
    const own = habits[style]?.[stack] ?? {};
    return {
      number: 7,
      customer: 'Müller & Söhne <Köln>',
      placed: own.placed ?? '2024-02-29T13:05:06Z',
      paid: true,
      note: 'note' in own ? own.note : null,
      lines: [
        { sku: 'A-1', quantity: 2 },
        { sku: 'B 2', quantity: 0 },
      ],
    };
  }

  const literal = (style: string, stack: string) => ({ currency: 'EUR', ...order(style, stack) });
  const submitted = () => ({
    receipt: { number: 7, total: '12.50', code: ['x', ''] },
    accepted: true,
  });

  const styles = [
    { style: 'document-wrapped', operation: 'FindOrder', verb: 'readResponse', value: literal },
    { style: 'document-bare', operation: 'Store', verb: 'readRequest', value: literal },
    { style: 'rpc-literal', operation: 'Submit', verb: 'readResponse', value: submitted },
    { style: 'rpc-encoded', operation: 'Ship', verb: 'readResponse', value: order },
    { style: 'soap12', operation: 'FindOrder', verb: 'readResponse', value: literal },
  ] as const;

  function samples(style: string): readonly { readonly stack: string; readonly text: string }[] {
    return readdirSync(folder + style)
      .filter((name) => name.endsWith('.xml'))
      .sort()
      .map((name) => ({
        stack: name.replace(/\.xml$/, ''),
        text: readFileSync(`${folder}${style}/${name}`, 'utf8'),
      }));
  }

  describe.each(styles)('$style messages of other stacks', ({ style, operation, verb, value }) => {
    const all = samples(style);

    test('come from at least ten of them', () => expect(all.length).toBeGreaterThanOrEqual(10));

    test.each(all)('$stack', ({ stack, text }) => {
      expect(readMessage(text, operation, verb)).toEqual(value(style, stack));
    });
  });

  const found = () => ({ number: 7 });
  const shipped = (style: string, stack: string) => ({ order: order(style, stack), urgent: true });
  const submission = (_style: string, stack: string) => ({
    order: { ...literal('rpc-literal', stack), note: undefined },
    urgent: true,
  });

  /**
   * Stacks with answers; a result may be called anything, parameters have names (SOAP 1.1 section
   * 7.1).
   */
  const named = (style: string): string[] =>
    samples(style)
      .map((one) => one.stack)
      .filter((stack) => stack !== 'perl-anonymous');

  /**
   * Requests of the stacks above and of those that are clients alone; `document-bare` has requests in
   * both tables.
   */
  const requests = [
    { style: 'document-wrapped', operation: 'FindOrder', value: found },
    { style: 'rpc-literal', operation: 'Submit', value: submission },
    { style: 'rpc-encoded', operation: 'Ship', value: shipped },
    { style: 'soap12', operation: 'FindOrder', value: found },
  ] as const;

  describe.each(requests)('$style requests of other stacks', ({ style, operation, value }) => {
    const all = samples(`${style}/requests`);

    test('come from every stack whose answers are read', () => {
      const stacks = all.map((one) => one.stack);
      expect(stacks).toEqual(expect.arrayContaining(named(style)));
    });

    test.each(all)('$stack', ({ stack, text }) => {
      expect(readMessage(text, operation, 'readRequest')).toEqual(value(style, stack));
    });
  });

  describe('HTTP results of other stacks', () => {
    const all = samples('http-result');
    const values: Readonly<Record<string, (stack: string) => unknown>> = {
      GetOrder: (stack) => literal('http-result', stack),
      Count: () => 42,
      Greet: () => 'Grüße &amp; <b>Küsse</b>',
      List: () => ['one', null, ''],
    };

    test('are at least ten', () => expect(all.length).toBeGreaterThanOrEqual(10));

    test.each(all)('$stack', ({ stack, text }) => {
      const [operation = ''] = stack.split('.');
      expect(readResult(text, operation)).toEqual(values[operation]?.(stack));
    });
  });
});

describe('matrix', () => {
  interface Row {
    readonly construct: string;
    readonly syntax: readonly string[];
    readonly evidence: readonly [file: string, text?: string];
  }

  const root = fileURLToPath(new URL('../../', import.meta.url));
  const rows = (sections as readonly { readonly rows: readonly Row[] }[]).flatMap(
    (section) => section.rows,
  );
  const page = readFileSync(`${root}docs/reference/support.md`, 'utf8');

  /** Properties that only carry what others are about. */
  const carriers: ReadonlySet<string> = new Set([
    ...[
      'kind',
      'name',
      'span',
      'documentation',
      'builtin',
      'global',
      'targetNamespace',
      'namespace',
    ],
    ...[
      'schemaLocation',
      'min',
      'max',
      'typeRef',
      'type',
      'selector',
      'fields',
      'refer',
      'use',
      'ref',
    ],
    ...[
      'dimensions',
      'order',
      'processContents',
      'particle',
      'particles',
      'compositor',
      'content',
      'method',
      'base',
    ],
    ...['wildcard', 'variety', 'itemRef', 'item', 'memberRefs', 'members', 'value', 'names'],
  ]);

  /** Every kind, word and property of the schema model. */
  function constructs(): ReadonlySet<string> {
    const model = readFileSync(`${root}src/model/xsd/schema-document.ts`, 'utf8');
    // annotations and what .NET says of DataSets come last; they have no rows
    const [declarations = ''] = model.split('export interface Annotation ');
    const source = declarations.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^import .*$/gm, '');
    const words = [...source.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '');
    const properties = [...source.matchAll(/readonly (\w+)\??:/g)].map((match) => match[1] ?? '');
    return new Set([...words, ...properties].filter((word) => !carriers.has(word)));
  }

  describe('the support matrix', () => {
    test('covers every construct of the schema model', () => {
      const covered = new Set(rows.flatMap((row) => row.syntax));
      expect([...constructs()].filter((word) => !covered.has(word))).toEqual([]);
    });

    test('is about nothing the model does not have', () => {
      const known = constructs();
      expect(rows.flatMap((row) => row.syntax).filter((word) => !known.has(word))).toEqual([]);
    });

    test.each(rows)('names $construct with evidence that exists', ({ construct, evidence }) => {
      expect(page).toContain(`| ${construct} |`);
      const [file, text] = evidence;
      expect(existsSync(root + file)).toBe(true);
      if (text !== undefined) expect(readFileSync(root + file, 'utf8')).toContain(text);
    });

    test('is in the README between its markers', () => {
      const readme = readFileSync(`${root}README.md`, 'utf8');
      const start = readme.indexOf('<!-- support:start -->');
      expect(start).toBeGreaterThan(0);
      expect(readme.indexOf('<!-- support:end -->')).toBeGreaterThan(start);
    });
  });
});

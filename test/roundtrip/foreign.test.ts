import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { enterBody, enterHeader, enterRoot } from '../../src/runtime/operation/soap.ts';
import { readHeaders } from '../../src/runtime/soap/details.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { loadCodecs } from '../plan/support/codecs.ts';
import { planText } from '../plan/support/contract.ts';

/** Messages as other stacks write them, each against the one value they all mean. */
const folder = fileURLToPath(new URL('../fixtures/foreign/', import.meta.url));
const planned = planText(readFileSync(`${folder}orders.wsdl`, 'utf8'));
const codecs = loadCodecs(planned);

type Verb = 'readRequest' | 'readResponse' | 'readResult';

function reader(operation: string, verb: Verb): (reader: XmlReader) => unknown {
  const plan = planned.plan?.operations.find((one) => one.operation.name === operation);
  const found = codecs.functions[plan?.codecs[verb]?.flat ?? ''];
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

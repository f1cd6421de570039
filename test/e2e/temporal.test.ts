import { describe, expect, test } from '@jest/globals';
import type { TypeMapping } from '../../src/plan/settings.ts';
import { Deviations } from '../../src/runtime/client/call.ts';
import { fromJson, sampleOf, toJson } from '../../src/runtime/schema.ts';
import { loadCodecs, roundTrip } from '../plan/support/codecs.ts';
import { compileLater, compileWaiting, generateText } from '../plan/support/compiled.ts';
import { planText, valueWsdl } from '../plan/support/contract.ts';
import { type AnySchema, loadSchemas } from '../plan/support/schemas.ts';

interface Classes {
  readonly [name: string]: { from(text: string): object };
}

/** What Node 26 has. The package has no types without the compiler's library of Temporal. */
const polyfill: string = 'temporal-polyfill';
const { Temporal }: { readonly Temporal: Classes } = await import(polyfill);
const from = (name: string, text: string): object => {
  const type = Temporal[name];
  if (type === undefined) throw new Error(`no ${name}`);
  return type.from(text);
};

/** Values as JSON has them: a comparison does not see what objects of Temporal hold. */
const texts = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const words = {
  dateTime: 'Temporal',
  date: 'Temporal',
  time: 'Temporal',
  duration: 'Temporal',
} as const;
const types: TypeMapping = { ...words, temporal: 'temporal-polyfill' };

const contract = `asmx: 1
name: Clock
namespace: urn:test
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Clock:
    operations:
      Moment: { parameters: { value: dateTime }, returns: dateTime }
      Day: { parameters: { value: date }, returns: date }
      Hour: { parameters: { value: time }, returns: time }
      Span: { parameters: { value: duration }, returns: duration }
      Recent: { parameters: { value: Recent }, returns: void }
      Several: { parameters: { value: 'date[]', other: 'date?', none: 'date | null' }, returns: void }
types:
  Recent: { restricts: date, minInclusive: '2024-01-01' }
`;
const codecs = loadCodecs(planText(contract, { types }, 'clock.yaml'), { Temporal });
const readIn = (codec: typeof codecs, operation: string, text: string): unknown => {
  const body = `<${operation} xmlns="urn:test"><value>${text}</value></${operation}>`;
  return (codec.readBody(`read${operation}Request`, body) as { value: unknown }).value;
};
const read = (operation: string, text: string): unknown => readIn(codecs, operation, text);
const write = (operation: string, value: unknown): string => {
  const xml = codecs.write(`write${operation}Request`, { value });
  return /<value>(.*)<\/value>/.exec(xml)?.[1] ?? '';
};

describe('values of Temporal', () => {
  test.each([
    ['Moment', '2024-05-01T10:00:00', 'PlainDateTime'],
    ['Moment', '2024-05-01T10:00:00Z', 'ZonedDateTime'],
    ['Moment', '2024-05-01T10:00:00+02:00', 'ZonedDateTime'],
    ['Moment', '2024-05-01T10:00:00+00:00', 'ZonedDateTime'],
    ['Moment', '2024-05-01T10:00:00-14:00', 'ZonedDateTime'],
    ['Moment', '2024-05-01T10:00:00.123456789', 'PlainDateTime'],
    ['Moment', '12024-05-01T10:00:00', 'PlainDateTime'],
    ['Moment', '0001-01-01T00:00:00', 'PlainDateTime'],
    ['Moment', '-0001-01-01T00:00:00Z', 'ZonedDateTime'],
    ['Moment', '-271821-04-20T00:00:00Z', 'ZonedDateTime'],
    ['Moment', '275760-09-13T00:00:00Z', 'ZonedDateTime'],
    ['Day', '2024-02-29', 'PlainDate'],
    ['Day', '-0044-03-15', 'PlainDate'],
    ['Hour', '10:00:00.5', 'PlainTime'],
    ['Span', 'P1Y2M3DT4H5M6.789S', 'Duration'],
    ['Span', '-PT90M', 'Duration'],
    ['Span', 'PT0S', 'Duration'],
    ['Span', 'P400D', 'Duration'],
    ['Span', 'PT36H', 'Duration'],
    ['Span', '-P1Y14MT0.000000001S', 'Duration'],
    ['Span', 'PT9007199254740991S', 'Duration'],
  ])('%s %s is read and written as it was', (operation, text, name) => {
    const value = read(operation, text);
    expect(Object.prototype.toString.call(value)).toBe(`[object Temporal.${name}]`);
    expect(write(operation, value)).toBe(text);
  });

  test.each([
    ['Moment', '2024-12-31T24:00:00', '2025-01-01T00:00:00'],
    ['Moment', '2024-12-31T24:00:00Z', '2025-01-01T00:00:00Z'],
    ['Moment', ' 2024-05-01T10:00:00.1000000000 ', '2024-05-01T10:00:00.1'],
    ['Hour', '24:00:00', '00:00:00'],
    ['Moment', '2024-05-01T10:00:00-00:00', '2024-05-01T10:00:00+00:00'],
    ['Span', 'P0Y', 'PT0S'],
    ['Span', '-PT0S', 'PT0S'],
    ['Span', 'PT1.50S', 'PT1.5S'],
  ])('%s %s is the same value as %s', (operation, text, same) => {
    expect(write(operation, read(operation, text))).toBe(same);
  });

  test.each([
    ['Day', '2024-05-01Z', /has a time zone, which Temporal.PlainDate cannot hold/],
    ['Day', '2024-05-01-05:00', /has a time zone/],
    ['Hour', '10:00:00+02:00', /has a time zone, which Temporal.PlainTime cannot hold/],
    ['Moment', '2024-05-01T10:00:00.0000000001', /more than nine digits/],
    ['Day', '2024-05-01T00:00:00', /has a time of day, which Temporal.PlainDate cannot hold/],
    ['Day', '275761-05-01', /Temporal has no such value/],
    ['Moment', '2024-05-01T10:00:60', /Temporal has no such value/],
    ['Moment', '2024-02-30T10:00:00', /Temporal has no such value/],
    ['Moment', '999999-05-01T10:00:00', /Temporal has no such value/],
    ['Moment', '275760-09-13T00:00:01Z', /Temporal has no such value/],
    ['Moment', '2024-12-31T24:00:00.5', /is not a dateTime/],
    ['Moment', '2024-05-01T10:00:00+15:00', /is not a dateTime/],
    ['Moment', '0000-01-01T00:00:00', /is not a dateTime/],
    ['Moment', `${'9'.repeat(400)}-05-01T10:00:00`, /Temporal has no such value/],
    ['Hour', '23:59:60', /Temporal has no such value/],
    ['Hour', '24:00:01', /is not a time/],
    ['Span', `P${'9'.repeat(400)}Y`, /Temporal has no such value/],
    ['Span', 'P9007199254740993D', /Temporal has no such value/],
    ['Span', 'P4294967296Y', /Temporal has no such value/],
    ['Span', 'P1W', /it is not a duration/],
    ['Span', 'P1Y-2M', /it is not a duration/],
    ['Span', 'PT0.0000000001S', /more than nine digits/],
    ['Recent', '2023-12-31', /must be at least 2024-01-01/],
  ])('%s %s is refused rather than changed', (operation, text, message) => {
    expect(() => read(operation, text)).toThrow(message);
  });

  test('a lenient reader takes the day of a date with a zone, and says so', () => {
    const deviations = new Deviations(true);
    const body = '<Day xmlns="urn:test"><value>2024-05-01Z</value></Day>';
    const { value } = codecs.readBody('readDayRequest', body, { deviations }) as { value: object };
    expect(String(value)).toBe('2024-05-01');
    expect(deviations.list()).toEqual([
      expect.objectContaining({ message: expect.stringContaining('has a time zone') }),
    ]);
  });

  test.each([
    ['Moment', from('PlainDate', '2024-05-01'), /no Temporal.PlainDateTime or/],
    ['Moment', '2024-05-01T10:00:00', /no Temporal.PlainDateTime or/],
    ['Moment', from('ZonedDateTime', '1850-01-01T00:00:00[Europe/Berlin]'), /seconds/],
    ['Day', new Date(0), /no Temporal.PlainDate$/],
    ['Hour', undefined, /value: /],
    ['Span', 'PT1S', /no Temporal.Duration/],
    ['Recent', from('PlainDate', '2023-12-31'), /must be at least/],
  ])('%s of %s is not written', (operation, value, message) => {
    expect(() => write(operation, value)).toThrow(message);
  });

  test('names of zones become offsets, weeks days, other calendars ISO 8601', () => {
    const berlin = from('ZonedDateTime', '2024-05-01T10:00:00[Europe/Berlin]');
    expect(write('Moment', berlin)).toBe('2024-05-01T10:00:00+02:00');
    expect(write('Span', from('Duration', 'P2W1D'))).toBe('P15D');
    expect(write('Day', from('PlainDate', '2024-05-01[u-ca=gregory]'))).toBe('2024-05-01');
  });

  test('lists, optional and nillable values', () => {
    const day = from('PlainDate', '2024-05-01');
    const value = { value: [day, day], other: day, none: null };
    const xml = codecs.write('writeSeveralRequest', value);
    expect(xml).toContain('<other>2024-05-01</other><none xsi:nil="true" />');
    expect(texts(codecs.readBody('readSeveralRequest', xml))).toEqual(texts(value));
  });

  describe('are what they are wherever a type can be', () => {
    const wsdl = valueWsdl(`<xs:simpleType name="Days"><xs:list itemType="xs:date"/></xs:simpleType>
<xs:simpleType name="DayOrWord"><xs:union memberTypes="xs:date xs:boolean"/></xs:simpleType>
<xs:simpleType name="Holiday"><xs:restriction base="xs:dateTime">
  <xs:enumeration value="2024-12-25T00:00:00Z"/><xs:enumeration value="2024-12-25T12:00:00.000Z"/>
</xs:restriction></xs:simpleType>
<xs:simpleType name="InUtc"><xs:restriction base="xs:dateTime"><xs:pattern value=".*Z"/></xs:restriction></xs:simpleType>
<xs:simpleType name="WithMilliseconds"><xs:restriction base="xs:time"><xs:pattern value=".*\\.\\d{3}"/></xs:restriction></xs:simpleType>
<xs:simpleType name="WithOffset"><xs:restriction base="xs:dateTime"><xs:pattern value=".*\\.\\d{7}[+-]\\d\\d:\\d\\d"/></xs:restriction></xs:simpleType>
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="days" type="t:Days"/>
  <xs:element name="either" type="t:DayOrWord" maxOccurs="unbounded"/>
  <xs:element name="holiday" type="t:Holiday"/>
  <xs:element name="utc" type="t:InUtc"/>
  <xs:element name="seconds" type="t:WithMilliseconds" minOccurs="0"/>
  <xs:element name="offset" type="t:WithOffset" minOccurs="0"/>
  <xs:element name="fixed" type="xs:date" fixed="2024-01-01"/>
  <xs:element name="text"><xs:complexType><xs:simpleContent><xs:extension base="xs:duration">
    <xs:attribute name="at" type="xs:time" default="08:00:00"/>
  </xs:extension></xs:simpleContent></xs:complexType></xs:element>
</xs:sequence></xs:complexType>`);
    const all = loadCodecs(planText(wsdl, { types }), { Temporal });
    const day = from('PlainDate', '2024-05-01');
    const noon = from('ZonedDateTime', '2024-12-25T12:00:00+00:00[UTC]');
    const given = {
      days: [day, day],
      either: [day, true],
      holiday: noon,
      utc: noon,
      fixed: from('PlainDate', '2024-01-01'),
      text: { $value: from('Duration', 'P1D'), at: from('PlainTime', '09:00') },
    };

    test('in lists, unions, enumerations, attributes, text content and fixed values', () => {
      const { xml, value } = roundTrip(all, { value: given });
      expect(texts(value)).toEqual(texts({ value: given }));
      expect(xml).toContain('<days>2024-05-01 2024-05-01</days>');
      const empty = xml.replace('>2024-01-01<', '><').replace(' at="09:00:00"', '');
      const text = { ...given.text, at: from('PlainTime', '08:00') };
      expect(texts(all.readBody('readTestRequest', empty))).toEqual(
        texts({ value: { ...given, text } }),
      );
    });

    test('a text has as many digits of its second, and an offset, where a pattern says so', () => {
      const more = { seconds: from('PlainTime', '09:00:00.25'), offset: noon };
      const { xml, value } = roundTrip(all, { value: { ...given, ...more } });
      expect(xml).toContain('<seconds>09:00:00.250</seconds>');
      expect(xml).toContain('<offset>2024-12-25T12:00:00.0000000+00:00</offset>');
      expect(texts(value)).toMatchObject({ value: { seconds: '09:00:00.25' } });
      const fine = { ...given, seconds: from('PlainTime', '09:00:00.1234') };
      const refused = /seconds: .*09:00:00.1234' does not match the pattern/;
      expect(() => all.write('writeTestRequest', { value: fine })).toThrow(refused);
    });

    test('facets are about the text', () => {
      const other = from('ZonedDateTime', '2024-12-25T12:00:00+01:00[+01:00]');
      const put = (more: object): string =>
        all.write('writeTestRequest', { value: { ...given, ...more } });
      expect(() => put({ holiday: other })).toThrow(/holiday: .*not a valid value for Holiday/);
      expect(() => put({ utc: other })).toThrow(/utc: .*pattern/);
      expect(() => put({ fixed: day })).toThrow(/fixed: /);
    });
  });

  test('without Temporal, an error says what to do', () => {
    const global = loadCodecs(planText(contract, { types: words }, 'clock.yaml'));
    const message = /This runtime has no Temporal: name a package/;
    // Node has it from version 26
    const own = Object.getOwnPropertyDescriptor(globalThis, 'Temporal');
    Reflect.deleteProperty(globalThis, 'Temporal');
    try {
      expect(() => readIn(global, 'Day', '2024-05-01')).toThrow(message);
      expect(() => readIn(global, 'Moment', '2024-05-01T10:00:00')).toThrow(message);
    } finally {
      if (own !== undefined) Object.defineProperty(globalThis, 'Temporal', own);
    }
  });

  test('schemas have texts in JSON', () => {
    const modules = { temporal: { Temporal } };
    const mapping = { ...types, temporal: '../temporal.js' };
    const schemas = loadSchemas(contract, { path: 'clock.yaml', types: mapping, modules });
    const input = schemas.MomentInputSchema as AnySchema;
    const json = { value: '2024-05-01T10:00:00Z' };
    expect(toJson(input, fromJson(input, json))).toEqual(json);
    for (const name of ['Moment', 'Day', 'Hour', 'Span']) {
      const schema = schemas[`${name}InputSchema`] as AnySchema;
      const sample = sampleOf(schema);
      expect(schema['~standard'].validate(sample)).toEqual({ value: sample });
    }
  });

  test.each([
    ['the global', words],
    ['a package', types],
  ])('the files compile with %s', async (_, mapping) => {
    const targets = ['types', 'client', 'server', 'schemas'] as const;
    const files = await generateText(contract, { targets, types: mapping });
    const program = `import type { DateTime, DateType } from './types.js';
import { createClockClient } from './client.js';
const client = createClockClient({ baseUrl: 'http://localhost' });
export const moment: Promise<DateTime> = client.moment({ value: null as unknown as DateTime });
export const day: Promise<string> = client.day({ value: null as unknown as DateType })
  .then((one) => one.add({ days: 1 }).toString());
export const offset = (one: DateTime): string => ('offset' in one ? one.offset : '');
`;
    compileLater([...files, { path: 'program.ts', text: program }]);
  });
});

test('what was generated above compiles', () => {
  expect(compileWaiting()).toBe('');
});

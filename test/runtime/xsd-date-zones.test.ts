import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { formatXsdDateTimeFromDate } from '../../src/runtime/types/date.ts';

const zones: readonly string[] = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Caracas',
  'Asia/Kolkata',
  'Asia/Manila',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'Africa/Monrovia',
  'Etc/GMT+12',
];

/** .NET's unset dates: they are unset wherever they are read. */
const unset: readonly string[] = ['0001-01-01T00:00:00', '9999-12-31T23:59:59.9999999'];

/** What .NET sends near the ends of its range, with the moment that is meant. */
const zoned: readonly (readonly [string, string])[] = [
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['0001-01-01T00:00:00.0000000+01:00', '0001-01-01T00:00:00+01:00'],
  ['0001-01-01T00:00:00+14:00', '0001-01-01T00:00:00+14:00'],
  ['0001-01-01T01:30:00+05:30', '0001-01-01T00:00:00+04:00'],
  ['0001-01-01T00:00:01.5+00:01', '0001-01-01T00:00:01.5+00:01'],
  ['0001-01-01T00:00:00-08:00', '0001-01-01T08:00:00Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59.9999999-05:00', '9999-12-31T23:59:59.999-05:00'],
  ['9999-12-31T23:30:00-14:00', '9999-12-31T23:59:00-13:31'],
  ['9999-12-31T23:59:59.9999999+02:00', '9999-12-31T21:59:59.999Z'],
];

const ordinary: readonly string[] = [
  '2024-02-29T13:05:06.07Z',
  '0001-01-02T00:00:00',
  '9999-12-30T23:59:59.999',
  '2024-02-29T13:05:06',
];

/** Reads and writes texts in each zone. An empty one stands for a missing element. */
function written(
  texts: readonly string[],
  type = 'dateTimeAsDate',
): Readonly<Record<string, readonly string[]>> {
  const module = new URL('../../dist/runtime/type.js', import.meta.url);
  const program = `
    import { ${type} as type } from ${JSON.stringify(module.href)};
    const read = (text) => (text === '' ? type.initial() : type.parse(text));
    const write = (text) => {
      try {
        return type.raw(read(text));
      } catch (error) {
        return error.message;
      }
    };
    const answers = {};
    for (const zone of ${JSON.stringify(zones)}) {
      process.env.TZ = zone;
      answers[zone] = ${JSON.stringify(texts)}.map(write);
    }
    console.log(JSON.stringify(answers));`;
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    encoding: 'utf8',
  });
  return JSON.parse(answer) as Readonly<Record<string, readonly string[]>>;
}

describe('a Date', () => {
  test('that .NET left unset is written as it was read, in every zone', () => {
    for (const [zone, texts] of Object.entries(written(unset))) {
      expect([zone, texts]).toEqual([zone, unset]);
    }
  });

  test('that was left out of a request is one that .NET left unset', () => {
    for (const texts of Object.values(written(['']))) expect(texts).toEqual([unset[0]]);
  });

  test('near the ends of .NET’s range keeps its moment and its four-digit year', () => {
    const expected = zoned.map(([, text]) => text);
    for (const [zone, texts] of Object.entries(written(zoned.map(([text]) => text)))) {
      // where the local clock shows the first or last moment, the text is the unset one
      const same = texts.filter((text) => !unset.includes(text));
      expect([zone, same]).toEqual([
        zone,
        expected.filter((_, at) => !unset.includes(texts[at] ?? '')),
      ]);
      expect(texts.filter((text) => unset.includes(text)).length).toBeLessThanOrEqual(2);
    }
  });

  test('that is a DateTimeOffset has a zone, in every zone', () => {
    const expected = [...zoned.map(([, text]) => text), '0001-01-01T00:00:00Z'];
    const texts = [...zoned.map(([text]) => text), ''];
    for (const answer of Object.values(written(texts, 'zonedDateTimeAsDate'))) {
      expect(answer).toEqual(expected);
    }
  });

  test('of any other moment is written in UTC', () => {
    const answers = written(ordinary);
    expect(answers['Etc/GMT+12']).toEqual([
      '2024-02-29T13:05:06.07Z',
      '0001-01-02T12:00:00Z',
      '9999-12-31T11:59:59.999Z',
      '2024-03-01T01:05:06Z',
    ]);
    for (const texts of Object.values(answers)) {
      for (const text of texts) expect(text).toMatch(/^\d{4}-.*Z$/);
    }
  });
});

test.each([
  [new Date(Number.NaN), 'an invalid Date'],
  [new Date(-1e15), 'the Date -029719-04-05T22:13:20.000Z'],
])('%s is refused as what it is', (value, what) => {
  expect(() => formatXsdDateTimeFromDate(value)).toThrow(
    `Expected a Date in the year 1 or later, got ${what}.`,
  );
});

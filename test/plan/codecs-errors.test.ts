import { describe, expect, test } from '@jest/globals';
import { parseXsdDate, parseXsdDateTime, parseXsdDuration } from '../../src/runtime/types/date.ts';
import { missing, readElement } from '../../src/runtime/types/message.ts';
import {
  parseXsdDouble,
  parseXsdInt,
  parseXsdLong,
  parseXsdShort,
} from '../../src/runtime/types/number.ts';
import { parseXsdGuid } from '../../src/runtime/types/text.ts';
import { parseXsdBoolean } from '../../src/runtime/values/text.ts';
import { START } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';

function read(body: string, parse: (text: string) => unknown, defaults: boolean): string {
  const reader = new XmlReader(`<Body>${body}</Body>`, { defaults });
  reader.nextTag();
  try {
    readElement(reader, ['r', 'urn:r'], (inner) => {
      let value: unknown;
      while (inner.nextTag() === START) {
        if (inner.local === 'v' && inner.namespace === 'urn:r') value = inner.value(parse);
        else inner.unknown();
      }
      return value ?? missing(inner, 'v');
    });
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was read.');
}

describe('a client quotes a wrong value and names its type in XML Schema', () => {
  test.each<[string, (text: string) => unknown, string]>([
    ['abc', parseXsdInt, 'an int (-2147483648 to 2147483647)'],
    ['99999999999', parseXsdInt, 'an int (-2147483648 to 2147483647)'],
    ['70000', parseXsdShort, 'a short (-32768 to 32767)'],
    ['', parseXsdLong, 'a long (-9223372036854775808 to 9223372036854775807)'],
    ['ja', parseXsdBoolean, 'a boolean'],
    ['1,5', parseXsdDouble, 'a double'],
    ['today', parseXsdDateTime, 'a dateTime'],
    ['29.2.2024', parseXsdDate, 'a date'],
    ['1 h', parseXsdDuration, 'a duration'],
    ['x', parseXsdGuid, 'a guid'],
  ])('%j', (text, parse, type) => {
    const body = `<r xmlns="urn:r"><v>${text}</v></r>`;
    expect(read(body, parse, false)).toBe(`v: '${text}' is not ${type}.`);
    expect(read(body, parse, true)).not.toContain(type);
  });
});

describe('an error about a missing element tells what was there instead', () => {
  test.each([
    ['of another namespace', '<r xmlns="urn:r"><v xmlns="urn:other">1</v></r>', '{urn:other}v'],
    ['of another name', '<r xmlns="urn:r"><V>1</V></r>', '{urn:r}V'],
    ['of no namespace', '<r xmlns="urn:r"><v xmlns="">1</v></r>', '{}v'],
    ['around it', '<r xmlns="urn:other"><v>1</v></r>', '{urn:other}r'],
  ])('%s', (_name, body, found) => {
    expect(read(body, parseXsdInt, false)).toMatch(
      `Missing required element 'v'. Found ${found} instead.`,
    );
    expect(read(body, parseXsdInt, true)).not.toContain('instead');
  });

  test('elsewhere there is none', () => {
    expect(read('<x/><r xmlns="urn:r"></r>', parseXsdInt, false)).not.toContain('instead');
  });
});

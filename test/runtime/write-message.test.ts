import { describe, expect, test } from '@jest/globals';
import { writeAll } from '../../src/runtime/codec/children/write-children.ts';
import {
  writeOnly,
  writeParts,
  writeRootElement,
} from '../../src/runtime/codec/children/write-message.ts';
import { formatXsdString } from '../../src/runtime/xml/write-text.ts';
import { formatXsdInt } from '../../src/runtime/xsd/integer.ts';

const declared = ' xmlns="urn:notes"';

describe('a message with a child for each property', () => {
  const write = (value: object): string =>
    writeParts(
      'Find',
      declared,
      [
        { name: 'id', text: formatXsdInt, required: true },
        { name: 'tag', property: 'tags', text: formatXsdString, list: writeAll },
      ],
      value,
    );

  test('has them in the order of the schema', () => {
    expect(write({ tags: ['a', ''], id: 7 })).toBe(
      '<Find xmlns="urn:notes"><id>7</id><tag>a</tag><tag /></Find>',
    );
  });

  test('refuses wrong values with their paths', () => {
    expect(() => write({})).toThrow(/^id: /);
    expect(() => write({ id: 1, tags: ['a', 2] })).toThrow(/^tags\[1\]: /);
    expect(() => write({ id: 1, tags: 'a' })).toThrow(/^tags: .*an array/);
    expect(() => write([])).toThrow(/an object/);
  });
});

describe('a message around one value', () => {
  const write = (value: unknown): string =>
    writeOnly('FindResponse', declared, { name: 'FindResult', text: formatXsdString }, value);

  test('has it as its child', () => {
    expect(write('a & b')).toBe(
      '<FindResponse xmlns="urn:notes"><FindResult>a &amp; b</FindResult></FindResponse>',
    );
  });

  test('is one tag without a value, as in ASMX', () => {
    expect(write(undefined)).toBe('<FindResponse xmlns="urn:notes" />');
  });

  test('has an empty child for an empty value', () => {
    expect(write('')).toBe('<FindResponse xmlns="urn:notes"><FindResult /></FindResponse>');
  });

  test('refuses a wrong value with the name of its property', () => {
    expect(() => write(5)).toThrow(/^FindResult: /);
    const child = { name: 'id', property: 'ids', text: formatXsdInt, list: writeAll };
    expect(() => writeOnly('IdsResponse', declared, child, [1, 'x'])).toThrow(/^\[1\]: /);
  });
});

describe('an element of its own', () => {
  test('may be nil', () => {
    const element = { name: 'Note', text: formatXsdString, nil: true } as const;
    expect(writeRootElement(element, null)).toBe('<Note xsi:nil="true" />');
    expect(writeRootElement(element, 'x')).toBe('<Note>x</Note>');
    expect(() => writeRootElement(element, 1)).toThrow(/a string/);
  });
});

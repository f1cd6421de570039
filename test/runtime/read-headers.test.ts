import { expect, test } from '@jest/globals';
import type { HeaderDescriptor } from '../../src/runtime/operation/descriptor.ts';
import { readHeaders } from '../../src/runtime/soap/details.ts';
import { parseXsdInt } from '../../src/runtime/types/number.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';

test('of several entries with one name the first counts, as on ASMX', () => {
  const declared: HeaderDescriptor = {
    name: 'Auth',
    element: { local: 'Auth', namespace: 'urn:h' },
    required: false,
    read: (reader) => reader.value(parseXsdInt),
  };
  const entries =
    '<Auth xmlns="urn:h">1</Auth><Auth xmlns="urn:h">2</Auth><x/>' + '<Auth xmlns="urn:h">3</Auth>';
  const reader = new XmlReader(`<Header>${entries}</Header>`);
  reader.nextTag();
  const others: string[] = [];
  const values = readHeaders(reader, [declared], {
    declared: () => undefined,
    other(one) {
      others.push(one.local);
      one.skip();
    },
  });
  expect(values).toEqual({ Auth: 1 });
  expect(others).toEqual(['Auth', 'x', 'Auth']);
});

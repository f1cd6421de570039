import { expect, test } from '@jest/globals';
import type { ChildReaders } from '../../src/runtime/codec/children/read-children.ts';
import { readChoices } from '../../src/runtime/codec/children/read-choices.ts';
import { unreadable } from '../../src/runtime/codec/path.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { parseXsdInt } from '../../src/runtime/xsd/integer.ts';

const namespace = 'urn:school';
const children: ChildReaders = [
  { name: 'name' },
  { name: 'mark', property: 'marks', parse: parseXsdInt, list: true },
  { name: 'left', parse: parseXsdInt, nil: 'null' },
  { name: 'inner', read: (reader) => ({ turns: readChoices(reader, namespace, children) }) },
];

/** The turns of a repeated choice, or the error. */
function read(content: string): unknown {
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  const xml = `<list xmlns="${namespace}" ${xsi}>${content}</list>`;
  const reader = new XmlReader(xml);
  reader.nextTag();
  try {
    const turns = readChoices(reader, namespace, children);
    expect(reader.nextTag()).toBe(0);
    return turns;
  } catch (error) {
    return unreadable(error, reader);
  }
}

test('a repeated choice gives an object for each element, in its order', () => {
  expect(read('<name>Ann</name><mark>1</mark><name>Bob</name><mark>2</mark>')).toEqual([
    { name: 'Ann' },
    { marks: [1] },
    { name: 'Bob' },
    { marks: [2] },
  ]);
});

test('elements may be inside each other, nil, and of other names', () => {
  expect(read('')).toBeUndefined();
  expect(read('<left xsi:nil="true"/><left>3</left>')).toEqual([{ left: null }, { left: 3 }]);
  expect(read('<other/><inner><name>Ann</name></inner><name xmlns="urn:other"/>')).toEqual([
    { inner: { turns: [{ name: 'Ann' }] } },
  ]);
});

test('errors name the place of the item', () => {
  expect(read('<name>Ann</name><mark>one</mark>')).toMatchObject({ path: 'mark[1]' });
  expect(read('<inner><name>Ann</name><mark>x</mark></inner>')).toMatchObject({
    path: 'inner[0].mark[1]',
  });
});

import { describe, expect, test } from '@jest/globals';
import {
  type ChildWriters,
  type ListWriter,
  writeAll,
  writeChildren,
  writeItems,
} from '../../src/runtime/codec/children/write-children.ts';
import { writeChoice } from '../../src/runtime/codec/children/write-choice.ts';
import { asListOf } from '../../src/runtime/codec/count.ts';
import { unwritable } from '../../src/runtime/codec/path.ts';
import { writeElement } from '../../src/runtime/codec/value.ts';
import { formatXsdString, markEmpty, pieceLength } from '../../src/runtime/xml/write-text.ts';
import { formatXsdInt } from '../../src/runtime/xsd/integer.ts';

interface Pupil {
  readonly id?: number;
  readonly name?: string | null;
  readonly marks?: readonly (number | null)[];
  readonly friends?: readonly Pupil[];
  readonly class$?: string;
  readonly rooms?: readonly string[];
  readonly place?: { readonly city: string };
}

const upToThree: ListWriter = (list, item, owner, name) =>
  writeItems(asListOf(list, [1, 3], owner, name), item);

const pupilWriters: ChildWriters = [
  { name: 'id', text: formatXsdInt, required: true },
  { name: 'name', text: formatXsdString, nil: true },
  { name: 'mark', property: 'marks', text: formatXsdInt, list: upToThree, nil: true },
  { name: 'friend', property: 'friends', object: writePupil, list: writeAll },
  { name: 'q1:class', property: 'class$', tag: ' xmlns:q1="urn:class"', text: formatXsdString },
  {
    name: 'rooms',
    object: writeRooms,
    check: (list, owner, name) => asListOf(list, [1, 2], owner, name),
  },
  { name: 'place', object: writePlace, tagged: true },
];

function writePupil(value: Pupil): string {
  return writeChildren(value, pupilWriters);
}

function writeRooms(list: readonly string[]): string {
  return list.map((one) => `<room>${one}</room>`).join('');
}

function writePlace({ city }: { readonly city: string }): string {
  return ` city="${city}">${markEmpty()}`;
}

/** The message of a pupil, or the error. */
function write(pupil: Pupil): string {
  try {
    return writeElement('pupil', '', writePupil, pupil);
  } catch (error) {
    return String(unwritable(error, pupil));
  }
}

describe('children are written by a table', () => {
  test('in its order, without those that are absent', () => {
    expect(write({ name: 'Ann', id: 1 })).toBe('<pupil><id>1</id><name>Ann</name></pupil>');
  });

  test('with escaped texts, and one tag where nothing is inside', () => {
    expect(write({ id: 1, name: '<&>' })).toContain('<name>&lt;&amp;&gt;</name>');
    expect(write({ id: 1, name: '' })).toContain('<name />');
    expect(write({ id: 1, friends: [{ id: 2 }] })).toContain('<friend><id>2</id></friend>');
  });

  test('as nil elements where that is allowed', () => {
    expect(write({ id: 1, name: null, marks: [1, null] })).toBe(
      '<pupil><id>1</id><name xsi:nil="true" /><mark>1</mark><mark xsi:nil="true" /></pupil>',
    );
    expect(write({ id: null as never })).toMatch(/id.*null/);
  });

  test('with what their start tags declare', () => {
    expect(write({ id: 1, class$: '4b' })).toContain(
      '<q1:class xmlns:q1="urn:class">4b</q1:class>',
    );
    expect(write({ id: 1, place: { city: 'Brno' } })).toContain('<place city="Brno" />');
  });

  test('as one element with items', () => {
    expect(write({ id: 1, rooms: ['a', 'b'] })).toContain(
      '<rooms><room>a</room><room>b</room></rooms>',
    );
  });

  test('in long lists', () => {
    const friends = Array.from({ length: pieceLength / 16 }, (_, id) => ({ id, name: 'Friend' }));
    const xml = write({ id: 1, friends });
    expect(xml.match(/<friend><id>\d+<\/id><name>Friend<\/name><\/friend>/g)).toHaveLength(
      friends.length,
    );
    expect(xml.startsWith('<pupil><id>1</id><friend><id>0</id>')).toBe(true);
    expect(xml.endsWith('</friend></pupil>')).toBe(true);
  });
});

test('of a choice, exactly one is written', () => {
  const choice: ChildWriters = [
    { name: 'id', text: formatXsdInt },
    { name: 'q1:name', property: 'name', text: formatXsdString },
  ];
  expect(writeChoice({ id: 1 }, choice)).toBe('<id>1</id>');
  expect(writeChoice({}, choice, true)).toBe('');
  const message = "Exactly one of 'id', 'name' must be given.";
  expect(() => writeChoice({}, choice)).toThrow(message);
  expect(() => writeChoice({ id: 1, name: 'Ann' }, choice)).toThrow(message);
});

test('wrong values are refused with the path of the property', () => {
  expect(write({})).toMatch(/id/);
  expect(write({ id: 1, friends: [{ id: 2 }, 3 as never] })).toMatch(/friends\[1\]/);
  expect(write({ id: 1, friends: {} as never })).toMatch(/friends.*an array/);
  expect(write({ id: 1, marks: [1, 2, 3, 4] })).toMatch(/marks.*1 to 3 items/);
  expect(write({ id: 1, rooms: [] })).toMatch(/rooms.*1 to 2 items/);
  expect(write({ id: 1, place: 'here' as never })).toMatch(/place.*an object/);
});

import { describe, expect, test } from '@jest/globals';
import { type ChildReaders, readChildren } from '../../src/runtime/codec/children/read-children.ts';
import { unreadable } from '../../src/runtime/codec/path.ts';
import { missingList, missingNumber } from '../../src/runtime/codec/value.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import type { XmlError } from '../../src/runtime/xml/xml-error.ts';
import { parseXsdInt } from '../../src/runtime/xsd/integer.ts';

interface Pupil {
  readonly id: number;
  readonly name?: string | undefined;
  readonly grade?: number | undefined;
  readonly left?: string | null | undefined;
  readonly marks: readonly (number | null)[];
  readonly friends?: readonly Pupil[] | undefined;
  readonly class$?: string | undefined;
}

const namespace = 'urn:school';
const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const children: ChildReaders = [
  { name: 'id', parse: parseXsdInt, missing: missingNumber },
  { name: 'name' },
  { name: 'grade', parse: parseXsdInt, nil: 'absent' },
  { name: 'left', nil: 'null' },
  {
    name: 'mark',
    property: 'marks',
    list: true,
    parse: parseXsdInt,
    nil: 'null',
    missing: missingList,
  },
  { name: 'friend', property: 'friends', list: true, read: (reader) => readPupil(reader) },
  { name: 'class', property: 'class$', parse: (text) => `class ${text}` },
];

function readPupil(reader: XmlReader): Pupil {
  return readChildren(reader, namespace, children, {
    id: undefined,
    name: undefined,
    grade: undefined,
    left: undefined,
    marks: undefined,
    friends: undefined,
    class$: undefined,
  });
}

/** Reads a pupil with and without the guess that the order is that of the schema. */
function read(content: string, options: { readonly defaults?: boolean } = {}): Pupil | XmlError {
  const results = [true, false].map((predict) => {
    const reader = new XmlReader(`<pupil xmlns="${namespace}" ${xsi}>${content}</pupil>`, {
      ...options,
      predict,
    });
    reader.nextTag();
    try {
      const pupil = readPupil(reader);
      expect(reader.nextTag()).toBe(0);
      return pupil;
    } catch (error) {
      return unreadable(error, reader) as XmlError;
    }
  });
  const [guessed, plain] = results;
  expect(guessed).toEqual(plain);
  return guessed as Pupil | XmlError;
}

const nothing = {
  name: undefined,
  grade: undefined,
  left: undefined,
  friends: undefined,
  class$: undefined,
};

describe('reading children by a table', () => {
  test('takes them in the order of the schema and in any other', () => {
    const parts = ['<id>1</id>', '<name>Ada</name>', '<grade>7</grade>', '<mark>1</mark>'];
    const pupil = { ...nothing, id: 1, name: 'Ada', grade: 7, marks: [1] };
    expect(read(parts.join(''))).toEqual(pupil);
    expect(read(parts.toReversed().join('\n'))).toEqual(pupil);
    expect(read(`<mark>1</mark><!-- a --><id>1</id> <grade>7</grade><name>Ada</name>`)).toEqual(
      pupil,
    );
  });

  test('reads lists whose items have others between them', () => {
    const pupil = read(
      '<mark>1</mark><mark>2</mark><id>1</id><mark>3</mark><mark xsi:nil="true"/>',
    );
    expect(pupil).toEqual({ ...nothing, id: 1, marks: [1, 2, 3, null] });
  });

  test('reads elements that hold more than text', () => {
    const friend = '<friend><id>2</id><mark>5</mark><class>b</class></friend>';
    expect(read(`<id>1</id><mark>4</mark>${friend}${friend}`)).toMatchObject({
      id: 1,
      friends: [
        { id: 2, marks: [5], class$: 'class b' },
        { id: 2, marks: [5], class$: 'class b' },
      ],
    });
  });

  test('leaves out what is unknown, comes again or has another namespace', () => {
    const other = '<id>9</id><what/><name xmlns="urn:other">Eve</name>';
    expect(read(`<id>1</id>${other}<mark>1</mark>${other}<name>Ada</name>`)).toEqual({
      ...nothing,
      id: 1,
      name: 'Ada',
      marks: [1],
    });
  });

  test('reads a nil element as null, as absent or as text', () => {
    const nil = (name: string): string => `<${name} xsi:nil="true"/>`;
    expect(read(`<id>1</id>${nil('name')}${nil('grade')}${nil('left')}<mark>1</mark>`)).toEqual({
      ...nothing,
      id: 1,
      name: '',
      left: null,
      marks: [1],
    });
  });

  test('asks for what is required', () => {
    expect(read('<mark>1</mark>', { defaults: true })).toEqual({ ...nothing, id: 0, marks: [1] });
    expect(read('<mark>1</mark>')).toMatchObject({ message: expect.stringContaining("'id'") });
    expect(read('<id>1</id>')).toMatchObject({ message: expect.stringContaining("'mark'") });
  });

  test('says where a wrong value is', () => {
    const friend = '<friend><id>2</id><mark>5</mark></friend>';
    const wrong = '<friend><id>3</id><mark>5</mark><mark>x</mark></friend>';
    expect(read(`<id>1</id><mark>4</mark>${friend}${wrong}`)).toMatchObject({
      path: 'friend[1].mark[1]',
    });
    expect(read('<id>one</id>')).toMatchObject({ path: 'id' });
  });

  test('takes nothing from the prototype of an object', () => {
    expect(
      read('<id>1</id><mark>1</mark><constructor>x</constructor><__proto__>y</__proto__>'),
    ).toEqual({
      ...nothing,
      id: 1,
      marks: [1],
    });
  });

  test('tells a strict reader what was expected', () => {
    const reader = new XmlReader(`<pupil xmlns="${namespace}"><id>1</id><nick/></pupil>`);
    reader.unexpected = (_, expected) => {
      throw new Error(expected.join(' '));
    };
    reader.nextTag();
    const expected = `${namespace} id name grade left mark friend class`;
    expect(() => readPupil(reader)).toThrow(expected);
  });
});

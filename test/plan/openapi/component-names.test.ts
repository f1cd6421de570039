import { expect, test } from '@jest/globals';
import { createComponentNames } from '../../../src/convert/schema-objects.ts';

test('names that clash say which namespace they are of, so that a further one changes none of them', () => {
  const student = (namespace: string) => ({ namespace, localName: 'Student' });
  const [own, common, other] = [{}, {}, {}];
  const few = createComponentNames();
  expect(few(own, student('urn:school'))).toBe('Student');
  expect(few(common, student('http://example.org/common/v1'))).toBe('Student.Common');
  expect(few(own, student('urn:school'))).toBe('Student');
  const many = createComponentNames();
  many(own, student('urn:school'));
  expect(many(other, student('urn:other'))).toBe('Student.Other');
  expect(many(common, student('http://example.org/common/v1'))).toBe('Student.Common');
});

test('of two in one namespace the later gets letters made from its name', () => {
  const nameOf = createComponentNames();
  const name = { namespace: 'urn:school', localName: 'Größe' };
  expect([{}, {}, {}].map((key) => nameOf(key, name))).toEqual([
    'Gro_e',
    'Gro_e.School',
    expect.stringMatching(/^Gro_e\.School[A-Z][a-z]{4}$/),
  ]);
});

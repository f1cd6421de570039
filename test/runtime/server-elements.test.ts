import { expect, test } from '@jest/globals';
import { checkElements, completeLimits, mostCaptured } from '../../src/runtime/server/limits.ts';
import { XmlError } from '../../src/runtime/xml/xml-error.ts';

test('refuses more elements than the limit', () => {
  const limits = completeLimits({ elements: 3 });
  expect(() => checkElements('<r><a/><b></b></r>', limits)).not.toThrow();
  expect(() => checkElements('<?x?><r><!-- --><a/><b></b></r>', limits)).not.toThrow();
  expect(() => checkElements('<r><a/><b></b><c/></r>', limits)).toThrow(XmlError);
  expect(() => checkElements('<r><a/><b/><c/></r>', limits)).toThrow(
    'The request has more than 3 elements.',
  );
});

test('half a million by default', () => {
  expect(() => checkElements(`<r>${'<a/>'.repeat(499_999)}</r>`, completeLimits())).not.toThrow();
  expect(() => checkElements(`<r>${'<a/>'.repeat(500_000)}</r>`, completeLimits({}))).toThrow(
    XmlError,
  );
});

test('a fifth may be kept as XML', () => {
  expect(mostCaptured(completeLimits())).toBe(100_000);
  expect(mostCaptured(completeLimits({ elements: 12 }))).toBe(2);
});

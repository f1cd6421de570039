import { expect, test } from '@jest/globals';
import { checkElements, completeLimits } from '../../src/runtime/server/protocol.ts';
import { XmlError } from '../../src/runtime/xml/errors.ts';

test('refuses more elements than the limit', () => {
  const limits = completeLimits({ elements: 3 });
  expect(() => checkElements('<r><a/><b></b></r>', limits)).not.toThrow();
  expect(() => checkElements('<?x?><r><!-- --><a/><b></b></r>', limits)).not.toThrow();
  expect(() => checkElements('<r><a/><b></b><c/></r>', limits)).toThrow(XmlError);
  expect(() => checkElements('<r><a/><b/><c/></r>', limits)).toThrow(
    'The request has more than 3 elements.',
  );
});

test('half a million by default, and more where a body may be longer', () => {
  const many = `<r>${'<a/>'.repeat(524_287)}</r>`;
  expect(() => checkElements(many, completeLimits())).not.toThrow();
  expect(() => checkElements(many.replace('<a/>', '<a/><a/>'), completeLimits())).toThrow(XmlError);
  const limits = { elements: 1_250_000, attributes: 156_250 };
  expect(completeLimits({ bodyBytes: 10_000_000 })).toMatchObject(limits);
  const least = { elements: 500_000, attributes: 65_536 };
  expect(completeLimits({ bodyBytes: 1000 })).toMatchObject(least);
  const none = { elements: Number.POSITIVE_INFINITY, attributes: Number.POSITIVE_INFINITY };
  expect(completeLimits({ bodyBytes: Number.POSITIVE_INFINITY })).toMatchObject(none);
  expect(completeLimits({ elements: 3, attributes: 2 })).toMatchObject({
    elements: 3,
    attributes: 2,
  });
});

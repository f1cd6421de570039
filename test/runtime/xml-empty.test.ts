import { expect, test } from '@jest/globals';
import { closeEmpty, markEmpty, orEmpty } from '../../src/runtime/xml/writer.ts';

test('an element without content becomes one tag with a space before the slash', () => {
  expect(closeEmpty(`<a>${orEmpty('')}</a>`)).toBe('<a />');
  expect(closeEmpty(`<a b="c">${orEmpty('')}</a><d>${orEmpty('e')}</d>`)).toBe(
    '<a b="c" /><d>e</d>',
  );
  expect(closeEmpty(`<a><b>${orEmpty('')}</b></a>`)).toBe('<a><b /></a>');
});

test('a mark before content goes away', () => {
  expect(closeEmpty(`<a x="1">${markEmpty()}<b>1</b></a>`)).toBe('<a x="1"><b>1</b></a>');
});

test('a message without marks is given back as it is', () => {
  expect(closeEmpty('<a>1</a>')).toBe('<a>1</a>');
});

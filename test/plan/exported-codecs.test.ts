import { expect, test } from '@jest/globals';
import { codecConstant, codecFunction, local } from '../../src/plan/codecs/codec.ts';
import { array, text } from '../../src/plan/print/node.ts';
import { returns } from '../../src/plan/print/statement.ts';

const width = 100;

function functionOf(name: string): ReturnType<typeof codecFunction> {
  return codecFunction({
    name,
    parameters: [{ name: 'value', type: 'string' }],
    returns: 'string',
    body: [returns(local('value'))],
    namespace: '',
  });
}

test('a function breaks its parameters where `export` takes it over the width', () => {
  const rest = 'function (value: string): string {'.length;
  const longest = functionOf('f'.repeat(width - rest));
  const longestExported = functionOf('f'.repeat(width - rest - 'export '.length));
  expect(longest).toMatchObject({
    parameters: '(value: string)',
    exportedParameters: '(\n  value: string,\n)',
  });
  expect(longestExported).toMatchObject({ exportedParameters: '(value: string)' });
});

test('a constant breaks its value where `export` takes it over the width', () => {
  const words = array([text("'a'"), text("'b'")]);
  const rest = "const : readonly string[] = ['a', 'b'];".length;
  const longest = codecConstant('c'.repeat(width - rest), 'readonly string[]', words, '');
  expect(longest).toMatchObject({
    value: " ['a', 'b']",
    exportedValue: " [\n  'a',\n  'b',\n]",
  });
});

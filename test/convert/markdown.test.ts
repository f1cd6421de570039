import { expect, test } from '@jest/globals';
import { code, writeMarkdown } from '../../src/convert/markdown.ts';
import { modelOf } from '../plan/contract-texts.ts';

test.each([
  ['a', '`a`'],
  ['a|b', '`a\\|b`'],
  ['a `b`', '`` a `b` ``'],
  ['``', '``` `` ```'],
  ['a`b', '``a`b``'],
])('code %j is %j', (text, expected) => {
  expect(code(text)).toBe(expected);
});

test('links lead to operations whose headings are those of others', () => {
  const names = ['get.it', 'Get.it', 'get-it', 'Input', 'getit-1', 'S'];
  const operations = names.map((one) => `"${one}": { parameters: { a: int } }`);
  const contract = `asmx: 1
name: C
namespace: urn:c
services:
  S: { operations: { ${operations.join(', ')} } }
`;
  const page = writeMarkdown(modelOf({ 'c.yaml': contract })).get('S.md') ?? '';
  const links = [...page.matchAll(/\[([^\]]+)\]\(#([^)]*)\)/g)].map(([, , anchor]) => anchor);
  // those of S itself and of the sections `### Input` are taken
  expect(links).toEqual(['getit', 'getit-1', 'get-it', 'input-3', 'getit-1-1', 's-1']);
});

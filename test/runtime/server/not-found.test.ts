import { expect, test } from '@jest/globals';
import { createServer } from '../../../src/runtime/server/adapters/create-server.ts';

test.each([
  [undefined, false],
  ['*/*', false],
  ['text/xml', false],
  ['text/html,application/xhtml+xml;q=0.9', true],
])('the page of a path of nobody, for Accept %s, has a style: %s', async (accept, styled) => {
  const headers = accept === undefined ? {} : { accept };
  const answer = await createServer([]).fetch('http://h/none', { headers });
  const text = await answer.text();
  expect(answer.status).toBe(404);
  expect(text).toContain('<h2><i>The resource cannot be found.</i></h2>');
  expect(text.includes('<style>')).toBe(styled);
  expect(text.includes('name="viewport"')).toBe(styled);
  // otherwise browsers ask for one, and note in the console that there is none
  expect(text.includes('<link rel="icon" href="data:,">')).toBe(styled);
});

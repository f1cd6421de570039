import { expect, test } from '@jest/globals';
import { createDocumentation } from '../../src/runtime/docs.ts';
import { authCode } from './docs-sample.ts';

function page(query: string): string {
  const types = ['int', 'unsignedByte', 'long', 'decimal', 'double', 'string', 'base64Binary'];
  const parameters = types.map((type) => ({ name: type, type }));
  const [first] = authCode.operations;
  const operation = {
    ...first,
    name: 'Every',
    signature: '(int: int, <x>: y): void',
    parameters,
    http: { bindings: ['httpPost' as const], location: '/Every', parameters },
  };
  const docs = createDocumentation([{ ...authCode, operations: [operation] }]);
  const request = { path: authCode.path, origin: 'http://h', pages: true, wsdl: true };
  return docs.answer({ ...request, query, httpPost: 'everybody' })?.body ?? '';
}

test('telephones show number keys for numbers', () => {
  const modes = [...page('op=Every').matchAll(/name="(\w+)"[^>]* inputmode="(\w+)"/g)];
  expect(modes.map(([, name, mode]) => `${name} ${mode}`)).toEqual([
    'int numeric',
    'unsignedByte numeric',
    'long numeric',
    'decimal decimal',
    'double decimal',
  ]);
});

test('the script offers files for bytes', () => {
  expect(page('op=Every')).toMatch(/name="base64Binary"[^>]* data-control="base64Binary"/);
});

test('the title of a page names its operation, and each sample its binding', () => {
  const text = page('op=Every');
  expect(text).toContain('<title>Every - AuthCodeSending Web Service</title>');
  const samples = text.matchAll(/<section data-binding="(\w+)">/g);
  expect(Array.from(samples, ([, name]) => name)).toEqual(['soap11', 'soap12', 'httpPost']);
});

test('the index shows signatures', () => {
  expect(page('')).toContain('<code class="soft">(int: int, &lt;x&gt;: y): void</code>');
});

import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { curlCommand, requestText, shellQuote } from '../../../src/cli/call.ts';

describe('requestText', () => {
  test('of a POST', () => {
    const text = requestText({
      method: 'POST',
      url: 'http://localhost:8080/A.asmx/Op',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'a=é',
    });
    expect(text).toBe(
      'POST /A.asmx/Op HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n\r\na=é',
    );
  });

  test('keeps a trailing question mark and drops a default port', () => {
    const text = requestText({ method: 'GET', url: 'http://h:80/A.asmx/Op?', headers: {} });
    expect(text).toBe('GET /A.asmx/Op? HTTP/1.1\r\nHost: h\r\n\r\n');
  });

  test('gives neither Host nor Content-Length twice', () => {
    const headers = { 'content-length': '1', host: 'elsewhere' };
    const text = requestText({ method: 'POST', url: 'http://h', headers, body: 'x' });
    expect(text).toBe('POST / HTTP/1.1\r\nHost: h\r\ncontent-length: 1\r\n\r\nx');
  });
});

const nasty = ["it's", '$HOME `id` $(id)', 'a\nb', '"quoted"', '\\', '!x', '@file', '', 'ضيف 🎓'];

describe('shellQuote', () => {
  test.each(nasty)('the shell reads %j back', (text) => {
    expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' })).toBe(
      text,
    );
  });
});

test.each([
  ['UTF-8', 'urn:\u00c3\u00a4\u00e2\u0082\u00ac', 'urn:ä€'],
  ['no UTF-8', 'urn:ä', 'urn:ä'],
])('bytes of a header that are %s are shown as text', (_, value, shown) => {
  const request = { method: 'POST', url: 'http://h/', headers: { SOAPAction: value } };
  expect(curlCommand(request)).toContain(`'SOAPAction: ${shown}'`);
  expect(requestText(request)).toContain(`SOAPAction: ${shown}\r\n`);
});

describe('curlCommand', () => {
  test.each(nasty)('the shell hands %j to curl whole', (text) => {
    const command = curlCommand({
      method: 'POST',
      url: "http://h/a?b=[1]&c='",
      headers: { SOAPAction: `"${text.replace('\n', '')}"`, Host: 'h', 'Content-Length': '3' },
      body: text,
    });
    const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}`;
    const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
    expect(words).toEqual([
      '-g',
      "http://h/a?b=[1]&c='",
      '-H',
      `SOAPAction: "${text.replace('\n', '')}"`,
      '--data-raw',
      text,
    ]);
  });

  test('a GET has no body', () => {
    expect(curlCommand({ method: 'GET', url: 'http://h/a?', headers: {} })).toBe(
      "curl -g \\\n  'http://h/a?'",
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import { collectRequests } from '../../src/convert/requests/collect-requests.ts';
import type { SampleRequest } from '../../src/convert/requests/sample-request.ts';
import { writeHttp } from '../../src/convert/requests/write-http.ts';

const request = (body: string | undefined, url = 'http://h/a.asmx'): SampleRequest => ({
  service: 'S',
  operation: 'Op',
  binding: 'SOAP 1.1',
  documentation: undefined,
  method: 'POST',
  url,
  headers: { 'Content-Type': 'text/xml; charset=utf-8' },
  body,
});

describe('requests', () => {
  test('have no variable where a sample has its braces', () => {
    const { requests, variables } = collectRequests(
      'C',
      [request('<a b="{{x}}">{{{y}}}<c>{{given}}</c></a>', 'http://h/{{p}}?q={{r}}&s={{given}}')],
      [{ name: 'given', value: '1' }],
    );
    expect(requests[0]?.body).toBe('<a b="{&#123;x}}">{&#123;{y}}}<c>{{given}}</c></a>');
    expect(requests[0]?.url).toBe('{{baseUrl}}/%7B%7Bp}}?q=%7B%7Br}}&s={{given}}');
    expect(variables.map(({ name }) => name)).toEqual(['given', 'baseUrl']);
  });

  test('keep the content of CDATA', () => {
    const body = '<a><![CDATA[{{1}}]]></a>';
    expect(collectRequests('C', [request(body)]).requests[0]?.body).toBe(body);
  });

  test.each(['a&amp;b', 'two\nlines', 'a {{b}}', ' c'])(
    'have the name of a secret whose sample is %j',
    (sample) => {
      const { requests, variables } = collectRequests('C', [
        request(`<m><Password>${sample}</Password></m>`),
      ]);
      expect(requests[0]?.body).toBe('<m><Password>{{Password}}</Password></m>');
      expect(variables[1]).toEqual({ name: 'Password', value: 'Password', isSecret: true });
    },
  );

  test('have the name of a secret whose sample is encoded, and one variable', () => {
    const { requests, variables } = collectRequests('C', [
      request(undefined, 'http://h/a?token=a%26b'),
      request(undefined, 'http://h/a?token={{token}}'),
    ]);
    expect(requests.map(({ url }) => url)).toEqual([
      '{{baseUrl}}/a?token={{token}}',
      '{{baseUrl}}/a?token={{token}}',
    ]);
    expect(variables[1]).toEqual({ name: 'token', value: 'token', isSecret: true });
  });
});

test('an .http file has each variable on a line', () => {
  const variables = [{ name: 'text', value: 'one\r\n### two', isSecret: false }];
  expect(writeHttp({ name: 'C', requests: [], variables })).toBe('# C\n@text = one ### two\n');
});

test('an .http file has no request that begins in a body', () => {
  const requests = [request('<a>\n### b\n  ### c # ### d</a>')];
  expect(writeHttp({ name: 'C', requests, variables: [] })).toContain(
    '\n\n<a>\n&#35;## b\n  &#35;## c # ### d</a>\n',
  );
});

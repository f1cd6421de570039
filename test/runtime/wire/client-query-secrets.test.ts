import { describe, expect, test } from '@jest/globals';
import { createCaller } from '../../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../../src/runtime/client/request.ts';
import { failure } from './answering.ts';
import { AuthCode } from './descriptors.ts';

const input = { code: 'hunter2', phone: '5' };
const echoed = 'https://h/AuthCodeSending.asmx/AuthCode?code=hunter2&phone=5#hunter2';

/** A redirect to the same address elsewhere, as from http to https. */
async function redirected(): Promise<Response> {
  return new Response('', { status: 302, headers: { Location: echoed } });
}

describe('parameters of HTTP GET are in no error', () => {
  test.each<readonly [string, ClientOptions, string]>([
    [
      'a request that failed',
      { fetch: () => Promise.reject(new Error('no route')) },
      'No answer from h:8080: no route',
    ],
    [
      'a redirect that the platform hides',
      {
        fetch: async () => ({
          status: 0,
          type: 'opaqueredirect',
          headers: { get: () => null, forEach: () => undefined },
          arrayBuffer: async () => new ArrayBuffer(0),
          text: async () => '',
        }),
      },
      'h:8080 answers with a redirect, and a browser does not say where to. ' +
        'Give the final address as endpoint.',
    ],
    [
      'a redirect',
      { fetch: redirected },
      'The server answered with status 302, a redirect to ' +
        "https://h/AuthCodeSending.asmx/AuthCode. If that is the service's address, " +
        "give it as endpoint, or set redirect to 'follow'.",
    ],
    [
      'a redirect that is not followed',
      { fetch: redirected, redirect: 'follow', headers: { 'X-Key': '1' } },
      'The server answered with status 302, a redirect to ' +
        'https://h/AuthCodeSending.asmx/AuthCode. That is another origin, to which the ' +
        "credentials and headers of the call are not sent. If that is the service's address, " +
        'give it as endpoint.',
    ],
  ])('of %s', async (_, options, message) => {
    const client = createCaller({ baseUrl: 'http://h:8080', ...options }, {});
    const error = await failure(client.call(AuthCode, input, { binding: 'httpGet' }));
    expect(error).toMatchObject({ message });
    expect(String((error as Error).stack)).not.toContain('hunter2');
  });
});

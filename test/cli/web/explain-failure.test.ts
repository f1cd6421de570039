import { expect, test } from '@jest/globals';
import { explained } from '../../../src/cli/contract/download.ts';
import { AsmxError } from '../../../src/runtime/index.ts';

/** An error of the transport. */
function failure(code: string, message: string, more: object = {}): Error {
  const cause = Object.assign(new Error(message), { code, ...more });
  return Object.assign(new AsmxError('transport', 'No answer'), { cause });
}

const refused = (port: number) =>
  failure('ECONNREFUSED', `connect ECONNREFUSED 10.0.0.1:${port}`, { port });

test.each([
  ['http://shop.test/', refused(80), "'shop.test' refuses the connection"],
  ['https://shop.test/', refused(443), "'shop.test' refuses the connection"],
  ['http://shop.test:81/', refused(81), "'shop.test:81' refuses the connection"],
  [
    'http://shop.test:81/',
    refused(3128),
    'the proxy refuses the connection: connect ECONNREFUSED 10.0.0.1:3128',
  ],
])('who refuses a connection to %s', (url, error, message) => {
  expect(explained(error, new URL(url), 1)).toEqual({ message });
});

test('a server that does not speak TLS', () => {
  const error = failure(
    'EPROTO',
    'write EPROTO 40FD:error:0A00010B:SSL routines:tls_validate_record_header:wrong version ' +
      'number:../deps/openssl/openssl/ssl/record/methods/tlsany_meth.c:77:\n',
  );
  expect(explained(error, new URL('https://shop.test:8080/a.wsdl'), 1)).toEqual({
    message: "'shop.test:8080' does not speak TLS",
    help: 'Try the address with http:',
  });
});

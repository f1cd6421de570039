import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signatureVerifier, signer } from '../../src/runtime/wss.ts';
import { type Files, generateFiles } from '../e2e/mtom-contract.ts';
import { keyOf, rules } from './messages.ts';

let files: Files;
beforeAll(async () => {
  files = await generateFiles();
});
afterAll(() => files.folder.remove());

const data = new Uint8Array(Buffer.from('\x89PNG\r\n\0'.repeat(200), 'latin1'));
const file = { name: 'n', data };
const handlers = {
  store: (given: unknown) => given,
  fetch: () => data,
  list: () => ({ file: [] }),
  count: () => '',
};

test('bytes that are signed stay in the envelope, in both directions', async () => {
  const types: unknown[] = [];
  const server = files.createServer(handlers as never, {
    security: [signatureVerifier(rules), signer(keyOf('server'))],
  });
  const client = files.createClient({
    endpoint: 'http://localhost/files',
    mtom: true,
    security: [signer(keyOf('client')), signatureVerifier(rules)],
    fetch: (async (url: string, init: { headers: Record<string, string> }) => {
      types.push(init.headers['Content-Type']);
      const answer = (await server.fetch(url, init as never)) as unknown as Response;
      types.push(answer.headers.get('content-type'));
      return answer;
    }) as never,
  });
  expect(await client.store({ file })).toMatchObject({ file: { name: 'n', data } });
  expect(types).toEqual(['text/xml; charset=utf-8', 'text/xml; charset=utf-8']);
});

test('a server that signs answers a request with XOP in an envelope alone', async () => {
  const server = files.createServer(handlers as never, { security: signer(keyOf('server')) });
  const client = files.createClient({
    endpoint: 'http://localhost/files',
    mtom: true,
    security: signatureVerifier(rules),
    fetch: server.fetch as never,
  });
  expect(await client.store({ file })).toMatchObject({ file: { name: 'n', data } });
});

test('a request with XOP has no signature of its bytes', async () => {
  const reasons: unknown[] = [];
  const server = files.createServer(handlers as never, {
    security: signatureVerifier(rules),
    onAnswer: ({ reason }) => void reasons.push(reason),
  });
  const client = files.createClient({
    endpoint: 'http://localhost/files',
    mtom: true,
    fetch: server.fetch as never,
  });
  await expect(client.store({ file })).rejects.toMatchObject({ name: 'SoapFault' });
  expect(reasons).toEqual(['Attachments are not signed.']);
});

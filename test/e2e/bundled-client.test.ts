import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { type GeneratedFolder, generateText } from './generated-module.ts';

/**
 * What a bundle leaves out unless the program imports it: an option needs the function that brings
 * what it does, and the error of the option alone says which.
 */
const contract = `asmx: 1
name: Greeter
namespace: http://tempuri.org/
baseUrl: http://test
bindings: [soap11]
services:
  Greeter:
    operations:
      Hello: { parameters: { name: string }, returns: string }
  Album:
    operations:
      Photo: { parameters: { name: string }, returns: base64Binary }
`;

const program = `
import { clientAttachments, clientSoapHeaders, createAlbumClient, createGreeterClient, followRedirects, isFault, withDeviations } from './out/index.ts';

const wrap = (text) => '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' + text + '</s:Body></s:Envelope>';
const response = (name, content) => wrap('<' + name + 'Response xmlns="http://tempuri.org/"><' + name + 'Result>' + content + '</' + name + 'Result></' + name + 'Response>');
const hello = response('Hello', 'fine');
const part = (id, type, text) => '--b\\r\\nContent-ID: <' + id + '>\\r\\nContent-Type: ' + type + '\\r\\n\\r\\n' + text + '\\r\\n';
const inParts = (text) => part('root', 'text/xml', text) + part('1', 'image/png', 'abc') + '--b--\\r\\n';
const answer = (text, type = 'text/xml') => new Response(text, { headers: { 'content-type': type } });
const multipart = (text) => answer(inParts(text), 'multipart/related; boundary=b; type="text/xml"');
const client = (reply, options) => createGreeterClient({ fetch: async (url, init) => reply(url, init), ...options });
const moved = (url) => url.endsWith('/new') ? answer(hello) : new Response('', { status: 307, headers: { location: '/new' } });
const echo = (_url, init) => answer(response('Hello', String(/<n:[^<]*/.exec(init.body)).replace('<', '&lt;')));
const fault = wrap('<s:Fault><faultcode>s:Server</faultcode><faultstring>no <b>way</b></faultstring><detail><why>late</why></detail></s:Fault>');
const failed = async (tell) => client(() => answer(fault)).hello({ name: 'a' }).catch(tell);
const other = () => answer(response('Hello', 'fine').replaceAll('tempuri.org', 'other.org'));
const header = '<n:Key xmlns:n="urn:n">1</n:Key>';
const told = async (run) => { try { return await run(); } catch (error) { return error.code + ': ' + error.message; } };
`;

const alone = `${program}
export default {
  redirect: await told(() => client(moved, { redirect: 'follow' }).hello({ name: 'a' })),
  header: await told(() => client(echo, { extraSoapHeaders: header }).hello({ name: 'a' })),
  parts: await told(() => client(() => multipart(hello)).hello({ name: 'a' })),
  lenient: await told(() => client(other, { lenient: true }).hello({ name: 'a' })),
  page: await told(() => client(() => answer('<html><title>Sign in</title>')).hello({ name: 'a' })),
  fault: await failed(({ message, detail, xml }) => [message, detail, xml.includes('<why>late</why>')]),
};`;

const given = `${program}
const own = (options) => client(() => multipart(hello)).hello.raw({ name: 'a' }, options);
export default {
  redirect: await client(moved, { redirect: followRedirects() }).hello({ name: 'a' }),
  header: await client(echo, { extraSoapHeaders: clientSoapHeaders(header) }).hello({ name: 'a' }),
  parts: (await own({ attachments: clientAttachments([]) })).attachments.length,
  lenient: (await client(other, { lenient: withDeviations(true) }).hello.raw({ name: 'a' })).deviations.length,
  fault: await failed((error) => isFault(error) && error.detail[0].name),
};`;

const declared = `${program}
export default {
  parts: await createAlbumClient({ fetch: async () => multipart(response('Photo', '<i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="cid:1"/>')) })
    .photo({ name: 'a' }),
};`;

describe('a bundled client', () => {
  let folder: GeneratedFolder;

  beforeAll(async () => {
    folder = await generateText('greeter.yaml', contract, ['types', 'client'], {
      runtime: 'vendor',
    });
    expect(folder.diagnostics).toEqual([]);
  });

  afterAll(() => folder.remove());

  /** What a program exports, run from a bundle of it. */
  async function run(name: string, contents: string): Promise<unknown> {
    const outfile = join(folder.path, `${name}.mjs`);
    await build({
      stdin: { contents, resolveDir: folder.path, loader: 'ts' },
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      target: 'es2023',
      outfile,
    });
    const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(outfile).href);
    return module.default;
  }

  test('says which import an option needs', async () => {
    expect(await run('alone', alone)).toEqual({
      redirect: 'encode: redirect is not in this bundle: give followRedirects().',
      header: 'encode: extraSoapHeaders is not in this bundle: give clientSoapHeaders(…).',
      parts:
        'protocol: The answer has several parts, and what reads them is not in this bundle: ' +
        'give attachments: clientAttachments([]) in the options of the call.',
      lenient:
        'encode: lenient, strict and onDeviation are not in this bundle: give withDeviations(…).',
      page: expect.stringContaining(
        'protocol: The answer is not a SOAP envelope. It is a web page',
      ),
      fault: ['no way', undefined, true],
    });
  });

  test('does what it imports', async () => {
    expect(await run('given', given)).toEqual({
      redirect: 'fine',
      header: '<n:Key xmlns:n="urn:n">1',
      parts: 1,
      lenient: 2,
      fault: 'why',
    });
  });

  test('reads parts where the contract has bytes', async () => {
    expect(await run('declared', declared)).toEqual({ parts: new TextEncoder().encode('abc') });
  });

  test('needs none of it in a program that is not bundled', async () => {
    const { createGreeterClient } = (await folder.load()) as unknown as {
      createGreeterClient: (options: object) => { hello: (input: object) => Promise<string> };
    };
    const seen: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      seen.push(url);
      return new Response('', { status: 307, headers: { location: '/new' } });
    };
    const client = createGreeterClient({ fetch, redirect: 'follow', extraSoapHeaders: '<a/>' });
    await expect(client.hello({ name: 'a' })).rejects.toThrow('redirects were followed');
    expect(seen).toContain('http://test/new');
  });
});

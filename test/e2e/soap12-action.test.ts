import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Server } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

const folders: GeneratedFolder[] = [];
afterAll(() => {
  for (const folder of folders) folder.remove();
});

type Call = (input: { id: number }, options?: object) => Promise<unknown>;
type Client = Readonly<Record<string, Call>>;
type Create<Made> = (first: object, second?: object) => Made;

const lock = readFileSync('test/cli/cases/files/lock.wsdl', 'utf8');

async function load(path: string, text: string): Promise<Readonly<Record<string, unknown>>> {
  const folder = await generateText(path, text);
  folders.push(folder);
  expect(folder.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return folder.load();
}

/** The content type that a client sends for `Lock`. */
async function sent(text: string, options: object = {}): Promise<string | undefined> {
  const module = await load('depot.wsdl', text);
  let type: string | undefined;
  const fetch = (_: string, { headers }: { headers: Record<string, string> }): never => {
    type = headers['Content-Type'];
    throw new Error('not sent');
  };
  const client = (module.createDepotClient as Create<Client>)({ fetch, ...options });
  await expect(client.lock?.({ id: 1 })).rejects.toThrow('not sent');
  return type;
}

const plain = 'application/soap+xml; charset=utf-8';
const attribute = ' soapActionRequired="true"';

describe('the action of SOAP 1.2', () => {
  test('tells operations apart, in client and server', async () => {
    const module = await load('depot.wsdl', lock);
    const done: string[] = [];
    const server = (module.createDepotServer as Create<Server>)({
      lock: ({ id }: { id: number }) => void done.push(`lock ${id}`),
      delete: ({ id }: { id: number }) => void done.push(`delete ${id}`),
    });
    const client = (module.createDepotClient as Create<Client>)({ fetch: server.fetch });
    await client.delete?.({ id: 1 });
    await client.lock?.({ id: 2 });
    expect(done).toEqual(['delete 1', 'lock 2']);
  });

  test.each([
    ['required', lock, 'urn:depot/Lock'],
    ['not mentioned', lock.replaceAll(attribute, ''), 'urn:depot/Lock'],
    ['not required', lock.replaceAll(attribute, ' soapActionRequired=" false "'), undefined],
    ['not required, in digits', lock.replaceAll(attribute, ' soapActionRequired="0"'), undefined],
    ['empty', lock.replace('"urn:depot/Lock"', '""'), undefined],
    ['missing', lock.replace('soapAction="urn:depot/Lock"', ''), undefined],
    ['beyond ASCII', lock.replace('depot/Lock', 'depot/Löck'), 'urn:depot/LÃ¶ck'],
  ])('is sent as the contract says: %s', async (_, text, action) => {
    expect(await sent(text)).toBe(action === undefined ? plain : `${plain}; action="${action}"`);
  });

  test('moves to the namespace of the client', async () => {
    expect(await sent(lock, { namespace: 'urn:other' })).toBe(`${plain}; action="urn:other/Lock"`);
  });

  test('beyond ASCII finds its operation', async () => {
    const text = lock.replace('depot/Lock', 'depot/Löck').replace('depot/Delete', 'depot/Dèlete');
    const module = await load('depot.wsdl', text);
    const done: string[] = [];
    const server = (module.createDepotServer as Create<Server>)({
      lock: () => void done.push('lock'),
      delete: () => void done.push('delete'),
    });
    const client = (module.createDepotClient as Create<Client>)({ fetch: server.fetch });
    await client.delete?.({ id: 1 });
    expect(done).toEqual(['delete']);
  });

  test('may differ from that of SOAP 1.1', async () => {
    const prefixed = (from: string): string =>
      from
        .replaceAll('soap12:', 'soap:')
        .replaceAll(attribute, '')
        .replaceAll('urn:depot/', 'one/');
    const binding = /<wsdl:binding[\s\S]*<\/wsdl:binding>/.exec(lock)?.[0] ?? '';
    const port = /<wsdl:port name[\s\S]*<\/wsdl:port>/.exec(lock)?.[0] ?? '';
    const text = lock
      .replace(binding, prefixed(binding).replace('"DepotBinding"', '"Old"') + binding)
      .replace(
        port,
        prefixed(port).replace('"Depot"', '"Old"').replace('t:DepotBinding', 't:Old') + port,
      );
    const module = await load('depot.wsdl', text);
    const done: string[] = [];
    const server = (module.createDepotServer as Create<Server>)({
      lock: () => void done.push('lock'),
      delete: () => void done.push('delete'),
    });
    const headers: string[] = [];
    const fetch = (url: string, init: { headers: Record<string, string> }): Promise<unknown> => {
      headers.push(init.headers.SOAPAction ?? init.headers['Content-Type'] ?? '');
      return server.fetch(url, init as object) as Promise<unknown>;
    };
    const client = (module.createDepotClient as Create<Client>)({ fetch });
    await client.delete?.({ id: 1 }, { binding: 'soap12' });
    await client.delete?.({ id: 1 }, { binding: 'soap11' });
    expect(headers).toEqual([`${plain}; action="urn:depot/Delete"`, '"one/Delete"']);
    expect(done).toEqual(['delete', 'delete']);
  });
});

test('the published WSDL says what the contract says', async () => {
  const text = lock.replace(attribute, ' soapActionRequired="false"');
  const module = await load('depot.wsdl', text);
  const server = (module.createDepotServer as Create<Server>)({ lock: () => {}, delete: () => {} });
  const answer = await server.fetch(new Request('http://data.test/depot?WSDL'));
  const marks = (await answer.text()).match(/soapActionRequired="\w+"/g);
  expect(marks).toEqual(['soapActionRequired="false"', 'soapActionRequired="true"']);
});

test('a YAML contract sends none, and its WSDL is that of ASMX', async () => {
  const module = await load(
    'echo.yaml',
    'asmx: 1\nname: Echo\nnamespace: urn:echo\nbindings: [soap12]\nservices: { Echo: { operations: { Ping: } } }',
  );
  const server = (module.createEchoServer as Create<Server>)({ ping: () => {} });
  const types: unknown[] = [];
  const fetch = (url: string, init: { headers: Record<string, string> }): Promise<unknown> => {
    types.push(init.headers['Content-Type']);
    return server.fetch(url, init as object) as Promise<unknown>;
  };
  const options = { baseUrl: 'http://data.test', fetch };
  await (module.createEchoClient as Create<Readonly<Record<string, () => Promise<void>>>>)(
    options,
  ).ping?.();
  expect(types).toEqual([plain]);
  const answer = await server.fetch(new Request('http://data.test/Echo.asmx?WSDL'));
  expect(await answer.text()).toContain(
    '<soap12:operation soapAction="urn:echo/Ping" style="document" />',
  );
});

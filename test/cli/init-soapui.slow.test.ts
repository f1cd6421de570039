import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from './run-cli.ts';
import { startServing } from './serving.ts';

jest.setTimeout(120_000);

const project = 'shop-soapui-project.xml';
const source = join(import.meta.dirname, 'cases/init/soapui/in', project);

let folder: TestFolder;
beforeAll(() => {
  folder = createFolder({ [project]: readFileSync(source, 'utf8') });
});
afterAll(() => folder.remove());

test('serve replays the mock responses of a SoapUI project', async () => {
  await runCli(['init', project], { cwd: folder.path });
  const recording = ['--replay', 'specs/Shop.recording.jsonl'];
  const server = await startServing(folder.path, 'specs/Shop.wsdl', ...recording);
  try {
    const ask = (sku: string) => {
      const call = ['call', 'specs/Shop.wsdl', '--url', server.url, 'Price', `sku=${sku}`];
      return runCli([...call, 'count=2'], { cwd: folder.path });
    };
    // the responses of one request come in their order; the last one stays
    expect((await ask('A-1')).stdout).toBe('"12.50"\n');
    expect((await ask('A-1')).stderr).toContain('no such article');
    expect((await ask('A-1')).stderr).toContain('no such article');
    expect((await ask('B-2')).stderr).toContain('holds no call of Shop.Price');
  } finally {
    await server.stop();
  }
});

test('what several contracts of a project hold', async () => {
  const file = 'several-soapui-project.xml';
  const path = join(import.meta.dirname, 'cases/init/soapui-several/in', file);
  const several = createFolder({ [file]: readFileSync(path, 'utf8') });
  try {
    await runCli(['init', file], { cwd: several.path });
    const text = (name: string) => readFileSync(join(several.path, 'specs', name), 'utf8');
    const calls = (name: string) =>
      text(`${name}.recording.jsonl`)
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(line) as object);
    const call = { operation: 'Get', binding: 'soap11' };
    // operations of one name in two services, old and new forms of a cache, values of properties
    expect(calls('Two')).toEqual([
      { ...call, service: 'Left', parameters: { key: 'a' }, result: { value: 7 } },
      { ...call, service: 'Right', parameters: { key: 'B-2' }, result: { value: 'seven' } },
    ]);
    expect(calls('Stock')).toEqual([
      { ...call, service: 'Stock', parameters: { key: 'b' }, result: { value: '12.5' } },
    ]);
    const requests = text('several.http');
    expect(requests).toContain('@host = http://test.example.org\n');
    expect(requests).toContain('@key = k1\n@TestCase_key = k2\n');
    expect(requests).not.toContain('Authorization');
  } finally {
    several.remove();
  }
});

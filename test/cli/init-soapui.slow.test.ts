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

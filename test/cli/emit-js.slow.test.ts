import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { compileStrictly } from '../compile-strictly.ts';
import { createFolder, runCli, type TestFolder } from './run-cli.ts';

jest.setTimeout(180_000);

const root = join(import.meta.dirname, '../..');
let folder: TestFolder;
beforeAll(async () => {
  folder = createFolder({
    'package.json': '{"type":"module"}',
    'school.yaml': readFileSync(join(root, 'specs/student-information.yaml'), 'utf8'),
  });
  const targets = 'types,client,server,wsdl,docs,handlers';
  const args = ['generate', 'school.yaml', '-o', 'school', '--targets', targets, '--emit', 'js'];
  expect(await runCli(args, { cwd: folder.path })).toMatchObject({ code: 0 });
});
afterAll(() => folder.remove());

test('client, server, help pages and handlers run on Node as they are', () => {
  folder.write(
    'main.js',
    `import { aboutUsHandlers } from './handlers/about-us.js';
import { createAboutUsServer, createAboutUsClient, SoapFault } from './school/index.js';
import { createAuthCodeSendingServer, createAuthCodeSendingClient } from './school/index.js';

const baseUrl = 'http://test';
const { fetch } = createAuthCodeSendingServer({ authCode: ({ code }) => console.log(code) });
const client = createAuthCodeSendingClient({ baseUrl, fetch });
await client.authCode({ code: '7', phone: '1' });
const page = await fetch(new Request(baseUrl + '/AuthCodeSending.asmx'));
console.log((await page.text()).includes('AuthCode'));
const none = createAboutUsServer(aboutUsHandlers);
const about = createAboutUsClient({ baseUrl, fetch: none.fetch });
await about.getAboutUs().catch((error) => console.log(error instanceof SoapFault));
`,
  );
  const run = spawnSync(process.execPath, ['main.js'], { cwd: folder.path, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(run.stdout).toBe('7\ntrue\ntrue\n');
});

test.each(['nodenext', 'bundler'])('types check a program and the handlers (%s)', (resolution) => {
  folder.write(
    'use.ts',
    `import { createAuthCodeSendingClient } from './school/index.js';
const client = createAuthCodeSendingClient({ baseUrl: '' });
export const sent: Promise<void> = client.authCode({ code: '1', phone: '2' });
// @ts-expect-error a text is wanted
export const wrong = client.authCode({ code: 1, phone: '2' });
`,
  );
  const options = {
    module: resolution === 'bundler' ? 'esnext' : resolution,
    moduleResolution: resolution,
    declaration: false,
    isolatedDeclarations: false,
    allowJs: true,
    checkJs: true,
  };
  // the declarations themselves are checked, too
  const include = ['use.ts', 'handlers/*.js', 'school/**/*'];
  expect(compileStrictly(folder.path, { options, include })).toBe('');
  const handlers = folder.read('handlers/about-us.js');
  folder.write('handlers/about-us.js', handlers.replace('notImplemented,', '() => 1n,'));
  expect(compileStrictly(folder.path, { options, include })).toMatch(/about-us\.js\(\d+/);
  folder.write('handlers/about-us.js', handlers);
});

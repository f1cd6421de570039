import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { compileStrictly } from '../compile-strictly.ts';
import { createFolder, runCli, startCli, type TestFolder } from './run-cli.ts';
import { startServing } from './serving.ts';

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

test('a CommonJS project imports them, too', async () => {
  folder.write('old/package.json', '{}');
  const args = ['generate', 'school.yaml', '-o', 'old/school', '--emit', 'js'];
  expect(await runCli(args, { cwd: folder.path })).toMatchObject({ code: 0 });
  folder.write(
    'old/main.js',
    `import('./school/index.js').then(({ createAboutUsClient }) => {
  console.log(typeof require, Object.keys(createAboutUsClient({ baseUrl: 'http://x' })));
});
`,
  );
  const run = spawnSync(process.execPath, ['old/main.js'], { cwd: folder.path, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(run.stdout).toContain('function');
  expect(run.stdout).toContain('getAboutUs');
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

test('serve takes the handlers that were written', async () => {
  const handlers = folder.read('handlers/about-us.js');
  folder.write('handlers/about-us.js', handlers.replace('notImplemented,', "() => 'we',"));
  const program = `import { aboutUsHandlers as aboutUs } from './handlers/about-us.js';
export default { aboutUs: { getAboutUs: () => console.error('asked', aboutUs.getAboutUs()) } };
`;
  folder.write('all.js', program);
  const serving = await startServing(folder.path, 'school.yaml', '--handlers', 'all.js');
  const service = `${serving.url}/AboutUs.asmx`;
  const call = ['call', 'school.yaml', 'AboutUs.GetAboutUs', '--url', service];
  expect(await runCli(call, { cwd: folder.path })).toMatchObject({ code: 0 });
  expect(serving.text()).toContain('asked we');
  expect(await serving.stop()).toBe(0);
});

test('--watch writes scripts again, and --prune removes them', async () => {
  const notes = (text: string): string =>
    'asmx: 1\nname: Notes\nnamespace: urn:n\n' +
    `services: { S: { operations: { Add: { documentation: ${text}, returns: int } } } }\n`;
  const entry = { input: 'notes.yaml', output: 'notes', targets: ['client'], emit: 'js' };
  const other = { ...entry, output: 'other' };
  const configure = (...contracts: object[]): void => {
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
  };
  folder.write('notes.yaml', notes('first'));
  configure({ ...entry, runtime: { shared: 'shared' } }, other);
  const child = startCli(['generate', '--watch'], { cwd: folder.path });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const until = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(said)) await new Promise((resolve) => setTimeout(resolve, 50));
    said = '';
  };
  await until(/watching/);
  folder.write('notes.yaml', notes('second'));
  await until(/updated/);
  expect(folder.read('notes/client.d.ts')).toContain('* second');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(await runCli(['verify', 'notes'], { cwd: folder.path })).toMatchObject({ code: 0 });
  expect(await runCli(['generate', '--check'], { cwd: folder.path })).toMatchObject({ code: 0 });
  configure(other);
  const pruned = await runCli(['generate', '--prune'], { cwd: folder.path });
  expect(pruned).toMatchObject({ code: 0 });
  const left = folder.files().filter((path) => /^(?:notes|shared)\//.test(path));
  expect(left).toEqual([]);
});

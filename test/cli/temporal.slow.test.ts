import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from './run-cli.ts';
import { startServing } from './serving.ts';

jest.setTimeout(120_000);

const polyfill = new URL('../../node_modules/temporal-polyfill/index.js', import.meta.url).href;
const words = { dateTime: 'Temporal', date: 'Temporal', time: 'Temporal', duration: 'Temporal' };
const entry = { input: 'specs/clock.yaml', output: 'src/clock', types: words };
const config = (more: object): string => JSON.stringify({ contracts: [{ ...entry, ...more }] });

let folder: TestFolder;
beforeAll(() => {
  folder = createFolder({
    'specs/clock.yaml': `asmx: 1
name: Clock
namespace: http://tempuri.org/
baseUrl: http://localhost:8080
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Clock:
    operations:
      Moment: { parameters: { value: dateTime }, returns: dateTime }
      NextDay: { parameters: { value: date }, returns: date }
      Hour: { parameters: { value: time }, returns: time }
      Span: { parameters: { value: duration }, returns: duration }
      Days: { parameters: { value: 'date[]' }, returns: 'date[]' }
`,
    'src/dates.js': `export { Temporal } from '${polyfill}';\n`,
    'handlers.ts': `export default {
  moment: ({ value }) => value.add({ hours: 1 }),
  nextDay: ({ value }) => value.add({ days: 1 }),
  hour: ({ value }) => value.add({ minutes: 90 }),
  span: ({ value }) => value.negated(),
};
`,
    'asmx-gen.config.json': config({ temporal: './src/dates.js' }),
    'global.config.json': config({ output: 'src/global' }),
    'js.config.json': config({ output: 'src/js', emit: 'js' }),
    'wrong.config.json': config({ types: { date: 'Temporl' }, temporal: 'no module' }),
    'missing.config.json': config({ temporal: './src/dats.js' }),
  });
});
afterAll(() => folder.remove());

const run = (...args: string[]): ReturnType<typeof runCli> => runCli(args, { cwd: folder.path });
const text = (file: string): string => readFileSync(join(folder.path, file), 'utf8');

test('generated files import Temporal from the module, and only what uses it pays', async () => {
  expect((await run('generate')).code).toBe(0);
  expect(text('src/clock/types.ts')).toContain("import('../dates.js').Temporal.PlainDate;");
  expect(text('src/clock/types.ts')).not.toContain('<reference');
  expect(text('src/clock/descriptions.ts')).toContain("from '../dates.js';");
  expect(existsSync(join(folder.path, 'src/clock/runtime/values.ts'))).toBe(true);
  expect((await run('generate', '--check')).code).toBe(0);
  expect((await run('verify', 'src/clock')).code).toBe(0);
});

test('the global needs a library of TypeScript, which the files name', async () => {
  expect((await run('generate', '--config', 'global.config.json')).code).toBe(0);
  expect(text('src/global/types.ts')).toContain('/// <reference lib="esnext.temporal" />');
  expect((await run('generate', '--config', 'js.config.json')).code).toBe(0);
  expect(text('src/js/types.d.ts')).toContain('/// <reference lib="esnext.temporal" />');
  expect(text('src/js/descriptions.js')).toContain('temporalDate(globalThis.Temporal)');
});

test('handlers get and give them over all bindings; call works on texts', async () => {
  const server = await startServing(folder.path, 'specs/clock.yaml', '--handlers', 'handlers.ts');
  try {
    for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost']) {
      const answer = async (operation: string, value: string): Promise<string> => {
        const given = [operation, `value=${value}`, '--binding', binding, '--url', server.url];
        return (await run('call', 'specs/clock.yaml', ...given)).stdout.trim();
      };
      expect(await answer('Moment', '2024-05-01T10:00:00')).toBe('"2024-05-01T11:00:00"');
      expect(await answer('Moment', '2024-05-01T10:00:00+02:00')).toBe(
        '"2024-05-01T11:00:00+02:00"',
      );
      expect(await answer('NextDay', '2024-02-29')).toBe('"2024-03-01"');
      expect(await answer('Hour', '23:00:00')).toBe('"00:30:00"');
      expect(await answer('Span', 'P1D')).toBe('"-P1D"');
    }
    const given = ['value=2024-05-01', 'value=2024-05-02', '--url', server.url];
    const { stdout } = await run('call', 'specs/clock.yaml', 'Days', ...given);
    expect(JSON.parse(stdout)).toEqual(expect.arrayContaining([expect.stringMatching(/^\d{4}-/)]));
  } finally {
    await server.stop();
  }
});

test('words and modules that there are not are errors with their place', async () => {
  const wrong = await run('generate', '--config', 'wrong.config.json');
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('wrong.config.json:1:');
  expect(wrong.stderr).toContain("'no module', the module of 'temporal', is not a module");
  expect(wrong.stderr).toContain("did you mean 'Temporal'?");
  const missing = await run('generate', '--config', 'missing.config.json');
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain("the module './src/dats.js' of 'temporal' does not exist");
});

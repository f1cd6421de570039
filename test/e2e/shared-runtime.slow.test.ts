import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from '../cli/run-cli.ts';
import { compileSources } from './compiled-program.ts';

let folder: TestFolder;

beforeAll(async () => {
  const contract = (name: string, operation: string): string =>
    `asmx: 1\nname: ${name}\nnamespace: urn:${name}\nservices:\n  ${name}: { operations: { ${operation} } }\n`;
  const runtime = { shared: 'src/soap/runtime' };
  folder = createFolder({
    'maths.yaml': contract('Maths', 'Add: { parameters: { a: int, b: int }, returns: int }'),
    'dates.yaml': contract('Dates', 'Echo: { parameters: { day: date }, returns: date }'),
    'asmx-gen.config.json': JSON.stringify({
      contracts: [
        { input: 'maths.yaml', output: 'src/soap/maths', targets: ['client', 'server'], runtime },
        {
          input: 'dates.yaml',
          output: 'src/dates',
          targets: ['client', 'server', 'docs'],
          runtime,
        },
      ],
    }),
    'package.json': '{ "type": "module" }\n',
  });
  const { code, stderr } = await runCli(['generate'], { cwd: folder.path });
  expect({ code, stderr }).toMatchObject({ code: 0 });
}, 60_000);

afterAll(() => folder.remove());

test('two contracts that share a runtime compile strictly together, and run', () => {
  compileSources(folder);
  folder.write('main.mjs', program);
  const printed = execFileSync(process.execPath, [join(folder.path, 'main.mjs')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  expect(printed).toBe('42 2026-11-23\none runtime: true\n');
}, 120_000);

const program = `
import { createDatesClient, createDatesServer, isAsmxError } from './js/dates/index.js';
import { createMathsClient, createMathsServer, isAsmxError as other } from './js/soap/maths/index.js';

const maths = createMathsServer({ add: ({ a, b }) => a + b });
const dates = createDatesServer({ echo: ({ day }) => day });
const sum = await createMathsClient({ baseUrl: 'http://test', fetch: maths.fetch }).add({ a: 40, b: 2 });
const day = await createDatesClient({ baseUrl: 'http://test', fetch: dates.fetch }).echo({ day: '2026-11-23' });
console.log(sum, day);
console.log('one runtime:', isAsmxError === other);
`;

import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createFolder, packageRoot, runCli, type TestFolder } from '../cli/run-cli.ts';
import { compileStrictly } from '../compile-strictly.ts';
import { resultOf } from './compiled-program.ts';

const fixtures = join(packageRoot, 'test/fixtures/mapped-types');
const types = {
  dateTime: 'Temporal',
  date: 'Temporal',
  time: 'Temporal',
  duration: 'Temporal',
  Amount: { import: './src/money.js', type: 'Money', parse: 'parseMoney', format: 'formatMoney' },
};
const entry = {
  input: 'ledger.wsdl',
  targets: ['types', 'client', 'server', 'schemas'],
  brands: true,
  temporal: 'temporal-polyfill',
};
const moved = { ...types, Amount: { ...types.Amount, import: './js/money.js' } };
const config = {
  contracts: [
    { ...entry, types, output: 'src/ledger' },
    { ...entry, types: moved, output: 'js/ledger', emit: 'js', runtime: { shared: 'js/runtime' } },
  ],
};

let folder: TestFolder;
beforeAll(async () => {
  folder = createFolder({
    'package.json': '{ "type": "module" }\n',
    'asmx-gen.config.json': JSON.stringify(config),
  });
  const at = (path: string): string => join(folder.path, path);
  for (const file of ['program.ts', 'money.ts']) {
    cpSync(join(fixtures, file), at(`src/${file}`));
  }
  cpSync(join(fixtures, 'ledger.wsdl'), at('ledger.wsdl'));
  // the checked types of what `emit: js` wrote are those of the module beside it
  cpSync(join(fixtures, 'money.ts'), at('js/money.ts'));
  mkdirSync(at('node_modules'));
  symlinkSync(
    join(packageRoot, 'node_modules/temporal-polyfill'),
    at('node_modules/temporal-polyfill'),
  );
  const { code, stderr } = await runCli(['generate'], { cwd: folder.path });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const options = {
    declaration: false,
    isolatedDeclarations: false,
    noEmit: false,
    // of the package, which are written for Temporal in the library
    skipLibCheck: true,
    lib: ['es2023', 'dom', 'esnext.temporal'],
    rootDir: '.',
    outDir: 'built',
  };
  const include = ['src', 'js/money.ts'];
  expect(compileStrictly(folder.path, { options, include })).toBe('');
  cpSync(at('built/src/program.js'), at('js/program.js'));
  cpSync(at('built/js/money.js'), at('js/money.js'));
}, 120_000);
afterAll(() => folder.remove());

const at = '2024-05-01T10:00:00.123456789+02:00[+02:00]';
const booked = {
  $type: 'Booked',
  day: '2024-01-02',
  amount: { cents: 1050 },
  price: { since: '2024-01-02', rate: { cents: 150 }, $value: { cents: 100 } },
  at,
  days: ['2024-01-02', '2024-12-31'],
  either: [{ cents: 5 }, '2024-12-31'],
  span: 'P1Y2M3DT4.5S',
  until: ['2024-05-01T10:00:00', at],
  usual: '2024-01-02',
  fixed: { cents: 250 },
  stamp: '2024-05-01T10:00:00+00:00[UTC]',
  bookedOn: '2024-12-31',
  fee: [{ cents: 1 }, { cents: 2 }],
};
const simple = {
  $type: 'Entry',
  day: '2024-01-02',
  amount: { cents: 7 },
  at: '2024-05-01T10:00:00',
  span: null,
  on: '2024-01-02',
  fixed: { cents: 250 },
};
const refused = (rest: string): string => `encode: The input does not fit the contract: ${rest}`;
const over = {
  booked: { entry: booked },
  simple: { entry: simple },
  fault: { fault: { missing: { cents: 5 }, since: '2024-12-31' } },
  streamed: [booked, { ...simple, on: '2024-12-31' }],
  session: { credit: { cents: 900 }, until: at },
  facet: refused("entry.amount: The value cannot be written: '1000.01' must be at most 1000."),
  list: refused(
    "entry.days[1]: The value cannot be written: '1994-01-02' must be at least 2000-01-01.",
  ),
  attribute: refused(
    "entry.day: The value cannot be written: '1994-01-02' must be at least 2000-01-01.",
  ),
  branch: refused(
    'entry.until[1]: The value cannot be written: ' +
      'it is no Temporal.PlainDateTime or Temporal.ZonedDateTime',
  ),
  derived: refused("entry.fee[1]: The value cannot be written: '1000.01' must be at most 1000."),
  fixed: refused(`entry.fixed: Expected '2.50', got the string "0.01".`),
  header: refused(
    "soapHeaders.Session.credit: The value cannot be written: '1000.01' must be at most 1000.",
  ),
};

describe.each([
  ['TypeScript, vendored', 'built/src/program.js'],
  ['JavaScript with a shared runtime', 'js/program.js'],
])('types of Temporal and of a module, in %s', (_, program) => {
  let all: Readonly<Record<string, unknown>>;
  beforeAll(() => {
    all = resultOf(folder, program, 'results') as Readonly<Record<string, unknown>>;
  }, 60_000);

  test.each(['soap11', 'soap12'])('go through messages, headers, faults, streams: %s', (one) => {
    expect(all[one]).toEqual(over);
  });

  test('go through SOAP encoding', () => {
    const input = { amount: { cents: 3 }, day: '2024-01-02', entry: booked };
    expect(all.encoded).toEqual({ given: [input], result: '2024-01-03' });
  });

  test('are those of samples, mock servers and JSON', () => {
    const { sample, same, ...rest } = all.mocked as { readonly sample: object; same: object };
    expect(rest).toEqual({ from: '2024-01-02', isDay: true, isMoney: true });
    expect(sample).toEqual(same);
    expect(sample).toMatchObject({ fixed: { cents: 250 } });
  });

  test('are errors with their path where an answer has no such value', () => {
    const unread = 'decode: The answer could not be read: ';
    expect(all).toMatchObject({
      zone: expect.stringContaining(
        `${unread}entry[0].day: '2024-01-02Z' has a time zone, which Temporal.PlainDate cannot hold.`,
      ),
      text: expect.stringContaining(`${unread}entry[0].fee[0]: 'much' cannot be read`),
      parser: expect.stringContaining(`${unread}entry[0].fee[0]: '.' cannot be read`),
    });
  });

  test('are deviations for a lenient client', () => {
    const message = "'2024-01-02Z' has a time zone, which Temporal.PlainDate cannot hold.";
    expect(all.lenientZone).toEqual({
      entry: '2024-01-02',
      deviations: [{ path: 'entry[0].day', message }],
    });
    expect(all.lenientText).toMatchObject({
      deviations: [{ path: 'entry[0].fee[0]', message: expect.stringContaining('cannot be read') }],
    });
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { planClientFiles } from '../../src/files/client.ts';
import { planIndexFile } from '../../src/files/folder.ts';
import { planOperationsFiles } from '../../src/files/operations.ts';
import { planRuntimeFiles } from '../../src/files/runtime.ts';
import { planServerFile } from '../../src/files/server.ts';
import { planNames } from '../../src/plan/contract-names.ts';
import { descriptionUsers } from '../../src/plan/imports.ts';
import type { ContractPlan } from '../../src/plan/result.ts';
import { namesFrom } from '../../src/print/node.ts';
import { loadTemplates } from '../../src/render/templates.ts';
import { compilers, compileStrictly } from '../compile-strictly.ts';
import { samplePlan } from './sample-plan.ts';
import { declarationText } from './support/contract.ts';

const plan = samplePlan(
  'School',
  [
    {
      name: 'AuthCodeSending',
      operations: [
        {
          name: 'AuthCode',
          parameters: ['code', 'phone'],
          faults: ['InvalidPhone'],
          inputHeaders: ['Session'],
          outputHeaders: ['Trace'],
        },
        { name: 'GetAboutUs', output: 'string' },
      ],
    },
    {
      name: 'Weather',
      operations: [{ name: 'GetWeather', parameters: ['city'], bindings: ['soap11', 'soap12'] }],
      others: [{ name: 'WeatherHttpGet', operations: [{ name: 'Ping', bindings: ['httpGet'] }] }],
    },
  ],
  { targets: ['types', 'client', 'server'] },
  'http://localhost:8080',
);

/** Types and descriptions that compile and do nothing: what is tested is everything around them. */
function stubs(contract: ContractPlan): Readonly<Record<string, string>> {
  const functions = new Set(
    descriptionUsers(contract, { client: true, server: true }).flatMap(({ names }) =>
      namesFrom('descriptions', names),
    ),
  );
  return {
    'types.ts': contract.types.map((type) => `${declarationText(type)}\n`).join(''),
    'descriptions.ts': [...functions]
      .map((name) =>
        name.startsWith('read')
          ? `export function ${name}(): never {\n  throw new Error();\n}\n`
          : `export function ${name}(value: unknown): string {\n  return String(value);\n}\n`,
      )
      .join(''),
  };
}

/** What users write: it must compile, but for the lines that say it must not. */
const usage = `
import {
  AuthCode, createAuthCodeSendingClient, createSchoolClient, createSchoolServer, createWeatherServer,
  fault, isFault, notImplemented, SoapFault, AsmxError,
} from './index.js';
import type {
  AuthCodeSendingClient, AuthCodeSendingHandlers, Context, SchoolClient, SchoolHandlers, Server,
} from './index.js';

export async function call(school: SchoolClient): Promise<number> {
  await school.authCodeSending.authCode({ value: 'a' }, { binding: 'httpGet', timeout: 1 });
  const about: string = await school.authCodeSending.getAboutUs();
  await school.authCodeSending.getAboutUs({}, { binding: 'soap12' });
  await school.weather.getWeather({ value: about }, { binding: 'soap11' });
  // @ts-expect-error: the operation has no such binding
  await school.weather.getWeather({ value: about }, { binding: 'httpGet' });
  // @ts-expect-error: the input is required
  await school.weather.getWeather();
  // @ts-expect-error: no such header
  await school.authCodeSending.authCode({ value: 'a' }, { soapHeaders: { Nothing: 1 } });
  await school.weather.weatherHttpGet.ping();
  await school.weather.weatherSoap.getWeather({ value: about });
  const raw = await school.authCodeSending.authCode.raw(
    { value: 'a' },
    { soapHeaders: { Session: { value: 's' } } },
  );
  const trace: string | undefined = raw.soapHeaders.Trace?.value;
  const { status, headers, written, result, body }: {
    status: number; headers: object; written: string; result: void; body: Uint8Array;
  } = raw;
  return [status, headers, written, result, body, trace].length;
}

const authCodeSending: AuthCodeSendingHandlers<{ user: string }> = {
  async authCode({ value }, context) {
    const user: string = context.state.user;
    context.setSoapHeader('Trace', { value: user });
    if (value === '') throw fault(AuthCode, 'InvalidPhone', { value });
    // @ts-expect-error: no such fault
    if (value === '') throw fault(AuthCode, 'Other', { value });
    if (value === '1') throw new SoapFault({ code: 'Client', message: 'no' });
  },
  getAboutUs: () => 'about',
};
class Weather {
  readonly answer: string = 'x';
  getWeather(): void {}
  readonly weatherHttpGet: { ping: typeof notImplemented } = { ping: notImplemented };
}
export const server: Server = createSchoolServer(
  { authCodeSending, weather: new Weather() },
  { context: () => ({ user: 'me' }), limits: { bodyBytes: 1 } },
);
// @ts-expect-error: an operation has no handler
export const incomplete: Server = createWeatherServer({ weatherHttpGet: { ping: notImplemented } });
export const handlers: Partial<SchoolHandlers> = {};
export const inProcess: SchoolClient = createSchoolClient({
  baseUrl: 'http://test',
  fetch: server.fetch,
});
export const one: AuthCodeSendingClient = createAuthCodeSendingClient({});
export function judge(error: unknown, context: Context): string {
  if (isFault(error, AuthCode, 'InvalidPhone')) return error.detail.value + context.operation;
  // @ts-expect-error: no such fault
  if (isFault(error, AuthCode, 'Nothing')) return '';
  return error instanceof AsmxError ? error.code : '';
}
`;

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'asmx-gen-compile-'));
  const names = planNames(plan);
  const views = {
    operations: planOperationsFiles(plan, names)[0]?.view ?? {},
    ...Object.fromEntries(planClientFiles(plan, names)),
    server: planServerFile(plan, names),
    index: planIndexFile(plan, names),
  };
  const bag = createDiagnosticBag();
  const templates = loadTemplates([], bag);
  const header = { contract: 'a.yaml', lines: [] };
  const texts: Record<string, string> = { ...stubs(plan), 'usage.ts': usage };
  for (const [name, view] of Object.entries(views)) {
    texts[`${name}.ts`] = templates.render(name, { ...view, header }, bag) ?? '';
  }
  for (const { path, text } of planRuntimeFiles(plan.runtimeNames, plan.options, '')) {
    texts[path] = text;
  }
  expect(bag.diagnostics).toEqual([]);
  texts['package.json'] = '{"type":"module"}';
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('operations, client, server and index compile, and are typed as users expect', () => {
  for (const compiler of Object.keys(compilers) as (keyof typeof compilers)[]) {
    test(`with ${compiler}, no library beyond the language, no package`, () => {
      expect(compileStrictly(folder, { compiler })).toBe('');
    }, 60_000);
  }
});

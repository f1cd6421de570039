import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createCaller,
  createMethod,
  createMethodWithoutInput,
} from '../../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../../src/runtime/client/request.ts';
import { fault, isFault } from '../../../src/runtime/operation/soap.ts';
import type { Handler } from '../../../src/runtime/server/options.ts';
import {
  AuthCode,
  type AuthCodeInput,
  type Credentials,
  GenerateReport,
  type GenerateReportInput,
  GetAboutUs,
  GetNotes,
  Notify,
} from './descriptors.ts';
import { start } from './exchange.ts';
import { createServer } from './serve.ts';

const seen: unknown[] = [];
const report: Handler<
  GenerateReportInput,
  string | undefined,
  unknown,
  unknown,
  unknown,
  { Credentials: Credentials },
  { Trace: string }
> = ({ studentId, studentClass }, context) => {
  if (studentId < 0) throw fault(GenerateReport, 'InvalidClass', { reason: 'negative' }, 'No');
  context.setSoapHeader('Trace', context.soapHeaders.Credentials?.user ?? 'nobody');
  return studentClass;
};
const school = createServer([
  { operation: AuthCode, handler: (input: AuthCodeInput) => void seen.push(input) },
  { operation: GenerateReport, handler: report },
  { operation: GetAboutUs, handler: async () => 'about' },
  {
    operation: GetNotes,
    handler: (_input: unknown, context: { write(text: string): void }) => context.write('[1]'),
  },
  { operation: Notify, handler: (input: AuthCodeInput) => void seen.push(input) },
]);

let server: Server;
let port: number;

beforeAll(async () => {
  ({ server, port } = await start(school.listener));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const texts = [
  '',
  ' ',
  'plain',
  'a<b>&"\'',
  'é€😀',
  'x\r\ny\tz',
  '%41+%u0041',
  'a=b&c=d',
  ']]>',
  '__proto__',
];

describe.each([
  ['over a connection', (): ClientOptions => ({ baseUrl: `http://127.0.0.1:${port}` })],
  ['in process', (): ClientOptions => ({ baseUrl: 'http://test', fetch: school.fetch })],
])('%s', (_name, options) => {
  test.each(['soap11', 'soap12', 'httpGet', 'httpPost'] as const)(
    'every operation over %s',
    async (binding) => {
      const caller = createCaller(options(), {});
      const authCode = createMethod(caller, AuthCode);
      const generateReport = createMethod(caller, GenerateReport);
      for (const text of texts) {
        seen.length = 0;
        await expect(authCode({ code: text, phone: '2' }, { binding })).resolves.toBeUndefined();
        expect(seen).toEqual([{ code: text, phone: '2' }]);
        expect(await generateReport({ studentId: 1, studentClass: text }, { binding })).toBe(text);
      }
      const getAboutUs = createMethodWithoutInput(caller, GetAboutUs);
      expect(await getAboutUs()).toBe('about');
      expect(await getAboutUs({}, { binding })).toBe('about');
      expect((await createMethod(caller, GetNotes).raw({ code: '' }, { binding })).written).toBe(
        '[1]',
      );
    },
  );

  test('faults and headers', async () => {
    const generateReport = createMethod(createCaller(options(), {}), GenerateReport);
    for (const binding of ['soap11', 'soap12'] as const) {
      const error: unknown = await generateReport({ studentId: -1 }, { binding }).catch(
        (reason: unknown) => reason,
      );
      if (!isFault(error, GenerateReport, 'InvalidClass')) throw error;
      expect([error.code, error.message, error.detail.reason, error.status]).toEqual([
        'Client',
        'No',
        'negative',
        500,
      ]);
      const raw = await generateReport.raw(
        { studentId: 1 },
        { binding, soapHeaders: { Credentials: { user: 'u' } } },
      );
      expect(raw.soapHeaders.Trace).toBe('u');
    }
    await expect(generateReport({ studentId: -1 }, { binding: 'httpGet' })).rejects.toMatchObject({
      code: 'http-status',
      message: 'The server answered with status 500: No',
    });
  });

  test('one-way', async () => {
    seen.length = 0;
    const notify = createMethod(createCaller(options(), {}), Notify);
    await expect(notify({ code: 'x' })).resolves.toBeUndefined();
    expect(seen).toEqual([{ code: 'x' }]);
  });
});

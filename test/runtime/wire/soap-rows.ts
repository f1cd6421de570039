import type { Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { fault, SoapFault } from '../../../src/runtime/operation/soap.ts';
import {
  AuthCode,
  type AuthCodeInput,
  GenerateReport,
  type GenerateReportInput,
  Notify,
} from './descriptors.ts';
import { request, start, type WireAnswer } from './exchange.ts';
import { envelope, fault11, soap11, soap12, text11, text12 } from './messages.ts';
import { createServer } from './serve.ts';

let server: Server;
let port: number;
let called: unknown;
let notified: Promise<unknown>;
let announce: (input: unknown) => void;

/** Starts a server whose handlers note what they get, and fail as `studentClass` tells them to. */
async function open(): Promise<void> {
  const school = createServer(
    [
      {
        operation: AuthCode,
        handler: (input: AuthCodeInput) => {
          called = input;
        },
      },
      {
        operation: GenerateReport,
        handler: (input: GenerateReportInput) => {
          called = input;
          if (input.studentClass === 'throw') throw new Error('boom <&> é');
          if (input.studentClass === 'reject') return Promise.reject(new Error('later'));
          if (input.studentClass === 'chain') {
            throw new Error('outer', { cause: new Error('inner', { cause: 'text' }) });
          }
          if (input.studentClass === 'nothing') throw undefined;
          if (input.studentClass === 'soap') {
            throw new SoapFault({
              code: 'Client',
              message: 'custom fault',
              actor: 'http://tempuri.org/actor',
              subcode: '{http://tempuri.org/codes}Sub',
              detail: { name: 'code', namespace: 'http://tempuri.org/err', children: ['E42'] },
            });
          }
          if (input.studentClass === 'foreign') {
            throw new SoapFault({
              code: '{http://tempuri.org/codes}MyCode',
              message: 'custom code',
            });
          }
          if (input.studentClass === 'declared') {
            throw fault(GenerateReport, 'InvalidClass', { reason: '<none>' }, 'No such class');
          }
          if (input.studentClass === 'control') throw new Error('a\u0001b');
          if (input.studentClass === 'bad') return '\u0000';
          return `${input.studentId}/${input.studentClass}`;
        },
      },
      { operation: Notify, handler: (input: AuthCodeInput) => announce(input) },
    ],
    { parity: { exceptionMessages: true } },
  );
  ({ server, port } = await start(school.listener));
}

/** What the last request handed to the handler of a one-way operation. */
export function lastNotified(): Promise<unknown> {
  return notified;
}

/** Opens the server for the tests of a file. */
export function useServer(): void {
  beforeAll(open);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    called = undefined;
    notified = new Promise((resolve) => {
      announce = resolve;
    });
  });
}

export const action11 = '"http://tempuri.org/AuthCode"';
export const reply11: string = envelope(soap11, '<AuthCodeResponse xmlns="http://tempuri.org/" />');
export const reply12: string = envelope(soap12, '<AuthCodeResponse xmlns="http://tempuri.org/" />');
export const noAction =
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.';
export const PP: string = 'Server was unable to process request. ---&gt; ';
export const RR: string = 'Server was unable to read request. ---&gt; ';
const upgrade = `<soap12:Upgrade xmlns:soap12="${soap12}"><soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="${soap11}" /><soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="${soap12}" /></soap12:Upgrade>`;
export const mismatch = (found: string): string =>
  fault11(
    'VersionMismatch',
    `Possible SOAP version mismatch: Envelope namespace ${found} was unexpected. Expecting ${soap11}.`,
    '<detail />',
    upgrade,
  );

/** One row: a request and the answer that is expected. */
export interface Case {
  readonly name: string;
  readonly type?: string;
  readonly action?: string;
  readonly body: string | Uint8Array;
  readonly status?: number;
  readonly answerType?: string;
  readonly answer?: string;
  readonly input?: unknown;
  readonly path?: string;
}

export const ok: AuthCodeInput = { code: '1', phone: '2' };
export const nulls: AuthCodeInput = { code: undefined, phone: undefined };

export function post(row: Case): Promise<WireAnswer> {
  return request(
    port,
    `POST ${row.path ?? '/AuthCodeSending.asmx'}`,
    {
      ...(row.type === undefined ? {} : { 'Content-Type': row.type }),
      ...(row.action === undefined ? {} : { SOAPAction: row.action }),
    },
    row.body,
  );
}

async function check(row: Case): Promise<void> {
  const answer = await post(row);
  expect(answer.body).toBe(row.answer ?? '');
  expect(answer.status).toBe(row.status ?? 200);
  expect(answer.headers['content-type']).toBe(row.answerType);
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(row.answer ?? '')));
  expect(answer.headers['cache-control']).toBe(
    (row.status ?? 200) === 200 ? 'private, max-age=0' : 'private',
  );
  expect(called).toEqual(row.input);
}

export function rows(version: 11 | 12, base: Partial<Case>, table: readonly Case[]): void {
  test.each(
    table.map((row) => ({ answerType: version === 11 ? text11 : text12, ...base, ...row })),
  )('$name', check);
}

export const good11: Partial<Case> = { type: text11, answer: reply11, input: ok };
export const unknownAction = (value: string): Partial<Case> => ({
  status: 500,
  answer: fault11(
    'Client',
    `Server did not recognize the value of HTTP Header SOAPAction: ${value}.`,
  ),
});

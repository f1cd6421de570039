import { encodeFormValue } from '../../../src/runtime/forms/query.ts';
import { httpGet, httpPost, readWritten } from '../../../src/runtime/http/client.ts';
import type { Operation } from '../../../src/runtime/operation/descriptor.ts';
import { requestHeaders, soap11, soap12 } from '../../../src/runtime/soap/client.ts';
import { readFaultDetail, readHeaders } from '../../../src/runtime/soap/details.ts';
import { missingValue } from '../../../src/runtime/types/message.ts';
import { parseXsdInt } from '../../../src/runtime/types/number.ts';
import { isNil, START } from '../../../src/runtime/xml/errors.ts';
import type { XmlReader } from '../../../src/runtime/xml/reader.ts';
import { escapeText } from '../../../src/runtime/xml/writer.ts';
import type { ServerHalf } from './serve.ts';

/**
 * Operations as the generator would describe them, written by hand so that these tests are on the
 * runtime alone.
 */
export const namespace = 'http://tempuri.org/';
const all = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;
type All = (typeof all)[number];
const allBindings = [soap11, soap12, httpGet, httpPost];

function element(name: string, text: string | undefined): string {
  if (text === undefined) return '';
  return text === '' ? `<${name} />` : `<${name}>${escapeText(text)}</${name}>`;
}

function wrapper(name: string, children: string): string {
  return children === ''
    ? `<${name} xmlns="${namespace}" />`
    : `<${name} xmlns="${namespace}">${children}</${name}>`;
}

/** Reads the children of `{namespace}name` in the body as texts, and over the end of the body. */
function readWrapper(reader: XmlReader, name: string): Map<string, string> {
  let values = new Map<string, string>();
  while (reader.nextTag() === START) {
    if (reader.local !== name || reader.namespace !== namespace) {
      reader.skip();
      continue;
    }
    values = new Map();
    while (reader.nextTag() === START) {
      const { local } = reader;
      if (reader.namespace === namespace && !values.has(local)) values.set(local, reader.leaf());
      else reader.skip();
    }
  }
  return values;
}

function resultDocument(name: string, text: string | undefined): string {
  return text === undefined
    ? `<${name} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:nil="true" xmlns="${namespace}" />`
    : element(`${name} xmlns="${namespace}"`, text).replace(/<\/[^>]*>$/, `</${name}>`);
}

function readDocument(reader: XmlReader): string | undefined {
  reader.nextTag();
  if (!isNil(reader)) return reader.leaf();
  reader.skip();
  return undefined;
}

export interface AuthCodeInput {
  readonly code?: string | undefined;
  readonly phone?: string | undefined;
}

/** Void, two strings. */
export const AuthCode: Operation<AuthCodeInput, void, All> & ServerHalf<AuthCodeInput, void> = {
  service: 'AuthCodeSending',
  name: 'AuthCode',
  path: '/AuthCodeSending.asmx',
  namespace,
  bindings: all,
  client: allBindings,
  soap: {
    action: `${namespace}AuthCode`,
    element: { namespace, local: 'AuthCode' },
    writeRequest: ({ code, phone }) =>
      wrapper('AuthCode', element('code', code) + element('phone', phone)),
    readRequest: (reader) => {
      const values = readWrapper(reader, 'AuthCode');
      return { code: values.get('code'), phone: values.get('phone') };
    },
    writeResponse: () => wrapper('AuthCodeResponse', ''),
    readResponse: (reader) => void readWrapper(reader, 'AuthCodeResponse'),
    faults: [],
    inputHeaders: [],
    outputHeaders: [],
  },
  http: {
    location: '/AuthCode',
    parameters: ['code', 'phone'],
    writeForm: ({ code = '', phone = '' }) =>
      `code=${encodeFormValue(code)}&phone=${encodeFormValue(phone)}`,
    readForm: (form) => ({ code: form.string('code'), phone: form.string('phone') }),
  },
};

export interface GenerateReportInput {
  readonly studentId: number;
  readonly studentClass?: string | undefined;
}

export interface InvalidClass {
  readonly reason: string;
}

export interface Credentials {
  readonly user: string;
}

/** Gives a string, takes an int, declares a fault and headers. */
export const GenerateReport: Operation<
  GenerateReportInput,
  string | undefined,
  All,
  { readonly InvalidClass: InvalidClass },
  { readonly Credentials: Credentials },
  { readonly Trace: string }
> &
  ServerHalf<GenerateReportInput, string | undefined> = {
  service: 'AuthCodeSending',
  name: 'GenerateReport',
  path: '/AuthCodeSending.asmx',
  namespace,
  bindings: all,
  client: allBindings,
  soap: {
    action: `${namespace}GenerateReport`,
    element: { namespace, local: 'GenerateReport' },
    writeRequest: ({ studentId, studentClass }) =>
      wrapper(
        'GenerateReport',
        element('studentId', String(studentId)) + element('studentClass', studentClass),
      ),
    readRequest: (reader) => {
      let studentId: number | undefined;
      let studentClass: string | undefined;
      while (reader.nextTag() === START) {
        if (reader.local !== 'GenerateReport' || reader.namespace !== namespace) {
          reader.skip();
          continue;
        }
        while (reader.nextTag() === START) {
          const name = String(reader.local);
          if (name === 'studentId') studentId = parseXsdInt(reader.leaf());
          else if (name === 'studentClass') studentClass = reader.leaf();
          else reader.skip();
        }
      }
      return { studentId: studentId ?? missingValue(reader, 'studentId', 0), studentClass };
    },
    writeResponse: (output) =>
      wrapper('GenerateReportResponse', element('GenerateReportResult', output)),
    readResponse: (reader) =>
      readWrapper(reader, 'GenerateReportResponse').get('GenerateReportResult'),
    faults: [
      {
        name: 'InvalidClass',
        element: { namespace, local: 'InvalidClass' },
        write: (detail: InvalidClass) => wrapper('InvalidClass', element('reason', detail.reason)),
        read: (reader) => {
          let reason = '';
          while (reader.nextTag() === START) reason = reader.leaf();
          return { reason };
        },
      },
    ],
    readFaultDetail,
    inputHeaders: [
      {
        name: 'Credentials',
        element: { namespace, local: 'Credentials' },
        required: false,
        write: (value: Credentials) => wrapper('Credentials', element('user', value.user)),
        read: (reader) => {
          let user = '';
          while (reader.nextTag() === START) user = reader.leaf();
          return { user };
        },
      },
    ],
    outputHeaders: [
      {
        name: 'Trace',
        element: { namespace, local: 'Trace' },
        required: false,
        write: (value: string) => `<Trace xmlns="${namespace}">${escapeText(value)}</Trace>`,
        read: (reader) => reader.leaf(),
      },
    ],
    readHeaders,
    requestHeaders,
  },
  http: {
    location: '/GenerateReport',
    parameters: ['studentId', 'studentClass'],
    writeForm: ({ studentId, studentClass = '' }) =>
      `studentId=${studentId}&studentClass=${encodeFormValue(studentClass)}`,
    readForm: (form) => ({
      studentId: form.int('studentId'),
      studentClass: form.string('studentClass'),
    }),
    writeResult: (output) => resultDocument('string', output),
    readResult: readDocument,
  },
};

/** No parameters. */
export const GetAboutUs: Operation<Readonly<Record<never, never>>, string | undefined, All> &
  ServerHalf<Readonly<Record<never, never>>, string | undefined> = {
  service: 'AboutUs',
  name: 'GetAboutUs',
  path: '/AboutUs.asmx',
  namespace,
  bindings: all,
  client: allBindings,
  soap: {
    action: `${namespace}GetAboutUs`,
    element: { namespace, local: 'GetAboutUs' },
    writeRequest: () => wrapper('GetAboutUs', ''),
    readRequest: (reader) => {
      readWrapper(reader, 'GetAboutUs');
      return {};
    },
    writeResponse: (output) => wrapper('GetAboutUsResponse', element('GetAboutUsResult', output)),
    readResponse: (reader) => readWrapper(reader, 'GetAboutUsResponse').get('GetAboutUsResult'),
    faults: [],
    inputHeaders: [],
    outputHeaders: [],
  },
  http: {
    location: '/GetAboutUs',
    parameters: [],
    writeForm: () => '',
    readForm: () => ({}),
    writeResult: (output) => resultDocument('string', output),
    readResult: readDocument,
  },
};

/** One-way; a service with SOAP alone. */
export const Notify: Operation<AuthCodeInput, void, 'soap11' | 'soap12'> &
  ServerHalf<AuthCodeInput, void> = {
  ...AuthCode,
  service: 'Push',
  name: 'Notify',
  path: '/Push.asmx',
  bindings: ['soap11', 'soap12'],
  client: [soap11, soap12],
  oneWay: true,
  soap: {
    ...(AuthCode.soap as NonNullable<typeof AuthCode.soap>),
    action: `${namespace}Notify`,
    element: { namespace, local: 'Notify' },
    writeRequest: ({ code }) => wrapper('Notify', element('code', code)),
    readRequest: (reader) => ({ code: readWrapper(reader, 'Notify').get('code') }),
  },
  http: undefined,
};

/** Writes JSON straight to the response. */
export const GetNotes: Operation<AuthCodeInput, void, All> & ServerHalf<AuthCodeInput, void> = {
  ...AuthCode,
  service: 'Notes',
  name: 'GetNotes',
  path: '/Notes.asmx',
  written: 'json',
  readWritten,
  soap: {
    ...(AuthCode.soap as NonNullable<typeof AuthCode.soap>),
    action: `${namespace}GetNotes`,
    element: { namespace, local: 'GetNotes' },
    writeRequest: ({ code }) => wrapper('GetNotes', element('code', code)),
    readRequest: (reader) => ({ code: readWrapper(reader, 'GetNotes').get('code') }),
    writeResponse: () => wrapper('GetNotesResponse', ''),
    readResponse: (reader) => void readWrapper(reader, 'GetNotesResponse'),
  },
  http: {
    location: '/GetNotes',
    parameters: ['code'],
    writeForm: ({ code = '' }) => `code=${encodeFormValue(code)}`,
    readForm: (form) => ({ code: form.string('code') }),
  },
};

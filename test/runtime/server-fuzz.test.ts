import { describe, expect, test } from '@jest/globals';
import { runs } from '../runs.ts';
import {
  AuthCode,
  GenerateReport,
  type GenerateReportInput,
  GetAboutUs,
  GetNotes,
  Notify,
} from './wire/descriptors.ts';
import { authCode, envelope, form, soap11, soap12, text11, text12 } from './wire/messages.ts';
import { createServer } from './wire/serve.ts';

const school = createServer(
  [
    { operation: AuthCode, handler: () => undefined },
    {
      operation: GenerateReport,
      handler: ({ studentId }: GenerateReportInput) => String(studentId),
    },
    { operation: GetAboutUs, handler: () => 'about' },
    { operation: Notify, handler: () => undefined },
    { operation: GetNotes, handler: () => undefined },
  ],
  { limits: { bodyBytes: 20_000 } },
);

/** A generator of numbers below `limit` that gives the same ones every time (mulberry32). */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const fragments = [
  '<',
  '>',
  '</',
  '/>',
  '&',
  '&amp;',
  '&#0;',
  '&#xD800;',
  ']]>',
  '<![CDATA[',
  '<!--',
  '-->',
  '<?',
  '?>',
  '<!DOCTYPE a>',
  ' xmlns=""',
  ' xmlns:soap="x"',
  'soap:',
  '"',
  "'",
  '=',
  '%',
  '%u',
  '%u0',
  '%00',
  '%ff',
  '+',
  '&&',
  '\0',
  '\ud800',
  '\ufffe',
  'é',
  '😀',
  '__proto__',
  'constructor',
  'toString',
  '99999999999999999999',
  '-0',
  'NaN',
  '\r\n',
  ';',
  '?',
  '#',
  '/',
  '<a>'.repeat(300),
  'x'.repeat(3000),
  '<a b="c"'.repeat(50),
  ' a="1"'.repeat(100),
];

type Random = (limit: number) => number;

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[random(items.length)];
}

/** Deletes, doubles, swaps and inserts a few times. */
function mutate(text: string, random: Random): string {
  let result = text;
  for (let count = random(4); count >= 0; count--) {
    const at = random(result.length + 1);
    const length = random(20);
    switch (random(4)) {
      case 0:
        result = result.slice(0, at) + result.slice(at + length);
        break;
      case 1:
        result = result.slice(0, at + length) + result.slice(at);
        break;
      case 2:
        result = result.slice(0, at) + (pick(fragments, random) ?? '') + result.slice(at + length);
        break;
      default:
        result = result.slice(0, at) + (pick(fragments, random) ?? '') + result.slice(at);
    }
  }
  return result;
}

function bytes(text: string, random: Random): Uint8Array<ArrayBuffer> {
  const encoded = new Uint8Array(new TextEncoder().encode(text));
  for (let count = random(8) === 0 ? 3 : 0; count > 0 && encoded.length > 0; count--) {
    encoded[random(encoded.length)] = random(256);
  }
  return encoded;
}

const types = [
  text11,
  text12,
  form,
  'text/xml',
  'application/soap+xml',
  '',
  'text/xml; charset=utf-16',
  `${form}; charset=koi8-r`,
];
const actions = [
  '"http://tempuri.org/AuthCode"',
  'http://tempuri.org/GenerateReport',
  '""',
  '"',
  '"%"',
];
const paths = ['/AuthCodeSending.asmx', '/AboutUs.asmx', '/Push.asmx', '/Notes.asmx'];

async function check(request: Request, allowed: readonly number[]): Promise<void> {
  const answer = await school.fetch(request);
  const body = await answer.text();
  const told = `${request.method} ${request.url} ${answer.status} ${body.slice(0, 300)}`;
  expect([told, allowed.includes(answer.status)]).toEqual([told, true]);
  expect([told, /\n\s+at |node:|\.ts:\d|is not a function|Cannot read/.test(body)]).toEqual([
    told,
    false,
  ]);
}

function requestOf(url: string, init: RequestInit): Request | undefined {
  try {
    return new Request(url, init);
  } catch {
    return undefined;
  }
}

const rounds = runs(1500);

describe('mutated requests are answered from the tables, and nothing else happens', () => {
  const reports = (version: string): string =>
    envelope(
      version,
      '<GenerateReport xmlns="http://tempuri.org/"><studentId>7</studentId><studentClass>a</studentClass></GenerateReport>',
    );

  test.each([
    ['SOAP 1.1', soap11, text11, 1],
    ['SOAP 1.2', soap12, text12, 2],
  ])('%s', async (_name, version, type, seed) => {
    const random = randomNumbers(seed);
    const seeds = [
      envelope(version, authCode()),
      reports(version),
      envelope(version, authCode(), '<h xmlns="urn:h" soap:mustUnderstand="1"/>'),
    ];
    for (let round = 0; round < rounds; round++) {
      const path = random(4) === 0 ? pick(paths, random) : paths[0];
      const headers: Record<string, string> = {
        'Content-Type': random(6) === 0 ? (pick(types, random) ?? '') : type,
      };
      if (version === soap11 || random(5) === 0) headers.SOAPAction = pick(actions, random) ?? '';
      const body = bytes(mutate(pick(seeds, random) ?? '', random), random);
      const request = requestOf(`http://h${path}`, { method: 'POST', headers, body });
      if (request !== undefined) await check(request, [200, 202, 400, 415, 500]);
    }
  });

  test('HTTP GET', async () => {
    const random = randomNumbers(3);
    for (let round = 0; round < rounds; round++) {
      const target = mutate(
        'AuthCodeSending.asmx/GenerateReport?studentId=7&studentClass=a%20b',
        random,
      );
      const request = requestOf(`http://h/${target}`, {
        method: pick(['GET', 'GET', 'GET', 'HEAD', 'PUT'], random) ?? 'GET',
      });
      if (request !== undefined) await check(request, [200, 400, 404, 405, 500]);
    }
  });

  test('HTTP POST', async () => {
    const random = randomNumbers(4);
    for (let round = 0; round < rounds; round++) {
      const body = bytes(mutate('studentId=7&studentClass=a%20b&x=%u20AC', random), random);
      const type = random(5) === 0 ? (pick(types, random) ?? '') : form;
      const request = requestOf('http://h/AuthCodeSending.asmx/GenerateReport', {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      });
      if (request !== undefined) await check(request, [200, 500]);
    }
  });

  test('content types and actions', async () => {
    const random = randomNumbers(5);
    for (let round = 0; round < rounds; round++) {
      const headers = {
        'Content-Type': mutate(`${text12}; action="http://tempuri.org/AuthCode"`, random),
        SOAPAction: mutate('"http://tempuri.org/AuthCode"', random),
      };
      const request = requestOf('http://h/AuthCodeSending.asmx', {
        method: 'POST',
        headers,
        body: envelope(soap12, authCode()),
      });
      if (request !== undefined) await check(request, [200, 400, 415, 500]);
    }
  });
});

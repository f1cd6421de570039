import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { missing } from '../../src/runtime/types/message.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { EncodeError } from '../../src/runtime/xml/writer.ts';
import { answering, failure } from './wire/answering.ts';
import { AuthCode, GenerateReport } from './wire/descriptors.ts';
import { envelope, soap11 } from './wire/messages.ts';

const secret = 'hunter2';

describe('what prints an error prints no message', () => {
  test('of a request', async () => {
    const input = { code: `\u0000`, phone: secret };
    const error = await failure(answering('').call(AuthCode, input));
    expect(error).toMatchObject({ code: 'encode' });
    expect((error as Error).cause).toBeInstanceOf(EncodeError);
    expect(inspect(error, { depth: 20 })).not.toContain(secret);
    expect(JSON.stringify((error as Error).cause)).not.toContain(secret);
  });

  test('of an answer', async () => {
    const body = envelope(soap11, `<GenerateReportResponse><x>${secret}</y>`);
    const error = await failure(answering(body).call(GenerateReport, { studentId: 1 }));
    expect(error).toMatchObject({ code: 'decode', message: expect.stringMatching(/line 1/) });
    expect(inspect(error, { depth: 20, maxArrayLength: 1 })).not.toContain(secret);
  });

  test('of a server', () => {
    const reader = new XmlReader(`<a><password>${secret}</password></a>`);
    reader.nextTag();
    reader.skip();
    let error: unknown;
    try {
      missing(reader, 'b');
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ line: 1, path: undefined });
    expect(inspect(error, { showHidden: true })).not.toContain(secret);
  });
});

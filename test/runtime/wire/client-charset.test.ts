import { describe, expect, test } from '@jest/globals';
import type { Deviation } from '../../../src/runtime/xml/errors.ts';
import { answering, failure } from './answering.ts';
import { GenerateReport } from './descriptors.ts';
import { envelope, fault11, soap11, text11 } from './messages.ts';

const input = { studentId: 1 };
const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const report = (text: string): string =>
  envelope(
    soap11,
    `\n<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>${text}</GenerateReportResult></GenerateReportResponse>`,
  );
const document = (text: string): string =>
  `<?xml version="1.0"?>\n<string xmlns="http://tempuri.org/">${text}</string>`;

describe('bytes that are not in the charset', () => {
  test.each([
    ['UTF-8 by its header', latin(report('a\xe9')), text11, 'utf-8', 2],
    ['UTF-8 by default', latin(report('a\xe9')), 'text/xml', 'utf-8', 2],
    ['after a byte order mark', latin(`\xef\xbb\xbf${report('a\xe9')}`), 'text/xml', 'utf-8', 2],
    ['US-ASCII', latin(report('a\xe9')), 'text/xml; charset=us-ascii', 'us-ascii', 2],
    [
      'half a character of UTF-16',
      new Uint8Array([...Buffer.from(report('a\ud800'), 'utf16le')]),
      'text/xml; charset=utf-16le',
      'utf-16le',
      2,
    ],
    ['Shift JIS', latin(report('a\xff')), 'text/xml; charset=shift_jis', 'shift_jis', 2],
    ['a fault', latin(fault11('Client', '\n\xe9')), text11, 'utf-8', 2],
  ])('are an error with the place: %s', async (_name, body, type, charset, line) => {
    const error = await failure(answering(body, type).call(GenerateReport, input));
    expect(error).toMatchObject({
      name: 'AsmxError',
      code: 'decode',
      message: expect.stringMatching(
        new RegExp(
          `^The answer could not be read: The bytes are not ${charset}: say in the option 'charset' what they are\\. \\(line ${line}, column \\d+\\)\\. The option 'lenient' accepts it\\.$`,
        ),
      ),
      raw: { status: 200 },
    });
  });

  test('have the column of their character', async () => {
    const text = report('ab');
    const column = text.length - text.indexOf('\n') - (text.length - text.indexOf('ab')) + 1;
    const error = await failure(
      answering(latin(text.replace('ab', 'a\xe9'))).call(GenerateReport, input),
    );
    expect(error).toMatchObject({
      message: expect.stringContaining(`(line 2, column ${column})`),
    });
  });

  test.each(['httpGet', 'httpPost'] as const)('are an error over %s', async (binding) => {
    const client = answering(latin(document('\xe9')));
    expect(await failure(client.call(GenerateReport, input, { binding }))).toMatchObject({
      code: 'decode',
      message: expect.stringContaining('what they are. (line 2, column 37)'),
    });
  });

  test('are a deviation with lenient', async () => {
    const found: Deviation[] = [];
    const onDeviation = (deviation: Deviation): unknown => found.push(deviation);
    const client = answering(latin(report('a\xe9')), text11, 200, { lenient: true, onDeviation });
    const raw = await client.raw(GenerateReport, input);
    expect(raw.result).toBe('a\ufffd');
    const message = expect.stringMatching(/^The bytes are not utf-8: .* \(line 2, column \d+\)$/);
    expect(raw.deviations).toEqual([{ path: '', message }]);
    expect(found).toEqual(raw.deviations);
  });

  test('are no error outside a message', async () => {
    const page = answering(latin('Zugriff verweigert f\xfcr'), 'text/plain', 403);
    expect(await failure(page.call(GenerateReport, input))).toMatchObject({
      code: 'http-status',
      message: 'The server answered with status 403: Zugriff verweigert f\ufffdr',
    });
    const json = { ...GenerateReport, written: 'binary' as const };
    const raw = await answering(latin(`\xff\xd8${report('a')}`)).raw(json, input);
    expect(raw.body[1]).toBe(0xd8);
  });

  test('are not U+FFFD that was sent', async () => {
    expect(await answering(report('a\ufffd')).call(GenerateReport, input)).toBe('a\ufffd');
    const wide = new Uint8Array(Buffer.from(report('a\ufffd'), 'utf16le'));
    const client = answering(wide, 'text/xml; charset=utf-16le');
    expect(await client.call(GenerateReport, input)).toBe('a\ufffd');
  });

  test('are errors in text that the operation writes', async () => {
    const written = { ...GenerateReport, written: 'text' as const };
    const client = answering(latin('\xe9'), 'text/plain; charset=utf-8');
    expect(await failure(client.call(written, input))).toMatchObject({ code: 'decode' });
    expect(await failure(client.call(written, input, { binding: 'httpGet' }))).toMatchObject({
      code: 'decode',
    });
  });
});

describe('the option charset', () => {
  test.each([text11, 'text/xml', 'text/xml; charset=utf-16'])('replaces %s', async (type) => {
    const client = answering(latin(report('\xe9 \x80')), type, 200, { charset: 'windows-1252' });
    expect(await client.call(GenerateReport, input)).toBe('é €');
    const get = answering(latin(document('\xe9')), type, 200, { charset: 'iso-8859-1' });
    expect(await get.call(GenerateReport, input, { binding: 'httpGet' })).toBe('é');
  });

  test('gives way to a byte order mark', async () => {
    const client = answering(`\ufeff${report('é')}`, text11, 200, { charset: 'windows-1252' });
    expect(await client.call(GenerateReport, input)).toBe('é');
  });

  test('is refused if it is not known', () => {
    expect(() => answering('', text11, 200, { charset: 'x-none' })).toThrow('x-none');
  });
});

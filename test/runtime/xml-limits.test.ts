import { describe, expect, test } from '@jest/globals';
import { predict, textAt } from '../../src/runtime/types/prediction.ts';
import { EOF, START } from '../../src/runtime/xml/errors.ts';
import { XmlReader, type XmlReaderOptions } from '../../src/runtime/xml/reader.ts';
import { readError, readEvents } from './read-events.ts';

const nested = (depth: number): string => `${'<a>'.repeat(depth)}x${'</a>'.repeat(depth)}`;

function attributes(count: number, write: (number: number) => string): string {
  return `<a${Array.from({ length: count }, (_, number) => ` ${write(number)}`).join('')}/>`;
}

/** Reads with limits that were not in force when the same tags were read before. */
function refusal(source: string, options?: XmlReaderOptions): unknown {
  readEvents(source, { limits: { attributes: 100_000, nameLength: 100_000, depth: 1000 } });
  return readError(() => readEvents(source, options));
}

describe('depth', () => {
  test('200 elements inside each other and no more', () => {
    expect(readEvents(nested(200))).toHaveLength(401);
    expect(refusal(nested(201))).toMatchObject({
      kind: 'limit',
      offset: 600,
      line: 1,
      column: 601,
    });
  });

  test('can be set', () => {
    expect(readEvents(nested(3), { limits: { depth: 3 } })).toHaveLength(7);
    expect(refusal(nested(4), { limits: { depth: 3 } })).toMatchObject({ kind: 'limit' });
  });

  const skip = (depth: number, options?: XmlReaderOptions): void => {
    const reader = new XmlReader(`<r><s>${nested(depth)}</s></r>`, options);
    reader.nextTag();
    reader.nextTag();
    reader.skip();
    while (reader.nextTag() !== EOF);
  };

  test('elements that are skipped may be deeper, as they are for ASMX', () => {
    expect(() => skip(2000)).not.toThrow();
    expect(() => skip(9998)).not.toThrow();
    expect(readError(() => skip(9999))).toMatchObject({ kind: 'limit' });
  });

  test('unless a depth is given', () => {
    expect(() => skip(8, { limits: { depth: 10 } })).not.toThrow();
    expect(readError(() => skip(9, { limits: { depth: 10 } }))).toMatchObject({ kind: 'limit' });
    expect(() => skip(9, { limits: { depth: 10, skippedDepth: 11 } })).not.toThrow();
  });

  test('holds again after a skipped element', () => {
    const reader = new XmlReader(`<r><s>${nested(300)}</s>${nested(200)}</r>`);
    reader.nextTag();
    reader.nextTag();
    reader.skip();
    expect(
      readError(() => {
        while (reader.nextTag() !== EOF);
      }),
    ).toMatchObject({ kind: 'limit' });
  });

  test('a hundred thousand levels are refused at once', () => {
    expect(readError(() => readEvents('<a>'.repeat(100_000)))).toMatchObject({
      kind: 'limit',
      offset: 600,
    });
    expect(readError(() => skip(100_000))).toMatchObject({ kind: 'limit' });
  });

  test('the fast path does not go around it', () => {
    const reader = new XmlReader('<a><b>x</b></a>', { limits: { depth: 1 } });
    reader.nextTag();
    expect(predict(reader, ['b'], '', (name) => name)).toBeUndefined();
    expect(readError(() => reader.nextTag())).toMatchObject({ kind: 'limit' });
  });
});

describe('elements that declare namespaces', () => {
  const declaring = (count: number, inside = ''): string =>
    `${'<a xmlns:q="u">'.repeat(count)}${inside}${'</a>'.repeat(count)}`;
  const skip = (source: string, options?: XmlReaderOptions): void => {
    const reader = new XmlReader(`<r>${source}</r>`, options);
    reader.nextTag();
    reader.skip();
  };

  test('200 inside each other and no more, wherever they are', () => {
    expect(() => skip(declaring(200))).not.toThrow();
    expect(readError(() => skip(declaring(201)))).toMatchObject({
      kind: 'limit',
      message: 'Elements that declare namespaces are nested deeper than 200.',
      offset: 3 + 200 * '<a xmlns:q="u">'.length,
    });
    expect(readError(() => skip(`<b>${declaring(201)}</b>`))).toMatchObject({ kind: 'limit' });
    expect(() => readEvents(declaring(200))).not.toThrow();
  });

  test('others in between and beside them do not count', () => {
    const inside = `${'<b>'.repeat(500)}${'</b>'.repeat(500)}`;
    expect(() => skip(declaring(200, inside))).not.toThrow();
    expect(() => skip(declaring(199, declaring(1).repeat(500)))).not.toThrow();
  });

  test('can be set, also for tags that were read under wider limits', () => {
    expect(() => skip(declaring(3), { limits: { namespaceDepth: 3 } })).not.toThrow();
    expect(readError(() => skip(declaring(4), { limits: { namespaceDepth: 3 } }))).toMatchObject({
      kind: 'limit',
    });
    expect(() => skip(declaring(300), { limits: { namespaceDepth: 300 } })).not.toThrow();
    expect(readError(() => skip(declaring(300)))).toMatchObject({ kind: 'limit' });
  });
});

describe('attributes', () => {
  test('65,536 of one element and no more', () => {
    const write = (number: number): string => `x${number}=""`;
    expect(readEvents(attributes(65_536, write))).toHaveLength(2);
    expect(refusal(attributes(65_537, write))).toMatchObject({ kind: 'limit' });
  });

  test('declarations count alike', () => {
    const write = (number: number): string => `xmlns:x${number}="u"`;
    expect(readEvents(attributes(65_536, write))).toHaveLength(2);
    expect(refusal(attributes(65_537, write))).toMatchObject({ kind: 'limit' });
    const mixed = (number: number): string =>
      number % 2 === 0 ? `xmlns:x${number}="u"` : `x${number}=""`;
    expect(refusal(attributes(65_537, mixed))).toMatchObject({ kind: 'limit' });
  });

  test('can be set, also for tags that were read under wider limits', () => {
    const source = '<a xmlns="u" xmlns:p="v"/>';
    expect(readEvents(source, { limits: { attributes: 2 } })).toHaveLength(2);
    expect(refusal(source, { limits: { attributes: 1 } })).toMatchObject({ kind: 'limit' });
  });
});

describe('names', () => {
  const long = 'n'.repeat(1024);

  test.each([
    [`<${long}/>`, `<${long}n/>`],
    [`<a ${long}=""/>`, `<a ${long}n=""/>`],
    [`<p:${long.slice(2)} xmlns:p="u"/>`, `<p:${long.slice(1)} xmlns:p="u"/>`],
    [`<a xmlns:${long.slice(6)}="u"/>`, `<a xmlns:${long.slice(5)}="u"/>`],
  ])('1024 characters and no more: %#', (fits, tooLong) => {
    expect(readEvents(fits)).toHaveLength(2);
    expect(refusal(tooLong)).toMatchObject({ kind: 'limit' });
  });

  test('can be set', () => {
    expect(readEvents('<abc/>', { limits: { nameLength: 3 } })).toHaveLength(2);
    expect(refusal('<abcd/>', { limits: { nameLength: 3 } })).toMatchObject({
      kind: 'limit',
      offset: 1,
    });
  });
});

describe('texts', () => {
  const limits = { textLength: 5 };

  test.each([
    ['<a>12345</a>', '<a>123456</a>'],
    ['<a><![CDATA[12345]]></a>', '<a><![CDATA[123456]]></a>'],
    ['<a>123<![CDATA[45]]></a>', '<a>123<![CDATA[456]]></a>'],
    ['<a>123<!-- -->45</a>', '<a>123<!-- -->456</a>'],
    ['<a x="12345"/>', '<a x="123456"/>'],
  ])('%s but not %s', (fits, tooLong) => {
    expect(() => readEvents(fits, { limits })).not.toThrow();
    expect(refusal(tooLong, { limits })).toMatchObject({ kind: 'limit' });
  });

  test('as values as well', () => {
    const leaf = (source: string): string => {
      const reader = new XmlReader(source, { limits });
      reader.nextTag();
      return reader.leaf();
    };
    const fast = (text: string): string | undefined =>
      textAt(new XmlReader(text, { limits }), 0, text.length);
    expect(leaf('<a>12345</a>')).toBe('12345');
    expect(readError(() => leaf('<a>123456</a>'))).toMatchObject({ kind: 'limit' });
    expect(readError(() => leaf('<a>123<![CDATA[456]]></a>'))).toMatchObject({ kind: 'limit' });
    expect(fast('12345')).toBe('12345');
    // the fast path leaves what is too long to the general one, which says where it is
    expect(fast('123456')).toBeUndefined();
  });
});

test('time grows with the length of the document, whatever it is made of', () => {
  const size = 40_000;
  const hostile = [
    `<a>${'&amp;'.repeat(size)}</a>`,
    `<a>${']]'.repeat(size)}</a>`,
    `<a>${'\r'.repeat(size)}</a>`,
    `<a>${'<![CDATA[]]>'.repeat(size)}</a>`,
    `<a>${'<!---->'.repeat(size)}</a>`,
    `<a>${'<b x="&lt;"/>'.repeat(size)}</a>`,
    `<a>&#${'0'.repeat(size * 10)}65;</a>`,
    `<a x="${' '.repeat(size)}"/>`,
    `<a${' '.repeat(size * 10)}/>`,
    `<a>${' '.repeat(size * 10)}</a>`,
  ];
  for (const source of hostile) expect(readEvents(source).length).toBeGreaterThan(1);
  for (const source of hostile) expect(() => readEvents(source.slice(0, -5))).toThrow();
});

test('declarations far out are found from deep inside', () => {
  const declare = (level: number): string =>
    Array.from({ length: 60 }, (_, number) => ` xmlns:p${level}x${number}="u${level}"`).join('');
  let source = '';
  for (let level = 0; level < 150; level++) source += `<a${declare(level)}>`;
  source += '<p0x0:b xmlns:q="v"/>'.repeat(20_000);
  const reader = new XmlReader(source);
  let last = '';
  for (let count = 0; count < 150 + 40_000; count++) {
    if (reader.nextTag() === START) last = reader.namespace;
  }
  expect(last).toBe('u0');
});

import { describe, expect, test } from '@jest/globals';
import { decodeDocument } from '../../src/read/document-text.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));

function utf16(text: string, little: boolean, mark: boolean): Uint8Array {
  const units = mark ? `\ufeff${text}` : text;
  const bytes: number[] = [];
  for (const unit of units.split('').map((one) => one.charCodeAt(0))) {
    bytes.push(...(little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255]));
  }
  return Uint8Array.from(bytes);
}

const document = (encoding: string, text: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;

describe('decodeText', () => {
  test.each([
    ['UTF-8 without declaration', utf8('<a>é</a>'), '<a>é</a>', 'utf-8'],
    ['UTF-8 with a mark', utf8('\ufeff<a>é</a>'), '<a>é</a>', 'utf-8'],
    ['the spelling utf8', utf8(document('utf8', 'é')), document('utf8', 'é'), 'utf-8'],
    ['UTF-16, little end first', utf16('<a>é</a>', true, true), '<a>é</a>', 'utf-16le'],
    ['UTF-16, big end first', utf16('<a>é</a>', false, true), '<a>é</a>', 'utf-16be'],
    ['UTF-16 without a mark', utf16('<a>é</a>', true, false), '<a>é</a>', 'utf-16le'],
    ['ISO-8859-1', latin(document('ISO-8859-1', 'é')), document('ISO-8859-1', 'é'), 'windows-1252'],
    [
      'ISO-8859-2',
      latin(document('iso-8859-2', '\xb1')),
      document('iso-8859-2', 'ą'),
      'iso-8859-2',
    ],
    [
      'windows-1255',
      latin(document('windows-1255', '\xe0')),
      document('windows-1255', 'א'),
      'windows-1255',
    ],
    ['US-ASCII', latin(document('us-ascii', 'e')), document('us-ascii', 'e'), 'us-ascii'],
  ])('reads %s', (_what, bytes, text, encoding) => {
    expect(decodeDocument(bytes)).toEqual({ text, encoding });
  });

  test('says what does not fit', () => {
    expect(decodeDocument(latin('<a>\xe9</a>'))).toEqual({
      text: '<a>\ufffd</a>',
      encoding: 'utf-8',
      error: 'The file is not valid UTF-8',
    });
    expect(decodeDocument(utf8(document('us-ascii', 'é'))).error).toBe(
      "The file declares encoding 'us-ascii', but has other characters",
    );
    expect(decodeDocument(utf8(document('klingon', 'e'))).error).toBe(
      "The file declares encoding 'klingon', which is not known",
    );
    expect(decodeDocument(Uint8Array.of(0xff, 0xfe, 0, 0)).error).toBe(
      'Files in UTF-32 cannot be read',
    );
  });

  test('believes the bytes where a file in UTF-8 says UTF-16', () => {
    const { text, warning } = decodeDocument(utf8(document('utf-16', 'é')));
    expect(text).toBe(document('utf-16', 'é'));
    expect(warning).toBe("The file declares encoding 'utf-16', but is in UTF-8");
  });
});

describe('the encodings of Windows and ISO 8859', () => {
  test.each([
    ['iso-8859-15', '\xa4', '€'],
    ['iso-8859-5', '\xb6', 'Ж'],
    ['iso-8859-7', '\xc1', 'Α'],
    ['iso-8859-9', '\xf0', 'ğ'],
    ['windows-1250', '\xb9', 'ą'],
    ['windows-1251', '\xc6', 'Ж'],
    ['windows-1252', '\x80', '€'],
    ['windows-1253', '\xc1', 'Α'],
    ['windows-1254', '\xf0', 'ğ'],
    ['windows-1256', '\xc7', 'ا'],
    ['windows-1257', '\xe0', 'ą'],
    ['windows-1258', '\xd0', 'Đ'],
    ['us-ascii', '\x41', 'A'],
    ['UTF8', '\x41', 'A'],
  ])('%s', (encoding, byte, expected) => {
    const { text, error, warning } = decodeDocument(latin(document(encoding, byte)));
    expect({ text, error, warning }).toEqual({ text: document(encoding, expected) });
  });
});

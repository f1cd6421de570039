/** A decoded text, with any problems of its bytes. */
export interface DecodedText {
  readonly text: string;
  /** Name of the encoding used, as `TextDecoder` spells it. */
  readonly encoding: string;
  /** One sentence. The text then has U+FFFD for bytes that could not be decoded. */
  readonly error?: string | undefined;
  readonly warning?: string | undefined;
}

/**
 * Decodes a file by its byte order mark, otherwise by the encoding in its XML declaration,
 * otherwise as UTF-8 (XML 1.0 appendix F). Byte order marks are removed. Supports all encodings of
 * `TextDecoder`; UTF-32 is an error.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const mark = byteOrderMark(bytes);
  if (mark === 'utf-32') {
    return { text: '', encoding: mark, error: 'Files in UTF-32 cannot be read' };
  }
  if (mark !== undefined) return decode(bytes, mark);
  const declared = declaredEncoding(bytes);
  if (declared === undefined) return decode(bytes, 'utf-8');
  const name = declared.toLowerCase();
  if (/^(utf-?16|ucs-?2|iso-10646-ucs-2|unicode)/.test(name)) {
    // The declaration was readable byte by byte, so the text is not in UTF-16.
    const warning = `The file declares encoding '${declared}', but is in UTF-8`;
    return { ...decode(bytes, 'utf-8'), warning };
  }
  if (name === 'us-ascii' || name === 'ascii') return decodeAscii(bytes, declared);
  const known = decoderFor(name)?.encoding;
  if (known === undefined) {
    return {
      ...decode(bytes, 'utf-8'),
      error: `The file declares encoding '${declared}', which is not known`,
    };
  }
  return decode(bytes, known);
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && ((c === 0xfe && d === 0xff) || (c === 0 && d === 0x3c))) {
    return 'utf-32';
  }
  if (a === 0x3c && b === 0) return c === 0 && d === 0 ? 'utf-32' : 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  return undefined;
}

const declaration =
  /^<\?xml[ \t\r\n][^>]{0,200}?encoding[ \t\r\n]*=[ \t\r\n]*["']([^"'<>]{1,40})["']/;

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 300));
  return declaration.exec(head)?.[1]?.trim();
}

function decoderFor(label: string): { readonly encoding: string } | undefined {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    return undefined;
  }
}

/** Windows-1252 from 0x80 to 0x9F; some versions of Node read control characters there. */
const upper1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function decode(bytes: Uint8Array, encoding: string): DecodedText {
  if (encoding === 'windows-1252') {
    const text = new TextDecoder(encoding).decode(bytes);
    const repaired = text.replace(
      /[\x80-\x9f]/g,
      (sign) => upper1252[sign.charCodeAt(0) - 0x80] ?? sign,
    );
    return { text: repaired, encoding };
  }
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    const text = new TextDecoder(encoding).decode(bytes);
    return { text, encoding, error: `The file is not valid ${encoding.toUpperCase()}` };
  }
}

function decodeAscii(bytes: Uint8Array, declared: string): DecodedText {
  const decoded = decode(bytes, 'utf-8');
  if (bytes.every((byte) => byte < 0x80)) return { text: decoded.text, encoding: 'us-ascii' };
  return {
    ...decoded,
    error: `The file declares encoding '${declared}', but has other characters`,
  };
}

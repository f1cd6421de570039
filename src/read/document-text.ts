import type { DiagnosticSink, SourceFile, Span } from '../diagnostics/diagnostic.ts';
import type { TextRange } from '../model/wsdl.ts';
import { isRemote, type ReadLimits } from './host.ts';

/**
 * Declarations of an internal subset that have no effect for a non-validating reader (XML 1.0,
 * 2.8).
 */
const harmless = /<!(?:ATTLIST|ELEMENT)(?=[ \t\r\n])/y;
/** An internal entity: `<!ENTITY name "value">` or `<!ENTITY % name "value">` (XML 1.0, 4.2). */
const internalEntity = /<!ENTITY[ \t\r\n]+(?:%[ \t\r\n]+)?[^ \t\r\n"'<>%&;]+[ \t\r\n]+(?=["'])/y;
const blankRun = /[ \t\r\n]+/y;
const parameterReference = /%[^ \t\r\n"'<>%&;]+;/y;
const space = '[ \\t\\r\\n]+';
const quoted = `(?:"[^"]*"|'[^']*')`;
/**
 * The declaration up to the internal subset or the end: a name without prefix or with `xs`, `xsd`
 * or another one, and an external subset.
 */
const head = new RegExp(
  `<!DOCTYPE${space}(?:[\\w.-]+:)?(?:schema|catalog)` +
    `(?:${space}(?:SYSTEM|PUBLIC${space}${quoted})${space}${quoted})?[ \\t\\r\\n]*(\\[|>)`,
  'y',
);

/**
 * A schema, or a catalog, with its document type declaration replaced by spaces, so that offsets
 * stay the same. Schemas of the W3C have one. No declaration is followed, no attribute default set,
 * no entity expanded: a reference to one is an error when it is read.
 *
 * @returns the text itself if there is no declaration, or one of another root element, of
 *   external entities or of notations
 */
export function withoutDocumentType(text: string): string {
  const range = documentTypeIn(text);
  if (range === undefined) return text;
  const { start, end } = range;
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
}

/** The range of a document type declaration that can be ignored. */
export function documentTypeIn(text: string): TextRange | undefined {
  const start = prologEnd(text);
  if (!text.startsWith('<!DOCTYPE', start)) return undefined;
  const end = documentTypeEnd(text, start);
  return end === undefined ? undefined : { start, end };
}

/**
 * The end of the XML declaration, comments and processing instructions at the start of a document.
 */
function prologEnd(text: string): number {
  let at = 0;
  for (;;) {
    at = after(blankRun, text, at) ?? at;
    const close = text.startsWith('<!--', at)
      ? '-->'
      : text.startsWith('<?', at)
        ? '?>'
        : undefined;
    if (close === undefined) return at;
    const end = text.indexOf(close, at + 2);
    if (end < 0) return at;
    at = end + close.length;
  }
}

/** The end of a declaration that can be ignored; `undefined` for any other. */
function documentTypeEnd(text: string, start: number): number | undefined {
  let at = after(head, text, start);
  if (at === undefined || text[at - 1] === '>') return at;
  for (;;) {
    if (text[at] === ']') {
      const end = after(blankRun, text, at + 1) ?? at + 1;
      return text[end] === '>' ? end + 1 : undefined;
    }
    const next = declarationEnd(text, at);
    if (next === undefined) return undefined;
    at = next;
  }
}

function declarationEnd(text: string, at: number): number | undefined {
  const passed = after(blankRun, text, at) ?? after(parameterReference, text, at);
  if (passed !== undefined) return passed;
  for (const [open, close] of [
    ['<!--', '-->'],
    ['<?', '?>'],
  ] as const) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf(close, at + open.length);
    return end < 0 ? undefined : end + close.length;
  }
  const content = after(harmless, text, at) ?? after(internalEntity, text, at);
  return content === undefined ? undefined : markupEnd(text, content);
}

/** The offset after the `>` that ends a declaration and is not inside quotation marks. */
function markupEnd(text: string, from: number): number | undefined {
  const stop = /["'>]/g;
  stop.lastIndex = from;
  for (let found = stop.exec(text); found !== null; found = stop.exec(text)) {
    if (found[0] === '>') return stop.lastIndex;
    const end = text.indexOf(found[0], stop.lastIndex);
    if (end < 0) return undefined;
    stop.lastIndex = end + 1;
  }
  return undefined;
}

/** The end of a match of a sticky expression at an offset. */
function after(expression: RegExp, text: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : undefined;
}

/** What to do when a contract's address answers with a web page. */
export function pageHelp(path: string): string {
  if (/[?&](?:single)?wsdl(?:[=&#]|$)/i.test(path)) {
    return (
      'This is a web page, such as one to sign in: open the address in a browser; --user and ' +
      '--header sign in here'
    );
  }
  const signIn = isRemote(path) ? ', or sign in with --user or --header if it asks for that' : '';
  return `This is a web page: add ?WSDL to its address${signIn}`;
}

/** The documents of a contract, decoded within the limits. */
export interface OpenDocuments {
  /** Every document opened, the entry first. */
  readonly files: readonly SourceFile[];
  /** Decodes a document; `undefined`, reported at `from`, if it exceeds a limit. */
  decode(path: string, bytes: Uint8Array, from: Span | undefined): DecodedText | undefined;
  /**
   * Adds a decoded document to the contract; `undefined`, reported, if its bytes do not fit its
   * encoding.
   */
  open(path: string, decoded: DecodedText): SourceFile | undefined;
  /** Reports that a limit is exceeded. */
  refuse(message: string, span: Span | undefined): undefined;
}

/** Opens documents within limits. */
export function createOpenDocuments(limits: ReadLimits, sink: DiagnosticSink): OpenDocuments {
  const files: SourceFile[] = [];
  let total = 0;
  const refuse = (message: string, span: Span | undefined): undefined => {
    sink.report({ code: 'ASMX1032', severity: 'error', message, span });
    return undefined;
  };
  return {
    files,
    refuse,
    decode(path, bytes, from) {
      if (bytes.length > limits.fileBytes) {
        return refuse(`'${path}' is larger than ${limits.fileBytes} bytes`, from);
      }
      total += bytes.length;
      if (total > limits.totalBytes) {
        return refuse(`The documents are larger than ${limits.totalBytes} bytes together`, from);
      }
      if (files.length >= limits.files) {
        return refuse(`There are more than ${limits.files} documents`, from);
      }
      return decodeDocument(bytes);
    },
    open(path, { text, error, warning }) {
      const file: SourceFile = { path, text };
      files.push(file);
      const message = error ?? warning;
      if (message !== undefined) {
        const bad = Math.max(0, text.indexOf('\ufffd'));
        sink.report({
          code: 'ASMX1003',
          severity: error === undefined ? 'warning' : 'error',
          message,
          span: { file, start: bad, end: Math.min(text.length, bad + 1) },
          help: 'Save the file in the encoding it declares',
        });
      }
      return error === undefined ? file : undefined;
    },
  };
}

/** A decoded text, with any problems of its bytes. */
interface DecodedText {
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
export function decodeDocument(bytes: Uint8Array): DecodedText {
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

/** Number of characters examined to recognise the kind of a text. */
export const sample = 4096;

/**
 * What a file is that a user took for a contract, if its text should not be read or shown: bytes
 * that are no text, or a description of another kind.
 */
export function otherThanContract(
  bytes: Uint8Array,
  text: string,
): { readonly what: string; readonly help: string } | undefined {
  const [first, second] = bytes;
  if (first === 0x1f && second === 0x8b) {
    return { what: 'compressed with gzip', help: 'Unpack it first, with gunzip' };
  }
  if (first === 0x50 && second === 0x4b) {
    return { what: 'a ZIP archive', help: 'Unpack it, and name the contract in it' };
  }
  const start = text.slice(0, sample);
  // other control characters may occur in texts, which are then shown escaped
  if (start.includes('\0')) {
    return { what: 'a binary file', help: 'Name a WSDL or a YAML contract' };
  }
  const [, kind] = /^\s*(?:\{\s*)?["']?(openapi|swagger)["']?\s*:/m.exec(start) ?? [];
  if (kind === undefined || start.trimStart().startsWith('<')) return undefined;
  return { what: 'an OpenAPI document', help: 'asmx-gen reads WSDL and writes OpenAPI' };
}

/** Whether a text is a web page, by its beginning. */
export function beginsAsWebPage(text: string): boolean {
  return /^<(?:!doctype\s+html|html|head|body|pre)[\s>]/i.test(withoutProlog(text.slice(0, 4096)));
}

/** A text without the XML declaration that XHTML may have, and the comments of browsers. */
function withoutProlog(text: string): string {
  const rest = text.trimStart();
  const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '>' : undefined;
  const at = end === undefined ? -1 : rest.indexOf(end);
  return end === undefined || at < 0 ? rest : withoutProlog(rest.slice(at + end.length));
}

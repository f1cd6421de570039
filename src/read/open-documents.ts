import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../diagnostics/source-file.ts';
import type { ReadLimits } from './host.ts';
import { type DecodedText, decodeText } from './text/decode-text.ts';

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
      return decodeText(bytes);
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

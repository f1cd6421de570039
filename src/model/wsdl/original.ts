import type { SourceFile } from '../../diagnostics/source-file.ts';

/** A document of a WSDL contract as it was read, for servers that publish it. */
export interface OriginalDocument {
  readonly kind: 'wsdl' | 'xsd';
  readonly file: SourceFile;
  /** Without overlaps, unless one is inside a removal. In no particular order. */
  readonly edits: readonly OriginalEdit[];
  /** Children of `wsdl:definitions`. None for a schema. */
  readonly elements: readonly TextRange[];
  readonly ports: readonly TextRange[];
}

/** A range of a text, as offsets (end exclusive). */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A range of a document that is not published as it was read. */
export type OriginalEdit = TextRange &
  (
    | { readonly kind: 'removal' }
    /** The location of another document. */
    | { readonly kind: 'location'; readonly target: SourceFile }
    /** The address of a port, whose start tag begins at the offset `port`. */
    | { readonly kind: 'address'; readonly port: number }
  );

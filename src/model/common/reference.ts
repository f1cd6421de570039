import type { Span } from '../../diagnostics/source-file.ts';
import type { QName } from './qname.ts';

/** A name used as a reference, with its position. */
export interface Reference {
  readonly name: QName;
  readonly span: Span;
  /** The message for the user if the text cannot be a reference. */
  readonly defect?: string | undefined;
}

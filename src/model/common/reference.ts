import type { Span } from '../../diagnostics/source-file.ts';
import type { QName } from './qname.ts';

/** A name used, and where. */
export interface Reference {
  readonly name: QName;
  readonly span: Span;
  /** Set when the text is no name that could refer to anything: what to tell the user. */
  readonly defect?: string | undefined;
}

import type { Span } from '../../diagnostics/source-file.ts';
import type { MatchedPair } from '../result/matched-pair.ts';

/** A place at which a type is used: an element, an attribute, a part. */
export interface TypeUse {
  readonly matched: MatchedPair;
  readonly subject: string;
  /** As it is in a sentence: `field 'note' in Order`. */
  readonly what: string;
  readonly old?: Span | undefined;
  readonly new?: Span | undefined;
  /** Names an anonymous type of its own there; `what` and `subject` where it is absent. */
  readonly own?: Pick<MatchedPair, 'label' | 'subject' | 'noun'> | undefined;
}

import type { XmlText } from './error.ts';
import type { XmlPrefixes } from './prefixes.ts';
import type { NamespaceAlias } from './scope.ts';
import type { XmlLimits } from './tokens.ts';

/** The document as the parts of the reader see it: its text, and how it is to be read. */
export interface XmlInput extends XmlText {
  readonly limits: XmlLimits;
  readonly alias: NamespaceAlias | undefined;
  /** The prefixes bound where the reader is. */
  readonly prefixes: XmlPrefixes;
  /** Whether texts are copied out of the document. */
  readonly detach: boolean;
  /** Whether texts may hold characters that XML forbids. */
  readonly anyCharacter: boolean;
  /** Whether tags are cached for the next ones like them. */
  readonly remember: boolean;
}

import type { ElementDeclaration } from '../../../model/xsd/schema.ts';

/** Names that generated readers look up in messages. */
export interface DeclaredNames {
  /** Whether requests may be read strictly, which only servers do. */
  readonly strict: boolean;
  /** Types of text alone, complex ones without attributes among them, by namespace. */
  readonly simpleTypes: ReadonlyMap<string, readonly string[]>;
  /** Complex types with text and attributes. */
  readonly textTypes: ReadonlyMap<string, readonly string[]>;
  /** Global elements that a wildcard may accept; `undefined` if no wildcard is checked. */
  readonly elements: readonly ElementDeclaration[] | undefined;
}

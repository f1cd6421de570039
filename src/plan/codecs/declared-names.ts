import type { ElementDeclaration } from '../../model/xsd/schema.ts';

/** Names that generated readers look up in messages. */
export interface DeclaredNames {
  /** Whether requests are read strictly anywhere: by servers alone. */
  readonly strict: boolean;
  /** By namespace. */
  readonly simpleTypes: ReadonlyMap<string, readonly string[]>;
  /** Complex types with text and attributes. */
  readonly textTypes: ReadonlyMap<string, readonly string[]>;
  /**
   * Global elements that a wildcard may take; `undefined` where there is no wildcard that is
   * checked.
   */
  readonly elements: readonly ElementDeclaration[] | undefined;
  /**
   * Elements of responses: what is unwrapped has no declaration in TypeScript, or another of its
   * name.
   */
  readonly responses: ReadonlySet<ElementDeclaration>;
}

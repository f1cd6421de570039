/** One exported declaration of `types.ts`, complete with its doc comment. */
export interface DeclarationPlan {
  readonly name: string;
  /** TypeScript text without trailing line end, formatted as prettier leaves it. */
  readonly text: string;
  /** Names of the runtime's types it mentions, such as `XmlElement`. */
  readonly runtimeTypes: readonly string[];
  /** Names of other declarations it mentions. */
  readonly uses: readonly string[];
  /** Namespace it comes from: decides the file when output is split. */
  readonly namespace: string;
}

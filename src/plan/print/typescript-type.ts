/** TypeScript text of a type with what it mentions. */
export interface TypeText {
  readonly text: string;
  /** Declarations of `types.ts` it mentions. */
  readonly names: readonly string[];
  /** Types of the runtime it mentions. */
  readonly runtime: readonly string[];
  /** Whether it needs brackets as the item of an array. */
  readonly union: boolean;
  /** Texts of the members of a union; absent where it is one type. */
  readonly members?: readonly string[] | undefined;
}

/** The part of prettier's options this tool sets. */
export interface Style {
  readonly parser: 'typescript';
  readonly printWidth: number;
  readonly singleQuote: boolean;
}

/**
 * How generated TypeScript is laid out; everything else is prettier's default. `src/plan/print`
 * writes text in this style.
 */
export const style: Style = { parser: 'typescript', printWidth: 100, singleQuote: true };

/** The prettier options that this tool sets. */
export interface Style {
  readonly parser: 'typescript';
  readonly printWidth: number;
  readonly singleQuote: boolean;
}

/**
 * Style of generated TypeScript; otherwise prettier's defaults. `src/plan/print` writes text in
 * this style.
 */
export const style: Style = { parser: 'typescript', printWidth: 100, singleQuote: true };

/** The options of the template engine that this tool sets. */
export interface TemplateOptions {
  readonly strict: true;
  readonly noEscape: true;
  readonly knownHelpersOnly: true;
  readonly preventIndent: true;
  /** Helpers for templates. There are no others: every name, type and text is final in the view. */
  readonly knownHelpers: { readonly each: true; readonly if: true; readonly unless: true };
}

/**
 * How templates are compiled. `strict`: a missing field is an error instead of an empty text.
 * `noEscape`: this is not HTML; text of contracts is already encoded for its context.
 * `knownHelpersOnly`: a misspelt name is not silently taken for a helper. `preventIndent`: a
 * partial has its own indentation.
 */
export const templateOptions: TemplateOptions = {
  strict: true,
  noEscape: true,
  knownHelpersOnly: true,
  knownHelpers: { each: true, if: true, unless: true },
  preventIndent: true,
};

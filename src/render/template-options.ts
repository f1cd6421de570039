/** Options of the template engine this tool sets. */
export interface TemplateOptions {
  readonly strict: true;
  readonly noEscape: true;
  readonly knownHelpersOnly: true;
  readonly preventIndent: true;
  /**
   * Helpers templates may use. There are no others: every name, type and text is final in the view.
   */
  readonly knownHelpers: { readonly each: true; readonly if: true; readonly unless: true };
}

/**
 * How templates are compiled. `strict`: a missing field is an error, not an empty text. `noEscape`:
 * this is not HTML; contract text has gone through the encoder of its place. `knownHelpersOnly`: a
 * misspelt name is no silent helper call. `preventIndent`: a partial brings its own indentation.
 */
export const templateOptions: TemplateOptions = {
  strict: true,
  noEscape: true,
  knownHelpersOnly: true,
  knownHelpers: { each: true, if: true, unless: true },
  preventIndent: true,
};

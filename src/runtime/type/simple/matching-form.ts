import type { Facets } from '../facets.ts';

/**
 * The first lexical form of a value that matches all patterns of its type. Patterns apply to the
 * text, not to the value (XML Schema 2, 4.3.4).
 *
 * @param text the usual form, returned if none matches
 */
export function matchingForm(text: string, { patterns = [], forms }: Facets): string {
  if (forms === undefined) return text;
  const matches = (form: string): boolean => patterns.every(([pattern]) => pattern.test(form));
  if (matches(text)) return text;
  for (const form of forms(text)) if (matches(form)) return form;
  return text;
}

import { isBlank, skipBlanks } from '../xml/chars.ts';

const inner = /[\t\n\r]/g;
const needsCollapse = /[\t\n\r]|^ | $| {2}/;
const runs = /[ \t\n\r]+/g;

/** Removes surrounding white space: XML's four characters only. */
export function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}

/**
 * The `replace` rule of `xs:normalizedString` (XML Schema 2, 4.3.6): TAB, LF and CR become spaces.
 */
export function replaceWhiteSpace(text: string): string {
  return text.replace(inner, ' ');
}

/**
 * The `collapse` rule of `xs:token` (XML Schema 2, 4.3.6): runs of white space become one space,
 * and none is left at the ends.
 */
export function collapse(text: string): string {
  return needsCollapse.test(text) ? trimBlanks(text.replace(runs, ' ')) : text;
}

/** Maps the items of a list type, without an array of the texts in between. */
export function mapList<T>(text: string, map: (item: string) => T): T[] {
  const values: T[] = [];
  let from = skipBlanks(text, 0);
  while (from < text.length) {
    let to = from + 1;
    while (to < text.length && !isBlank(text.charCodeAt(to))) to += 1;
    values.push(map(text.slice(from, to)));
    from = skipBlanks(text, to);
  }
  return values;
}

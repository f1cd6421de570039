import { isBlank, skipBlanks } from '../xml/chars.ts';

const inner = /[\t\n\r]/g;
const needsCollapse = /[\t\n\r]|^ | $| {2}/;
const runs = /[ \t\n\r]+/g;

/** White space around a value removed: XML's four blanks, no others. */
export function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}

/**
 * The `replace` rule of `xs:normalizedString`: TAB, LF and CR become blanks (XML Schema 2, 4.3.6).
 */
export function replaceWhiteSpace(text: string): string {
  return text.replace(inner, ' ');
}

/**
 * The `collapse` rule of `xs:token`: runs of white space become one blank, none is left at the ends
 * (XML Schema 2, 4.3.6).
 */
export function collapse(text: string): string {
  return needsCollapse.test(text) ? trimBlanks(text.replace(runs, ' ')) : text;
}

/** The items of a list type. */
export function splitList(text: string): string[] {
  const items: string[] = [];
  let from = skipBlanks(text, 0);
  while (from < text.length) {
    let to = from + 1;
    while (to < text.length && !isBlank(text.charCodeAt(to))) to += 1;
    items.push(text.slice(from, to));
    from = skipBlanks(text, to);
  }
  return items;
}

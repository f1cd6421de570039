/** Returns the values in a path and query as a form; `undefined` if they do not match. */
export type LocationMatcher = (path: string, query: string) => string | undefined;

/** The part of an operation's URL after the service's path. */
export function withSlash(location: string): string {
  return location === '' || /^[/?]/.test(location) ? location : `/${location}`;
}

/**
 * Creates a matcher for a location such as `/o/A(from)B(to)/` (`http:urlReplacement`, WSDL 1.1
 * section 4.6). It returns the values as a form. A value ends at the first occurrence of the text
 * after it, and has no `/`.
 *
 * @returns `undefined` for a location without parameters
 */
export function locationMatcher(
  location: string,
  parameters: readonly string[],
): LocationMatcher | undefined {
  const names: string[] = [];
  const texts: string[] = [];
  let rest = 0;
  const whole = withSlash(location);
  const hasQuery = whole.includes('?');
  for (const { 0: found, 1: name = '', index } of whole.matchAll(/\(([^()]+)\)/g)) {
    if (!parameters.includes(name)) continue;
    texts.push(whole.slice(rest, index));
    names.push(name);
    rest = index + found.length;
  }
  if (names.length === 0) return undefined;
  texts.push(whole.slice(rest));
  return (suffix, query) => {
    const path = hasQuery ? `${suffix}?${query}` : suffix;
    const [head = ''] = texts;
    if (!path.startsWith(head)) return undefined;
    let at = head.length;
    const form: string[] = [];
    for (const [index, name] of names.entries()) {
      const text = texts[index + 1] ?? '';
      const last = index === names.length - 1;
      // without text between two values, the end of the first is unknown
      if (text === '' && !last) return undefined;
      const end = last && path.endsWith(text) ? path.length - text.length : find(path, text, at);
      if (end < at) return undefined;
      const value = path.slice(at, end);
      if (value.includes('/')) return undefined;
      // in a path, `+` is a plus sign, and `&` does not start another parameter
      form.push(`${encodeURIComponent(name)}=${value.replace(/\+/g, '%2B').replace(/&/g, '%26')}`);
      at = end + text.length;
    }
    return at === path.length ? form.join('&') : undefined;
  };
}

/** The first occurrence of a text that is not part of an escape. */
function find(path: string, text: string, from: number): number {
  let at = path.indexOf(text, from);
  while (at >= 0 && (path[at - 1] === '%' || path[at - 2] === '%')) at = path.indexOf(text, at + 1);
  return at;
}

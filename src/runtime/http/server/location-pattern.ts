/** Gives the values in a path and query as a form; `undefined` where they don't fit. */
export type LocationMatcher = (path: string, query: string) => string | undefined;

/** What follows the service's path in the URL of an operation. */
export function withSlash(location: string): string {
  return location === '' || /^[/?]/.test(location) ? location : `/${location}`;
}

/**
 * Makes a matcher of a location such as `/o/A(from)B(to)/` (`http:urlReplacement`, WSDL 1.1 section
 * 4.6): it gives the values as a form. A value ends where the text after it comes first, and holds
 * no `/`.
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
      // nothing says where the one of two values side by side ends
      if (text === '' && !last) return undefined;
      const end = last && path.endsWith(text) ? path.length - text.length : find(path, text, at);
      if (end < at) return undefined;
      const value = path.slice(at, end);
      if (value.includes('/')) return undefined;
      // in a path a plus is a plus, and no other parameter begins
      form.push(`${encodeURIComponent(name)}=${value.replace(/\+/g, '%2B').replace(/&/g, '%26')}`);
      at = end + text.length;
    }
    return at === path.length ? form.join('&') : undefined;
  };
}

/** Where a text comes first that is no part of an escape. */
function find(path: string, text: string, from: number): number {
  let at = path.indexOf(text, from);
  while (at >= 0 && (path[at - 1] === '%' || path[at - 2] === '%')) at = path.indexOf(text, at + 1);
  return at;
}

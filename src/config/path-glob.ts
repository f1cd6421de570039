/** Whether a path has any characters of a glob. */
export function isGlob(pattern: string): boolean {
  return /[*?{]/.test(pattern);
}

/**
 * Converts a glob to a regular expression for whole paths with `/`: `*` any characters of a
 * segment, `**` any number of segments, `?` one character, `{a,b}` alternatives (not nested).
 * Everything else is literal.
 */
export function pathGlob(pattern: string): RegExp {
  let source = '';
  let open = false;
  for (let at = 0; at < pattern.length; at++) {
    const rest = pattern.slice(at);
    const unit = pattern[at] ?? '';
    if (rest.startsWith('**/')) {
      source += '(?:[^/]+/)*';
      at += 2;
    } else if (/^\*+/.test(rest)) {
      // Several stars count as one, because several in a row would make the expression backtrack.
      const run = /^\*+/.exec(rest)?.[0] ?? '*';
      source += run.length > 1 ? '.*' : '[^/]*';
      at += run.length - 1;
    } else if (unit === '?') source += '[^/]';
    else if (unit === '{' && !open && rest.includes('}')) {
      open = true;
      source += '(?:';
    } else if (unit === '}' && open) {
      open = false;
      source += ')';
    } else if (unit === ',' && open) source += '|';
    else source += unit.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  }
  return new RegExp(`^${source}$`, 'u');
}

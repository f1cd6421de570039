/** What a text may hold that is no code, or that ends a template literal's expression. */
const interesting = /["'`/{}]/g;

/** Words behind which a slash begins a pattern. */
const wordBeforePattern =
  /(?<![\w$.])(?:return|typeof|case|in|of|yield|await|throw|else|do|void|delete)$/;

/**
 * A TypeScript text with everything but code blanked out, character for character: comments and the insides of strings, template
 * literals and patterns become blanks, quotes stay. A scan that knows no grammar beyond that.
 *
 * @returns `undefined` where something doesn't end, or a slash could be either thing
 */
export function blankCode(text: string): string | undefined {
  const parts: string[] = [];
  /** For each open brace, whether it belongs to a template literal. */
  const open: boolean[] = [];
  let done = 0;
  const blank = (start: number, end: number): void => {
    parts.push(text.slice(done, start), ' '.repeat(end - start));
    done = end;
  };
  for (let at = 0; ; ) {
    interesting.lastIndex = at;
    const found = interesting.exec(text);
    if (found === null) break;
    const start = found.index;
    const character = found[0];
    at = start + 1;
    if (character === '{') open.push(false);
    else if (character === '}') {
      const template = open.pop();
      if (template === undefined) return undefined;
      if (!template) continue;
      const end = templateEnd(text, at);
      if (end === undefined) return undefined;
      blank(at, end - 1);
      if (text.startsWith('${', end - 2)) open.push(true);
      at = end;
    } else if (character === '`') {
      const end = templateEnd(text, at);
      if (end === undefined) return undefined;
      blank(at, end - 1);
      if (text.startsWith('${', end - 2)) open.push(true);
      at = end;
    } else if (character === '/') {
      const end = slashEnd(text, start);
      if (end === undefined) return undefined;
      if (end > at) blank(start, end);
      at = end;
    } else {
      const end = stringEnd(text, start, character);
      if (end === undefined) return undefined;
      blank(at, end - 1);
      at = end;
    }
  }
  parts.push(text.slice(done));
  return parts.join('');
}

/** Offset behind the end of a template literal, or behind the `${` in it that comes first. */
function templateEnd(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '`') return at + 1;
    else if (character === '$' && text[at + 1] === '{') return at + 2;
  }
  return undefined;
}

function stringEnd(text: string, start: number, quote: string): number | undefined {
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at + 1;
  }
  return undefined;
}

/** Offset behind a comment or pattern, or behind the slash itself where it divides. */
function slashEnd(text: string, start: number): number | undefined {
  if (text[start + 1] === '/') {
    const end = text.indexOf('\n', start);
    return end < 0 ? text.length : end;
  }
  if (text[start + 1] === '*') {
    const end = text.indexOf('*/', start + 2);
    return end < 0 ? undefined : end + 2;
  }
  const line = text.slice(Math.max(0, start - 40), start).trimEnd();
  const before = line.at(-1) ?? '';
  if (wordBeforePattern.test(line)) return undefined;
  if (/[\w$\]`'"]/.test(before)) return start + 1;
  // behind a closing bracket a slash divides, or begins a pattern behind `if (…)`: a parser has to tell
  if (!/[=(,:;!&|?{[\n]/.test(before)) return undefined;
  let inClass = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) return at + 1;
  }
  return undefined;
}

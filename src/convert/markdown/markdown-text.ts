/** Characters that mean something in Markdown or HTML. */
const special = /[\\`*_{}[\]<>#|~&]/g;

/** A text of the contract on one line, in which nothing is Markdown. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(special, '\\$&')
    .replace(/^([-+=]|\d+[.)])/, '\\$1');
}

/** A text of the contract, with its paragraphs. */
export function paragraphs(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(/\n\s*\n/)
    .map(plain)
    .filter((one) => one !== '')
    .flatMap((one) => [one, '']);
}

/** A text of the contract as Markdown of its own, in which nothing is Markdown. */
export function markdownText(text: string): string {
  return paragraphs(text).join('\n').trim();
}

/**
 * Code in a line, between more backticks than it has (CommonMark, section 6.1). A cell of a table
 * ends at a `|`, even in code.
 */
export function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/\|/g, '\\|');
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** A block of code. */
export function codeBlock(language: string, text: string): readonly string[] {
  const fence = text.includes('```') ? '~~~~' : '```';
  return [fence + language, text, fence, ''];
}

/** A table; nothing if it has no rows. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''];
}

/**
 * Gives the headings of a page the anchors that GitHub gives them: a number tells equal ones apart.
 */
export function createAnchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const stem = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N} _-]+/gu, '')
      .replace(/ /g, '-');
    let free = stem;
    let count = seen.get(stem) ?? 0;
    while (seen.has(free)) {
      count += 1;
      free = `${stem}-${count}`;
    }
    seen.set(stem, count);
    seen.set(free, seen.get(free) ?? 0);
    return free;
  };
}

/** A link to a page, or to a heading of this one. */
export function link(text: string, file: string, anchor?: string): string {
  const target = encodeURI(file) + (anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`);
  return `[${plain(text)}](${target})`;
}

/** Widest line of prose, in columns. */
const widest = 120;

/** Lines that stay as they are: tables, headings, quotes, HTML, and definitions of links. */
const fixed = /^\s*(\||#|>|<|\[[^\]]+\]:)/;

/** What a line of a list begins with. */
const item = /^\s*([-*+]|\d+\.)\s+/;

/** A word that would begin a list, a heading or a table if it came first in its line. */
const marker = /^([-*+>|]|#+|\d+\.)$/;

/**
 * Breaks the prose of a page at 120 columns. Only paragraphs and list items that have a longer line
 * change; code, tables and comments stay as they are.
 */
export function wrapMarkdown(page: string): string {
  const out: string[] = [];
  let part: string[] = [];
  let inFence = false;
  let inComment = false;
  const flush = (): void => {
    out.push(...wrapPart(part));
    part = [];
  };
  for (const line of page.split('\n')) {
    const fence = /^\s*```/.test(line);
    if (fence || inFence || inComment || line.trim() === '' || fixed.test(line)) {
      flush();
      out.push(line);
      if (fence) inFence = !inFence;
      if (!inFence && /<!--/.test(line)) inComment = true;
      if (inComment && /-->/.test(line)) inComment = false;
      continue;
    }
    if (item.test(line)) flush();
    part.push(line);
  }
  flush();
  return out.join('\n');
}

/** A paragraph or list item; its lines after the first are indented like its text. */
function wrapPart(lines: readonly string[]): readonly string[] {
  const [first = ''] = lines;
  if (lines.every((line) => line.length <= widest)) return lines;
  const head = item.exec(first)?.[0] ?? /^\s*/.exec(first)?.[0] ?? '';
  const indent = ' '.repeat(head.length);
  const text = [first.slice(head.length), ...lines.slice(1).map((line) => line.trim())].join(' ');
  const wrapped: string[] = [];
  let current = head;
  const words = wordsOf(text);
  for (const [index, word] of words.entries()) {
    const next = current === head || current === indent ? current + word : `${current} ${word}`;
    // what marks a list or a heading begins no line
    const following = words[index + 1] ?? '';
    const whole = marker.test(following) ? `${next} ${following}` : next;
    if (whole.length <= widest || current === head || marker.test(word)) {
      current = next;
    } else {
      wrapped.push(current);
      current = indent + word;
    }
  }
  return [...wrapped, current];
}

/** Words of a text; code between backticks is one, with what touches it. */
function wordsOf(text: string): readonly string[] {
  return text.match(/(?:`+[^`]*`+|[^\s`])+/g) ?? [];
}

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

/** Code in a line. A cell of a table ends at a `|`, even in code. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/`/g, "'");
  return `\`${line.replace(/\|/g, '\\|')}\``;
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

/** The anchor that GitHub and others give a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]+/gu, '')
    .replace(/ /g, '-');
}

/** A link to a heading. */
export function link(text: string, file: string, heading?: string): string {
  const target =
    encodeURI(file) + (heading === undefined ? '' : `#${encodeURIComponent(anchor(heading))}`);
  return `[${plain(text)}](${target})`;
}

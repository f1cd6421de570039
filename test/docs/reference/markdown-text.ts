/** First lines of a page that `npm run docs` writes. */
export function pageHead(title: string, source: string): string {
  return `# ${title}\n\n<!-- Written by \`npm run docs\` from ${source}. Change it there. -->\n`;
}

/** A table. Cells are Markdown in one line; `|` in them is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Code in a sentence or a cell. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** A fenced block, with the notes of the tests in a comment in front of it. */
export function fence(language: string, text: string, notes?: string): string {
  const comment = notes === undefined ? '' : `<!-- ${notes} -->\n`;
  return `${comment}\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/**
 * Documentation as people wrote it, without the indentation of the file around it: lines trimmed, blank lines at both ends
 * dropped and never two in a row, several texts one under the other.
 */
export function documentationText(texts: readonly string[]): string | undefined {
  const lines: string[] = [];
  for (const text of texts) {
    for (const raw of text.split(/\r\n?|\n/)) {
      const line = raw.trim();
      if (line !== '' || (lines.length > 0 && lines[lines.length - 1] !== '')) lines.push(line);
    }
    while (lines[lines.length - 1] === '') lines.pop();
  }
  return lines.length === 0 ? undefined : lines.join('\n');
}

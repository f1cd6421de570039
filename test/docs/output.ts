/** Output as a page can show it: without what differs from run to run. */
export function tidyOutput(text: string, port: string, folder: string): string {
  return text
    .replaceAll(port, '8080')
    .replaceAll(`file://${folder}/`, '')
    .replaceAll(`${folder}/`, '')
    .replaceAll(/\b\d+(?:\.\d+)? (m?s)\b/g, '0.1 $1')
    .replaceAll(/\r\n/g, '\n');
}

/**
 * Whether a text is as a page shows it. A line `…` stands for any number of lines, `…` in a line
 * for any text; spaces at line ends do not count.
 *
 * @param whole whether the page shows all of it, and not a part
 */
export function linesMatch(shown: string, there: string, whole: boolean): boolean {
  const wanted = lines(tidyOutput(shown, '8080', '\0'));
  const found = lines(there);
  const groups: string[][] = [[]];
  for (const line of wanted) {
    if (line.trim() === '…') groups.push([]);
    else groups.at(-1)?.push(line);
  }
  let at = 0;
  for (const [index, group] of groups.entries()) {
    const place = find(found, group, at);
    if (place === undefined || (whole && index === 0 && place !== 0)) return false;
    at = place + group.length;
  }
  if (!whole || at === found.length) return true;
  const last = groups.at(-1) ?? [];
  // the last group may come again further down, up to the end
  return (
    groups.length > 1 &&
    (last.length === 0 || find(found, last, found.length - last.length) !== undefined)
  );
}

function lines(text: string): readonly string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
}

function find(
  found: readonly string[],
  group: readonly string[],
  from: number,
): number | undefined {
  for (let at = from; at + group.length <= found.length; at++) {
    if (group.every((line, index) => lineMatches(line, found[at + index] ?? ''))) return at;
  }
  return undefined;
}

function lineMatches(shown: string, line: string): boolean {
  const [first = '', ...rest] = shown.split('…');
  const last = rest.at(-1);
  if (last === undefined) return shown === line;
  let at = first.length;
  if (!line.startsWith(first)) return false;
  for (const piece of rest) {
    const place = line.indexOf(piece, at);
    if (place < 0) return false;
    at = place + piece.length;
  }
  return line.endsWith(last);
}

import { namespaces } from '../model/common/namespaces.ts';
import type { TreeElement } from './xml-tree.ts';

/**
 * Text of documentation elements: kept as it is where this tool wrote it and says so, else without
 * indentation.
 */
export function documentationTextOf(elements: readonly TreeElement[]): string | undefined {
  const [first] = elements;
  if (first === undefined) return undefined;
  if (elements.length > 1) return documentationText(elements.map((one) => one.text));
  const exact =
    first.attributes.length > 0 &&
    first.attributes.some((one) => one.namespace === namespaces.contract && one.local === 'space');
  return exact ? first.text : documentationText([first.text]);
}

/**
 * Documentation as people wrote it, without the indentation of the file around it: lines trimmed,
 * blank lines at both ends dropped and never two in a row, several texts one under the other.
 */
export function documentationText(texts: readonly string[]): string | undefined {
  const lines: string[] = [];
  for (const text of texts) {
    for (const raw of text.includes('\r') ? text.split(/\r\n?|\n/) : text.split('\n')) {
      const line = raw.trim();
      if (line !== '' || (lines.length > 0 && lines[lines.length - 1] !== '')) lines.push(line);
    }
    while (lines[lines.length - 1] === '') lines.pop();
  }
  return lines.length === 0 ? undefined : lines.join('\n');
}

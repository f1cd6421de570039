import { namespaces } from '../model/common/namespaces.ts';
import type { TreeElement } from './xml-tree.ts';

/**
 * Text of documentation elements: unchanged if it is marked as written by this tool, otherwise
 * without indentation.
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
 * Hand-written documentation without the indentation of its file: lines trimmed, no blank lines at
 * the ends and never two in a row. Several texts follow each other.
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

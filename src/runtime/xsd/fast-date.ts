import { fastOpen } from '../xml/fast.ts';
import type { XmlReader } from '../xml/reader.ts';
import { plainDate } from './plain-date.ts';

/** The `xs:dateTime` in the child with these tags, if it comes next and has its usual form. */
export function fastDate(reader: XmlReader, open: string, close: string): Date | undefined {
  const from = fastOpen(reader, open);
  if (from < 0) return undefined;
  const { source } = reader;
  const to = source.indexOf('<', from);
  if (to < 0 || source.slice(to, to + close.length) !== close) return undefined;
  if (to - from > reader.limits.textLength) return undefined;
  const date = plainDate(source, from, to);
  if (date !== undefined) reader.position = to + close.length;
  return date;
}

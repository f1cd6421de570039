import type { ContractConfig } from '../../config/config.ts';
import { scalarText } from '../../convert/yaml/yaml-text.ts';
import { type DataList, type DataNode, entryOf } from '../../diagnostics/data-node.ts';
import { readDataText } from '../../diagnostics/data-text.ts';
import type { SourceFile } from '../../diagnostics/source-file.ts';

/** An entry that `init` writes, in the order of its keys. */
export type ConfigEntry = Pick<
  ContractConfig,
  'input' | 'output' | 'targets' | 'types' | 'baseUrl' | 'lenient'
>;

/**
 * Adds an entry at the end of `contracts` in JSON or YAML. Everything else stays as it is written:
 * layout, order and comments. The entry is laid out like the one before it.
 *
 * @returns `undefined` if there is no list of contracts
 */
export function addEntry(file: SourceFile, entry: ConfigEntry): string | undefined {
  const root = readDataText(file, { report: () => undefined });
  const list = root?.kind === 'map' ? entryOf(root, 'contracts')?.value : undefined;
  if (list?.kind !== 'list') return undefined;
  const { text } = file;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const {
    at,
    until = at,
    added,
  } = text[list.place.start] === '['
    ? inBrackets(file, list, keysOf(entry))
    : inBlock(text, list, keysOf(entry));
  return text.slice(0, at) + added.replaceAll('\n', eol) + text.slice(until);
}

/** An entry as JavaScript, to paste into a module. */
export function entryLines(entry: ConfigEntry): readonly string[] {
  const quoted = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(quoted).join(', ')}]`;
    return typeof value === 'boolean' ? String(value) : `'${quotable(String(value))}'`;
  };
  return ['{', ...keysOf(entry).map(([key, value]) => `  ${key}: ${quoted(value)},`), '},'];
}

function quotable(text: string): string {
  return text.replace(/[\\']/g, '\\$&');
}

type Keys = readonly (readonly [key: string, value: unknown])[];

/** A text to insert, or to write in place of what is there up to another offset. */
interface Insertion {
  readonly at: number;
  readonly until?: number;
  readonly added: string;
}

function keysOf(entry: ConfigEntry): Keys {
  return Object.entries(entry).filter(([, value]) => value !== undefined);
}

function inBrackets({ path, text }: SourceFile, list: DataList, keys: Keys): Insertion {
  const isJson = path.endsWith('.json');
  const { start, end } = list.place;
  const last = list.items.at(-1);
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  if (last === undefined) return inEmptyBrackets(text, list, keys, { isJson, unit });
  const rest = text.slice(last.place.end, end - 1);
  const comma = /^(?:\s|#.*\n)*,/.exec(rest)?.[0] ?? '';
  const ownLine = /\n[ \t]*$/.test(text.slice(start + 1, last.place.start));
  const written = text.slice(last.place.start, last.place.end);
  const style = styleOf(written, isJson);
  const margin = marginAt(text, last.place.start);
  // In YAML, lines in brackets must be deeper than the key.
  const isLong = written.includes('\n') && (isJson || ownLine);
  const added = isLong ? severalLines(keys, style, margin, unit) : oneLine(keys, style);
  const before = last.place.end + comma.length;
  const [comment = ''] = /^[ \t]*#.*/.exec(text.slice(before)) ?? [];
  const newLine = `\n${ownLine ? margin : margin + unit}`;
  const gap = ownLine || comment !== '' ? newLine : isJson && style.tight ? '' : ' ';
  if (comma !== '') return { at: before + comment.length, added: `${gap}${added},` };
  if (comment === '') return { at: before, added: `,${gap}${added}` };
  return { at: before, until: before + comment.length, added: `,${comment}${gap}${added}` };
}

function inEmptyBrackets(
  text: string,
  { place: { start, end } }: DataList,
  keys: Keys,
  { isJson, unit }: { readonly isJson: boolean; readonly unit: string },
): Insertion {
  const style = styleOf(text, isJson);
  const inside = text.slice(start + 1, end - 1);
  if (!text.trim().includes('\n')) {
    return { at: start + 1, until: end - 1, added: oneLine(keys, style) };
  }
  const margin = marginAt(text, start);
  const lines = severalLines(keys, style, `${margin}${unit}`, unit);
  const closed = /\n[ \t]*$/.test(inside) ? '' : `\n${margin}`;
  const until = inside.trim() === '' && closed !== '' ? end - 1 : start + 1;
  return { at: start + 1, until, added: `\n${margin}${unit}${lines}${closed}` };
}

/** How a map is written. */
interface Style {
  readonly isJson: boolean;
  /** Whether keys and values have quotes. */
  readonly quoted: boolean;
  /** Whether no space is inside of its braces, and in JSON none after commas and colons. */
  readonly tight: boolean;
}

function styleOf(written: string, isJson: boolean): Style {
  return { isJson, quoted: isJson || /^\{\s*"/.test(written), tight: /^\{\S/.test(written) };
}

/** Whitespace at the beginning of the line of an offset. */
function marginAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function oneLine(keys: Keys, { isJson, quoted, tight }: Style): string {
  const gap = isJson && tight ? '' : ' ';
  const pairs = keys.map(([key, value]) => {
    return `${quoted ? `"${key}"` : key}:${gap}${flowValue(value, quoted, `,${gap}`)}`;
  });
  const list = pairs.join(`,${gap}`);
  return tight ? `{${list}}` : `{ ${list} }`;
}

function severalLines(keys: Keys, { quoted }: Style, margin: string, unit: string): string {
  const lines = keys.map(([key, value]) => {
    return `${margin}${unit}${quoted ? `"${key}"` : key}: ${flowValue(value, quoted, ', ')}`;
  });
  return `{\n${lines.join(',\n')}\n${margin}}`;
}

function flowValue(value: unknown, quoted: boolean, comma: string): string {
  if (Array.isArray(value)) {
    return `[${value.map((one) => flowValue(one, quoted, comma)).join(comma)}]`;
  }
  if (quoted || typeof value === 'boolean') return JSON.stringify(value);
  return scalarText(String(value), 'flow');
}

function inBlock(text: string, list: DataList, keys: Keys): Insertion {
  const dash = list.place.start;
  const margin = text.slice(text.lastIndexOf('\n', dash - 1) + 1, dash);
  const [marker = '- '] = /^-[ ]+/.exec(text.slice(dash)) ?? [];
  const deeper = `${margin}${' '.repeat(marker.length)}`;
  const lines = keys.map(([key, value]) => {
    const isText = !Array.isArray(value) && typeof value !== 'boolean';
    return `${key}: ${isText ? scalarText(String(value), 'block') : flowValue(value, false, ', ')}`;
  });
  const at = endOfLines(text, lastOffset(text, list), margin);
  const open = at === 0 || text[at - 1] === '\n' ? '' : '\n';
  return { at, added: `${open}${margin}${marker}${lines.join(`\n${deeper}`)}\n` };
}

/** The end of the last value in a block, whose own place reaches to the next key. */
function lastOffset(text: string, node: DataNode): number {
  const isBlock = node.kind !== 'scalar' && !/[\]}]/.test(text[node.place.end - 1] ?? '');
  const last =
    node.kind === 'map'
      ? node.entries.at(-1)?.value
      : node.kind === 'list'
        ? node.items.at(-1)
        : undefined;
  return isBlock && last !== undefined ? lastOffset(text, last) : node.place.end;
}

/** The end of an offset's line, and of the comments below it that are as deep as the entries. */
function endOfLines(text: string, offset: number, margin: string): number {
  let at = text[offset - 1] === '\n' ? offset : lineEnd(text, offset);
  for (;;) {
    const [comment] = /^([ \t]*)#.*/.exec(text.slice(at, lineEnd(text, at))) ?? [];
    if (comment === undefined) return at;
    const depth = comment.indexOf('#');
    if (depth === 0 || depth < margin.length) return at;
    at = lineEnd(text, at);
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

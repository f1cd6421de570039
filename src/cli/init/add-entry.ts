import type { ContractConfig } from '../../config/config.ts';
import { scalarText } from '../../convert/yaml/yaml-text.ts';
import { type DataList, type DataNode, entryOf } from '../../diagnostics/data-node.ts';
import { readDataText } from '../../diagnostics/data-text.ts';
import type { SourceFile } from '../../diagnostics/source-file.ts';

/** An entry that `init` writes, in the order of its keys. */
export type ConfigEntry = Pick<
  ContractConfig,
  'input' | 'output' | 'targets' | 'types' | 'importExtension' | 'baseUrl'
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
    ? inBrackets(text, list, keysOf(entry))
    : inBlock(text, list, keysOf(entry));
  return text.slice(0, at) + added.replaceAll('\n', eol) + text.slice(until);
}

/** An entry as JavaScript, to paste into a module. */
export function entryLines(entry: ConfigEntry): readonly string[] {
  const quoted = (value: unknown): string =>
    Array.isArray(value) ? `[${value.map(quoted).join(', ')}]` : `'${quotable(String(value))}'`;
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

function inBrackets(text: string, list: DataList, keys: Keys): Insertion {
  const { start, end } = list.place;
  const last = list.items.at(-1);
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  if (last === undefined) {
    if (!text.trim().includes('\n')) return { at: start + 1, added: oneLine(keys, text) };
    const margin = marginAt(text, start);
    const lines = severalLines(keys, `${margin}${unit}`, unit);
    const closed = /\n[ \t]*\]$/.test(text.slice(start, end)) ? '' : `\n${margin}`;
    return { at: start + 1, added: `\n${margin}${unit}${lines}${closed}` };
  }
  const behind = text.slice(last.place.end, end - 1);
  const comma = /^(?:\s|#.*\n)*,/.exec(behind)?.[0] ?? '';
  const ownLine = /\n[ \t]*$/.test(text.slice(start + 1, last.place.start));
  const written = text.slice(last.place.start, last.place.end);
  const margin = marginAt(text, last.place.start);
  const added = written.includes('\n') ? severalLines(keys, margin, unit) : oneLine(keys, written);
  const before = last.place.end + comma.length;
  const [comment = ''] = /^[ \t]*#.*/.exec(text.slice(before)) ?? [];
  const gap = ownLine ? `\n${margin}` : /^\{\S/.test(written) ? '' : ' ';
  if (comma !== '') return { at: before + comment.length, added: `${gap}${added},` };
  if (comment === '') return { at: before, added: `,${gap}${added}` };
  return { at: before, until: before + comment.length, added: `,${comment}\n${margin}${added}` };
}

/** Whitespace at the beginning of the line of an offset. */
function marginAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Keys and values have quotes where those of the model have. */
function oneLine(keys: Keys, model: string): string {
  const isJson = model.includes('"');
  const tight = /^\{\S/.test(model);
  const colon = isJson && tight ? ':' : ': ';
  const comma = tight ? ',' : ', ';
  const pairs = keys.map(([key, value]) => {
    return `${isJson ? `"${key}"` : key}${colon}${flowValue(value, isJson, comma)}`;
  });
  return tight ? `{${pairs.join(comma)}}` : `{ ${pairs.join(comma)} }`;
}

function severalLines(keys: Keys, margin: string, unit: string): string {
  const lines = keys.map(
    ([key, value]) => `${margin}${unit}"${key}": ${flowValue(value, true, ', ')}`,
  );
  return `{\n${lines.join(',\n')}\n${margin}}`;
}

function flowValue(value: unknown, isJson: boolean, comma: string): string {
  if (Array.isArray(value)) {
    return `[${value.map((one) => flowValue(one, isJson, comma)).join(comma)}]`;
  }
  return isJson ? JSON.stringify(value) : scalarText(String(value), 'flow');
}

function inBlock(text: string, list: DataList, keys: Keys): Insertion {
  const dash = list.place.start;
  const margin = text.slice(text.lastIndexOf('\n', dash - 1) + 1, dash);
  const [marker = '- '] = /^-[ ]+/.exec(text.slice(dash)) ?? [];
  const deeper = `${margin}${' '.repeat(marker.length)}`;
  const lines = keys.map(([key, value]) => {
    const shown = Array.isArray(value)
      ? flowValue(value, false, ', ')
      : scalarText(String(value), 'block');
    return `${key}: ${shown}`;
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

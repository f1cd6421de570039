import { readFileSync } from 'node:fs';

/** A part of a JSON schema. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/**
 * The comments of the keys in a table of the source: what a JSON schema says of them, and editors
 * of those who write TypeScript.
 *
 * @param file path from the root
 * @param table name of the constant, or of the key of another table
 */
export function commentsOf(file: string, table: string): ReadonlyMap<string, string> {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const start = `^( *)(?:export const )?${table}(?: =|:) \\{\n`;
  const [, , body] = new RegExp(`${start}(.*?)^\\1\\}`, 'ms').exec(text) ?? [];
  if (body === undefined) throw new Error(`${file} has no table ${table}`);
  const found = body.matchAll(/\/\*\*(.*?)\*\/\s+([$\w]+): /gs);
  return new Map(
    [...found].map(([, comment = '', key = '']) => [
      key,
      comment.replaceAll(/\s*\n\s*(?:\* ?)?/g, ' ').trim(),
    ]),
  );
}

/** JSON in the layout of the formatter: what fits into 100 columns is on one line. */
export function jsonText(value: unknown): string {
  return `${lines(value, '', 0)}\n`;
}

function lines(value: unknown, margin: string, used: number): string {
  const flat = oneLine(value);
  // a comma may follow
  if (typeof value !== 'object' || value === null || margin.length + used + flat.length < 100) {
    return flat;
  }
  const deeper = `${margin}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((one) => lines(one, deeper, 0))
    : Object.entries(value).map(([key, one]) => {
        const head = `${JSON.stringify(key)}: `;
        return head + lines(one, deeper, head.length);
      });
  return `${open}\n${parts.map((one) => deeper + one).join(',\n')}\n${margin}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${oneLine(one)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

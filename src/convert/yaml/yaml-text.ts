/** A value to write. A map is a list of entries, which keeps their order and allows any key. */
export type YamlValue = string | number | boolean | null | readonly YamlValue[] | YamlMap;

/** A map to write. */
export interface YamlMap {
  readonly entries: readonly YamlEntry[];
  /** Whether each entry must be on its own line. */
  readonly block?: boolean | undefined;
  /** Whether an empty line separates its entries. */
  readonly spaced?: boolean | undefined;
}

/** A key with its value. */
export interface YamlEntry {
  readonly key: string;
  readonly value: YamlValue;
  /** Lines of a comment above it. */
  readonly comment?: readonly string[] | undefined;
  /** Whether an empty line is above it. */
  readonly apart?: boolean | undefined;
}

const widest = 100;

/**
 * Writes a map as YAML 1.2: on one line if it is short and nothing in it needs quotes, otherwise
 * with one entry on each line.
 */
export function yamlText(map: YamlMap): string {
  return `${blockLines(map, '').join('\n')}\n`;
}

function blockLines(map: YamlMap, margin: string): string[] {
  const lines: string[] = [];
  for (const [at, { key, value, comment, apart }] of map.entries.entries()) {
    if (apart === true || (map.spaced === true && at > 0)) lines.push('');
    for (const line of comment ?? []) lines.push(`${margin}# ${commentText(line)}`.trimEnd());
    lines.push(...entryLines(`${margin}${scalarText(key, 'block')}:`, value, margin));
  }
  return lines;
}

function entryLines(head: string, value: YamlValue, margin: string): string[] {
  const deeper = `${margin}  `;
  if (value === null) return [head];
  if (isMap(value)) {
    const flow = flowText(value, true);
    if (flow !== undefined && head.length + 1 + flow.length <= widest) return [`${head} ${flow}`];
    return [head, ...blockLines(value, deeper)];
  }
  if (Array.isArray(value)) {
    const flow = flowText(value, true) ?? '';
    if (flow !== '' && head.length + 1 + flow.length <= widest) return [`${head} ${flow}`];
    return [head, ...value.map((one) => `${deeper}- ${listItem(one)}`)];
  }
  if (typeof value === 'string' && isLiteral(value)) {
    return [
      `${head} |-`,
      ...value.split('\n').map((line) => (line === '' ? '' : `${deeper}${line}`)),
    ];
  }
  return [`${head} ${scalarText(value as string | number | boolean, 'block')}`];
}

function listItem(value: YamlValue): string {
  return flowText(value, false) ?? (typeof value === 'string' ? scalarText(value, 'block') : '');
}

/**
 * A value on one line; `undefined` if it does not fit. With `plain`, values that need quotes only
 * on one line do not fit.
 */
function flowText(value: YamlValue, plain: boolean): string | undefined {
  if (value === null) return '';
  if (isMap(value)) {
    if (value.block === true || value.spaced === true) return undefined;
    if (value.entries.length === 0) return '{}';
    const entries: string[] = [];
    for (const { key, value: inner, comment } of value.entries) {
      const text = comment === undefined ? flowText(inner, plain) : undefined;
      if (text === undefined) return undefined;
      entries.push(`${scalarText(key, 'flow')}:${text === '' ? '' : ` ${text}`}`);
    }
    return `{ ${entries.join(', ')} }`;
  }
  if (Array.isArray(value)) {
    const items = value.map((one) => flowText(one, plain));
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
  }
  const scalar = value as string | number | boolean;
  const text = scalarText(scalar, 'flow');
  if (typeof scalar !== 'string') return text;
  if (scalar.includes('\n')) return undefined;
  return plain && text !== scalar && scalarText(scalar, 'block') === scalar ? undefined : text;
}

function isMap(value: YamlValue): value is YamlMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a text of several lines can be a literal block, which readers do not change. */
function isLiteral(text: string): boolean {
  if (!text.includes('\n') || !isPrintable(text)) return false;
  return !/^[\s]|\n$|[ \t](\n|$)|\t/.test(text);
}

function isPrintable(text: string): boolean {
  return /^[\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/.test(text);
}

/** Words that YAML 1.2 or readers of YAML 1.1 do not treat as text. */
const reserved = /^(true|false|null|yes|no|on|off|~)$/i;

/** A single value, without quotes if all readers treat it as the same text. */
export function scalarText(value: string | number | boolean, context: 'block' | 'flow'): string {
  if (typeof value !== 'string') return `${value}`;
  if (isPlain(value, context)) return value;
  if (isPrintable(value) && !value.includes('\n')) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isPlain(text: string, context: 'block' | 'flow'): boolean {
  if (text === '' || text !== text.trim() || !isPrintable(text) || text.includes('\n'))
    return false;
  if (reserved.test(text) || !/^[\p{L}_/(]/u.test(text)) return false;
  if (/: |:$| #/.test(text)) return false;
  return context === 'block'
    ? true
    : // YAML 1.2 allows `string?` in braces, but PyYAML and libyaml refuse it.
      !/[[\]{},?]|:$/.test(text);
}

/** One line of a comment, without characters that end it. */
function commentText(line: string): string {
  return line.replace(/[^\t\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd]+/g, ' ');
}

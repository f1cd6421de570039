/**
 * Writes a result of generated code as JSON with two spaces of indentation: bigints as numbers with
 * all their digits, bytes in base64, dates in ISO form, numbers that JSON does not have as `"INF"`,
 * `"-INF"`, `"NaN"`. Absent properties are omitted.
 */
export function jsonText(value: unknown, indent: string = ''): string {
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'number':
      if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
      return Number.isNaN(value) ? '"NaN"' : value > 0 ? '"INF"' : '"-INF"';
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'object':
      return value === null ? 'null' : objectText(value, indent);
    default:
      return 'null';
  }
}

function objectText(value: object, indent: string): string {
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString('base64')}"`;
  if (value instanceof Date) return JSON.stringify(value);
  const inner = `${indent}  `;
  const block = (open: string, lines: readonly string[], close: string): string =>
    lines.length === 0
      ? `${open}${close}`
      : `${open}\n${lines.map((line) => `${inner}${line}`).join(',\n')}\n${indent}${close}`;
  if (Array.isArray(value)) {
    return block(
      '[',
      value.map((one) => jsonText(one, inner)),
      ']',
    );
  }
  const lines = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => `${JSON.stringify(name)}: ${jsonText(one, inner)}`);
  return block('{', lines, '}');
}

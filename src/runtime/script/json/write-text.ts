/** Characters that the serializer of .NET escapes, so that no page takes them for markup. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const special = /["\\'<>&\u0000-\u001f\u0085\u2028\u2029]/g;

const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Writes a text as JSON, as .NET does. */
export function scriptText(text: string): string {
  return `"${text.replace(special, escaped)}"`;
}

function escaped(sign: string): string {
  return short[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Writes a member of an object. */
export function scriptMember(name: string, value: string): string {
  return `${scriptText(name)}:${value}`;
}

/** Writes an object of members that are written. */
export function scriptObject(members: readonly string[]): string {
  return `{${members.join(',')}}`;
}

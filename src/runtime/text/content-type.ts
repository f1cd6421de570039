/** A content type in the parts ASMX looks at. */
export interface ContentType {
  /**
   * Type and subtype in lower case; a blank before the first `;` stays, since ASMX takes it as part
   * of the name.
   */
  readonly base: string;
  readonly charset: string | undefined;
  /** Action of SOAP 1.2, without quotes. */
  readonly action: string | undefined;
}

const cached: Map<string, ContentType> = new Map();

/** Takes a content type apart; the few that clients really send are remembered. */
export function parseContentType(text: string): ContentType {
  const known = cached.get(text);
  if (known !== undefined) return known;
  const parsed = parse(text);
  if (cached.size >= 256) cached.clear();
  if (text.length <= 1024) cached.set(text, parsed);
  return parsed;
}

function parse(text: string): ContentType {
  const end = text.indexOf(';');
  const base = (end < 0 ? text : text.slice(0, end)).toLowerCase();
  let charset: string | undefined;
  let action: string | undefined;
  if (end >= 0) {
    for (const part of splitParameters(text.slice(end + 1))) {
      const equals = part.indexOf('=');
      const name = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
      const value = unquote(part.slice(equals + 1));
      if (name === 'charset') charset ??= value;
      else if (name === 'action') action ??= value;
    }
  }
  return {
    base,
    charset: charset === '' ? undefined : charset,
    action: action === '' ? undefined : action,
  };
}

/** Cuts at every `;` that is not inside double quotes. */
function splitParameters(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === 0x22) quoted = !quoted;
    else if (sign === 0x3b && !quoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Drops quotes of both kinds and blanks on both sides. */
function unquote(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ' \t"\''.includes(text.charAt(start))) start += 1;
  while (end > start && ' \t"\''.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

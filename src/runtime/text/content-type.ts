/** A content type in the parts ASMX looks at. */
export interface ContentType {
  /**
   * Type and subtype in lower case; a space before the first `;` stays, since ASMX takes it as part
   * of the name.
   */
  readonly base: string;
  readonly charset: string | undefined;
  /** Action of SOAP 1.2, without quotes. */
  readonly action: string | undefined;
}

const cached: Map<string, ContentType> = new Map();

/** Takes a content type apart; the few that clients really send are cached. */
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
  return {
    base: (end < 0 ? text : text.slice(0, end)).toLowerCase(),
    charset: parameterOf(text, 'charset'),
    action: parameterOf(text, 'action'),
  };
}

/** The first parameter with a name, without quotes; `undefined` where it is missing or empty. */
export function parameterOf(contentType: string, name: string): string | undefined {
  // Quoted strings may hold semicolons; one without end goes on to the end of the text.
  const parameters = contentType.replace(/^[^;]*/, '').match(/(?:[^;"]|"[^"]*"?)+/g) ?? [];
  for (const parameter of parameters) {
    const [given = ''] = parameter.split('=', 1);
    if (given.length < parameter.length && given.trim().toLowerCase() === name) {
      return unquote(parameter.slice(given.length + 1)) || undefined;
    }
  }
  return undefined;
}

/** Drops quotes of both kinds and spaces on both sides. */
function unquote(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ' \t"\''.includes(text.charAt(start))) start += 1;
  while (end > start && ' \t"\''.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

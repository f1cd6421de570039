/** What a help page says beside its samples. */
export interface HelpHtml {
  /** Texts of the `pre` blocks in order. */
  readonly samples: readonly string[];
  /** Headings with the paragraphs after each. */
  readonly headings: readonly { readonly title: string; readonly texts: readonly string[] }[];
  /** Operations that the page links to. */
  readonly operations: readonly string[];
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Takes out of a help page what says something about the service, whichever server wrote the page:
 * the published layout of ASMX, and the one of servers this tool generates. It is no HTML parser:
 * tags inside samples are dropped, references are resolved.
 */
export function readHelpHtml(html: string): HelpHtml {
  const body = html.replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '');
  const samples: string[] = [];
  const headings: { title: string; texts: string[] }[] = [];
  const block = /<(pre|h[1-4]|p|span|title)\b[^>]*>([\s\S]*?)<\/\1\s*>/gi;
  const rest = body.replace(/<span\b[^>]*>|<\/span\s*>/gi, '');
  for (const [, tag = '', inner = ''] of rest.matchAll(block)) {
    const name = tag.toLowerCase();
    if (name === 'pre') samples.push(plainText(inner, true));
    else if (name.startsWith('h')) headings.push({ title: plainText(inner, false), texts: [] });
    else if (name === 'p') headings[headings.length - 1]?.texts.push(plainText(inner, false));
  }
  const operations = new Set<string>();
  for (const [, value = ''] of body.matchAll(/\bhref\s*=\s*["'][^"'?]*\?op=([^"'&#]+)/gi)) {
    operations.add(decoded(resolveReferences(value)));
  }
  return { samples, headings, operations: [...operations] };
}

function plainText(markup: string, lines: boolean): string {
  const plain = markup.replace(/<br\s*\/?>/gi, '\n').replace(/<[^>]*>/g, '');
  const text = resolveReferences(plain).replace(/\r\n?/g, '\n');
  return lines ? text.trim() : text.replace(/\s+/g, ' ').trim();
}

function resolveReferences(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? all;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

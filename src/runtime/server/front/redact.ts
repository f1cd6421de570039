import { decodeComponent } from '../../form/decode.ts';

/** What takes the place of a value that must not be seen. */
export const mark = '***';

/** Names of values to redact. */
export interface Names {
  /** In lower case. */
  readonly all: ReadonlySet<string>;
  /** An attribute of that name with its value. */
  readonly attribute: RegExp;
  /** A member of JSON of that name, up to its value. */
  readonly member: RegExp;
}

/** Prepares names. Their letter case does not matter. */
export function readNames(names: readonly string[]): Names {
  const any = names.map((name) => name.replace(/[^\w]/g, '\\$&')).join('|');
  return {
    all: new Set(names.map((name) => name.toLowerCase())),
    attribute: new RegExp(`(?<![^\\s:"'])((?:${any})\\s*=\\s*)("[^"]*"?|'[^']*'?)`, 'gi'),
    member: new RegExp(`"(?:${any})"\\s*:\\s*`, 'gi'),
  };
}

/** Redacts the values of parameters in a query or form. */
export function redactForm(text: string, { all }: Names): string {
  return text
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0) return pair;
      const name = decodeComponent(pair.slice(0, equals), 'utf-8').trim().toLowerCase();
      return all.has(name) ? pair.slice(0, equals + 1) + mark : pair;
    })
    .join('&');
}

/** What a piece of markup is, and where it ends. */
interface Markup {
  readonly end: number;
  readonly kind: 'start' | 'empty' | 'end' | 'other';
  /** The local name, in lower case; empty for anything but a tag. */
  readonly name: string;
}

/**
 * Redacts a message: the content of elements and the values of attributes, in namespaces or not,
 * and members of JSON in its texts. It need not be well-formed: an element without an end tag is
 * redacted up to the end. The work is linear in its size.
 */
export function redactMessage(text: string, names: Names): string {
  let written = '';
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<', at);
    const textEnd = start < 0 ? text.length : start;
    written += redactJson(text.slice(at, textEnd), names);
    if (start < 0) break;
    const markup = readMarkup(text, start);
    const piece = text.slice(start, markup.end);
    written +=
      markup.kind === 'other'
        ? redactJson(piece, names)
        : piece.replace(names.attribute, (_all, name: string, value: string) => {
            const quote = value.slice(0, 1);
            return name + quote + mark + quote;
          });
    at = markup.end;
    if (names.all.has(markup.name) && markup.kind === 'start') {
      written += mark;
      at = endOfElement(text, at, markup.name);
    }
  }
  return written;
}

/** Where the end tag of an element starts, or the text ends. */
function endOfElement(text: string, from: number, name: string): number {
  let depth = 1;
  for (let at = text.indexOf('<', from); at >= 0; ) {
    const markup = readMarkup(text, at);
    if (markup.name === name) {
      if (markup.kind === 'start') depth += 1;
      if (markup.kind === 'end') depth -= 1;
    }
    if (depth === 0) return at;
    at = text.indexOf('<', markup.end);
  }
  return text.length;
}

function readMarkup(text: string, start: number): Markup {
  const upTo = (mark: string, from: number): Markup => {
    const end = text.indexOf(mark, from);
    return { end: end < 0 ? text.length : end + mark.length, kind: 'other', name: '' };
  };
  if (text.startsWith('<!--', start)) return upTo('-->', start + 4);
  if (text.startsWith('<![CDATA[', start)) return upTo(']]>', start + 9);
  if (text.startsWith('<?', start)) return upTo('?>', start + 2);
  const isEnd = text[start + 1] === '/';
  tagName.lastIndex = start + (isEnd ? 2 : 1);
  const name = tagName.exec(text)?.[1]?.toLowerCase() ?? '';
  const end = endOfTag(text, tagName.lastIndex || start + 1);
  const kind = isEnd ? 'end' : text[end - 2] === '/' ? 'empty' : 'start';
  return { end, kind, name };
}

/** A name; what is captured is its local part. */
const tagName = /(?:[^\s<>/=:"']*:)?([^\s<>/=:"']+)/y;

/**
 * Where a tag ends. A `>` in the value of an attribute does not end it; a `<` does anywhere, for
 * what is no markup after all.
 */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '<') return at;
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
  }
  return text.length;
}

/** Redacts members of JSON in a text, wherever it is. */
function redactJson(text: string, { member }: Names): string {
  let written = '';
  let at = 0;
  member.lastIndex = 0;
  while (member.exec(text) !== null) {
    const start = member.lastIndex;
    written += `${text.slice(at, start)}"${mark}"`;
    at = skipJsonValue(text, start);
    member.lastIndex = at;
  }
  return written + text.slice(at);
}

const text = /"(?:[^"\\]|\\.)*"?/sy;
const plain = /[^,\]}\s]*/y;

/** Where a value of JSON ends that starts at a place of a text, or the text ends within it. */
function skipJsonValue(json: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const sign = json[at] ?? '';
    if (sign === '"') at = endOf(text, json, at);
    else if (sign === '{' || sign === '[') {
      depth += 1;
      at += 1;
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      at += 1;
    } else if (depth === 0) return endOf(plain, json, at);
    else at += 1;
    if (depth <= 0) return at;
  }
  return json.length;
}

function endOf(form: RegExp, json: string, at: number): number {
  form.lastIndex = at;
  form.exec(json);
  return form.lastIndex;
}

import { escapeXmlAttribute, escapeXmlText } from './xml-escape.ts';

/** An attribute for a start tag, with a leading space; nothing if it has no value. */
export function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeXmlAttribute(value)}"`;
}

/** Writes indented XML like .NET: two spaces for each level, `<a />` for empty elements, LF. */
export interface MarkupWriter {
  /** Writes an element around the output of `content`. Attributes are results of `attribute`. */
  element(name: string, attributes?: string, content?: () => void): void;
  /** Writes an element with text only. */
  textElement(name: string, attributes: string, text: string): void;
  /** Adds the text of another writer. */
  append(text: string): void;
  /** All output; starts with a line end. */
  text(): string;
}

/** Text of this length is flattened. */
const pieceLength = 32_768;

/**
 * The same XML, flattened; it never starts with U+0001. V8 keeps concatenated strings as a tree
 * until a character is read, and the tree of a large document survives several garbage collections.
 */
function inOnePiece(text: string): string {
  return text.charCodeAt(0) === 1 ? '' : text;
}

/** Creates a writer that starts at a level of indentation. */
export function createMarkupWriter(depth: number = 0): MarkupWriter {
  const margins: string[] = [];
  /** The text before `out`. */
  const pieces: string[] = [];
  let out = '';
  let level = depth;
  /** Whether the last start tag has no `>` yet. */
  let open = false;

  function margin(): string {
    margins[level] ??= `\n${'  '.repeat(level)}`;
    return margins[level] ?? '';
  }

  function closeTag(): void {
    if (open) out += '>';
    open = false;
  }

  /** Begins a tag on a new line. */
  function begin(tag: string): void {
    closeTag();
    if (out.length > pieceLength) {
      pieces.push(inOnePiece(out));
      out = '';
    }
    out += margin() + tag;
  }

  function written(): string {
    return pieces.join('') + out;
  }

  return {
    element(name, attributes = '', content) {
      begin(`<${name}${attributes}`);
      if (content === undefined) {
        out += ' />';
        return;
      }
      open = true;
      level += 1;
      content();
      level -= 1;
      out += open ? ' />' : `${margin()}</${name}>`;
      open = false;
    },
    textElement(name, attributes, text) {
      begin(`<${name}${attributes}`);
      out += text === '' ? ' />' : `>${escapeXmlText(text)}</${name}>`;
    },
    append(text) {
      if (text === '') return;
      closeTag();
      out += text;
    },
    text: written,
  };
}
